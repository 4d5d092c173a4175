package scheme

import "idscope/gen"

// mastodon is the ID of a status or a media file. Neither tells how many there are: the sequence of a millisecond
// starts at random, as the hash of the original does.
func mastodon() *gen.Scheme {
	return &gen.Scheme{
		Name: "mastodon", Title: "Mastodon",
		Summary: "64-bit id of Mastodon: 48-bit milliseconds, 16 bits from hash and sequence",
		Spec:    "github.com/mastodon/mastodon, lib/mastodon/snowflake.rb",
		Brand:   true,
		Bits: gen.Bits{
			Layout:   gen.Layout{ticks("timestamp", 48), seq("sequence", 16)},
			Epoch:    unix(0),
			Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartRandom, Range: 1<<14 - 1},
		},
		Since: day(2016, 10, 1), Prior: 2, // statuses of before 2017-10 got ids by their time
		Notes: []string{
			"the original's 16 bits start anywhere and go round; ours start below 16383 and increase",
			"there is no worker: ids are unique on one host, as the original's are in one database and table",
			"a status from elsewhere gets an id by the time that its own server states, with 16 random bits",
		},
		Example: gen.Vector{Text: "109321406286622035", Time: "2022-11-10T20:31:18.543Z",
			Values: []string{"1668112278543", "27987"}, Source: "mastodon.social, a public status"},
	}
}
