package check

import (
	"cmp"
	"time"
	"unicode/utf8"

	"idscope/gen"
	"idscope/inspect"
)

// Report is what a check found. It does not depend on memory or goroutines.
type Report struct {
	Lines      int64  // of all inputs, blank ones included
	Blank      int64  // lines without anything
	IDs        int64  // lines that are identifiers
	Kinds      []Kind // the most frequent first, then by name
	Invalid    InvalidLines
	Duplicates Duplicates
	Gaps       *Gaps // nil unless Options.As has a sequence
}

// OK reports whether no line is invalid, and no identifier stands twice.
func (r *Report) OK() bool { return r.Invalid.Lines == 0 && r.Duplicates.IDs == 0 }

// Place is a line of an input; lines count from 1.
type Place struct {
	File string `json:"file"`
	Line int64  `json:"line"`
}

// InvalidLines are the lines that are no identifiers.
type InvalidLines struct {
	Lines int64     `json:"lines"`
	First []Invalid `json:"first"` // at most 10
}

// Invalid is a line that is no identifier.
type Invalid struct {
	Place
	Text   string `json:"text"`   // of a long one the start, and "..."
	Reason string `json:"reason"` // as a predicate: "is negative; use ..."
}

// Kind is what is known of the identifiers of one scheme, or of one shape.
type Kind struct {
	Name     string
	Bits     int
	IDs      int64
	Ordered  bool      // its declaration says that a generator's identifiers increase
	Descents int64     // identifiers that are, as integers, below the one of the kind before, in the same input
	First    []Descent // at most 10
	Span     *Span     // nil where there are no times
	Workers  *Workers  // nil where there are no workers
}

// Descent is an identifier below the one of its kind before it.
type Descent struct {
	Place
	Text   string `json:"text"`
	Before string `json:"before"`
}

// Span is the time of identifiers.
type Span struct {
	IDs         int64 // that have a time
	First, Last time.Time
	Future      int64     // after Options.Now
	Peak        int64     // most identifiers in a second; 0 if they are of more than a million seconds
	PeakAt      time.Time // the start of the first such second
}

// Rate is the mean number of identifiers per second from the first to the last;
// 0 where both have one time.
func (s *Span) Rate() float64 {
	if !s.Last.After(s.First) {
		return 0
	}
	seconds := float64(s.Last.Unix()-s.First.Unix()) + float64(s.Last.Nanosecond()-s.First.Nanosecond())/1e9
	return float64(s.IDs-1) / seconds
}

// Workers are the workers that made the identifiers.
type Workers struct {
	Count  int      // at most 65536
	More   bool     // there are more than Count, and Lowest is empty
	Lowest []uint64 // at most 64
}

const mostWorkers = 64

// Duplicates are identifiers that stand more than once, in any input.
type Duplicates struct {
	IDs     int64       `json:"ids"`     // different identifiers that do
	Surplus int64       `json:"surplus"` // lines that would have to go, so that each stands once
	Lowest  []Duplicate `json:"lowest"`  // at most 10, by kind and integer
}

// Duplicate is an identifier that stands more than once.
type Duplicate struct {
	Kind  string `json:"kind"`
	Text  string `json:"id"` // as its scheme writes it
	Lines int64  `json:"lines"`

	kind *kind
	id   gen.ID
}

func (d Duplicate) compare(o Duplicate) int {
	return cmp.Or(cmp.Compare(d.Kind, o.Kind), cmp.Compare(d.kind.bits, o.kind.bits), d.id.Cmp(o.id))
}

// Gaps are sequence numbers that no identifier has, though some of the same
// worker and tick have a lower one and some a higher one; where each tick starts
// at 0, also those below the lowest. Where the sequence goes on from tick to
// tick and round (StartCarry), the widest gap of a tick is not one: it is where
// the numbers start and end.
type Gaps struct {
	Ticks   int64  `json:"ticks"`          // of a worker, in which numbers are missing
	Missing uint64 `json:"missing,string"` // numbers
}

// write writes an identifier as its scheme does, masked where it is secret: but bits of
// the scheme that was asked for never are.
func (k *kind) write(id gen.ID) string {
	if k.writes != nil {
		return inspect.Redact(string(k.writes(nil, id)))
	}
	text := string(k.text.Append(nil, id, k.bits))
	if k.asked {
		return text
	}
	return inspect.Redact(text)
}

// cut keeps the text of a line short; it does not split a character.
func cut(line string) string {
	const longest = 48
	if len(line) <= longest {
		return line
	}
	n := longest
	for n > longest-utf8.UTFMax && !utf8.RuneStart(line[n]) {
		n--
	}
	return line[:n] + "..."
}
