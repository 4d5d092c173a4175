package scheme

import "idscope/gen"

// xid is the ObjectId of before 2018 in a shorter text, with the guarantees of objectid.
func xid() *gen.Scheme {
	return objectID().Variant(gen.Scheme{
		Name: "xid", Title: "Xid",
		Summary:   "96-bit id of rs/xid: 32-bit seconds, machine, pid, counter; 20 characters",
		Spec:      "github.com/rs/xid, id.go",
		Libraries: "Go rs/xid, JS xid-js, Python xid, Rust xid",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("timestamp", 32), worker("machine", 24, 16), worker("pid", 16), seq("counter", 24),
			},
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base32Hex}},
		Since:    day(2011, 1, 1), Prior: 2, // its own first test vector is of 2011
		Notes: []string{
			"rs/xid takes the machine's hash and 16 bits of the process number, which repeat between containers; " +
				"ours draws both at random for each process, and --set machine=, pid= gives them",
			"rs/xid's counter generates duplicates after 16777216 ids in a second; ours waits for the next second",
			"20 characters hold 100 bits: the last one is always 0 or g",
		},
		Example: gen.Vector{Text: "9m4e2mr0ui3e8a215n4g", Time: "2011-03-22T17:50:19Z",
			Values: []string{"1300816219", "6354054", "58408", "4271561"}, Source: "github.com/rs/xid, id_test.go"},
	})
}
