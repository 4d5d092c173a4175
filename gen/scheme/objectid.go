package scheme

import "idscope/gen"

// objectID repeats nothing within a process; 40 random bits and the counter's random start keep processes apart.
func objectID() *gen.Scheme {
	return &gen.Scheme{
		Name: "objectid", Title: "ObjectId (MongoDB)", Aliases: []string{"mongodb", "mongo"},
		Summary:   "96-bit id of MongoDB: 32-bit seconds, 40 random bits per process, counter",
		Spec:      "github.com/mongodb/specifications, source/bson-objectid/objectid.md",
		Libraries: "every MongoDB driver",
		Bits: gen.Bits{
			Layout: gen.Layout{ticks("timestamp", 32), worker("random", 40), seq("counter", 24)},
			Epoch:  unix(0), Tick: second,
			Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartCarry},
			WorkerRule: gen.WorkerRandom,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}},
		Since:    day(2009, 2, 1), Prior: 3,
		Notes: []string{
			"MongoDB's counter generates duplicates after 16777216 ids in a second; ours waits for the next second",
			"before 2018 the 40 bits were a machine's hash (24) and a process number (16)",
			"not in the order of generation: the counter goes round within a second",
		},
		Example: gen.Vector{Text: "507f1f77bcf86cd799439011", Time: "2012-10-17T21:13:27Z",
			Values: []string{"1350508407", "811621734297", "4427793"}, Source: "MongoDB manual, ObjectId"},
	}
}
