package scheme

import "idscope/gen"

// pushID grows by 1 within a millisecond; 72 random bits keep processes apart.
func pushID() *gen.Scheme {
	return &gen.Scheme{
		Name: "pushid", Title: "Push ID (Firebase)", Aliases: []string{"firebase"},
		Summary:   "120-bit key of Firebase: 48-bit milliseconds, 72 random bits; sorts as text",
		Spec:      "firebase.blog, The 2^120 Ways to Ensure Unique Identifiers",
		Libraries: "every Firebase SDK",
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 48), random("random", 72)},
			Epoch:    unix(0),
			Backward: gen.BackwardContinue, Growth: gen.GrowthOne,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base64Push}},
		Since:    day(2012, 4, 1), Prior: 2,
		Notes: []string{
			"every id begins with - until the year 2109 and may be taken for a flag: idscope takes it for an id, " +
				"others want -- before it",
			"the original follows the clock back and is then in no order",
		},
		Example: gen.Vector{Text: "-KKkyYoaSgBLxwg1q1sd", Time: "2016-06-21T03:21:35.782Z",
			Values: []string{"1466479295782", "2190773496435908816425"},
			Source: "github.com/cartant/firebase-key, source/key-increment-spec.ts"},
	}
}
