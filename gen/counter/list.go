package counter

import (
	"context"
	"fmt"
	"strings"
	"time"

	"idscope/gen/store"
)

// List lists the counters in a store, by kind and key.
func List(ctx context.Context, s store.Store) ([]Entry, error) {
	keys, err := s.List(ctx, Prefix)
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, k := range keys {
		kind, key, _ := strings.Cut(strings.TrimPrefix(k.Key, Prefix), "/")
		e := Entry{Kind: kind, Key: key}
		var segment registerValue
		var dated datedValue
		switch {
		case strict(k.Data, &segment) == nil:
			e.Next, e.Step = segment.Next, segment.Step
		case strict(k.Data, &dated) == nil:
			day, _ := time.Parse(time.DateOnly, dated.Day)
			e.Day = day.Unix() / secondsPerDay
			e.Next, e.Note = dated.Next, fmt.Sprintf("%s, %d digits, %s", dated.Day, dated.Digits, dated.Zone)
		default:
			e.Note = fmt.Sprintf("not a counter: %.40q", k.Data)
		}
		list = append(list, e)
	}
	return list, nil
}
