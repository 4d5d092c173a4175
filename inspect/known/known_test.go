package known

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// TestTable compares with testdata/rows.txt what each scheme declares but for its functions: what changes there changes
// what is read, which of several schemes comes first, or what generators do by default.
func TestTable(t *testing.T) {
	const none = `\w+:(?:0x0|0|""|false|[^:{}"]*\(nil\)|time.Date\(1, [^:]*UTC\)|[.\w]+{}|\[2]uint64{0x0, 0x0})`
	empty, short := regexp.MustCompile(none+`, |`+none+`(})`), strings.NewReplacer("gen.", "", ", }", "}")
	var all strings.Builder
	for _, s := range slices.Concat(All(), Unlisted(), Asked()) {
		row, around := *s, *cmp.Or(s.Affix, &gen.Affix{})
		row.Valid, row.Digest, row.PrefixBits, row.Verify = nil, nil, nil, nil
		row.Affix, around.Rule, around.Sum = nil, nil, nil
		said := fmt.Sprintf("%#v %#v\n", row, around)
		said = empty.ReplaceAllString(empty.ReplaceAllString(empty.ReplaceAllString(said, "$1"), "$1"), "$1")
		all.WriteString(short.Replace(said))
	}
	try.File(t, "testdata/rows.txt", all.String())
}

// TestSuite: a new scheme is in it as soon as its family has it.
func TestSuite(t *testing.T) {
	for _, s := range ReadOnly() {
		if s.ReadOnly == "" {
			t.Errorf("%s can be generated; declare it in package scheme", s.Name)
		}
	}
	schemetest.Suite(t, ReadOnly())
}

// TestRows: what a row says in words can be read.
func TestRows(t *testing.T) {
	rows := slices.Collect(declarations())
	for _, table := range [...][]declaration{unlisted[:], asked[:]} {
		for i := range table {
			rows = append(rows, &table[i])
		}
	}
	for _, d := range rows {
		for _, text := range []string{d.since, d.epoch} {
			try.Equal(t, scheme.Instant(text).IsZero(), text == "", "%s: %q is no day and no instant:", d.Name, text)
		}
		try.Equal(t, d.base() != nil, d.of != "", "%s is a variant of %q, which is a scheme:", d.Name, d.of)
	}
}

// TestNames: no name or alias stands for two schemes, and Get knows each.
func TestNames(t *testing.T) {
	seen := map[string]string{gen.Fold(scheme.CustomName): scheme.CustomName}
	last := ""
	for _, s := range All() {
		if s.Name <= last {
			t.Errorf("%s follows %s; want the names in order", s.Name, last)
		}
		last = s.Name
		for _, name := range append([]string{s.Name}, s.Aliases...) {
			try.Equal(t, seen[gen.Fold(name)], "", "%s is a name of %s and of", name, s.Name)
			seen[gen.Fold(name)] = s.Name
			if got, ok := Get(strings.ToUpper(name)); !ok || got.Name != s.Name {
				t.Errorf("Get(%s) = %v, %t; want %s", name, got, ok, s.Name)
			}
		}
	}
	try.Equal(t, len(Names()), len(seen), "of all names and aliases Names has")
}

// FuzzPattern: matching never panics, what matches is tiled by its parts and has a
// key that makes it again, and Verify takes whatever matches.
func FuzzPattern(f *testing.F) {
	list := slices.DeleteFunc(All(), func(s *gen.Scheme) bool { return s.Pattern == nil })
	matchers := make([]*gen.Matcher, len(list))
	for i, s := range list {
		matchers[i] = s.Pattern.Matcher()
		for _, v := range schemetest.Vectors(s) {
			f.Add(v.Text, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, _ uint8) {
		for i, s := range list {
			pieces, ok := matchers[i].Match(nil, text)
			if !ok {
				try.Need(t, len(pieces), 0, "%s: Match(%q) = false, and of pieces there are", s.Name, text)
				continue
			}
			at := 0
			for _, p := range pieces {
				if p.Start != at || p.End < p.Start {
					t.Fatalf("%s: Match(%q): %s stands at %d to %d, behind %d", s.Name, text, p.Name, p.Start, p.End, at)
				}
				at = p.End
			}
			try.Need(t, at, len(text), "%s: the parts of %q end at", s.Name, text)
			id, _ := matchers[i].Key(text, false)
			if again := string(matchers[i].AppendKey(nil, id)); !strings.HasPrefix(again, "hash ") {
				if back, ok := matchers[i].Key(again, false); !ok || back != id || !strings.EqualFold(again, text) {
					t.Fatalf("%s: key %x of %q makes %q", s.Name, id, text, again)
				}
			}
			if s.Verify != nil {
				_, _ = s.Verify(text)
			}
		}
	})
}
