// Package scheme holds the declarations of the schemes that can be generated: one file for each kind of identifier.
// Those that are only read are in inspect/known, which lists all.
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
	"strings"
	"time"

	"idscope/gen"
)

//go:generate go test -run TestIndex -update .

// entry is what the generated index knows without building the scheme.
type entry struct {
	name, aliases string // aliases with blanks between them
	build         func() *gen.Scheme
}

func (e *entry) scheme() *gen.Scheme {
	s := e.build()
	s.SetDefaults()
	return s
}

// Get returns the scheme of that name or alias, as [gen.Fold] compares them.
func Get(name string) (*gen.Scheme, bool) {
	for _, e := range index {
		if e.name == name {
			return e.scheme(), true
		}
	}
	folded := gen.Fold(name)
	is := func(own string) bool { return gen.Fold(own) == folded }
	for _, e := range index {
		if is(e.name) || slices.ContainsFunc(strings.Fields(e.aliases), is) {
			return e.scheme(), true
		}
	}
	return nil, false
}

// Names returns the names and the aliases of the schemes of this package.
func Names() (list []string) {
	for _, e := range index {
		list = append(append(list, e.name), strings.Fields(e.aliases)...)
	}
	return list
}

// All returns every scheme of this package, in the order of their names.
func All() []*gen.Scheme {
	all := make([]*gen.Scheme, len(index))
	for i, e := range index {
		all[i] = e.scheme()
	}
	return all
}

// Alphabets of schemes that are patterns of text, in order of the values of their symbols.
const (
	decimals = "0123456789"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base36   = decimals + smalls
	base62   = decimals + capitals + smalls
)

// Ticks of declarations.
const (
	nanosecond  = time.Nanosecond
	microsecond = time.Microsecond
	millisecond = time.Millisecond
	second      = time.Second
	hour        = time.Hour
)

// unix returns the instant of a Unix time in seconds, unixMilli of one in
// milliseconds, and day the start of a day in UTC.
func unix(s int64) time.Time       { return time.Unix(s, 0).UTC() }
func unixMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
