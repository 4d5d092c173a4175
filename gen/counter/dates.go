package counter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen/fault"
	"idscope/gen/store"
)

// Zone is a zone of time as it is around now: an offset, the instant at which it
// changes, and the one after it. So a server finds the day by its own clock, and
// needs no table of zones.
type Zone struct {
	Name   string
	Before int   // seconds east of UTC
	Change int64 // Unix seconds
	After  int
}

// zoneAround returns a zone with the change of its offset that is nearest to an instant.
func zoneAround(l *time.Location, now time.Time) Zone {
	t := now.In(l)
	_, offset := t.Zone()
	z := Zone{Name: l.String(), Before: offset, After: offset}
	begin, end := t.ZoneBounds()
	switch {
	case begin.IsZero() && end.IsZero():
	case end.IsZero() || !begin.IsZero() && now.Sub(begin) < end.Sub(now):
		_, z.Before = begin.Add(-time.Second).Zone()
		z.Change = begin.Unix()
	default:
		_, z.After = end.Zone()
		z.Change = end.Unix()
	}
	return z
}

// Day is the date of an instant, in days since 1970-01-01.
func (z Zone) Day(t time.Time) int64 {
	offset := z.Before
	if t.Unix() >= z.Change {
		offset = z.After
	}
	seconds := t.Unix() + int64(offset)
	return (seconds - (seconds%secondsPerDay+secondsPerDay)%secondsPerDay) / secondsPerDay
}

const secondsPerDay = 24 * 60 * 60

// Digits that the number of a day may have, and the highest number that there is with
// any: the layout of date-seq has 30 bits for it.
const (
	LeastDigits = 4
	MostDigits  = 15
	MostADay    = 1<<30 - 1
)

// Dates gives out numbers that begin at 1 on each day, by the clock of a store.
type Dates interface {
	// Next takes the next n numbers of the day, 1 or more; fewer where the day has no more.
	// ErrFull says that it has none. A counter that was made with other digits or
	// another zone is an error of ErrDisagree. Seen is the mark of the highest number that
	// the caller was given, 0 for none: a next one that is not above it is returned, and
	// nothing is taken, or one attempt after the other would count past what was seen.
	Next(ctx context.Context, n uint64, z Zone, digits int, seen uint64) (Day, error)
}

// Dater is a store that counts by date in a step of its own.
type Dater interface {
	Dates(key string, o Setup) Dates

	// ListDates lists its counters of dates.
	ListDates(ctx context.Context) ([]Entry, error)
}

// Day is numbers of a day.
type Day struct {
	Date int64 // days since 1970-01-01
	Block
}

// mark is the order of a number among all of its counter.
func mark(date int64, n uint64) uint64 { return uint64(date)<<30 | n }

// Marked is the day of a mark, in days since 1970-01-01, and the number.
func Marked(mark uint64) (date int64, n uint64) { return int64(mark >> 30), mark & MostADay }

// Last is the highest number of a day with so many digits.
func Last(digits int) uint64 {
	last := uint64(1)
	for range digits {
		last *= 10
	}
	return min(last-1, MostADay)
}

// DateOf writes a day as YYYY-MM-DD.
func DateOf(day int64) string {
	return time.Unix(day*secondsPerDay, 0).UTC().Format(time.DateOnly)
}

// DayFull is the error of a day that has no more numbers.
func DayFull(about string, date int64, digits int) error {
	return fmt.Errorf("%s: %w of %s, %d; it begins again on the next day", about, ErrFull, DateOf(date), Last(digits))
}

// errSeen is that of a number that is not above what was seen.
var errSeen = errors.New("counter: not above what was seen")

// datedRegister is a [Dates] under one key of a store. Any number of goroutines may use it.
type datedRegister struct {
	*cell[datedValue]
	now func() time.Time // where the store has no clock
}

// datedValue is what people see under the key.
type datedValue struct {
	Day    string `json:"day"`
	Next   uint64 `json:"next"` // first number of the day that was not given out
	Digits int    `json:"digits"`
	Zone   string `json:"tz"`
}

func newDated(s store.Store, id ID, create bool, now func() time.Time) *datedRegister {
	c := newCell(s, id, `such as {"day":"2026-03-01","next":1,"digits":6,"tz":"UTC"}`, func(v *datedValue) bool {
		return v.Day == "" || v.day() > 0
	})
	c.create = create
	return &datedRegister{c, now}
}

// day is the day in days since 1970-01-01.
func (v *datedValue) day() int64 {
	day, _ := time.Parse(time.DateOnly, v.Day)
	return day.Unix() / secondsPerDay
}

// Next implements [Dates].
func (r *datedRegister) Next(ctx context.Context, n uint64, z Zone, digits int, seen uint64) (d Day, err error) {
	r.forget() // other hosts count, too
	err = r.change(ctx, func(v *datedValue) error {
		now, err := r.store.Now(ctx)
		if errors.Is(err, store.ErrNoClock) {
			now, err = r.now(), nil
		}
		if err != nil {
			return err
		}
		if *v == (datedValue{}) { // a new one
			v.Digits, v.Zone = digits, z.Name
		}
		today := z.Day(now)
		d.Date = today
		if v.Day != "" {
			d.Date = max(today, v.day()) // the clock may have moved backwards
		}
		switch {
		case v.Digits != digits || v.Zone != z.Name:
			return DateDisagree(r.id.String(), v.Digits, v.Zone, digits, z.Name)
		case d.Date > today+1: // its numbers would bear a wrong date for long
			return ClockBehind(r.id.String(), d.Date, today)
		}
		if date := DateOf(d.Date); v.Day != date || v.Next == 0 {
			v.Day, v.Next = date, 1
		}
		last := Last(digits)
		if v.Next > last {
			return DayFull(r.id.String(), d.Date, digits)
		}
		d.Block = Block{v.Next, v.Next + min(n, last+1-v.Next)}
		if mark(d.Date, d.First) <= seen {
			return errSeen
		}
		v.Next = d.End
		return nil
	})
	if errors.Is(err, errSeen) {
		err = nil
	}
	return d, err
}

// ClockBehind is the error of a counter that is more than a day ahead of the clock.
func ClockBehind(about string, date, today int64) error {
	return fault.New(nil, "set the clock right; if the counter was used with a wrong one, choose another --key",
		"%s is at %s, and the clock of its store says %s", about, DateOf(date), DateOf(today))
}

// DateDisagree is the error of a counter that was made with other digits or another zone.
func DateDisagree(about string, digits int, zone string, wantDigits int, wantZone string) error {
	return Disagree(about, fmt.Sprintf("written with --digits %d --tz %s", digits, zone),
		fmt.Sprintf("--digits %d --tz %s", wantDigits, wantZone), "choose another --key for other digits")
}
