package scheme

import "idscope/gen"

// leafSegment is the segment mode of Meituan's Leaf: the next segment is taken when half of one is used.
func leafSegment() *gen.Scheme {
	return autoinc().Variant(gen.Scheme{
		Name: "segment", Title: "Leaf segment (Meituan)", Aliases: []string{"leaf-segment"},
		Summary: "63-bit number: each host takes a segment of a counter, and counts through it",
		Spec:    "github.com/Meituan-Dianping/Leaf, SegmentIDGenImpl.java, leaf_alloc",
		Counter: "each host takes a segment of a counter, which its processes share: " +
			"one statement a thousand ids or more",
		Since: day(2017, 4, 21),
		Notes: []string{
			"the numbers of one host increase; those of several do not increase together",
			"a crash loses what is left of at most two segments",
			"table and numbers are those of the original: both can use one table at a time",
		},
		Example: gen.Vector{Text: "1001", Values: []string{"0", "1001"}, Source: "computed from SegmentIDGenImpl.java"},
	})
}
