package scheme

import "idscope/gen"

// uidGenerator is the default layout of Baidu's uid-generator, with the rules of DefaultUidGenerator. After its end
// the original generates negative IDs; ours refuses, and works with another epoch.
func uidGenerator() *gen.Scheme {
	return &gen.Scheme{
		Name: "uidgenerator", Title: "UidGenerator (Baidu)", Aliases: []string{"baidu"},
		Summary:   "64-bit id of Baidu: 28-bit seconds (ended in 2024), worker, sequence",
		Spec:      "github.com/baidu/uid-generator, DefaultUidGenerator.java",
		Libraries: "Java uid-generator",
		Bits: gen.Bits{Epoch: unixMilli(1463673600000), Tick: second, Layout: gen.Layout{
			unused(1), ticks("delta_seconds", 28), worker("worker", 22), seq("sequence", 13),
		}},
		Prior: 1,
		Notes: []string{
			"the default layout ended on 2024-11-20T13:24:16Z: give --epoch, for example --epoch 2026-01-01, " +
				"which lasts 8.5 years",
			"the original takes a new worker number from a database at each start; here a number is kept with " +
				"the record of its last tick",
			"the epoch 2016-05-20 is midnight at +08:00",
		},
		Example: gen.Vector{Text: "34359746561", Time: "2016-05-19T16:00:01Z", Values: []string{"0", "1", "1", "1"},
			Source: "computed from github.com/baidu/uid-generator, BitsAllocator.java"},
	}
}
