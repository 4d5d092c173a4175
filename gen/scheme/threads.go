package scheme

import "idscope/gen"

// threads is the ID of a post on Threads: that of Instagram, written as the shortcode in its address.
func threads() *gen.Scheme {
	return instagram().Variant(gen.Scheme{
		Name: "threads", Title: "Threads (Meta)",
		Summary:  "64-bit id of a post on Threads: Instagram's layout, as a shortcode",
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Shortcode}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Since:    day(2023, 7, 5), Prior: 1,
		Notes: []string{
			"an id does not tell whether it is of Threads or of Instagram",
			"each shard has a sequence of its own, unique on this host; give each host shards of its own",
		},
		Example: gen.Vector{Text: "DEr_fXvuw6D", Time: "2025-01-11T13:42:24.440Z",
			Values: []string{"422382922719", "3779", "643"}, Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	})
}
