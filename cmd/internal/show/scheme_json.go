package show

import (
	"math"
	"time"

	"idscope/gen"
)

// description is a scheme as JSON shows it. Counts that may pass 2^53 are
// decimal strings; what does not apply is absent.
type description struct {
	Schema      int            `json:"schema"`
	Scheme      string         `json:"scheme"`
	Aliases     []string       `json:"aliases,omitempty"`
	Title       string         `json:"title"`
	Summary     string         `json:"summary"`
	Spec        string         `json:"spec"`
	SizeBits    int            `json:"size_bits,omitempty"`
	Text        string         `json:"text"`
	Length      int            `json:"length"`
	Resolution  int64          `json:"resolution_ns,omitempty"`
	Epoch       string         `json:"epoch,omitempty"`
	Ends        string         `json:"ends,omitempty"`
	Workers     string         `json:"workers,omitempty"`
	PerTick     string         `json:"per_tick,omitempty"`
	PerSecond   string         `json:"per_second,omitempty"`
	RandomBits  float64        `json:"random_bits"`
	Ordered     bool           `json:"ordered"`
	TimeOrdered bool           `json:"time_ordered"`
	Recorded    bool           `json:"recorded"`
	ReadOnly    string         `json:"read_only,omitempty"`
	Policies    *policies      `json:"policies,omitempty"`
	Fields      []descField    `json:"fields"`
	Parts       []descPart     `json:"parts,omitempty"`
	Notes       []string       `json:"notes,omitempty"`
	Example     *exampleObject `json:"example,omitempty"`
}

type policies struct {
	Backward string `json:"on_backward,omitempty"`
	Overflow string `json:"on_overflow,omitempty"`
	Start    string `json:"start,omitempty"`
	MaxLead  int64  `json:"max_lead_ns"`
	MaxWait  int64  `json:"max_wait_ns"`
}

type descField struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	MSB    int    `json:"msb"`
	LSB    int    `json:"lsb"`
	Width  int    `json:"width"`
	Value  string `json:"value,omitempty"` // of a constant
}

// descPart is a part of a pattern of text.
type descPart struct {
	Name     string   `json:"name"`
	Source   string   `json:"source"`
	Texts    []string `json:"texts,omitempty"`
	Alphabet string   `json:"alphabet,omitempty"`
	Min      int      `json:"min,omitempty"`
	Max      int      `json:"max,omitempty"`
	Length   int      `json:"length,omitempty"`
}

type exampleObject struct {
	ID   string `json:"id"`
	Time string `json:"time,omitempty"`
}

// SchemeObject returns a scheme for its JSON; recorded says whether its ids are put
// down on this host.
func SchemeObject(s *gen.Scheme, recorded bool) (any, error) {
	var codec *gen.Codec
	text := "parts"
	if s.Pattern == nil {
		var err error
		if codec, err = s.Layout.Compile(); err != nil {
			return nil, err
		}
		text = s.Text.Form.String()
	}
	d := &description{
		Schema: 1, Scheme: s.Name, Aliases: s.Aliases, Title: s.Title, Summary: s.Summary, Spec: s.Spec,
		SizeBits: s.Layout.Size(), Text: text, Length: s.TextLength(), RandomBits: math.Round(100*s.EntropyMost()) / 100,
		Ordered: s.Ordered(), TimeOrdered: s.TimeOrdered(), Recorded: recorded, ReadOnly: s.ReadOnly, Notes: s.Notes,
	}
	if s.Timed() {
		d.Resolution = int64(s.Tick >> s.Fraction)
		d.Epoch = s.Epoch.UTC().Format(time.RFC3339Nano)
	}
	if end, ok := s.End(); ok {
		d.Ends = end.Format(time.RFC3339Nano)
	}
	if bits := s.WorkerBits(); bits > 0 {
		d.Workers = gen.FromUint64(1).Shl(uint(bits)).Decimal()
	}
	if n, ok := s.PerTick(); ok && s.Varies() {
		d.PerTick, d.PerSecond = n.Decimal(), perSecond(s)
	}
	if paced(s) {
		d.Policies = &policies{named(s.Backward != 0, s.Backward.String()), named(s.Overflow != 0, s.Overflow.String()),
			named(s.Start.Rule != 0, s.Start.String()), int64(s.Lead()), int64(s.Wait())}
	}
	for _, p := range s.Pattern {
		d.Parts = append(d.Parts, descPart{p.Name, p.Source.String(), p.Texts, p.Alphabet, p.Min, p.Max, p.Symbols()})
	}
	d.Fields = []descField{}
	for i, f := range s.Layout {
		lsb := codec.LSB(i)
		out := descField{Name: f.Name, Source: f.Source.String(), MSB: lsb + f.Bits - 1, LSB: lsb, Width: f.Bits}
		if f.Source == gen.Const {
			out.Value = gen.FromUint64(f.Value).Decimal()
		}
		d.Fields = append(d.Fields, out)
	}
	if id, made := example(s, codec); id != "" {
		d.Example = &exampleObject{ID: id, Time: made}
	}
	return d, nil
}

func named(ok bool, name string) string {
	if ok {
		return name
	}
	return ""
}
