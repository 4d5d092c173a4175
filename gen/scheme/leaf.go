package scheme

import "idscope/gen"

// leaf is the snowflake mode of Meituan's Leaf; random starts spread IDs over tables by their remainder.
func leaf() *gen.Scheme {
	return &gen.Scheme{
		Name: "leaf", Title: "Leaf (Meituan)",
		Summary:   "snowflake of Meituan Leaf: each millisecond starts at random 0 to 99",
		Spec:      "github.com/Meituan-Dianping/Leaf, SnowflakeIDGenImpl.java",
		Libraries: "Java Leaf",
		Bits: gen.Bits{
			Layout:   snowflakeLayout(worker("worker", 10)),
			Epoch:    unixMilli(1288834974657),
			Backward: gen.BackwardWait, Start: gen.Start{Rule: gen.StartRandom, Range: 100}, MaxWait: 5 * millisecond,
		},
		Since: day(2017, 1, 1), Prior: 1,
		Notes: []string{
			"the original compares its clock with ZooKeeper every 3 seconds; here the last tick itself is recorded",
			"the epoch is a parameter of the original (twepoch), snowflake's own by default: --epoch",
		},
		Example: gen.Vector{Text: "1724551110460440575", Time: "2023-11-14T22:13:20.000Z",
			Values: []string{"0", "411165025343", "1023", "4095"}, Source: "computed from SnowflakeIDGenImpl.java"},
	}
}
