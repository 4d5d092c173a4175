// Package scheme has the schemes that can be generated, a row each of the table of its family, one file a family.
// Those that are only read are in inspect/known, which lists all.
//
// To add a scheme, copy the nearest row, change it, and run go generate: see "Add a scheme" in CONTRIBUTING.
package scheme

import (
	"iter"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// declaration is a scheme, but for what takes work to make: the compiler lays the tables out, so that no line of them
// runs when a program starts.
type declaration struct {
	of           string // the scheme that it is a variant of; empty for none
	since, epoch string // its first use, a day, and an instant; empty where there is none
	gen.Scheme
}

// families are the tables, first those that are asked for most.
var families = [...][]declaration{uuids, snowflakes, sortables, prefixed, randoms, counters}

// build returns a fresh scheme of the row, without what it leaves out.
func (d *declaration) build() *gen.Scheme {
	var base *gen.Scheme
	if d.of != "" {
		base = first(func(b *declaration) bool { return b.Name == d.of }).build()
	}
	return Build(d.Scheme, base, d.since, d.epoch)
}

// Build returns own with its first use and its epoch, as a variant of base, where that is not nil.
func Build(own gen.Scheme, base *gen.Scheme, since, epoch string) *gen.Scheme {
	own.Since, own.Epoch = Instant(since), Instant(epoch)
	if base != nil {
		return base.Variant(own)
	}
	return &own
}

// Instant reads a day, or an instant of RFC 3339; the zero time where there is none.
func Instant(text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	layout := time.RFC3339
	if len(text) == len(time.DateOnly) {
		layout = time.DateOnly
	}
	t, _ := time.Parse(layout, text) // tests read all
	return t
}

// Get returns the scheme of that name or alias, as [gen.Fold] compares them.
func Get(name string) (*gen.Scheme, bool) {
	if s, ok := Named(name); ok { // mostly, and at once
		return s, true
	}
	return made(first(func(d *declaration) bool { return d.Called(name) }))
}

// Named returns the scheme of exactly that name.
func Named(name string) (*gen.Scheme, bool) {
	return made(first(func(d *declaration) bool { return d.Name == name }))
}

// first is the first row that is wanted, nil without one.
func first(is func(*declaration) bool) *declaration {
	for d := range Rows(families[:]) {
		if is(d) {
			return d
		}
	}
	return nil
}

// Rows yields the rows of the tables of families in their order.
func Rows[R any](families [][]R) iter.Seq[*R] {
	return func(yield func(*R) bool) {
		for _, family := range families {
			for i := range family {
				if !yield(&family[i]) {
					return
				}
			}
		}
	}
}

func made(d *declaration) (*gen.Scheme, bool) {
	if d == nil {
		return nil, false
	}
	s := d.build()
	s.SetDefaults()
	return s, true
}

// All returns every scheme of this package, in the order of their names.
func All() (all []*gen.Scheme) {
	for d := range Rows(families[:]) {
		s, _ := made(d)
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *gen.Scheme) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Alphabets of schemes that are patterns of text, in order of the values of their symbols.
const (
	decimals  = "0123456789"
	smalls    = "abcdefghijklmnopqrstuvwxyz"
	capitals  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexDigits = "0123456789abcdef"
	base36    = decimals + smalls
	base62    = decimals + capitals + smalls
)

// Ticks of declarations.
const (
	nanosecond  = time.Nanosecond
	microsecond = time.Microsecond
	millisecond = time.Millisecond
	second      = time.Second
	hour        = time.Hour
)

// Fields of declarations, named as in their specification: of which source, and how many bits.
func ticks(name string, bits int) gen.Field    { return field(name, gen.Time, bits) }
func seq(name string, bits int) gen.Field      { return field(name, gen.Seq, bits) }
func worker(name string, bits int) gen.Field   { return field(name, gen.Worker, bits) }
func random(name string, bits int) gen.Field   { return field(name, gen.Random, bits) }
func data(name string, bits int) gen.Field     { return field(name, gen.Data, bits) }
func rollback(name string, bits int) gen.Field { return field(name, gen.Rollback, bits) }
func unused(bits int) gen.Field                { return fixed("unused", bits, 0) }

func field(name string, source gen.Source, bits int) gen.Field {
	return fieldFrom(name, source, bits, 0)
}

// fieldFrom is one of several fields of a source, from that bit of it on.
func fieldFrom(name string, source gen.Source, bits, from int) gen.Field {
	return gen.Field{Name: name, Source: source, Bits: bits, From: from}
}

// fixed is a field that is the same in every ID.
func fixed(name string, bits int, value uint64) gen.Field {
	return gen.Field{Name: name, Source: gen.Const, Bits: bits, Value: value}
}

// example is a published ID, its time, where it was published, and its fields.
func example(text, time, source string, fields ...string) gen.Vector {
	return gen.Vector{Text: text, Time: time, Values: fields, Source: source}
}
