package compare

import (
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
)

var now = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func load(nodes, rate int64, years float64) Load {
	return Load{big.NewInt(nodes), big.NewRat(rate, 1), new(big.Rat).SetFloat64(years * 31556952)}
}

func row(t *testing.T, name string, l Load) Row {
	t.Helper()
	if r, ok := Baseline(name, l); ok {
		return r
	}
	s, ok := scheme.Get(name)
	if !ok {
		t.Fatalf("no scheme %s", name)
	}
	r, err := Of(s, l, now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFacts(t *testing.T) {
	tests := []struct {
		name         string
		order        string
		coordination Coordination
		leaks        string
		locality     Locality
		js, bigint   string // yes, no, or the year
	}{
		{"snowflake", "yes", Number, "time node rate next", Ordered, "no", "yes"},
		{"uuidv4", "-", None, "", Anywhere, "no", "no"},
		{"uuidv7", "yes", None, "time", Ordered, "no", "no"},
		{"uuidv5", "-", None, "name", Anywhere, "no", "no"},
		{"uuidv1", "no", None, "time host next clock", Cycles, "no", "no"},
		{"xid", "tick", None, "time process rate next", ByTick, "no", "no"},
		{"march", "yes", Number, "time node rate next", Runs, "no", "yes"},
		{"instagram", "", Fields, "time rate next data", "", "", ""},
		{"nuid", "-", None, "process rate next", Runs, "no", "no"},
		{"cuid2", "-", None, "", Anywhere, "no", "no"},
		{"elasticsearch", "no", None, "time process rate next", Cycles, "no", "no"},
		{"auto-increment", "yes", Server, "rate next count", Ordered, "yes", "yes"},
		{"segment", "no", Server, "rate next count", Runs, "yes", "yes"},
	}
	for _, test := range tests {
		r := row(t, test.name, load(4, 1000, 1))
		word := func(f Fit) string {
			switch {
			case f.Always:
				return "yes"
			case f.Until == nil || f.Until.Before(now):
				return "no"
			}
			return f.Until.Format("2006")
		}
		if test.order != "" && r.Order != test.order || r.Coordination != test.coordination ||
			strings.Join(r.Leaks, " ") != test.leaks ||
			test.locality != "" && r.Locality != test.locality || test.js != "" &&
			(word(r.JSSafe) != test.js || word(r.Bigint) != test.bigint) {
			t.Errorf("%s: order %s, coordination %s, leaks %v, index %s, js %s, bigint %s; want %+v", test.name, r.Order,
				r.Coordination, r.Leaks, r.Locality, word(r.JSSafe), word(r.Bigint), test)
		}
	}
}

func TestOddsOfALoad(t *testing.T) {
	tests := []struct {
		words     string
		name      string
		l         Load
		low, high float64
		problem   string
	}{
		{"numbers given to nodes never meet", "snowflake", load(10, 1000, 1), 0, 0, ""},
		{"122 random bits, 3.2e10 ids", "uuidv4", load(10, 1000, 1), 0.9e-16, 1e-16, ""},
		{"23 random bits a millisecond are few", "simpleflake", load(10, 1000, 1), 1, 1, ""},
		{"too many nodes", "snowflake", load(2000, 1000, 1), 0, 0, "2000 nodes are more than the 1024"},
		{"too fast", "sonyflake", load(1, 30000, 1), 0, 0, "30000 ids a second and node are more than its 25600"},
		{"not if spread over nodes", "sonyflake", load(2, 30000, 1), 0, 0, ""},
		{"too long", "snowflake", load(1, 1, 60), 0, 0, "ends on 2080-07-10"},
		{"has ended", "uidgenerator", load(1, 1, 1), 0, 0, "has ended on 2024-11-20"},
		{"a counter never repeats", "auto-increment", load(1000, 1000000, 100), 0, 0, ""},
		{"until it is used up", "auto-increment", load(1000, 1e12, 100), 0, 0, "3.16e21 ids are more than 2^63-1"},
	}
	for _, test := range tests {
		r := row(t, test.name, test.l)
		if test.problem != "" {
			if r.Odds != nil || !strings.Contains(strings.Join(r.Problems, "; "), test.problem) {
				t.Errorf("%s: %+v, %q; want %q", test.words, r.Odds, r.Problems, test.problem)
			}
			continue
		}
		if r.Odds == nil || r.Odds.Probability < test.low || r.Odds.Probability > test.high {
			t.Errorf("%s: %+v, %q; want odds of %g to %g", test.words, r.Odds, r.Problems, test.low, test.high)
		}
	}
	if r := row(t, "snowflake", load(40, 1000, 1)); r.Odds.IfDrawn == nil || *r.Odds.IfDrawn < 0.53 ||
		*r.Odds.IfDrawn > 0.54 {
		t.Errorf("of 40 nodes that draw one of 1024 numbers: %v; want 0.535", r.Odds.IfDrawn)
	}
}

// TestOriginal: a rule that is not ours has a probability of its own: of 2000 pods two
// share 24 bits of a hash with 11 %, where the pid of each is 1.
func TestOriginal(t *testing.T) {
	for _, name := range []string{"xid", "objectid-2017"} {
		r := row(t, name, load(2000, 2000, 1))
		if r.Original == nil || r.Original.Probability < 0.112 || r.Original.Probability > 0.113 ||
			r.Odds.Probability > 2e-6 {
			t.Errorf("%s among 2000 nodes: ours %+v, the original %+v; want 1.8e-6 and 0.112", name, r.Odds, r.Original)
		}
	}
	if r := row(t, "uuidv7", load(2000, 2000, 1)); r.Original != nil {
		t.Errorf("uuidv7 has a rule of another: %+v", r.Original)
	}
}

// Every scheme that is made has a row, with a word for every class.
func TestEveryScheme(t *testing.T) {
	known := func(list []gen.Choice, word string) bool {
		return slices.ContainsFunc(list, func(c gen.Choice) bool { return c.Name == word })
	}
	for _, s := range scheme.All() {
		r, err := Of(s, load(2, 10, 0.01), now)
		if err != nil {
			if s.ReadOnly == "" && (s.Varies() || s.Named()) {
				t.Errorf("Of(%s): %v", s.Name, err)
			}
			continue
		}
		if !known(Coordinations(), string(r.Coordination)) || !known(Localities(), string(r.Locality)) || r.Length < 1 ||
			(r.Odds == nil) == (len(r.Problems) == 0) {
			t.Errorf("%s: %+v", s.Name, r)
		}
		for _, l := range r.Leaks {
			if !isLeak(l) {
				t.Errorf("%s leaks %q, which is not listed", s.Name, l)
			}
		}
		if s.Recorded() == (r.Coordination == None) && s.WorkerRule == gen.WorkerNumber {
			t.Errorf("%s is recorded: %v, coordination %s", s.Name, s.Recorded(), r.Coordination)
		}
	}
}

func when(text string) (time.Time, error) {
	t, err := time.Parse("2006", text)
	return t, err
}

func TestNeeds(t *testing.T) {
	tests := []struct {
		need string
		name string
		want string // the reasons
	}{
		{"64 bit, sortable, no coordination", "snowflake", "coordination: number"},
		{"64 bit, sortable, no coordination", "uuidv4", "128 bits; not ordered by time"},
		{"128-bit, sortable, no-coordination", "uuidv7", ""},
		{"No Time", "uuidv7", "tells time"},
		{"no host, no process", "uuidv1", "tells host"},
		{"26 chars", "uuidv4", "36 characters"},
		{"26 characters, text sortable", "ulid", ""},
		{"text sortable", "snowflake", "texts not in order of time"},
		{"until 2060", "snowflake", ""},
		{"until 2090", "snowflake", "ends 2080-07-10"},
		{"bigint", "snowflake", ""},
		{"bigint", "ulid", "above 2^63"},
		{"js safe", "auto-increment", ""},
		{"no server", "auto-increment", "needs a server"},
		{"no server", "snowflake", ""},
		{"odds 1e-9", "simpleflake", "probability of a collision 1"},
	}
	for _, test := range tests {
		n, err := ParseNeed(test.need, when)
		if err != nil {
			t.Errorf("ParseNeed(%q): %v", test.need, err)
			continue
		}
		r := row(t, test.name, load(10, 1000, 1))
		if got := strings.Join(n.Reject(&r, now), "; "); got != test.want {
			t.Errorf("%s, of which %q is needed: %q; want %q", test.name, test.need, got, test.want)
		}
	}
	r := row(t, "snowflake", load(5000, 1000, 1))
	if n := (&Need{Load: true}).Reject(&r, now); len(n) != 1 {
		t.Errorf("a load of 5000 nodes on snowflake: %q; want one reason", n)
	}
}

func TestNeedsRefused(t *testing.T) {
	for _, text := range []string{"", ",", "64", "0 bit", "-1 bit", "64 bits,", "fast", "64 bit, 32 bit",
		"sortable, sortable", "no", "no nonsense", "until", "until x", "odds 2", "odds 0", "odds nan", "no time, " +
			"no-time", "sortable no server"} {
		if n, err := ParseNeed(text, when); err == nil {
			t.Errorf("ParseNeed(%q) = %+v; want an error", text, n)
		}
	}
}

func TestNeedsTogether(t *testing.T) {
	early, late := now, now.AddDate(1, 0, 0)
	a := Need{MaxBits: 64, Sortable: true, Until: &early, NoLeak: []string{"time"}, MaxOdds: 0.1}
	a.And(Need{MaxBits: 128, MaxLength: 20, JSSafe: true, Until: &late, NoLeak: []string{"time", "host"}, MaxOdds: 0.01,
		Load: true})
	want := Need{MaxBits: 64, MaxLength: 20, Sortable: true, JSSafe: true, Until: &late, NoLeak: []string{"host", "time"},
		MaxOdds: 0.01, Load: true}
	if !reflect.DeepEqual(a, want) {
		t.Errorf("And = %+v; want %+v", a, want)
	}
	b := want
	b.And(Need{})
	if !reflect.DeepEqual(b, want) {
		t.Errorf("with no need: %+v; want %+v", b, want)
	}
}

func FuzzParseNeed(f *testing.F) {
	for _, w := range NeedWords() {
		f.Add(w.Name)
	}
	f.Add("64 bit, sortable, no coordination")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseNeed(text, func(s string) (time.Time, error) {
			if s == "" {
				return time.Time{}, errors.New("empty")
			}
			return now, nil
		})
		if err != nil && (n.MaxBits != 0 || n.Until != nil || n.NoLeak != nil) {
			t.Errorf("ParseNeed(%q) = %+v with an error", text, n)
		}
		if err == nil && (n.MaxBits < 0 || n.MaxLength < 0 || n.MaxOdds < 0 || n.MaxOdds >= 1) {
			t.Errorf("ParseNeed(%q) = %+v", text, n)
		}
	})
}
