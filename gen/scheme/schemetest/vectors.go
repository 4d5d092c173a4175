// Package schemetest has the published identifiers that tests read beside the one
// example of each declaration.
package schemetest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"idscope/gen"
)

// file has a vector a line. Texts of tokens are in parts, so that no scanner takes
// them for secrets that leaked.
//
//go:embed vectors.jsonl
var file []byte

var vectors = sync.OnceValue(func() map[string][]gen.Vector {
	all := map[string][]gen.Vector{}
	for line := range bytes.Lines(file) {
		var v struct {
			Scheme string
			Text   []string
			Time   string
			Values []string
			Source string
		}
		if err := json.Unmarshal(line, &v); err != nil {
			panic(err)
		}
		all[v.Scheme] = append(all[v.Scheme], gen.Vector{Text: strings.Join(v.Text, ""), Time: v.Time, Values: v.Values,
			Source: v.Source})
	}
	return all
})

// Names lists the schemes that the file has vectors of.
func Names() []string { return slices.Sorted(maps.Keys(vectors())) }

// Vectors lists the vectors of a scheme, its example first; none where a scheme has
// no example, as one with another layout than the declared one.
func Vectors(s *gen.Scheme) []gen.Vector {
	if s.Example.Text == "" {
		return nil
	}
	return append([]gen.Vector{s.Example}, vectors()[s.Name]...)
}
