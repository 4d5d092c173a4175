// Package known has the schemes whose ids are only read, never generated, and the list of all schemes: those and
// the ones of package scheme.
//
// Each is a row of the table of its family, one file a family. To add one, write its row and run go generate
// ./inspect.
package known

import (
	"iter"
	"slices"
	"strings"

	"idscope/gen"
	"idscope/gen/scheme"
)

// declaration is a scheme, but for what takes work to make: the compiler lays the tables out, so that no line of them
// runs when a program starts.
type declaration struct {
	of      string // the scheme that it is a variant of; empty for none
	since   string // its first use, a day
	epoch   string // an instant; empty where there is none
	objects objects
	mark    string          // behind each prefix of objects
	texts   func() []string // the prefixes, where they are no list
	gen.Scheme
}

// families are the tables.
var families = [...][]declaration{accounts, business, cloud, coins, content, generators, goods, hashes, nodes, social,
	systems, tokens, traces}

// declarations yields all rows.
func declarations() iter.Seq[*declaration] { return scheme.Rows(families[:]) }

// scheme returns a fresh scheme of the row. A constant part without texts has the prefixes of objects; what those mean
// is found where the row verifies nothing. A token ends with symbols that are shown, guards its prefix and has a note.
func (d *declaration) scheme() *gen.Scheme {
	s := d.Scheme
	s.Pattern = slices.Clone(s.Pattern)
	for i := range s.Pattern {
		switch part := &s.Pattern[i]; {
		case part.Source != gen.Const || part.Texts != nil:
		case d.texts != nil:
			part.Texts = d.texts()
		default:
			part.Texts = d.objects.prefixes(d.mark)
		}
	}
	if s.Format == gen.FormatToken {
		last := s.Pattern[len(s.Pattern)-1]
		s.Pattern = append(s.Pattern, data("end", last.Alphabet, tokenShown))
		s.Pattern[0].Guards = s.Pattern[0].Texts
		s.Notes = append([]string{revoke}, s.Notes...)
	}
	if d.objects != "" && s.Verify == nil {
		s.Verify = d.object
	}
	if s.Example.Text == "" {
		s.Example.Text = strings.Join(s.Example.Values, "")
	}
	base := d.base()
	if base != nil {
		s.Libraries, base.Overflow = base.Libraries, 0 // who only reads exhausts nothing
		if s.Layout != nil {
			base.Bits = gen.Bits{}
		}
	}
	made := scheme.Build(s, base, d.since, d.epoch)
	made.SetDefaults()
	return made
}

// base is the scheme that the row is a variant of, nil for none. A row with a layout of its own has its text alone.
func (d *declaration) base() *gen.Scheme {
	for i := range unlisted {
		if unlisted[i].Name == d.of && d.Name != d.of {
			return unlisted[i].scheme()
		}
	}
	if d.of == "" {
		return nil
	}
	base, _ := Get(d.of)
	return base
}

// object verifies nothing: it says what the prefix of a text means.
func (d *declaration) object(text string) ([]gen.Finding, error) {
	_, object := d.objects.longest(text, d.mark)
	return found("object", object), nil
}

// ReadOnly returns the schemes of this package, by name.
func ReadOnly() []*gen.Scheme { return list(func(*declaration) bool { return true }) }

// Guarded returns the schemes whose texts begin with what is before secrets, by name.
func Guarded() []*gen.Scheme {
	return list(func(d *declaration) bool {
		guards := func(p gen.Part) bool { return p.Guards != nil }
		return d.Format == gen.FormatToken || slices.ContainsFunc(d.Pattern, guards)
	})
}

// list returns the schemes of some rows, by name.
func list(wanted func(*declaration) bool) (all []*gen.Scheme) {
	for d := range declarations() {
		if wanted(d) {
			all = append(all, d.scheme())
		}
	}
	slices.SortFunc(all, byName)
	return all
}

func byName(a, b *gen.Scheme) int { return strings.Compare(a.Name, b.Name) }

// All returns every scheme that idscope knows, by name.
func All() []*gen.Scheme {
	all := append(scheme.All(), ReadOnly()...)
	slices.SortFunc(all, byName)
	return all
}

// Get returns the scheme of that name or alias, as [gen.Fold] compares them.
func Get(name string) (*gen.Scheme, bool) {
	if s, ok := scheme.Get(name); ok {
		return s, true
	}
	if s, ok := Named(name); ok {
		return s, true
	}
	return first(func(d *declaration) bool { return d.Called(name) })
}

// Named returns the scheme of exactly that name.
func Named(name string) (*gen.Scheme, bool) {
	if s, ok := scheme.Named(name); ok { // first: to walk through the rows here brings all their pages in
		return s, true
	}
	return first(func(d *declaration) bool { return d.Name == name })
}

// first is the scheme of the first row that is wanted.
func first(is func(*declaration) bool) (*gen.Scheme, bool) {
	for d := range declarations() {
		if is(d) {
			return d.scheme(), true
		}
	}
	return nil, false
}

// Names lists every name and alias, that of a layout of one's own included, to find the nearest to a mistyped one.
func Names() []string {
	names := []string{scheme.CustomName}
	for _, s := range append(scheme.All(), ReadOnly()...) {
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

// part is a part of so many symbols.
func part(name string, source gen.Source, alphabet string, least, most int) gen.Part {
	return gen.Part{Name: name, Source: source, Alphabet: alphabet, Min: least, Max: most}
}

func data(name, alphabet string, n int) gen.Part   { return part(name, gen.Data, alphabet, n, n) }
func random(name, alphabet string, n int) gen.Part { return part(name, gen.Random, alphabet, n, n) }

// fixed is a part that is one of some texts.
func fixed(name string, texts ...string) gen.Part {
	return gen.Part{Name: name, Source: gen.Const, Texts: texts}
}

// secret is a part of symbols that must not be shown.
func secret(name, alphabet string, least, most int) gen.Part {
	return gen.Part{Name: name, Source: gen.Data, Alphabet: alphabet, Min: least, Max: most, Secret: true}
}

// anyCase is a part whose letter case is ignored.
func anyCase(name string, source gen.Source, alphabet string, least, most int) gen.Part {
	return gen.Part{Name: name, Source: source, Alphabet: alphabet, Min: least, Max: most, Fold: true}
}

// field is a field of a layout; fieldFrom one of those that share a source, from that bit of it on.
func field(name string, source gen.Source, bits int) gen.Field {
	return fieldFrom(name, source, bits, 0)
}

func fieldFrom(name string, source gen.Source, bits, from int) gen.Field {
	return gen.Field{Name: name, Source: source, Bits: bits, From: from}
}

// constant is a field that is the same in every id.
func constant(name string, bits int, value uint64) gen.Field {
	return gen.Field{Name: name, Source: gen.Const, Bits: bits, Value: value}
}

// parted is a published text that consists of those parts, and its time, empty without one.
func parted(time, source string, parts ...string) gen.Vector {
	return gen.Vector{Time: time, Values: parts, Source: source}
}

// example is a published number, its time, where it was published, and its fields.
func example(text, time, source string, fields ...string) gen.Vector {
	return gen.Vector{Text: text, Time: time, Values: fields, Source: source}
}

// FindingNames lists the names of findings, but those that a path of Azure names.
func FindingNames() []string {
	return strings.Fields(`account address algorithm anchor application attempt bytes byte_order checksum codec
		container counter country_code database_id digest expires flags given_by group hash
		issued job kind lines mode names network number object origin parent_id partition
		path process project provider region registrant repository resource sampled service
		span_id subscription suffix task thread trace_id traced type uuid visit written_in`)
}

// found is findings: names and values in turn.
func found(pairs ...string) (all []gen.Finding) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, gen.Finding{Name: pairs[i], Value: pairs[i+1]})
	}
	return all
}

// objects are prefixes, each with what it means after a blank; semicolons, and ends of lines anywhere, are
// between them. A + behind a prefix is for two, of which _live and _test are the ends.
type objects string

// each calls f with the prefixes and what they mean.
func (o objects) each(f func(prefix, object string)) {
	for entry := range strings.SplitSeq(strings.ReplaceAll(string(o), "\n", " "), ";") {
		prefix, object, _ := strings.Cut(strings.TrimSpace(entry), " ")
		if name, moded := strings.CutSuffix(prefix, "+"); moded {
			f(name+"_live", object)
			prefix = name + "_test"
		}
		f(prefix, object)
	}
}

// prefixes lists the prefixes, with a mark behind each.
func (o objects) prefixes(mark string) (list []string) {
	o.each(func(prefix, _ string) { list = append(list, prefix+mark) })
	return list
}

// of is what a prefix means; empty where it is none.
func (o objects) of(prefix string) (object string) {
	o.each(func(p, what string) {
		if p == prefix {
			object = what
		}
	})
	return object
}

// longest is the longest prefix that a text begins with, the mark behind it included, and what it means.
func (o objects) longest(text, mark string) (prefix, object string) {
	o.each(func(p, what string) {
		rest, ok := strings.CutPrefix(text, p)
		if n := len(p) + len(mark); ok && n > len(prefix) && strings.HasPrefix(rest, mark) {
			prefix, object = text[:n], what
		}
	})
	return prefix, object
}
