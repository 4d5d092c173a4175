package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// breezeID has no symbols that look or sound alike.
func breezeID() *gen.Scheme {
	return &gen.Scheme{
		Name: "breezeid", Title: "Breeze ID",
		Summary: "random, to be read aloud: groups of 4 of 32 symbols; --length without hyphens",
		Spec:    "github.com/tzwel/breezeid",
		Weak:    true, // product keys have the same form
		Encoding: gen.Encoding{Verify: oneCase, Pattern: gen.Pattern{
			{Name: "random", Source: gen.Random, Alphabet: "AEIUQWTYPSDFGRHJKLZXCVBNM2346789", Fold: true,
				Min: 1, Max: 128, Length: 16, Group: 4},
		}},
		Since: day(2023, 9, 1), Prior: 0.5,
		Notes: []string{
			"small letters are fine, but not beside large ones",
			"the original draws a group again that holds an English swear word; here all groups are equally likely",
		},
		Example: gen.Vector{Text: "9NU6-XQLZ-BDIH-6HKE", Values: []string{"9NU6-XQLZ-BDIH-6HKE"},
			Source: "github.com/tzwel/breezeid, readme.md"},
	}
}

// oneCase refuses small letters beside large ones.
func oneCase(text string) ([]gen.Finding, error) {
	if strings.ToUpper(text) != text && strings.ToLower(text) != text {
		return nil, errors.New("it has small and large letters; use one kind")
	}
	return nil, nil
}
