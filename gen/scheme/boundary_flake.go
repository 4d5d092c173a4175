package scheme

import "idscope/gen"

// boundaryFlake is Boundary's 128-bit flake. Like the original it refuses on a clock rollback.
func boundaryFlake() *gen.Scheme {
	return &gen.Scheme{
		Name: "boundary-flake", Title: "Flake (Boundary)", Aliases: []string{"flake", "boundary"},
		Summary:   "128-bit id of Boundary's flake: 64-bit milliseconds, MAC, 16-bit sequence",
		Spec:      "github.com/boundary/flake, src/flake_server.erl and src/flake_util.erl",
		Libraries: "Erlang boundary/flake",
		Bits: gen.Bits{Epoch: unix(0), WorkerRule: gen.WorkerNode, Layout: gen.Layout{
			ticks("timestamp", 64), worker("worker", 48), seq("sequence", 16),
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62}},
		Since:    day(2012, 1, 1), Prior: 0.5,
		Notes: []string{
			"the original's sequence wraps after 65536 ids in a millisecond and generates duplicates; ours waits " +
				"for the next millisecond",
			"the worker is a random multicast address by default, which no network card has; the original takes " +
				"a real MAC",
			"the text has 18 characters from 1975 to 2284, and is not padded",
		},
		Example: gen.Vector{Text: "8HFaR8qWtRlGDHnO57", Time: "2012-01-12T22:56:53.776Z",
			Values: []string{"1326409013776", "18257324936847", "5"}, Source: "github.com/boundary/flake, readme.md"},
	}
}
