package scheme

import "idscope/gen"

// spotify is the ID of a track, an album, an artist and so on. Chance alone keeps IDs apart.
func spotify() *gen.Scheme {
	return &gen.Scheme{
		Name: "spotify", Title: "Spotify id",
		Summary:  "128 random bits in 22 characters of 0-9a-zA-Z: track, album, artist ...",
		Spec:     "github.com/librespot-org/librespot, core/src/spotify_id.rs",
		Brand:    true,
		Bits:     gen.Bits{Layout: gen.Layout{random("gid", 128)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62Lower, Width: 22}, Alternatives: []gen.Text{}},
		Since:    day(2008, 10, 7), Prior: 1,
		Notes: []string{"what is generated here is an id in form only: nothing at Spotify has it, but by chance"},
		Example: gen.Vector{Text: "5sWHDYs0csV6RS48xBl0tH", Values: []string{"238762092608182713602505436543891614649"},
			Source: "github.com/librespot-org/librespot, core/src/spotify_id.rs"},
	}
}
