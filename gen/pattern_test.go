package gen

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

const (
	testDigits = "0123456789"
	testBase36 = testDigits + "abcdefghijklmnopqrstuvwxyz"
)

// ticket has all that a pattern can have but a part that is drawn once.
var ticket = Pattern{
	{Name: "kind", Source: Const, Texts: []string{"t_", "t_live_", "T-"}, Fold: true, Guards: []string{"t_live_"}},
	{Name: "time", Source: Time, Alphabet: testBase36, Min: 6, Max: 6, Per: 10},
	{Name: "body", Source: Random, Alphabet: "abcdef", Fold: true, Min: 1, Max: 9, Length: 4, Group: 3},
	{Name: "end", Source: Const, Texts: []string{"!", "?"}},
}

func TestPatternMatches(t *testing.T) {
	try.Works(t, ticket.Check())
	m := ticket.Matcher()
	try.Lines(t, "testdata/matches.txt", func(given string) string {
		_, quoted, _ := strings.Cut(given, ": ")
		text := try.Of(strconv.Unquote(quoted)).Or(t)
		pieces, ok := m.Match(nil, text)
		var parts []string
		for _, p := range pieces {
			parts = append(parts, text[p.Start:p.End])
		}
		try.Equal(t, ok, len(parts) > 0, "%s: it matches:", given)
		return strings.Join(parts, "|")
	})
	pieces, _ := m.Match(nil, "t_live_0000zzabc!")
	if p := pieces[1]; p.Value != 35*36+35 || p.Tick() != 129 || !pieces[2].Secret || pieces[0].Secret {
		t.Errorf("pieces %+v; want the time 1295 in tick 129, and a secret behind t_live_", pieces)
	}
	if pieces, _ := m.Match(nil, "t_0000zzabc!"); pieces[2].Secret {
		t.Error("the body behind t_ is a secret; want it behind t_live_ alone")
	}
	if n, _ := pieces[2].symbols(7); n != 6 {
		t.Errorf("symbols(7) = %d; want 6 and a hyphen", n)
	}
}

// TestPatterns has in testdata/patterns.txt what follows from the parts of a pattern, as JSON, or what is wrong,
// and the first IDs of a composer with options, which are JSON too.
func TestPatterns(t *testing.T) {
	try.Lines(t, "testdata/patterns.txt", func(given string) string {
		s := &Scheme{Name: "x", Encoding: Encoding{OwnAlphabet: true}}
		var o ComposerOptions
		d := json.NewDecoder(strings.NewReader(given))
		try.Works(t, cmp.Or(d.Decode(&s.Pattern), d.Decode(&o)))
		p := s.Pattern
		if err := p.Check(); err != nil {
			return err.Error()
		}
		shortest, longest := s.Len()
		text := fmt.Sprintf("%s; %d to %d, made %d; %s; %.5g bits, %.5g guessed; last %d; order %s; usual %s", p, shortest,
			longest, p.Made(), p.Letters(), s.Entropy(), s.Guess(), s.LastTick(), s.Order(), p.Usual())
		o.Random = SeededRandom(7)
		c, err := NewComposer(s, o)
		for i := 0; i < 3 && err == nil; i++ {
			var id []byte
			id, err = c.Append(nil)
			text += fmt.Sprintf("; %q", id)
		}
		if err != nil {
			text += "; " + err.Error()
		}
		return text
	})
}

// The key of a text is another one for each text, and makes it again.
func TestKeyInverts(t *testing.T) {
	m := ticket.Matcher()
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[ID]string{}
	for range 20_000 {
		text := randomTicket(r)
		id := try.Found(m.Key(text, false)).Or(t)
		try.Need(t, string(m.AppendKey(nil, id)), text, "AppendKey(Key(%q)) =", text)
		if other, ok := seen[id]; ok && other != text {
			t.Fatalf("Key(%q) = Key(%q)", text, other)
		}
		seen[id] = text
	}
	a, _ := m.Key("t_0000zzabc!", false)
	b, _ := m.Key("T_0000zzABC!", false)
	try.Equal(t, a, b, "of texts that differ in ignored letter case the keys are")
	hidden, ok := m.Key("t_0000zzabc!", true)
	if got := string(m.AppendKey(nil, hidden)); !ok || !strings.HasPrefix(got, "hash ") || hidden == a {
		t.Errorf("AppendKey of a hidden key = %q; want a hash", got)
	}
	if _, ok := m.Key("nothing", false); ok {
		t.Error("Key of what is not a text of the pattern = true")
	}
	long := Pattern{{Name: "a", Source: Random, Alphabet: testBase36, Min: 1, Max: 300}}.Matcher()
	one, _ := long.Key(strings.Repeat("z", 299), false)
	two, _ := long.Key(strings.Repeat("z", 300), false)
	if one == two || two.Len() != keyBits {
		t.Errorf("keys of 299 and 300 symbols are %x and %x; want two, of a hash", one, two)
	}
}

func randomTicket(r *rand.Rand) string {
	draw := func(symbols string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = symbols[r.IntN(len(symbols))]
		}
		return string(b)
	}
	var groups []string
	for n := 1 + r.IntN(9); n > 0; n -= 3 {
		groups = append(groups, draw("abcdef", min(n, 3)))
	}
	return ticket[0].Texts[r.IntN(3)] + draw(testBase36, 6) + strings.Join(groups, "-") + ticket[3].Texts[r.IntN(2)]
}

func TestRestrict(t *testing.T) {
	s := &Scheme{Name: "ticket", Encoding: Encoding{Pattern: ticket}}
	for _, c := range []struct {
		words    string
		length   int
		alphabet string
		want     int // symbols of the body; 0 for an error
	}{
		{"nothing is restricted", 0, "", 4},
		{"the length is that of all symbols", 2 + 6 + 7 + 1, "", 7},
		{"too short", 9, "", 0},
		{"too long", 30, "", 0},
		{"an alphabet where there is no choice", 0, "xyz", 0},
	} {
		got, err := s.Restrict(c.length, c.alphabet)
		if (err != nil) != (c.want == 0) || err == nil && got.Pattern[2].Symbols() != c.want {
			t.Errorf("%s: Restrict(%d, %q) = %v; want %d symbols", c.words, c.length, c.alphabet, err, c.want)
		}
	}
	if usual := ticket.Usual(); usual[2].Min != 4 || usual[2].Max != 4 || ticket[2].Max != 9 {
		t.Errorf("Usual() = %+v; want 4 symbols, and the pattern as it was", usual[2])
	}
	low, high := ticket.Len()
	if low != 2+6+1+1 || high != 7+6+11+1 || ticket.Made() != 2+6+5+1 {
		t.Errorf("Len() = %d, %d, Made() = %d", low, high, ticket.Made())
	}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	m := ticket.Matcher()
	pieces := make([]Piece, 0, 8)
	try.Equal(t, testing.AllocsPerRun(100, func() { pieces, _ = m.Match(pieces[:0], "t_live_0000zzabc!") }), 0,
		"AllocsPerRun(Match) =")
}
