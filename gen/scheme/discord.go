package scheme

import "idscope/gen"

// discord is the ID of everything in Discord, which publishes the layout, not the generator.
func discord() *gen.Scheme {
	return &gen.Scheme{
		Name: "discord", Title: "Discord",
		Summary:   "64-bit id of Discord: 42-bit milliseconds, worker, process, increment",
		Spec:      "github.com/discord/discord-api-docs, Reference, Snowflakes",
		Libraries: "JS @sapphire/snowflake",
		Brand:     true,
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("timestamp", 42), worker("worker", 5, 5), worker("process", 5), seq("increment", 12),
			},
			Epoch: unixMilli(1420070400000),
			Start: gen.Start{Rule: gen.StartCarry},
		},
		Prior: 3,
		Notes: []string{
			"what Discord does when the clock moves backwards or an increment is exhausted is not published; " +
				"ours refuses and waits, as snowflake does",
			"not in the order of generation: the increment goes round within a millisecond",
		},
		Example: gen.Vector{Text: "175928847299117063", Time: "2016-04-30T11:18:25.796Z",
			Values: []string{"41944705796", "1", "0", "7"}, Source: "Discord API reference, Snowflakes"},
	}
}
