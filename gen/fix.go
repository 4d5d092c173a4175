package gen

import (
	"cmp"
	"fmt"
	"slices"
)

// GrowthOf is the growth of a layout of the user's own: a walk through the random bits where they alone keep the IDs of
// one process apart and are too few.
func GrowthOf(l Layout) Growth {
	n := l.Width(Random)
	counted := l.Width(Seq)+l.Width(Rollback) > 0 || l.Width(Worker) > 0 && l.Width(Time) > 0
	if n == 0 || n >= FreeRandom || counted {
		return GrowthNone
	}
	return GrowthStride
}

// Fix returns the scheme that is left when the caller gives random fields a value: those are data, and what keeps IDs
// apart is decided again. Without random bits a time-based scheme has one ID per tick and needs a record. Other fields
// are passed over.
func (s *Scheme) Fix(set ...Assignment) *Scheme {
	named := func(f Field) bool {
		return f.Source == Random && slices.ContainsFunc(set, func(a Assignment) bool { return a.Field == f.Name })
	}
	if !slices.ContainsFunc(s.Layout, named) {
		return s
	}
	fixed := *s
	fixed.Layout = slices.Clone(s.Layout)
	var rest []*Field
	for i := range fixed.Layout {
		switch f := &fixed.Layout[i]; {
		case named(*f):
			f.Source, f.From = Data, 0
		case f.Source == Random:
			rest = append(rest, f)
		}
	}
	slices.SortFunc(rest, func(a, b *Field) int { return a.From - b.From })
	from := 0
	for _, f := range rest { // no gap where a field left
		f.From = from
		from += f.Bits
	}
	if n := fixed.Layout.Width(Random); n < FreeRandom {
		fixed.Growth = GrowthOf(fixed.Layout)
	}
	if fixed.SetDefaults(); fixed.free == nil {
		fixed.free = s
	}
	return &fixed
}

// WorkerOf returns the worker number that the caller gives, as a whole or by values of its fields, of which the others
// are 0; nil for none. Rest are the values of the other fields.
func (s *Scheme) WorkerOf(whole *uint64, set []Assignment) (number *uint64, rest []Assignment, err error) {
	for _, a := range set {
		i := s.Layout.Index(a.Field)
		if i < 0 || s.Layout[i].Source != Worker {
			rest = append(rest, a)
			continue
		}
		f := s.Layout[i]
		switch {
		case whole != nil:
			return nil, nil, fmt.Errorf("the worker of %s is given as a whole and by its fields; use one of the two",
				s.Name)
		case a.Value.Len() > f.Bits:
			return nil, nil, OutOfRange(s.Name, f.Name, a.Value, f.Max())
		}
		if number == nil {
			number = new(uint64)
		}
		*number |= a.Value.Shl(uint(f.From)).Lo
	}
	return cmp.Or(number, whole), rest, nil
}

// Shared is the layout whose record an ID of the scheme has to share: its own, but for a scheme that Fix made of a
// recorded one. There the free fields of another call may have the same values, so both need one sequence.
func (s *Scheme) Shared() Layout {
	if s.free == nil || s.Growth != GrowthNone || s.free.Growth != GrowthNone {
		return s.Layout
	}
	free := *s.free
	free.WorkerRule = s.WorkerRule
	if !free.Recorded() {
		return s.Layout
	}
	return free.Layout
}
