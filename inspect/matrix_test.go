package inspect

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

const (
	matrixFile   = "MATRIX.md"
	foreignTable = "## Ids of other implementations\n"
)

// alike says of the schemes whose identifiers do not always come first what
// cannot be told apart, by the shape that they share with others. A scheme that
// is not here has to be first in at least 99 % of its identifiers.
var alike = []struct {
	is     func(*gen.Scheme) bool
	reason string
}{
	{func(s *gen.Scheme) bool { return s.Pattern == nil && s.Text.Form == gen.Decimal },
		"a decimal number: its only check is the time, which is plausible in many layouts; of those the " +
			"commonest comes first. --as or --around tells, and --same-source for many ids"},
	{func(s *gen.Scheme) bool { return s.Pattern == nil && s.Text.Form == gen.UUID },
		"the version is that of another scheme, and there is no time that speaks for this one"},
	{func(s *gen.Scheme) bool { return s.Name == "julid" },
		"the bits of a ULID; the only hint is a small counter"},
	{func(s *gen.Scheme) bool { return s.Name == "ksuidms" },
		"a KSUID whose first random byte is below 250, as 98 % of all KSUIDs have it"},
	{func(s *gen.Scheme) bool { return s.Pattern == nil && s.Affix == nil && s.Layout.Size() <= 64 },
		"short text of few bits: letters and digits of that length are texts of several schemes"},
	{func(s *gen.Scheme) bool {
		return s.Pattern == nil && (s.Text.Form == gen.Hex || s.Text.Form == gen.Base62)
	},
		"hexadecimal digits or letters of that length, with a time at most to check, are those of several " +
			"schemes and of hashes"},
	{func(s *gen.Scheme) bool { return s.Pattern != nil },
		"random symbols of that length, with nothing to check"},
	{func(s *gen.Scheme) bool { return s.Name == "typeid" },
		"without a prefix it is a ULID in small letters with the bits of a UUIDv7"},
}

// A matrix of which readings come first, for a thousand identifiers of each
// scheme that can be made, stands in MATRIX.md. A scheme with a syntax or a
// checksum of its own always comes first, what is certain is right, and every one that
// comes first in less than 99 % of its identifiers has its reason there.
func TestMatrix(t *testing.T) {
	in := inspector(t, Options{})
	var b strings.Builder
	b.WriteString("# Which reading comes first\n\nOf 1000 ids of each scheme, generated over a year: how many " +
		"`idscope inspect` reads as that scheme first,\n" +
		"how many among all its readings, and how many with confidence. Written by `go test ./inspect -run " +
		"Matrix -update`.\n\n" +
		"| scheme | first % | among % | likely % | certain % | what else comes first |\n|---|---:|---:|---:|---:|---|\n")
	reasons := map[string][]string{}
	for _, s := range known.All() {
		texts := makeTexts(t, s, 1000)
		if texts == nil {
			continue
		}
		c := standing{others: map[string]int{}}
		words := 0
		for _, text := range texts {
			r := in.Inspect(text)
			if c.count(&r, s); r.place(s.Name) < 0 && !strings.ContainsAny(text, "0123456789") {
				words++
			}
			if r.place(s.Name) != 0 && r.OK() && r.Readings[0].Confidence == Certain {
				t.Errorf("%s: Inspect(%q) is certain of %s", s.Name, text, r.Readings[0].Scheme.Name)
			}
		}
		first, among, others := c.first, c.among, c.others
		percent := func(n int) string {
			return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(n)/float64(len(texts))), ".0")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", s.Name, percent(first), percent(among),
			percent(c.sure[Likely]+c.sure[Certain]), percent(c.sure[Certain]), most(others, len(texts)))
		if own := s.Affix != nil && !s.Affix.Optional || s.Affix != nil && s.Affix.Sum != nil ||
			s.Text.Form == gen.HexDashed; own && first < len(texts) {
			t.Errorf("%s has a syntax of its own, and comes first in %d of %d; want all: %v", s.Name, first, len(texts), others)
		}
		if 1000*(among+words) < 995*len(texts) { // a text of letters alone is rather a word
			t.Errorf("%s is among the readings of %d of its %d identifiers; want all: %v", s.Name, among, len(texts), others)
		}
		if 100*first >= 99*len(texts) {
			continue
		}
		i := slices.IndexFunc(alike, func(a struct {
			is     func(*gen.Scheme) bool
			reason string
		}) bool {
			return a.is(s)
		})
		if i < 0 {
			t.Errorf("%s comes first in %d of %d, and nothing says why: %v", s.Name, first, len(texts), others)
			continue
		}
		reasons[alike[i].reason] = append(reasons[alike[i].reason], s.Name)
	}
	b.WriteString("\nWhat cannot be told apart, of the schemes that are first in less than 99 %:\n\n")
	for _, a := range alike {
		if names := reasons[a.reason]; names != nil {
			fmt.Fprintf(&b, "- %s: %s.\n", strings.Join(names, ", "), a.reason)
			delete(reasons, a.reason)
		}
	}
	readMatrix(t, &b, in)
	have, _ := os.ReadFile(matrixFile)
	if _, rest, ok := strings.Cut(string(have), foreignTable); ok { // .ci/foreign wrote it
		b.WriteString("\n" + foreignTable + rest)
	}
	try.File(t, matrixFile, b.String())
}

// readMatrix adds a table of the schemes of which no generator makes ids: their published
// identifiers, which all are among the readings. One with a syntax, a checksum or
// constants that random texts of its shape do not have comes first.
func readMatrix(t *testing.T, b *strings.Builder, in *Inspector) {
	t.Helper()
	b.WriteString("\n# Kinds that are only read, or counted in a store\n\nOf their published ids, how many are read as " +
		"that kind first, how many " +
		"among all readings,\nhow sure the surest is, and what it is.\n\n" +
		"| scheme | of | first | among | confidence | format | what else comes first |\n|---|---:|---:|---:|---|---|---|\n")
	for _, s := range known.All() {
		if s.Generated() || s.Counter != "" && !s.Timed() {
			continue
		}
		c := standing{others: map[string]int{}}
		for _, v := range schemetest.Vectors(s) {
			if at, err := time.Parse(time.RFC3339Nano, v.Time); err != nil || !at.After(in.opts.Now) {
				r := in.Inspect(v.Text)
				c.count(&r, s)
			}
		}
		best := Possible
		for _, confidence := range []Confidence{Likely, Certain} {
			if c.sure[confidence] > 0 {
				best = confidence
			}
		}
		of, first, among, others := c.of, c.first, c.among, c.others
		fmt.Fprintf(b, "| %s | %d | %d | %d | %s | %s | %s |\n", s.Name, of, first, among, best, s.Format, most(others, of))
		if among < of {
			t.Errorf("%s is among the readings of %d of its %d published ids; want all: %v", s.Name, among, of, others)
		}
		if c.evidence >= certainBits && first < of {
			t.Errorf("%s has %.0f bits of evidence, and comes first in %d of %d; want all: %v", s.Name, c.evidence,
				first, of, others)
		}
	}
}

// standing is where a scheme stands among the readings of its ids.
type standing struct {
	of, first, among int
	sure             [Certain + 1]int // those that come first, by confidence
	evidence         float64          // the most
	others           map[string]int   // what else comes first
}

func (c *standing) count(r *Result, s *gen.Scheme) {
	c.of++
	place := r.place(s.Name)
	if place >= 0 {
		c.among++
		c.evidence = max(c.evidence, r.Readings[place].Evidence)
	}
	switch {
	case place == 0:
		c.first++
		c.sure[r.Readings[0].Confidence]++
	case len(r.Readings) > 0:
		c.others[r.Readings[0].Scheme.Name]++
	default:
		c.others["none"]++
	}
}

// makeTexts makes identifiers of a scheme as text, the same ones each time; none
// of one that is only read, or that does not vary.
func makeTexts(t *testing.T, s *gen.Scheme, n int) []string {
	t.Helper()
	switch {
	case !s.Generated() || s.Named() || !s.Varies():
		return nil
	case s.Pattern != nil:
		c := try.Of(gen.NewComposer(s, gen.ComposerOptions{Random: gen.SeededRandom(11)})).Or(t)
		var list []string
		for range n {
			text := try.Of(c.Append(nil)).Or(t)
			list = append(list, string(text))
		}
		return list
	}
	var list []string
	for _, id := range makeSome(t, s, n, 11) {
		list = append(list, string(s.Append(nil, id)))
	}
	return list
}

// most names what else came first, most often first.
func most(others map[string]int, of int) string {
	names := make([]string, 0, len(others))
	for name := range others {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := others[b] - others[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %.3g", name, 100*float64(others[name])/float64(of))
	}
	return strings.Join(names[:min(len(names), 6)], ", ")
}
