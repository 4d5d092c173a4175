package scheme

import "idscope/gen"

// dateSeq is what one builds with Redis INCR on a key of the day. The bits are ours, as the text is no integer of
// bits.
func dateSeq() *gen.Scheme {
	return &gen.Scheme{
		Name: "date-seq", Title: "Date and sequence",
		Summary: "decimal date and daily counter, as by Redis INCR: YYYYMMDD, digits",
		Spec:    "public write-ups of ids by Redis INCR: date*10^n + number; the bits by idscope",
		Counter: "the counter of a day is raised in a store, by the clock of that store: one round trip a call",
		Bits: gen.Bits{
			Layout: gen.Layout{data("digits", 4), ticks("date", 24), seq("sequence", 30)},
			Last:   2932896, // 9999-12-31
			Epoch:  unix(0), Tick: 24 * hour,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.DateDigits}, Alternatives: []gen.Text{}},
		Since:    day(2010, 1, 1),
		Notes: []string{
			"the date is that of the counter's own clock and zone, here taken as UTC",
			"the sequence has 4 to 15 digits, whose number every id of a kind shares; a sequence of more than " +
				"nine has zeros in front",
			"a sequence that outgrows its digits corrupts the date, unless the generator checks",
			"nobody stores the bits as an integer: in a database it is the decimal number, or the text",
		},
		Example: gen.Vector{Text: "202601310001", Time: "2026-01-31T00:00:00Z", Values: []string{"4", "20484", "1"},
			Source: "computed from the layout"},
	}
}

// DateSeq is the id of a number of a day: so many digits, behind a date in days since
// 1970-01-01.
func DateSeq(digits int, date int64, number uint64) gen.ID {
	return gen.FromUint64(uint64(digits)<<54 | uint64(date)<<30 | number)
}
