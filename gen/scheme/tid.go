package scheme

import "idscope/gen"

// tid names records and revisions in the AT Protocol (Bluesky): one ID per microsecond; a further one takes the
// next.
func tid() *gen.Scheme {
	return &gen.Scheme{
		Name: "tid", Title: "TID (AT Protocol)",
		Summary:   "63-bit id of the AT Protocol: 53-bit microseconds, clock id; 13 characters",
		Spec:      "atproto.com/specs/tid",
		Libraries: "JS @atproto/common-web",
		Brand:     true,
		Bits: gen.Bits{
			Layout: gen.Layout{unused(1), ticks("timestamp", 53), worker("clock_id", 10)},
			Epoch:  unix(0), Tick: microsecond,
			Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base32Sort}},
		Since:    day(2022, 1, 1), Prior: 1,
		Notes: []string{
			"the specification draws the clock id at random, so that two processes may share one; for several " +
				"hosts give --worker",
			"the specification's regular expression allows a first character up to j, its text only up to 7: " +
				"ours keeps the top bit 0",
		},
		Example: gen.Vector{Text: "3jzfcijpj2z2a", Time: "2023-06-30T15:03:01.887007Z",
			Values: []string{"0", "1688137381887007", "6"},
			Source: "github.com/bluesky-social/atproto, interop-test-files/syntax/tid_syntax_valid.txt"},
	}
}
