package scheme

import "idscope/gen"

// objectID2017 is objectid as drivers generated it before 2018. Ours draws the 40 bits unless they are given.
func objectID2017() *gen.Scheme {
	return objectID().Variant(gen.Scheme{
		Name: "objectid-2017", Title: "ObjectId before 2018",
		Summary: "ObjectId as before 2018: 32-bit seconds, machine, process, counter",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("timestamp", 32), worker("machine", 24, 16), worker("process", 16), seq("counter", 24),
			},
		},
		Prior: 0.5,
		Notes: []string{
			"drivers took the machine's hash and 16 bits of the process number, which repeat between containers; " +
				"ours draws both at random for each process, and --set machine=, process= gives them",
			"an id does not tell whether its 40 bits are machine and process or random",
			"not in the order of generation: the counter goes round within a second",
		},
		Example: gen.Vector{Text: "507f1f77bcf86cd799439011", Time: "2012-10-17T21:13:27Z",
			Values: []string{"1350508407", "12384364", "55193", "4427793"}, Source: "MongoDB manual, ObjectId"},
	})
}
