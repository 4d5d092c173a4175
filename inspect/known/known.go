// Package known has the schemes whose ids are only read, never generated, and the list of all schemes: those and
// the ones of package scheme.
//
// Each is declared as those are, by a function of its own that returns a fresh one; a file holds a family of them. The
// list of all of them, in index.go, is generated (go generate ./inspect/known), and a test compares. To add one, write
// its function and run go generate for this package and for inspect.
package known

import (
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

//go:generate go test -run TestIndex -update .

// entry is what the generated index knows of a declaration without building the scheme.
type entry struct {
	name, aliases string // aliases with blanks between them
	guards        bool   // a part of its pattern has Guards
	build         func() *gen.Scheme
}

func (e *entry) scheme() *gen.Scheme {
	s := e.build()
	s.SetDefaults()
	return s
}

// ReadOnly returns the schemes of this package, by name.
func ReadOnly() []*gen.Scheme {
	all := make([]*gen.Scheme, len(index))
	for i := range index {
		all[i] = index[i].scheme()
	}
	return all
}

// All returns every scheme that idscope knows, by name.
func All() []*gen.Scheme {
	all := append(scheme.All(), ReadOnly()...)
	slices.SortFunc(all, func(a, b *gen.Scheme) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Guarded returns the schemes whose texts begin with what stands before secrets, by name.
func Guarded() (list []*gen.Scheme) {
	for i := range index {
		if index[i].guards {
			list = append(list, index[i].scheme())
		}
	}
	return list
}

// Get returns the scheme of that name or alias, as [gen.Fold] compares them.
func Get(name string) (*gen.Scheme, bool) {
	for i := range index {
		if index[i].name == name {
			return index[i].scheme(), true
		}
	}
	if s, ok := scheme.Get(name); ok {
		return s, true
	}
	folded := gen.Fold(name)
	is := func(own string) bool { return gen.Fold(own) == folded }
	for i := range index {
		if e := &index[i]; is(e.name) || slices.ContainsFunc(strings.Fields(e.aliases), is) {
			return e.scheme(), true
		}
	}
	return nil, false
}

// Names lists every name and alias, that of a layout of one's own included, to find the nearest to a mistyped one.
func Names() []string {
	names := append([]string{scheme.CustomName}, scheme.Names()...)
	for i := range index {
		names = append(append(names, index[i].name), strings.Fields(index[i].aliases)...)
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

// pattern is the encoding of a text of those parts. verify may be nil; bits is what it is worth, as VerifyBits says.
func pattern(verify func(string) ([]gen.Finding, error), bits float64, parts ...gen.Part) gen.Encoding {
	return gen.Encoding{Pattern: parts, Verify: verify, VerifyBits: bits}
}

// part is a part of that many symbols.
func part(name string, source gen.Source, alphabet string, least, most int) gen.Part {
	return gen.Part{Name: name, Source: source, Alphabet: alphabet, Min: least, Max: most}
}

// fixed is a part that is one of some texts.
func fixed(name string, texts ...string) gen.Part {
	return gen.Part{Name: name, Source: gen.Const, Texts: texts}
}

// folded is a part whose letter case is ignored.
func folded(p gen.Part) gen.Part {
	p.Fold = true
	return p
}

// example is a published text, its time, empty without one, where it was published, and its parts.
func example(text, time, source string, parts ...string) gen.Vector {
	return gen.Vector{Text: text, Time: time, Values: parts, Source: source}
}

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

// begin verifies nothing: it says what the first n bytes of a text stand for, as "object".
func (o objects) begin(n int) func(text string) ([]gen.Finding, error) {
	return func(text string) ([]gen.Finding, error) { return found("object", o.of(text[:n])), nil }
}
