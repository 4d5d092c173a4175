package answer

import (
	"fmt"
	"time"

	"idscope/gen/quantity"
	"idscope/inspect"
)

// shownFact is a fact of a reading as the page shows it.
type shownFact struct {
	Key    string `json:"key"`
	Label  string `json:"label,omitempty"` // of its row; empty where it has none of its own
	Kind   string `json:"kind"`            // one of kindNames
	Value  string `json:"value"`
	Note   string `json:"note,omitempty"`
	Source string `json:"source,omitempty"` // of a field and a part, as of the place below
	Letter string `json:"letter,omitempty"`
	From   int32  `json:"from"` // the lowest bit, or the first symbol
	Width  int32  `json:"width,omitempty"`
}

// kindNames tell the page where a fact belongs; those that are not here are rows of their label.
var kindNames = map[inspect.Kind]string{
	inspect.Moment: "time", inspect.Milli: "milli", inspect.Field: "field", inspect.Part: "part",
	inspect.Number: "part", inspect.Encoding: "encoding", inspect.Finding: "finding", inspect.Item: "item",
}

// factsOf walks the facts of a reading.
func factsOf(r *inspect.Reading, now time.Time) []shownFact {
	var list []shownFact
	for _, f := range r.Facts() {
		one := shownFact{Key: f.Key, Label: f.Label, Kind: kindNames[f.Kind], Value: string(f.AppendShown(nil))}
		switch f.Kind {
		case inspect.Field, inspect.Part, inspect.Number:
			one.Source, one.From, one.Width = f.Source.String(), f.From, f.Width
			if f.Letter != 0 {
				one.Letter = string(rune(f.Letter))
			}
			if f.Kind == inspect.Field && f.Text != "" { // a prefix in bits
				one.Value = f.Text
			}
			if f.Kind == inspect.Part && f.Form != inspect.Symbols {
				one.Value += " is " + f.Number.Decimal()
			}
		case inspect.Flag:
			one.Value = map[bool]string{true: "right", false: "absent"}[f.Int() != 0]
		case inspect.Moment:
			if _, dated := r.UnixMilli(); dated {
				one.Note = quantity.FormatAgo(r.Time, now)
			}
		case inspect.Bits:
			one.Value, one.Note = bitsOf(r, &f)
		}
		if f.Key == "next" {
			one.Value = "predictable? " + one.Value
		}
		list = append(list, one)
	}
	return list
}

// bitsOf words a number of bits; of the random ones, what they depend on.
func bitsOf(r *inspect.Reading, f *inspect.Fact) (text, note string) {
	if f.Float() == 0 {
		return "none", ""
	}
	text = fmt.Sprintf("%.4g bits", f.Float())
	if f.Key != "random_bits" {
		return text, ""
	}
	least, most := r.Entropy()
	if note = r.Doubt(); note == "" && least < most {
		note = fmt.Sprintf("%.4g where the generator counts in them", least)
	}
	return text, note
}
