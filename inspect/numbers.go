package inspect

import (
	"strconv"

	"idscope/gen"
)

// NumberCodec reads texts that spell whole numbers (sqids, hashids), with the options
// that they were written with. Any number of goroutines may use it.
type NumberCodec struct {
	Name string
	Read func(text string) (Numbers, *Error)
}

// Numbers is what such a text says.
type Numbers struct {
	List      []uint64
	Hex       string  // the hexadecimal digits that they stand for; empty where those were not asked for
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
		Scheme: in.numbers.scheme, Spelling: "text", Own: true, Plausible: true, Text: n.Canonical,
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
