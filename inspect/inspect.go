package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/inspect/lines"
)

// Options are what an Inspector works with. The zero value works, but for Now:
// the zero time rules every identifier out.
type Options struct {
	// Now is the present: a time later than a day from it is in the future.
	Now time.Time
	// Schemes are the ones to detect; nil is [known.Detected].
	Schemes []*gen.Scheme
	// As, when not empty, are the only schemes: see Named. The text is read
	// strictly and uncleaned, and whatever a layout holds is decoded, implausible
	// times included, with a warning.
	As []*gen.Scheme
	// Asked is what As are called together; empty where there is one, which has its name.
	Asked string
	// Codec, when not nil, reads every text; no scheme does.
	Codec *NumberCodec
	// Around is a date that the identifier is known to be from: readings are
	// ordered by their distance to it, and unknown epochs are solved for.
	Around *time.Time
	// AroundEnd is the end of a period that begins with Around; of an instant it is zero, or the same.
	AroundEnd time.Time
	// All keeps readings that nothing speaks for: a rare encoding with less than 2 bits
	// of evidence.
	All bool
	// Letters keeps readings of texts without a digit that only chance speaks for: for
	// callers that compare many texts.
	Letters bool
}

// Inspector reads identifiers. What a text needs is compiled when the first text of
// its shape comes: any number of goroutines may use it.
type Inspector struct {
	opts    Options
	shapes  *shapes
	known   []*family  // of Schemes
	used    []*family  // that read texts: of As, else of Schemes
	numbers *candidate // that Options.Codec reads
	strict  bool

	lots      lots
	tables    tables
	uuids     [4]atomic.Pointer[table] // of UUIDs, by the case of their letters
	mixed     lazy[[]*candidate]       // see readMixed
	hexed     lazy[[]*candidate]       // see readHex
	addressed sync.Map                 // *candidate by *address
	results   sync.Pool                // of *Result
	readings  sync.Pool                // of *TokenReader
}

// maxText is longer than any text of 192 bits in a form that is read.
const maxText = 64

// maxPattern is the longest text that is read by schemes that are not tokens.
const maxPattern = 512

// New returns an Inspector. Its error names a scheme of Options whose layout is wrong.
func New(o Options) (*Inspector, error) {
	if o.Codec != nil {
		return numbersOf(o), nil
	}
	given := append(slices.Clone(o.Schemes), o.As...)
	in := &Inspector{opts: o, shapes: allShapes(), strict: len(o.As) > 0}
	if in.known = families(o.Schemes); o.Schemes == nil {
		in.known = indexed()
	}
	in.used = in.known
	if len(o.As) > 0 {
		in.used = families(o.As)
	}
	for _, s := range given {
		check := s.Layout.Check
		if s.Pattern != nil {
			check = s.Pattern.Check
		}
		if err := check(); err != nil {
			return nil, fmt.Errorf("scheme %s: %w", s.Name, err)
		}
	}
	return in, nil
}

// Inspect reads a text. It never fails otherwise than with Result.Err.
func (in *Inspector) Inspect(text string) Result {
	var r Result
	in.InspectInto(&r, text)
	return r
}

// InspectInto is Inspect for streams: it uses the slices of r again, so that
// what r held before is gone.
func (in *Inspector) InspectInto(r *Result, text string) {
	if len(text) > lines.Longest {
		r.reset("")
		r.Err = &Error{Code: CodeTooLong, Message: quote(Redact(text[:maxPattern])) + " " + lines.TooLong}
		return
	}
	r.reset(text)
	if in.numbers != nil {
		in.readNumbers(r, text)
		return
	}
	switch {
	case in.readCard(r):
	case in.readWhole(r):
	case in.strict:
		p, _ := in.wrapped(text, true)
		in.read(r, p)
	case in.readAWSSecret(r):
	default:
		in.readPasted(r)
	}
	in.readMixed(r)
	in.rank(r)
	if in.opts.Around != nil {
		in.around(r)
	}
	switch {
	case len(r.Readings) == 0:
		r.Err = &Error{Code: CodeNotAnID, Message: in.refusal(r)}
	case !in.strict && !r.nested && r.hidden == "" && r.Readings[0].weakly() && mayBeDamaged(r.Cleaned):
		if r.Diagnosis = in.diagnose(r.Cleaned); r.Diagnosis != "" {
			r.Warnings = slices.Insert(r.Warnings, 0, "it "+r.Diagnosis)
		}
	}
}

// reset makes a result that of a text of which nothing is known yet.
func (r *Result) reset(text string) {
	r.Input, r.Cleaned, r.Ambiguous, r.Err, r.refused, r.hidden = text, text, false, nil, nil, ""
	r.bare, r.forms = text, anyForm
	r.Readings, r.RuledOut, r.pieces = r.Readings[:0], r.RuledOut[:0], r.pieces[:0]
	r.Warnings, r.Epochs = r.Warnings[:0], r.Epochs[:0]
	r.Found, r.Diagnosis, r.chance = nil, "", nil
}

// NumberCodec reads texts that encode whole numbers (sqids, hashids), with the options
// that they were written with. Any number of goroutines may use it.
type NumberCodec struct {
	Name string
	Read func(text string) (Numbers, *Error)
}

// Numbers is what such a text says.
type Numbers struct {
	List      []uint64
	Hex       string  // the hexadecimal digits that they encode; empty where those were not asked for
	Canonical string  // how the codec writes them; empty where it cannot
	Note      string  // why that is another text; empty where it is the same
	Evidence  float64 // see [Reading.Evidence]
}

// numbersOf returns the Inspector of a codec.
func numbersOf(o Options) *Inspector {
	s := &gen.Scheme{Name: o.Codec.Name, Title: "obfuscated numbers"}
	c := &candidate{member: &member{scheme: s, meaning: 1}, reader: &reader{name: "text"}}
	return &Inspector{opts: o, numbers: c}
}

// readNumbers is InspectInto by the codec.
func (in *Inspector) readNumbers(r *Result, text string) {
	n, err := in.opts.Codec.Read(text)
	if err != nil {
		r.Input, r.Cleaned, r.Err = Redact(text), Redact(text), err
		return
	}
	if n.Note != "" {
		r.warn(n.Note)
	}
	o := Reading{
		Scheme: in.numbers.scheme, Encoding: "text", Own: true, Plausible: true, Text: n.Canonical,
		Numbers: &n, Evidence: n.Evidence, c: in.numbers,
	}
	switch {
	case n.Evidence >= certainBits:
		o.Confidence = Certain
	case n.Evidence >= likelyBits:
		o.Confidence = Likely
	}
	r.Readings = append(r.Readings, o)
}

// Decimals returns the numbers in decimal digits.
func (n *Numbers) Decimals() []string {
	list := make([]string, len(n.List))
	for i, v := range n.List {
		list[i] = strconv.FormatUint(v, 10)
	}
	return list
}
