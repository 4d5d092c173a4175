package scheme

import "idscope/gen"

// openAI is the id of an answer of OpenAI's interface, or of a part of one: the second
// in which it was made and 160 more bits. Source: platform.openai.com/docs/api-reference
// /responses, where created_at is the same second.
func openAI() *gen.Scheme {
	return &gen.Scheme{
		Name:    "openai",
		Title:   "OpenAI response",
		Summary: "resp_, msg_, rs_ or fc_ of OpenAI: 32-bit seconds and 160 bits, in hex",
		Spec:    "platform.openai.com/docs/api-reference/responses",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: []string{"resp_", "msg_", "rs_", "fc_", "ws_", "fs_",
				"ci_", "ig_", "cu_", "mcp_", "mcpl_", "conv_"}},
			{Name: "seconds", Source: gen.Time, Alphabet: hexDigits, Min: 8, Max: 8},
			{Name: "random", Source: gen.Random, Alphabet: hexDigits, Min: 40, Max: 40},
		}},
		Bits:     gen.Bits{Epoch: unix(0), Tick: second},
		ReadOnly: "OpenAI gives them out",
		Since:    day(2025, 3, 1),
		Prior:    1,
		Example: gen.Vector{Text: "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b",
			Time:   "2025-03-08T23:29:02Z",
			Values: []string{"resp_", "67ccd2be", "d1ec8190b14f964abc0542670bb6a6b452d3795b"},
			Source: "platform.openai.com/docs/api-reference/responses"},
	}
}

// openAI50 is what they are since the autumn of 2025: 64 bits and a byte stand before
// the time. Found in published answers, whose created_at is the same second.
func openAI50() *gen.Scheme {
	s := openAI()
	s.Name = "openai-2025"
	s.Family = "openai"
	s.Title = "OpenAI response, 50 digits"
	s.Summary = "resp_ or msg_ of OpenAI: 64 bits, a byte, 32-bit seconds, 96 bits, in hex"
	s.Pattern = gen.Pattern{
		s.Pattern[0],
		{Name: "random", Source: gen.Random, Alphabet: hexDigits, Min: 16, Max: 16},
		{Name: "version", Source: gen.Const, Texts: []string{"00", "01"}},
		s.Pattern[1],
		{Name: "random_b", Source: gen.Random, Alphabet: hexDigits, Min: 24, Max: 24},
	}
	s.Since = day(2025, 8, 1)
	s.Example = gen.Vector{Text: "resp_0bc0cffd983db63400693fdeadd58481a2aa83ef0faac36caf",
		Time:   "2025-12-15T10:10:53Z",
		Values: []string{"resp_", "0bc0cffd983db634", "00", "693fdead", "d58481a2aa83ef0faac36caf"},
		Source: "an answer published with its created_at, 1765793453"}
	return s
}
