package scheme

import "idscope/gen"

// ksuid keeps no order within its second.
func ksuid() *gen.Scheme {
	return &gen.Scheme{
		Name: "ksuid", Title: "KSUID",
		Summary:   "160-bit sortable id of Segment: 32-bit seconds since 2014, 128 random bits",
		Spec:      "github.com/segmentio/ksuid",
		Libraries: "Go segmentio/ksuid, Java ksuid-creator, JS ksuid, Python svix-ksuid, Rust svix-ksuid",
		Bits: gen.Bits{Epoch: unix(1400000000), Tick: second, Layout: gen.Layout{
			ticks("timestamp", 32), random("payload", 128),
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62, Width: 27}},
		Since:    day(2017, 6, 1), Prior: 2,
		Notes: []string{"40 hexadecimal digits are read as one too, but are far oftener a SHA-1"},
		Example: gen.Vector{Text: "0ujtsYcgvSTl8PAuAdqWYSMnLOv", Time: "2017-10-10T04:00:47Z",
			Values: []string{"107608047", "241430389101445630615968514586504369973"},
			Source: "github.com/segmentio/ksuid, README.md"},
	}
}
