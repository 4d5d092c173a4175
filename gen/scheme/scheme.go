// Package scheme holds the declarations: one file for each kind of identifier.
//
// A declaration is a function that returns a fresh *gen.Scheme, so that nothing
// is built before it is asked for. The list of all of them, in index.go, is
// generated from the files of this folder (go generate ./gen/scheme), and a
// test compares. To add a scheme, copy the nearest file, change it, and run go
// generate: see "Add a scheme" in the README. To take one away, delete its line
// in index.go with its file, or the generator does not compile.
package scheme

import (
	"slices"

	"idscope/gen"
)

//go:generate go test -run TestIndex -update .

// entry is what the generated index knows without building the scheme.
type entry struct {
	name    string
	aliases []string
	build   func() *gen.Scheme
}

// Get returns the scheme of that name or alias, as [gen.Fold] compares them.
func Get(name string) (*gen.Scheme, bool) {
	is := func(own string) bool { return own == name }
	for range 2 {
		for _, e := range index {
			if is(e.name) || slices.ContainsFunc(e.aliases, is) {
				return e.build().WithDefaults(), true
			}
		}
		folded := gen.Fold(name) // rarely needed, and slower
		is = func(own string) bool { return gen.Fold(own) == folded }
	}
	return nil, false
}

// All returns every scheme, in the order of their names, as the index is.
func All() []*gen.Scheme {
	all := make([]*gen.Scheme, len(index))
	for i, e := range index {
		all[i] = e.build().WithDefaults()
	}
	return all
}

// Summaries lists name and summary of every scheme, CustomName included, in the
// order of their names, for completion.
func Summaries() []gen.Choice {
	list := make([]gen.Choice, 0, len(index)+1)
	for _, e := range index {
		if e.name > CustomName && (len(list) == 0 || list[len(list)-1].Name < CustomName) {
			list = append(list, gen.Choice{Name: CustomName, Help: CustomSummary})
		}
		list = append(list, gen.Choice{Name: e.name, Help: e.build().Summary})
	}
	return list
}

// Names lists every name and alias, CustomName included, to find the nearest to
// a mistyped one.
func Names() []string {
	names := []string{CustomName}
	for _, e := range index {
		names = append(append(names, e.name), e.aliases...)
	}
	return names
}
