package scheme

import "idscope/gen"

// linkedin is the id of a post, a comment or a message. LinkedIn has published
// nothing: that the highest 41 of 63 bits are Unix milliseconds is what all ids
// with a known time say. It is only read.
// Source: Ollie-Boyd/Linkedin-post-timestamp-extractor; RyanDFIR/unfurl.
func linkedin() *gen.Scheme {
	return &gen.Scheme{
		Name:     "linkedin",
		Title:    "LinkedIn",
		Summary:  "63-bit id of a LinkedIn post (only read): 41-bit milliseconds, 22 more bits",
		Spec:     "github.com/Ollie-Boyd/Linkedin-post-timestamp-extractor",
		Brand:    true,
		ReadOnly: "LinkedIn has not published what the lowest 22 bits are",
		Bits: gen.Bits{Epoch: unix(0), Layout: gen.Layout{
			{Name: "unused", Source: gen.Const, Bits: 1},
			{Name: "timestamp", Source: gen.Time, Bits: 41},
			{Name: "low22", Source: gen.Data, Bits: 22},
		}},
		Since: day(2012, 1, 1),
		Prior: 1,
		Notes: []string{
			"only the time is known; some tools read the lowest 22 bits as worker and sequence",
			"41 bits of Unix milliseconds end on 2039-09-07",
		},
		Example: gen.Vector{Text: "7163147469877407744", Time: "2024-02-13T12:30:41.663Z",
			Values: []string{"0", "1707827441663", "520192"},
			Source: "github.com/codingmatheus/linkedin-timestamp-extractor, README.md"},
	}
}
