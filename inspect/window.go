package inspect

import (
	"fmt"
	"math/bits"
	"strings"
	"time"
	"unicode"

	"idscope/gen"
	failure "idscope/gen/fault" // fault is what is wrong with a time, here
)

// Range is all identifiers of a window of time.
type Range struct {
	Scheme   *gen.Scheme
	Low      gen.ID // the smallest
	High     gen.ID // the largest, in the window as well
	LowText  string // in the scheme's own form
	HighText string
	From, To time.Time // the half-open window after it was cut to the life of the layout
	Notes    []string
}

// SQL returns the condition that a column is in the range: numbers are bare, texts quoted. It refuses texts that
// do not sort as their IDs do; its hint is the condition for numbers.
func (r *Range) SQL(column string) (string, error) {
	unusable := func(c rune) bool { return c == ';' || !unicode.IsPrint(c) }
	if shown := Redact(column); column == "" || shown != column || strings.ContainsFunc(column, unusable) {
		return "", fmt.Errorf("%q is not a column; use a name such as id, t.id or \"id\"", shown)
	}
	low, high := r.LowText, r.HighText
	condition := func(low, high string) string {
		return fmt.Sprintf("%s >= %s AND %s <= %s", column, low, column, high)
	}
	switch {
	case r.Scheme.Text.Form == gen.Decimal:
	case r.Unsorted() != "":
		return "", &failure.Error{Text: r.Unsorted() + "; store them as numbers or bytes",
			Hint: "as numbers: " + condition(r.Low.Decimal(), r.High.Decimal())}
	default:
		low, high = "'"+low+"'", "'"+high+"'"
	}
	return condition(low, high), nil
}

// Unsorted says why texts cannot be compared with the ends, empty where they can.
func (r *Range) Unsorted() string {
	switch s := r.Scheme; {
	case s.Affix != nil && !s.Affix.Optional:
		return fmt.Sprintf("texts of %s begin with a prefix, which the ends lack", s.Name)
	case !s.Text.Sorted(s.Layout.Size()):
		return fmt.Sprintf("texts of %s do not sort as the ids do", s.Name)
	}
	return ""
}

// Window returns the smallest and the largest identifier that can have been made in
// the half-open window from <= time < to, whatever made it: all values of the other
// bits are inside. Both ends are whole ticks: the first is the tick that contains
// from, the last the one that contains the last instant before to; a note says what
// that adds. Of a scheme with fractions of a tick (uuidv7) the fraction counts, so that a window
// that starts within a millisecond is exact for makers that fill it in. What lies
// outside the layout's life is cut off with a note. It refuses schemes whose
// identifiers are not in the order of their time, and empty windows.
func Window(s *gen.Scheme, from, to time.Time) (Range, error) {
	r := Range{Scheme: s, From: from, To: to}
	switch {
	case s.Pattern != nil && !s.Timed():
		return r, fmt.Errorf("%s has no time in its ids; use a scheme that is ordered by time", s.Name)
	case s.Pattern != nil:
		return r, fmt.Errorf("ids of %s are texts, not numbers: they have no smallest and largest; "+
			"use another scheme", s.Name)
	}
	codec, err := s.Layout.Compile()
	switch {
	case err != nil:
		return r, fmt.Errorf("scheme %s: %w", s.Name, err)
	case !s.Timed():
		return r, fmt.Errorf("%s has no time in its ids; use a scheme that is ordered by time", s.Name)
	case !s.TimeOrdered():
		return r, fmt.Errorf("ids of %s are not ordered by time: %s", s.Name, unordered(s))
	case !from.Before(to):
		return r, fmt.Errorf("the window from %s to %s is empty; use a start before its end", stamp(from), stamp(to))
	}
	line := s.Timeline()
	first, last, err := r.ticks(line)
	if err != nil {
		return r, err
	}
	free := codec.Mask(gen.Time).Or(codec.Mask(gen.Const)).Not().And(gen.Mask(codec.Size()))
	fixed := codec.Consts()
	r.Low = codec.WithSource(fixed, gen.Time, gen.ID{Lo: first})
	r.High = codec.WithSource(fixed, gen.Time, gen.ID{Lo: last}).Or(free)
	r.LowText = string(s.Text.Append(nil, r.Low, codec.Size()))
	r.HighText = string(s.Text.Append(nil, r.High, codec.Size()))
	r.note(codec.Size())
	return r, nil
}

// ticks are the first and the last tick of the window.
func (r *Range) ticks(line gen.Timeline) (first, last uint64, err error) {
	s := r.Scheme
	if end, ok := s.End(); ok && !r.From.Before(end) {
		return 0, 0, fmt.Errorf("the layout of %s ended on %s, before the window that starts at %s", s.Name,
			stamp(end), stamp(r.From))
	}
	if !s.Epoch.Before(r.To) {
		return 0, 0, fmt.Errorf("%s counts from %s, after the window that ends at %s", s.Name, stamp(s.Epoch),
			stamp(r.To))
	}
	if r.From.Before(s.Epoch) {
		r.From = s.Epoch
		r.Notes = append(r.Notes, fmt.Sprintf("the window starts at the epoch of %s, %s", s.Name, stamp(s.Epoch)))
	}
	first, _ = line.Tick(r.From)
	end, ok := s.End()
	if ok && r.To.After(end) {
		r.To = end
		r.Notes = append(r.Notes, fmt.Sprintf("the window ends with the layout of %s, %s", s.Name, stamp(end)))
	}
	last, _ = line.Tick(r.To.Add(-1))
	last = min(last, s.LastTick())
	r.widened(line, first, last)
	return first, last, nil
}

// widened says what the ends are where they are not those of the window.
func (r *Range) widened(line gen.Timeline, first, last uint64) {
	from, to := line.Time(first), r.To
	if last < r.Scheme.LastTick() {
		to = line.Time(last + 1)
		if again, _ := line.Tick(to.Add(-1)); again != last { // of a time in two digits not the next number
			to = r.To
		}
	}
	if from.Before(r.From) || r.To.Before(to) {
		r.Notes = append(r.Notes,
			fmt.Sprintf("ids of %s tell no more than their tick: these are all from %s on, and before %s",
				r.Scheme.Name, stamp(from), stamp(to)))
	}
}

// note says what a database has to know.
func (r *Range) note(size int) {
	s := r.Scheme
	switch {
	case size == 64 && bits.LeadingZeros64(r.High.Lo) == 0 && bits.LeadingZeros64(r.Low.Lo) > 0:
		r.Notes = append(r.Notes, "the window crosses 2^63: in a signed 64-bit column the upper part is "+
			"negative, so compare as unsigned")
	case size == 64 && bits.LeadingZeros64(r.Low.Lo) == 0:
		r.Notes = append(r.Notes, "both ends are 2^63 or more: in a signed 64-bit column they are negative")
	}
	symbols, fold := s.Text.Form.Symbols()
	switch a, unsorted := s.Affix, r.Unsorted(); {
	case a != nil && a.Optional:
		r.Notes = append(r.Notes, fmt.Sprintf("texts of %s with a prefix are not in the range: put PREFIX%c before "+
			"both ends", s.Name, a.Separator))
	case unsorted != "" && s.Text.Form == gen.Decimal && len(r.LowText) == len(r.HighText): // of one length they do
	case unsorted != "":
		r.Notes = append(r.Notes, unsorted+": compare numbers or bytes")
	case !fold && strings.ToLower(symbols) != symbols && strings.ToUpper(symbols) != symbols:
		r.Notes = append(r.Notes, fmt.Sprintf("letter case counts in texts of %s: the column needs a binary "+
			"collation, such as COLLATE \"C\" or ascii_bin", s.Name))
	}
	if s.Fraction > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("the fraction below %s counts as time; generators that fill it at "+
			"random are exact to %s", s.Tick, s.Tick))
	}
}

// unordered says why identifiers of a scheme with a time are not ordered by it.
func unordered(s *gen.Scheme) string {
	if !s.Text.Form.Encodes() {
		return "the one with more digits is greater; of as many digits it is the first date and zeros to " +
			"the last date and nines"
	}
	left := s.Layout.Width(gen.Time)
	for _, f := range s.Layout {
		switch {
		case f.Source == gen.Const:
		case f.Source == gen.Time && f.From+f.Bits == left:
			left -= f.Bits
		case f.Source == gen.Time:
			return fmt.Sprintf("%s, a lower part of the time, is above the rest of it", f.Name)
		default:
			return fmt.Sprintf("%s is above the time", f.Name)
		}
	}
	return "the time is not on top"
}

// stamp writes an instant in UTC with the digits that it has.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999999999Z07:00") }
