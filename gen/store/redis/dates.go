package redis

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/store/target"
)

// counters is a store and its counters of dates: a [counter.Dater].
type counters struct {
	store.Store
	s *server
}

var _ counter.Dater = counters{}

// Dates counts by date in one script, by the server's clock: INCRBY of a key of the day,
// which expires, beside a hash that says how the counter was made and how far it got.
//
//	HGETALL idscope:date-seq:{orders}           digits 6, tz UTC, day 20779, last 42, date 20261122
//	GET     idscope:date-seq:{orders}:20261122  42
//
// The hash outlives the day's key: one that was evicted, or deleted alone, is noticed.
func (c counters) Dates(key string, create bool) counter.Dates {
	name := c.s.t.Prefix + dated + key + "}"
	return func(ctx context.Context, n uint64, z counter.Zone, digits int, seen uint64) (day counter.Day, err error) {
		if err := store.Check(key, nil); err != nil {
			return day, err
		}
		date, number := counter.Marked(seen)
		ctx, cancel := c.s.t.Limit(ctx)
		defer cancel()
		answer, err := target.Await(ctx, func(ctx context.Context) ([]string, error) {
			return c.s.next.Run(ctx, c.s.client, []string{name}, n, digits, z.Name, z.Before, z.Change, z.After, create,
				counter.Last(digits), int(kept/time.Second), date, number).StringSlice()
		})
		if err != nil {
			return day, c.s.t.Written(ctx, fmt.Sprintf("count %q", name), err)
		}
		return c.s.day(answer, name, digits, z.Name)
	}
}

const dated = ":date-seq:{"

// kept is how long the key of a day is kept after its last number.
const kept = 3 * 24 * time.Hour

const nextScript = `
local n, digits, zone, create = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[7]
local now = tonumber(redis.call('TIME')[1])
local offset = tonumber(now < tonumber(ARGV[5]) and ARGV[4] or ARGV[6])
local today = math.floor((now + offset) / 86400)
local kept = redis.call('HMGET', KEYS[1], 'digits', 'tz', 'day', 'last')
if not kept[1] and create == '0' then
	return {'missing'}
elseif kept[1] and (kept[1] ~= digits or kept[2] ~= zone) then
	return {'differs', kept[1], kept[2]}
end
local day = math.max(today, tonumber(kept[3] or today))
if day > today + 1 then
	return {'clock', tostring(day), tostring(today)}
end
local z = day + 719468 -- days since 0000-03-01
local era = math.floor(z / 146097)
local e = z - era * 146097
local y = math.floor((e - math.floor(e / 1460) + math.floor(e / 36524) - math.floor(e / 146096)) / 365)
local d = e - (365 * y + math.floor(y / 4) - math.floor(y / 100))
local m = math.floor((5 * d + 2) / 153)
local month = m < 10 and m + 3 or m - 9
local date = string.format('%04d%02d%02d', y + era * 400 + (month <= 2 and 1 or 0), month,
	d - math.floor((153 * m + 2) / 5) + 1)
local key = KEYS[1] .. ':' .. date
local last = tonumber(redis.call('GET', key) or 0)
if tonumber(kept[3] or -1) == day and last < tonumber(kept[4]) then
	return {'lost', kept[4], date}
end
local most = tonumber(ARGV[8])
if last >= most then
	return {'full', tostring(day)}
end
n = math.min(n, most - last)
local seen, number = tonumber(ARGV[10]), tonumber(ARGV[11])
if day > seen or day == seen and last >= number then
	redis.call('INCRBY', key, n)
	redis.call('EXPIRE', key, ARGV[9])
	redis.call('HSET', KEYS[1], 'digits', digits, 'tz', zone, 'day', day, 'last', last + n, 'date', date)
end
return {'ok', tostring(day), tostring(last + 1), tostring(last + n)}`

// day is the answer of the script for a key.
func (s *server) day(answer []string, name string, digits int, zone string) (day counter.Day, err error) {
	about := fmt.Sprintf("the key %s of %s", name, s.t)
	numbers := make([]int64, len(answer))
	for i, text := range answer {
		numbers[i], _ = strconv.ParseInt(text, 10, 64) // 0 for a word
	}
	switch answer[0] {
	case "missing":
		return day, counter.Missing(about, "")
	case "differs":
		return day, counter.DateDisagree(about, int(numbers[1]), answer[2], digits, zone)
	case "clock":
		return day, counter.ClockBehind(about, numbers[1], numbers[2])
	case "lost":
		return day, fault.New(counter.ErrLost,
			fmt.Sprintf("SET %s:%s %s, if no number was given out since", name, answer[2], answer[1]),
			"the key %s:%s of %s was lost; it has to be at %s or more", name, answer[2], s.t, answer[1])
	case "full":
		return day, counter.DayFull(about, numbers[1], digits)
	}
	return counter.Day{Date: numbers[1], Block: counter.Block{First: uint64(numbers[2]), End: uint64(numbers[3]) + 1}},
		nil
}

// ListDates lists the counters of dates.
func (c counters) ListDates(ctx context.Context) ([]counter.Entry, error) {
	ctx, cancel := c.s.t.Limit(ctx)
	defer cancel()
	list, err := target.Await(ctx, func(ctx context.Context) (list []counter.Entry, err error) {
		prefix := c.s.t.Prefix + dated
		scan := c.s.client.ScanType(ctx, 0, literal(prefix)+"*", 1000, "hash").Iterator()
		for scan.Next(ctx) {
			key, ok := strings.CutSuffix(strings.TrimPrefix(scan.Val(), prefix), "}")
			if !ok {
				continue
			}
			made, err := c.s.client.HGetAll(ctx, scan.Val()).Result()
			if err != nil {
				return nil, err
			}
			day, _ := strconv.ParseInt(made["day"], 10, 64)
			last, _ := strconv.ParseUint(made["last"], 10, 64)
			list = append(list, counter.Entry{Kind: "date-seq", Key: key, Next: last + 1, Day: day,
				Note: fmt.Sprintf("%s, %s digits, %s", counter.DateOf(day), made["digits"], made["tz"])})
		}
		return list, scan.Err()
	})
	return list, c.s.t.Fail(ctx, "list the counters of dates", err)
}
