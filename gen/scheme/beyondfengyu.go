package scheme

import "idscope/gen"

// beyondFengyu is the SnowFlake class that a generation of Java projects copied: snowflake with an epoch of its
// own.
func beyondFengyu() *gen.Scheme {
	return &gen.Scheme{
		Name: "beyondfengyu", Title: "SnowFlake (beyondfengyu)",
		Summary: "snowflake of the much copied Java class of 2016: epoch 2016-11-26",
		Spec:    "github.com/beyondfengyu/DistributedID, SnowFlake.java",
		Bits: gen.Bits{Epoch: unixMilli(1480166465631), Layout: snowflakeLayout(
			worker("datacenter", 5, 5), worker("machine", 5))},
		Prior: 0.5,
		Notes: []string{"the original keeps nothing when it ends; here the last tick is recorded"},
		Example: gen.Vector{Text: "4468736", Time: "2016-11-26T13:21:05.632Z",
			Values: []string{"0", "1", "2", "3", "0"},
			Source: "computed from SnowFlake.java, with the numbers of its main"},
	}
}
