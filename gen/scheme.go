package gen

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Scheme declares a kind of ID: what it is, its bits and its text; everything else is derived. What a declaration
// leaves out is the common case: see [Scheme.SetDefaults]. A Scheme is never changed; copy it to override a part.
type Scheme struct {
	Name    string // lower case, dashes; the same in every command
	Aliases []string
	Family  string // a name of several declarations, this one among them, when ids are read
	Title   string // as people write it: "UUID version 7"
	Summary string // a line for tables and completion
	Spec    string // the primary source
	Notes   []string
	// Libraries are well-kept ones that make these identifiers, as "Go google/uuid, Java stdlib"; empty where none is
	// known but this.
	Libraries string
	// Brand says that they are those of one product or protocol, to be chosen for nothing else.
	Brand  bool
	Format Format // what kind of text it is
	// Weak says that ordinary texts look the same: a reading is never more than possible, and running text is searched
	// for it only where one asks.
	Weak      bool
	Undefined bool   // no standard gives its bits a meaning: readings are never more than possible
	Caution   string // what a holder of such identifiers has to know at once; results say it

	ReadOnly string // why identifiers are only read, never made; empty where they are made
	// Counter is where identifiers come from that a counter in a store or database numbers, in a clause; no generator
	// of this package makes those. Empty for others.
	Counter string

	Since   time.Time // first use of the scheme; the epoch where a declaration does not say
	Prior   float64   // how common it is, 0 to 4 bits; below 0 where many others have the same text
	Before  []Era     // what its issuer used before, lowest first; beyond them are its own
	Example Vector    // a published identifier, as help shows it; more are in gen/scheme/schemetest

	Bits     // the number
	Encoding // the text

	free *Scheme // what Fix was called on
}

// Bits say how the number is built: its fields, its time, and the policies that decide which numbers come next.
type Bits struct {
	Layout   Layout // nil where the text is no layout of bits but a Pattern
	Epoch    time.Time
	Tick     time.Duration // of the time; 0 where the layout has none
	Fraction int           // lowest bits of the time that are binary fractions of Tick
	Digit    Digit         // of a time that is written in two digits; zero for others
	Last     uint64        // last tick, where the text ends before the layout does; 0 is the layout's
	// Valid is what a Layout cannot say: it refuses bits that are no identifier, though the constants are right; nil
	// where there are none.
	Valid func(id ID) error

	Backward Backward
	Overflow Overflow
	Start    Start         // of the sequence; zero where there is none
	Skipped  uint64        // the lowest numbers of each tick, so many, that not every generator gives out
	Growth   Growth        // of the random bits within a tick
	MaxLead  time.Duration // 0 means the larger of 1 s and 2 ticks
	MaxWait  time.Duration // for a clock that went back; 0 means 10 ms

	// RandomMost is how many bits are random where another maker fills the fields; 0 where all do alike.
	RandomMost float64
	WorkerRule WorkerRule
	// Node is the data field that names the node in a layout without a worker, which hosts lease by default; empty
	// where there is none.
	Node   string
	Digest func(namespace [16]byte, name []byte) [16]byte // of layouts with Digest fields
}

// Encoding says how the number is written, or what the text consists of where it is no number.
type Encoding struct {
	Text  Text
	Affix *Affix // a prefix and a checksum around the text; nil where there are none
	// PrefixField names a data field that holds a prefix, and PrefixBits turns a prefix into its value; empty where
	// there is none (UPID).
	PrefixField string
	PrefixBits  func(prefix string) (uint64, error)
	// Alternatives are other ways in which its IDs are written, beyond those that package inspect knows for the size.
	// An empty slice that is not nil says that there are none at all.
	Alternatives []Text
	// Usual are those of Alternatives in which its libraries write identifiers by themselves: they are read however
	// little speaks for them.
	Usual []Text

	Pattern Pattern // of identifiers that are no layout of bits; Text is not used
	// Marks are symbols that every text of a Pattern has, besides those of fixed texts, and MostMarks how many of each
	// it has at most, 0 for any number: what has others is no text of it, which is seen sooner.
	Marks     string
	MostMarks int
	// OwnAlphabet lets the user choose the alphabet of the part whose length varies.
	OwnAlphabet bool
	// Verify is what a Pattern cannot say: it refuses a text that matches it, or tells more about one. A random text
	// passes with a chance of 2^-VerifyBits.
	Verify     func(text string) ([]Finding, error)
	VerifyBits float64
}

// Vector is a published identifier, or one computed from a published layout.
type Vector struct {
	Text   string
	Time   string   // RFC 3339, empty where there is none
	Values []string // of the fields, decimal, in the order of the layout; may be empty
	Source string
}

// Digit is the lower one of two digits of a time: it has that many bits and counts ticks from 0 to Base-1, then the
// bits above it count one more. Base is more than Bits can count where bits of the time are lost.
type Digit struct {
	Bits int
	Base uint64
}

// Finding is what a text says beyond its parts: "hash", "sha2-256".
type Finding struct {
	Name, Value string
	Random      float64 // how many of its bits are random, where no part says it
}

// Era is a range of numbers that the issuer of a scheme gave out before it, and that are still met. In the layout they
// are of the day of Since, or earlier.
type Era struct {
	Max  ID     // the largest one
	Text string // what they are
}

// SetDefaults puts the common case in place of what a scheme leaves out: a tick of 1 ms, decimal text up to 64 bits,
// that of a UUID at 128, refuse on rollback, wait on overflow, start each tick at zero, in use since its epoch.
func (s *Scheme) SetDefaults() {
	if s.Timed() {
		s.Tick = cmp.Or(s.Tick, time.Millisecond)
		if s.Since.IsZero() {
			s.Since = s.Epoch
		}
		if s.Layout.Width(Seq) > 0 {
			s.Start.Rule = cmp.Or(s.Start.Rule, StartZero)
		}
	}
	if s.Paced() {
		s.Backward = cmp.Or(s.Backward, BackwardFail)
		s.Overflow = cmp.Or(s.Overflow, OverflowWait)
	}
	switch n := s.Layout.Size(); {
	case s.Pattern != nil:
	case n <= 64:
		s.Text.Form = cmp.Or(s.Text.Form, Decimal)
	case n == 128:
		s.Text.Form = cmp.Or(s.Text.Form, UUID)
	}
}

// Variant returns own, a scheme that is s but for what own says: of its Bits and its Encoding the fields that own
// leaves out are those of s, and so are Spec, ReadOnly, Since, Format and Brand.
func (s *Scheme) Variant(own Scheme) *Scheme {
	own.Spec = cmp.Or(own.Spec, s.Spec)
	own.ReadOnly = cmp.Or(own.ReadOnly, s.ReadOnly)
	own.Format = cmp.Or(own.Format, s.Format)
	own.Brand = own.Brand || s.Brand
	if own.Since.IsZero() {
		own.Since = s.Since
	}
	inherit(&own.Bits, &s.Bits)
	inherit(&own.Encoding, &s.Encoding)
	return &own
}

// inherit gives the fields of own that are zero the values of base.
func inherit[T any](own, base *T) {
	to, from := reflect.ValueOf(own).Elem(), reflect.ValueOf(base).Elem()
	for i := range to.NumField() {
		if f := to.Field(i); f.IsZero() {
			f.Set(from.Field(i))
		}
	}
}

var errDigit = errors.New("the lower digit of its time is out of range")

// CheckBits refuses bits that match the layout and are no ID: the lower digit of the time is out of range, or Valid
// refuses them. It does not allocate.
func (s *Scheme) CheckBits(c *Codec, id ID) error {
	if d := s.Digit; d.Base > 0 {
		if low := c.Source(id, Time).Lo & Mask(d.Bits).Lo; low >= d.Base {
			return errDigit
		}
	}
	if s.Valid != nil {
		return s.Valid(id)
	}
	return nil
}

// WorkerRule is where the worker comes from when the caller names none.
type WorkerRule uint8

// The worker rules.
const (
	WorkerNumber WorkerRule = iota // a number that no other process holds
	WorkerRandom                   // random bits, drawn again by each process
	WorkerNode                     // 48 bits: a random multicast address, kept (RFC 9562 section 6.10)
)

// Timeline returns the conversion between times and the scheme's ticks.
func (s *Scheme) Timeline() Timeline {
	t := NewTimeline(s.Epoch, max(s.Tick, 1), s.Fraction)
	t.digit = s.Digit
	return t
}

// Timed reports whether the identifiers carry a time.
func (s *Scheme) Timed() bool { return s.Layout.Width(Time) > 0 || s.Pattern.Has(Time) }

// LastTick is the last tick that the layout can hold, and the text. The highest of 64 bits is none: [Timeline.Tick]
// says it of all that is later, too.
func (s *Scheme) LastTick() uint64 {
	if s.Last > 0 {
		return s.Last
	}
	if s.Pattern != nil {
		return s.Pattern.last(Time)
	}
	return min(Mask(s.Layout.Width(Time)).Lo, ^uint64(0)-1)
}

// End is the first instant that the layout cannot hold; ok is false where it has no time, or ends after ten million
// years.
func (s *Scheme) End() (end time.Time, ok bool) {
	if !s.Timed() {
		return time.Time{}, false
	}
	end = s.Timeline().Time(s.LastTick() + 1)
	return end, end.Year() < 1e7
}

// Lead is the longest lead of the logical time over the clock by default.
func (s *Scheme) Lead() time.Duration { return cmp.Or(s.MaxLead, max(time.Second, 2*s.Tick)) }

// Wait is the default bound on waiting for a clock that went back.
func (s *Scheme) Wait() time.Duration { return cmp.Or(s.MaxWait, 10*time.Millisecond) }

// Workers is the number of workers that can make identifiers at once, as a power of two; 0 bits where the layout has no
// worker.
func (s *Scheme) WorkerBits() int { return s.Layout.Width(Worker) }

// RandomBits is the number of bits that are random in an identifier.
func (s *Scheme) RandomBits() int {
	n := s.drawn()
	if s.WorkerRule == WorkerRandom {
		n += s.Layout.Width(Worker)
	}
	return n
}

// Entropy is how many bits of an identifier are random, and not the same in all that one process makes.
func (s *Scheme) Entropy() float64 {
	if s.Pattern != nil {
		return s.Pattern.drawn(true)
	}
	return float64(s.drawn())
}

// drawn is how many bits are random in each identifier, or in the first one of each tick where the sequence starts at
// random over its whole range.
func (s *Scheme) drawn() int {
	n := s.Layout.Width(Random)
	if s.Start.Rule == StartDraw {
		n += s.Layout.Width(Seq)
	}
	return n
}

// EntropyMost is Entropy where the fields are filled so that most of it is random: by another maker, or with a random
// part per process.
func (s *Scheme) EntropyMost() float64 {
	return max(s.Entropy(), float64(s.RandomBits()), s.RandomMost)
}

// Format is what kind of text a scheme has.
type Format uint8

// The formats.
const (
	FormatID         Format = iota // names something, and anyone may know it
	FormatToken                    // opens something, and must not be shown
	FormatCheckDigit               // a number or code with one or more check digits
	FormatHash                     // a hash of what it names
	FormatNumber                   // a plain number: a time, a telephone number
)

// String returns the words that results show.
func (f Format) String() string {
	return [...]string{"id", "token", "number with check digit", "hash", "number"}[f]
}

// Called reports whether a name is the scheme's, or one of its aliases, as [Fold] compares them.
func (s *Scheme) Called(name string) bool {
	folded := Fold(name)
	is := func(own string) bool { return Fold(own) == folded }
	return is(s.Name) || slices.ContainsFunc(s.Aliases, is)
}

// Fold returns a name as names are compared: in small letters, without hyphens, underscores, dots and blanks.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
