// Package known has the schemes whose ids are only read, never generated, and the list of all schemes: those and
// the ones of package scheme.
//
// Each is declared as those are, by a function of its own that returns a fresh one; a file holds a family of them. To
// add one, write its function and put it into the list of its family: nothing else names it.
package known

import (
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

// families are the declarations of this package.
var families = [...]func() []*gen.Scheme{accounts, business, cloud, coins, content, generators, goods, hashes, social,
	systems, tokens, traces}

// ReadOnly returns the schemes of this package, by name.
func ReadOnly() []*gen.Scheme {
	var all []*gen.Scheme
	for _, family := range families {
		for _, s := range family() {
			all = append(all, s.WithDefaults())
		}
	}
	slices.SortFunc(all, byName)
	return all
}

// All returns every scheme that idscope knows, by name.
func All() []*gen.Scheme {
	all := append(scheme.All(), ReadOnly()...)
	slices.SortFunc(all, byName)
	return all
}

func byName(a, b *gen.Scheme) int { return strings.Compare(a.Name, b.Name) }

// Get returns the scheme of that name or alias, as [gen.Fold] compares them.
func Get(name string) (*gen.Scheme, bool) {
	if s, ok := scheme.Get(name); ok {
		return s, true
	}
	folded := gen.Fold(name)
	is := func(own string) bool { return gen.Fold(own) == folded }
	for _, s := range ReadOnly() {
		if is(s.Name) || slices.ContainsFunc(s.Aliases, is) {
			return s, true
		}
	}
	return nil, false
}

// Names lists every name and alias, that of a layout of one's own included, to find the nearest to a mistyped one.
func Names() []string {
	names := []string{scheme.CustomName}
	for _, s := range All() {
		names = append(append(names, s.Name), s.Aliases...)
	}
	return names
}

// Alphabets, in order of the values of their symbols.
const (
	decimals  = "0123456789"
	smalls    = "abcdefghijklmnopqrstuvwxyz"
	capitals  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexDigits = "0123456789abcdef"
	base36    = decimals + smalls
	base58    = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base62    = decimals + capitals + smalls
	base64URL = capitals + smalls + decimals + "-_"
)

// day is the start of a day in UTC.
func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// unix is the epoch of most.
func unix() time.Time { return time.Unix(0, 0).UTC() }

// found is findings: names and values in turn.
func found(pairs ...string) (all []gen.Finding) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, gen.Finding{Name: pairs[i], Value: pairs[i+1]})
	}
	return all
}

// objects are prefixes, each with what it stands for behind a blank; semicolons, and ends of lines anywhere, are
// between them.
type objects string

// each calls f with the prefixes and what they stand for.
func (o objects) each(f func(prefix, object string)) {
	for entry := range strings.SplitSeq(strings.ReplaceAll(string(o), "\n", " "), ";") {
		prefix, object, _ := strings.Cut(strings.TrimSpace(entry), " ")
		f(prefix, object)
	}
}

// prefixes lists the prefixes, with a mark behind each.
func (o objects) prefixes(mark string) (list []string) {
	o.each(func(prefix, _ string) { list = append(list, prefix+mark) })
	return list
}

// of is what a prefix stands for; empty where it is none.
func (o objects) of(prefix string) (object string) {
	o.each(func(p, what string) {
		if p == prefix {
			object = what
		}
	})
	return object
}
