package scheme

import "idscope/gen"

// goTSID is the TSID of a library for Go that counts from 2023, and by default has no
// node: 22 bits begin at random and count up. Source: vishal-bihani/go-tsid, tsid.go
// and tsid_factory.go.
func goTSID() *gen.Scheme {
	return &gen.Scheme{
		Name:    "go-tsid",
		Title:   "TSID of go-tsid",
		Summary: "64-bit id of go-tsid: 42-bit milliseconds since 2023, 22 random bits; base32",
		Spec:    "github.com/vishal-bihani/go-tsid, tsid.go",
		Bits: gen.Bits{Epoch: unixMilli(1672531200000), Layout: gen.Layout{
			{Name: "timestamp", Source: gen.Time, Bits: 42},
			{Name: "random", Source: gen.Random, Bits: 22},
		}},
		Encoding: gen.Encoding{
			Text:      gen.Text{Form: gen.Crockford},
			Spellings: []gen.Text{{Form: gen.Decimal}},
		},
		ReadOnly: "a tsid has a node, which keeps hosts apart",
		Since:    day(2023, 7, 1),
		Prior:    0,
		Notes:    []string{"its README says that it counts from 2020; its code has 2023"},
		Example: gen.Vector{Text: "03CPHMJ76HV8R", Time: "2023-12-04T17:36:43.577Z",
			Values: []string{"29180203577", "2682136"},
			Source: "github.com/vishal-bihani/go-tsid, README.md, read with the epoch of its code"},
	}
}

// tsidBase43 is a TSID in the base that has the fewest symbols for 12 characters. It is
// no spelling of tsid, as a TSID that lost a symbol would be read as one. Source:
// f4b6a3/tsid-creator, Tsid.encode and TsidTest.java.
func tsidBase43() *gen.Scheme {
	s := tsid()
	s.Name = "tsid-base43"
	s.Title = "TSID in base43"
	s.Summary = "64-bit id of tsid-creator in 12 characters of 0-9A-Za-g"
	s.Text = gen.Text{Form: gen.Base43, Width: 12}
	s.Spellings = []gen.Text{}
	s.ReadOnly = "a tsid sorts as text in base32"
	s.Prior = 0
	s.Notes = nil
	s.Example = gen.Vector{Text: "5VQVRUcG2BMB", Time: "2060-04-07T14:48:27.102Z",
		Values: []string{"1270738107102", "277", "522"}, Source: "github.com/f4b6a3/tsid-creator, TsidTest.java"}
	return s
}
