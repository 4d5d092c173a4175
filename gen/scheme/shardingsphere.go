package scheme

import "idscope/gen"

// shardingSphere is the key generator of Apache ShardingSphere; its vibration, which makes odd and even keys
// alternate at low rates, is a rotating start.
func shardingSphere() *gen.Scheme {
	return &gen.Scheme{
		Name: "shardingsphere", Title: "ShardingSphere",
		Summary:   "snowflake of Apache ShardingSphere: epoch 2016-11-01, keys alternate",
		Spec:      "github.com/apache/shardingsphere, SnowflakeKeyGenerateAlgorithm.java",
		Libraries: "Java shardingsphere",
		Bits: gen.Bits{
			Layout:   snowflakeLayout(worker("worker", 10)),
			Epoch:    unixMilli(1477958400000),
			Backward: gen.BackwardWait, Start: gen.Start{Rule: gen.StartRotate, Range: 2}, MaxWait: 10 * millisecond,
		},
		Prior: 1,
		Notes: []string{
			"the original counts from 2016-11-01T00:00 in the time zone of its JVM; ours from 00:00 UTC: for " +
				"+08:00 give --epoch 2016-10-31T16:00:00Z",
			"the original keeps nothing when it ends; here the last tick is recorded",
			"two tables that share a generator may still get all even and all odd keys: --start rotate:64 " +
				"spreads further",
		},
		Example: gen.Vector{Text: "8388609", Time: "2016-11-01T00:00:00.002Z", Values: []string{"0", "2", "0", "1"},
			Source: "SnowflakeKeyGenerateAlgorithmTest.java"},
	}
}
