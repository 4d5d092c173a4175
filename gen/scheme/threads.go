package scheme

import "idscope/gen"

// threads is the id of a post on Meta's Threads: that of Instagram, written as
// the shortcode that stands in its address. Shard, sequence and guarantees are
// instagram's. Source: "Sharding & IDs at Instagram"; Racum/uuinfo.
func threads() *gen.Scheme {
	s := instagram()
	s.Name = "threads"
	s.Title = "Threads (Meta)"
	s.Summary = "64-bit id of a post on Threads: Instagram's layout, as a shortcode"
	s.Text = gen.Text{Form: gen.Shortcode}
	s.Spellings = []gen.Text{{Form: gen.Decimal}}
	s.Since = day(2023, 7, 5)
	s.Prior = 1
	s.Notes = []string{
		"an id does not tell whether it is of Threads or of Instagram",
		"each shard has a sequence of its own, unique on this host; give each host shards of its own",
	}
	s.Example = gen.Vector{Text: "DEr_fXvuw6D", Time: "2025-01-11T13:42:24.440Z",
		Values: []string{"422382922719", "3779", "643"}, Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"}
	return s
}
