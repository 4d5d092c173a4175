package scheme

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"idscope/gen"
)

// CustomName is the scheme whose layout the user writes. Get and All do not have
// it, for it is nothing without a layout; Custom makes it.
const CustomName = "custom"

// CustomSummary is its line in tables and completion.
const CustomSummary = "a layout of your own: --layout, --epoch, --tick"

// DefaultTick is the tick of a user's scheme that names none.
const DefaultTick = time.Millisecond

// CustomOptions are what a user's own scheme is made from, or what is changed of another.
type CustomOptions struct {
	Name   string        // empty is CustomName; never changed
	Layout string        // as gen.ParseLayout reads it
	Epoch  *time.Time    // nil is that of march and order, 2020-01-01
	Tick   time.Duration // 0 is DefaultTick
}

// Custom makes a scheme of the user's own. Its policies are those that block
// least without a duplicate: continue (bits, where the layout counts rollbacks),
// borrow, and a start that rotates below 64. A layout without sequence and
// worker whose random bits are too few by themselves walks through them, so
// that one process repeats none.
func Custom(c CustomOptions) (*gen.Scheme, error) {
	name := cmp.Or(c.Name, CustomName)
	epoch := *cmp.Or(c.Epoch, new(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)))
	s := &gen.Scheme{Name: name, Title: name, Summary: CustomSummary, Spec: "the user's own", Since: epoch,
		Bits: gen.Bits{Epoch: epoch, Tick: cmp.Or(c.Tick, DefaultTick), Overflow: gen.OverflowBorrow}}
	return s, cmp.Or(lay(s, c.Layout), checkTick(s))
}

// Override returns a copy of s with another epoch, tick or layout; a zero value
// leaves one as it is. Schemes without a time have neither epoch nor tick; another tick
// is also refused where the time has fractions of it, and another layout where
// the layout is what makes the scheme: all but march and those that Custom made.
// The copy has no example, and a note that says what others expect.
func Override(s *gen.Scheme, c CustomOptions) (*gen.Scheme, error) {
	o := *s
	if c.Layout != "" {
		if !flexible(s) {
			return nil, fmt.Errorf("the layout of %s is fixed; remove the layout, or use the scheme %s", s.Name,
				CustomName)
		}
		if err := lay(&o, c.Layout); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Timed():
	case c.Epoch != nil:
		return nil, fmt.Errorf("%s has no time; remove the epoch", s.Name)
	case c.Tick != 0:
		return nil, fmt.Errorf("%s has no time; remove the tick", s.Name)
	}
	if c.Epoch != nil {
		o.Epoch, o.Since = *c.Epoch, *c.Epoch
	}
	if c.Tick != 0 && o.Fraction > 0 {
		return nil, fmt.Errorf("the tick of %s is fixed: its time has %d bits of fractions of %s; remove the tick",
			s.Name, o.Fraction, o.Tick)
	}
	o.Tick = cmp.Or(c.Tick, o.Tick)
	if err := checkTick(&o); err != nil {
		return nil, err
	}
	if !o.Epoch.Equal(s.Epoch) || o.Tick != s.Tick {
		o.Notes = append(slices.Clip(o.Notes),
			fmt.Sprintf("counted in %s from %s by your choice: who does not know reads another time out of its ids",
				o.Tick, o.Epoch.UTC().Format(time.RFC3339Nano)))
	}
	if c.Epoch != nil || c.Tick != 0 || c.Layout != "" {
		o.Example = gen.Vector{}
	}
	return &o, nil
}

// flexible reports whether the user chooses the layout of a scheme.
func flexible(s *gen.Scheme) bool {
	switch {
	case s.Name == "march":
		return true
	case s.ReadOnly != "":
		return false
	}
	_, declared := Get(s.Name)
	return !declared
}

// lay sets the layout and what depends on it.
func lay(s *gen.Scheme, text string) error {
	l, err := gen.ParseLayout(text)
	if err != nil {
		return err
	}
	s.Layout, s.Text = l, gen.Text{Form: gen.Hex}
	if l.Size() <= 64 {
		s.Text.Form = gen.Decimal
	}
	switch {
	case l.Width(gen.Rollback) > 0:
		s.Backward = gen.BackwardBits
	case s.Backward == 0 || s.Backward == gen.BackwardBits:
		s.Backward = gen.BackwardContinue
	}
	switch {
	case l.Width(gen.Seq) == 0:
		s.Start = gen.Start{}
	case s.Start.Rule == 0:
		s.Start = gen.Start{Rule: gen.StartRotate, Range: gen.DefaultRange}
	}
	s.Growth = gen.GrowthOf(l)
	if s.Growth == gen.GrowthStride {
		s.Notes = append(slices.Clip(s.Notes),
			fmt.Sprintf("one process generates no duplicate; across processes %d random bits keep ids apart "+
				"by chance alone",
				l.Width(gen.Random)))
	}
	return nil
}

// checkTick wants a tick where there is a time, and none elsewhere.
func checkTick(s *gen.Scheme) error {
	if !s.Timed() {
		s.Tick = 0
		return nil
	}
	if s.Tick < 1 {
		return fmt.Errorf("a tick of %s is too short; use 1ns or more", s.Tick)
	}
	return nil
}
