package counter

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/store"
)

// prefix is in front of the keys of counters in a [store.Store].
const prefix = "counters/"

// register is a counter under one key of a store, as JSON that people can read, changed by compare and swap: an
// [Allocator], or of dates by its Next. Any number of goroutines may use it.
type register struct {
	store  store.Store
	id     ID
	create bool             // what is missing has the value first; else that is an error of ErrMissing
	first  value            // of a new key
	now    func() time.Time // of dates, where the store has no clock

	mu   sync.Mutex
	last seen
}

// value is what people see under the key: segments have a step, and dates the rest.
type value struct {
	Day    string `json:"day,omitempty"`
	Next   uint64 `json:"next"`           // first number, of the day, that was not given out
	Step   uint64 `json:"step,omitempty"` // by which blocks grow at least
	Digits int    `json:"digits,omitempty"`
	Zone   string `json:"tz,omitempty"`
}

// seen is what a key held when it was seen last.
type seen struct {
	version store.Version
	value   value
	known   bool // else it is to be loaded
}

// fits reports whether the value is one of a kind.
func (v *value) fits(kind string) bool {
	if kind == "date-seq" {
		return v.Step == 0 && (v.Day == "" || v.day() > 0)
	}
	return v.Day+v.Zone == "" && v.Digits == 0 && v.Next > 0 && v.Next <= Max+1
}

// day is the day in days since 1970-01-01.
func (v *value) day() int64 {
	day, _ := time.Parse(time.DateOnly, v.Day)
	return day.Unix() / secondsPerDay
}

// form is what a value of a kind looks like, for people.
func form(kind string) string {
	if kind == "date-seq" {
		return `{"day":"2026-03-01","next":1,"digits":6,"tz":"UTC"}`
	}
	return `{"next":1,"step":1000}`
}

func (r *register) key() string { return prefix + r.id.Kind + "/" + r.id.Key }

// load reads the value.
func (r *register) load(ctx context.Context) (s seen, err error) {
	v, err := r.store.Load(ctx, r.key())
	switch s = (seen{v.Version, r.first, true}); {
	case err != nil:
	case v.Version != "":
		s.value = value{}
		if strict(v.Data, &s.value) != nil || !s.value.fits(r.id.Kind) {
			err = fmt.Errorf("the key %s holds %.60q, not a counter such as %s", r.key(), v.Data, form(r.id.Kind))
		}
	case !r.create:
		err = Missing("the "+r.id.String(), "")
	}
	return s, err
}

// change swaps in what f makes of the value, as often as others are faster. A write
// whose outcome is not known may have been made: f is asked again, of what is there
// then, so what it reserved is lost at worst. What f refuses is not kept: the next call asks
// it of what is there then.
func (r *register) change(ctx context.Context, f func(*value) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, doubt := &r.last, false
	return retry(ctx, func() error {
		if !s.known {
			now, err := r.load(ctx)
			if err != nil {
				return err
			}
			*s = now
		}
		v := s.value
		if err := f(&v); err != nil {
			if s.known = false; doubt { // a write in doubt may be why
				return fmt.Errorf("%w: %w", store.ErrUnknown, err)
			}
			return err
		}
		data, _ := json.Marshal(v) // of numbers and texts: no error
		version, err := r.store.Swap(ctx, r.key(), s.version, data)
		*s = seen{version, v, err == nil && v.Day == ""} // of dates none is kept: other hosts count, too
		doubt = doubt || errors.Is(err, store.ErrUnknown)
		return err
	})
}

// openRegister opens the counter of a key. A missing one begins at 1 with create, and
// is an error of ErrMissing without. Step is that of a new counter.
func openRegister(ctx context.Context, s store.Store, id ID, create bool, step uint64) (Allocator, error) {
	r := &register{store: s, id: id, create: create, first: value{Next: 1, Step: step}}
	var err error
	if r.last, err = r.load(ctx); err == nil && r.last.version == "" {
		err = r.change(ctx, func(*value) error { return nil })
	}
	r.create = false // one that is lost later is not begun again
	return r, err
}

// strict reads JSON that has no other fields than the value.
func strict(data []byte, value any) error {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	return d.Decode(value)
}

// Least implements [Allocator].
func (r *register) Least() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last.value.Step
}

// Allocate implements [Allocator].
func (r *register) Allocate(ctx context.Context, step uint64) (b Block, err error) {
	err = r.change(ctx, func(v *value) error {
		if v.Next > Max-(step-1) {
			return fmt.Errorf("%s: %w, %d: %d numbers are left, and %d were asked for", r.id, ErrFull, uint64(Max),
				Max+1-v.Next, step)
		}
		b = Block{v.Next, v.Next + step}
		v.Next = b.End
		return nil
	})
	return b, err
}

// Return implements [Allocator]. Only the key as it was seen first is changed: where a write in doubt was made others
// may have taken the same numbers since, and the next one says nothing of that.
func (r *register) Return(ctx context.Context, b Block) (done bool, err error) {
	errLater := errors.New("others came after it")
	var from store.Version
	err = r.change(ctx, func(v *value) error {
		if from = cmp.Or(from, r.last.version); v.Next != b.End || r.last.version != from {
			return errLater
		}
		v.Next = b.First
		return nil
	})
	if errors.Is(err, errLater) && !errors.Is(err, store.ErrUnknown) {
		return false, nil
	}
	return err == nil, err
}

// retry makes a try again where others were faster, and twice where its outcome is not known. It waits in between,
// longer each time and at random, so that many do not go on at once.
func retry(ctx context.Context, try func() error) error {
	unknown := 0
	for delay := time.Millisecond; ; delay = min(2*delay, 50*time.Millisecond) {
		switch err := try(); {
		case errors.Is(err, store.ErrUnknown):
			if unknown++; unknown > 2 {
				return err
			}
		case !errors.Is(err, store.ErrConflict):
			return err
		}
		if err := gen.SystemClock().Sleep(ctx, delay/2+rand.N(delay)); err != nil {
			return err
		}
	}
}

// List lists the counters in a store, by kind and key.
func List(ctx context.Context, s store.Store) ([]Entry, error) {
	keys, err := s.List(ctx, prefix)
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, k := range keys {
		kind, key, _ := strings.Cut(strings.TrimPrefix(k.Key, prefix), "/")
		e := Entry{Kind: kind, Key: key}
		var v value
		switch {
		case strict(k.Data, &v) != nil:
			e.Note = fmt.Sprintf("not a counter: %.40q", k.Data)
		case v.Digits > 0:
			e.Day = v.day()
			e.Next, e.Note = v.Next, fmt.Sprintf("%s, %d digits, %s", v.Day, v.Digits, v.Zone)
		default:
			e.Next, e.Step = v.Next, v.Step
		}
		list = append(list, e)
	}
	return list, nil
}

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

// Dates takes the next n numbers of the day, 1 or more, which begin at 1 on each by the clock of a store; fewer where
// the day has no more. ErrFull says that it has none. A counter that was made with other digits or another zone is an
// error of ErrDisagree. Seen is the mark of the highest number that the caller was given, 0 for none: a next one that
// is not above it is returned, and nothing is taken, or one attempt after the other would count past what was seen.
type Dates func(ctx context.Context, n uint64, z Zone, digits int, seen uint64) (Day, error)

// Dater is a store that counts by date in a step of its own.
type Dater interface {
	Dates(key string, create bool) Dates // of a counter

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
func Last(digits int) uint64 { return min(uint64(math.Pow10(digits))-1, MostADay) }

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

// Next is its [Dates].
func (r *register) Next(ctx context.Context, n uint64, z Zone, digits int, seen uint64) (d Day, err error) {
	err = r.change(ctx, func(v *value) error {
		life, err := r.store.Incarnation(ctx)
		if err != nil {
			return err
		}
		now := cmp.Or(life.Now, r.now())
		if *v == (value{}) { // a new one
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
		fmt.Sprintf("--digits %d --tz %s", wantDigits, wantZone),
		"choose another --key for other digits or another zone")
}
