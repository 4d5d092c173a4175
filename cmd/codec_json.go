package cmd

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect"
)

// numbersObject is a text of a codec as JSON shows it: the shape of inspect.Result,
// with a field for each number.
type numbersObject struct {
	Schema     int              `json:"schema"`
	Input      string           `json:"input"`
	OK         bool             `json:"ok"`
	Scheme     string           `json:"scheme,omitempty"` // brief
	Confidence string           `json:"confidence,omitempty"`
	Ambiguous  *bool            `json:"ambiguous,omitempty"`
	Readings   *[]numbersReader `json:"readings,omitempty"`
	RuledOut   *[]string        `json:"ruled_out,omitempty"`
	Warnings   *[]string        `json:"warnings,omitempty"`
	Error      *errorObject     `json:"error,omitempty"`
}

type errorObject struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type numbersReader struct {
	Scheme     string            `json:"scheme"`
	Confidence string            `json:"confidence"`
	Evidence   float64           `json:"evidence_bits"`
	Prior      float64           `json:"prior"`
	Canonical  string            `json:"canonical"`
	Spelling   string            `json:"spelling"`
	Random     int               `json:"random_bits"`
	Fields     []numberField     `json:"fields"`
	Numbers    []string          `json:"numbers"`
	Hex        string            `json:"hex,omitempty"`
	Encodings  map[string]string `json:"encodings"`
	Reasons    []string          `json:"reasons"`
}

type numberField struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Value  string `json:"value"`
}

// json writes what a text says, or that it says nothing, in one line without its
// end.
func (c *codec) json(text string, r numbered, failed error, brief bool) []byte {
	out := numbersObject{Schema: inspect.SchemaVersion, Input: text, OK: failed == nil}
	switch {
	case failed != nil:
		out.Input = inspect.Redact(text)
		out.Error = &errorObject{inspect.CodeNotAnID, failed.Error()}
		if !brief {
			out.Readings = &[]numbersReader{}
		}
	case brief:
		out.Scheme, out.Confidence = c.name, r.confidence().String()
	default:
		sure := false
		warnings := []string{}
		if r.note != "" {
			warnings = append(warnings, r.note)
		}
		out.Ambiguous, out.RuledOut, out.Warnings = &sure, &[]string{}, &warnings
		out.Readings = &[]numbersReader{c.reading(r)}
	}
	var b bytes.Buffer
	e := cli.JSON(&b)
	_ = e.Encode(out) // of strings and numbers: it can not fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func (c *codec) reading(r numbered) numbersReader {
	out := numbersReader{
		Scheme: c.name, Confidence: r.confidence().String(), Evidence: math.Round(r.bits*100) / 100, Canonical: r.canonical, Spelling: "text",
		Numbers: r.decimals(), Hex: r.hex, Encodings: map[string]string{"int": strings.Join(r.decimals(), ",")},
	}
	for _, v := range out.Numbers {
		out.Fields = append(out.Fields, numberField{"number", gen.Data.String(), v})
	}
	if len(r.numbers) == 1 {
		out.Encodings["hex"] = strconv.FormatUint(r.numbers[0], 16)
	}
	out.Reasons = []string{"the numbers are written as the same text"}
	if r.note != "" {
		out.Reasons = []string{"another blocklist or minimum length writes the numbers so"}
	}
	return out
}
