package scheme

import "idscope/gen"

// youtube is the ID of a video. Chance alone keeps IDs apart; YouTube looks each up before it gives it out.
func youtube() *gen.Scheme {
	return &gen.Scheme{
		Name: "youtube", Title: "YouTube video id",
		Summary:  "64 random bits in 11 characters of URL-safe base64: the id of a video",
		Spec:     "github.com/Racum/uuinfo, src/formats/youtube.rs",
		Brand:    true,
		Bits:     gen.Bits{Layout: gen.Layout{random("random", 64)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base64URL}, Alternatives: []gen.Text{}},
		Since:    day(2005, 4, 23), Prior: 1.5,
		Notes: []string{
			"what is generated here is an id in form only: no video has it, but by chance",
			"the last character is one of AEIMQUYcgkosw048",
		},
		Example: gen.Vector{Text: "jNQXAC9IVRw", Values: []string{"10147761149933278492"},
			Source: "youtube.com, the first video, 2005-04-23"},
	}
}
