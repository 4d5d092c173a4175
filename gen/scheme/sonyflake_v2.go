package scheme

import (
	"time"

	"idscope/gen"
)

// sonyflakeV2 is sonyflake counted from 2025-01-01: layout, policies and
// guarantees are the same. Source: v2/sonyflake.go, whose widths and time unit
// are settings; these are its defaults.
func sonyflakeV2() *gen.Scheme {
	return &gen.Scheme{
		Name:    "sonyflake-v2",
		Title:   "Sonyflake v2",
		Summary: "sonyflake counted from 2025-01-01, as version 2 does by default",
		Spec:    "github.com/sony/sonyflake, v2/sonyflake.go",
		Layout: gen.Layout{
			{Name: "unused", Source: gen.Const, Bits: 1},
			{Name: "time", Source: gen.Time, Bits: 39},
			{Name: "sequence", Source: gen.Seq, Bits: 8},
			{Name: "machine", Source: gen.Worker, Bits: 16},
		},
		Epoch:     time.UnixMilli(1735689600000).UTC(),
		Tick:      10 * time.Millisecond,
		Text:      gen.Text{Form: gen.Decimal},
		Spellings: []gen.Text{{Form: gen.Hex}},
		Backward:  gen.BackwardContinue,
		Overflow:  gen.OverflowWait,
		Start:     gen.Start{Rule: gen.StartZero},
		Since:     time.UnixMilli(1735689600000).UTC(),
		Prior:     0.5,
		Notes: []string{
			"an id does not tell its version: read as sonyflake it is 10.3 years earlier",
			"the widths (sequence and machine up to 30 bits each, time 32 or more) and the time unit (1 ms or longer) are settings of the original: other ones are a custom layout",
		},
		Vectors: []gen.Vector{
			{Text: "16777216000196612", Time: "2025-04-26T17:46:40.000Z", Values: []string{"0", "1000000000", "3", "4"}, Source: "computed from v2/sonyflake.go, Compose"},
		},
	}
}
