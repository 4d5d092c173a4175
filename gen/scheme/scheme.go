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
	if s, ok := Named(name); ok { // mostly, and at once
		return s, true
	}
	folded := gen.Fold(name)
	is := func(own string) bool { return gen.Fold(own) == folded }
	return first(func(e *entry) bool { return is(e.name) || slices.ContainsFunc(strings.Fields(e.aliases), is) })
}

// Named returns the scheme of exactly that name.
func Named(name string) (*gen.Scheme, bool) {
	return first(func(e *entry) bool { return e.name == name })
}

func first(is func(*entry) bool) (*gen.Scheme, bool) {
	for i := range index {
		if is(&index[i]) {
			return index[i].scheme(), true
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

// Fields of declarations, named as in their specification: of which source, and how many bits. From is the lowest bit
// of a source that several fields share.
func ticks(name string, bits int, from ...int) gen.Field  { return field(gen.Time, name, bits, from) }
func seq(name string, bits int, from ...int) gen.Field    { return field(gen.Seq, name, bits, from) }
func worker(name string, bits int, from ...int) gen.Field { return field(gen.Worker, name, bits, from) }
func random(name string, bits int) gen.Field              { return field(gen.Random, name, bits, nil) }
func data(name string, bits int) gen.Field                { return field(gen.Data, name, bits, nil) }
func rollback(name string, bits int) gen.Field            { return field(gen.Rollback, name, bits, nil) }
func unused(bits int) gen.Field                           { return fixed("unused", bits, 0) }

func field(source gen.Source, name string, bits int, from []int) gen.Field {
	f := gen.Field{Name: name, Source: source, Bits: bits}
	if from != nil {
		f.From = from[0]
	}
	return f
}

// fixed is a field that is the same in every ID.
func fixed(name string, bits int, value uint64) gen.Field {
	return gen.Field{Name: name, Source: gen.Const, Bits: bits, Value: value}
}
