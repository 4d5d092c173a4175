package cli

import (
	"math/bits"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

// Kind is a set of properties of schemes, of which a flag needs one.
type Kind uint32

// The properties that flags depend on.
const (
	IsLayout Kind = 1 << iota
	IsNamed
	HasWorker
	Varying
	Recording
	Leasing
	LeasingField
	IsCounter
	IsSegment
	HasStep
	HasOffset
	IsDated
	HasTime
	HasClock
	HasTick
	HasLayout
	HasOverflow
	HasStart
	IsRandom
	HasPrefix
	HasLength
	IsNumber
	HasAlphabet
)

// kinds says of each property which schemes have it, and what those that do not are told.
var kinds = [...]struct {
	lack string
	has  func(*gen.Scheme) bool
}{
	{"is not a layout of bits", isLayout},
	{"is not generated from a name", (*gen.Scheme).Named},
	{"has no worker ID", func(s *gen.Scheme) bool { return isLayout(s) && s.WorkerBits() > 0 }},
	{"has no field to set", func(s *gen.Scheme) bool { return isLayout(s) && s.Varies() }},
	{"saves no state", func(s *gen.Scheme) bool { return isLayout(s) && Recorded(s) }},
	{"leases nothing from a store", leases},
	{"has no data field to lease", func(s *gen.Scheme) bool { return leases(s) && s.WorkerBits() == 0 }},
	{"is not a counter", isCounter},
	{"has no segments", func(s *gen.Scheme) bool { return s.Name == "segment" }},
	{"has no step", func(s *gen.Scheme) bool { return s.Name == "segment" || inTable(s) }},
	{"has no offset", inTable},
	{"counts no days", func(s *gen.Scheme) bool { return s.Name == "date-seq" }},
	{"has no timestamp", hasTime},
	{"does not depend on the clock", func(s *gen.Scheme) bool { return hasTime(s) && s.Backward != 0 }},
	{"has a fixed tick", func(s *gen.Scheme) bool {
		tick := 2 * s.Tick
		return hasTime(s) && s.Tick < time.Hour && overrides(s, &tick, nil)
	}},
	{"has a fixed layout", func(s *gen.Scheme) bool {
		other := "time:41 seq:22"
		return isLayout(s) && overrides(s, nil, &other)
	}},
	{"has no sequence that can be exhausted", func(s *gen.Scheme) bool { return isLayout(s) && s.Overflow != 0 }},
	{"has no sequence to start", func(s *gen.Scheme) bool {
		return isLayout(s) && s.Layout.Width(gen.Seq) > 0 && (s.Start.Rule != gen.StartDraw || s.Recorded())
	}},
	{"draws nothing at random", func(s *gen.Scheme) bool { return !s.Named() && s.Varies() && !isCounter(s) }},
	{"has no prefix", func(s *gen.Scheme) bool { return s.Affix != nil || s.PrefixField != "" || isCounter(s) }},
	{"has a fixed length", func(s *gen.Scheme) bool {
		shortest, longest := s.Pattern.Len()
		return s.Pattern != nil && shortest < longest
	}},
	{"is not a number of at most 64 bits", isNumber},
	{"has a fixed alphabet", func(s *gen.Scheme) bool {
		_, err := s.Restrict(0, "ab")
		return s.Pattern != nil && err == nil || isNumber(s)
	}},
}

// Has reports whether a scheme has one of the properties.
func (k Kind) Has(s *gen.Scheme) bool {
	for ; k != 0; k &= k - 1 {
		if kinds[bits.TrailingZeros32(uint32(k))].has(s) {
			return true
		}
	}
	return false
}

// lack says what schemes have that have none of the properties.
func (k Kind) lack() string { return kinds[bits.TrailingZeros32(uint32(k))].lack }

func isLayout(s *gen.Scheme) bool { return s.Pattern == nil && !s.Named() && !isCounter(s) }

func isCounter(s *gen.Scheme) bool { return s.Counter != "" }

// inTable reports whether the numbers are those of a table in a database.
func inTable(s *gen.Scheme) bool { return s.Name == "autoinc" || s.Name == "ticket" }

func hasTime(s *gen.Scheme) bool { return isLayout(s) && s.Timed() }

func isNumber(s *gen.Scheme) bool { return (isLayout(s) || isCounter(s)) && s.Layout.Size() <= 64 }

func leases(s *gen.Scheme) bool {
	return isLayout(s) && Leasable(s) && (s.WorkerBits() > 0 || s.Layout.Width(gen.Data) > 0)
}

// overrides reports whether a scheme takes another tick or layout.
func overrides(s *gen.Scheme, tick *time.Duration, layout *string) bool {
	_, err := scheme.Override(s, nil, tick, layout)
	return err == nil
}
