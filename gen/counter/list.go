package counter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen/store"
	"idscope/gen/worker"
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

// Known is what this host knows of a counter.
type Known struct {
	ID
	Seen uint64 // highest number that it was given
}

// KnownHere lists the counters that this host knows, by store, kind and key.
func KnownHere(f worker.Folder) ([]Known, error) {
	names, err := f.Files(folder)
	if err != nil {
		return nil, err
	}
	var list []Known
	for _, name := range names {
		file, err := f.File(name, "a counter")
		if err != nil {
			return nil, err
		}
		text, err := file.Peek()
		if err != nil {
			return nil, err
		}
		var p page
		if id, err := p.decode(text); err == nil && id != (ID{}) {
			list = append(list, Known{id, p.seen})
		}
	}
	slices.SortFunc(list, func(a, b Known) int {
		return strings.Compare(a.Store+"\n"+a.Kind+"\n"+a.Key, b.Store+"\n"+b.Kind+"\n"+b.Key)
	})
	return list, nil
}
