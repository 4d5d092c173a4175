package compare

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

func find(name string) (*gen.Scheme, error) {
	if s, ok := scheme.Get(name); ok {
		return s, nil
	}
	return nil, fmt.Errorf("no scheme %s", name)
}

func use(t *testing.T, name string) *Use {
	t.Helper()
	for _, u := range Uses() {
		if u.Name == name {
			return &u
		}
	}
	t.Fatalf("no use %s", name)
	return nil
}

func names(a *Advice) string {
	var list []string
	for _, p := range a.Picks {
		list = append(list, p.Candidate)
	}
	return strings.Join(list, " ")
}

// TestAdvice has the questions of five people, and others.
func TestAdvice(t *testing.T) {
	tests := []struct {
		words, use, db string
		rate           *big.Rat // nil for the usual load
		nodes, years   int64
		want           string
		lost           map[string]string // with a part of the reason
	}{
		{"a shop with 1000 orders a day, for ten years", "order-number", "", big.NewRat(1, 86), 1, 10,
			"nanoid:9 tsid counter+sqids", map[string]string{"auto-increment": "reveal to a competitor",
				"uuidv7":    "not to be read aloud",
				"snowflake": "not to be read aloud: 19", "nanoid:21": "letter case matters"}},
		{"a shop with 100 million orders a day has longer ones", "order-number", "", big.NewRat(1157, 1), 1, 10,
			"nanoid:12 tsid counter+sqids", nil},
		{"keys of one PostgreSQL", "primary-key", Postgres, nil, 0, 0, "auto-increment uuidv7 snowflake",
			map[string]string{"uuidv4": "a random page for each insert", "ulid": "no advantage over uuidv7"}},
		{"keys that 50 nodes make", "primary-key", Postgres, big.NewRat(20_000, 1), 50, 10,
			"uuidv7 auto-increment snowflake", nil},
		{"snowflake has no number for each of 5000 nodes", "primary-key", Postgres, big.NewRat(20_000, 1), 5000, 10,
			"uuidv7 auto-increment ulid", map[string]string{"snowflake": "5,000 nodes are more than the 1,024"}},
		{"the clustered index of MySQL", "primary-key", MySQL, nil, 0, 0, "auto-increment uuidv7 snowflake",
			map[string]string{"uuidv4": "rows lie in key order"}},
		{"MongoDB has no sequence, and a type of its own", "primary-key", MongoDB, nil, 0, 0,
			"objectid uuidv7 snowflake", map[string]string{"auto-increment": "MongoDB has no sequence"}},
		{"events of 2000 pods", "event-id", "", big.NewRat(100_000, 1), 2000, 1, "uuidv7 ulid ksuid", map[string]string{
			"snowflake": "2,000 nodes are more than the 1,024",
			"xid":       "which is 1 in containers: probability of a collision 0.11",
			"uuidv4":    "not ordered by time", "uuidv1": "not ordered by time"}},
		{"a rate at which uuidv7 collides", "event-id", "", big.NewRat(10_000_000, 1), 2000, 10, "ksuid",
			map[string]string{"uuidv7": "probability of a collision"}},
		{"phones without a network", "offline", "", nil, 0, 0, "uuidv7 uuidv4 ulid", map[string]string{
			"auto-increment": "server", "snowflake": "nodes are more than the 1,024",
			"objectid": "probability of a collision 0.37"}},
		{"short links", "short-link", "", nil, 0, 0, "nanoid:9 counter+sqids snowflake:base62", map[string]string{
			"auto-increment": "anyone counts", "uuidv4:base62": "22 characters", "uuidv4": "36 characters"}},
		{"orders in MongoDB have no sequence to write", "order-number", MongoDB, nil, 0, 0, "nanoid:9 tsid",
			map[string]string{counterSqids: "MongoDB has no sequence", "auto-increment": "MongoDB has no sequence"}},
		{"short links in MongoDB", "short-link", MongoDB, nil, 0, 0, "nanoid:9 snowflake:base62",
			map[string]string{counterSqids: "MongoDB has no sequence"}},
		{"traces", "trace", "", nil, 0, 0, "w3c-trace uuidv4:hex uuidv7:hex", map[string]string{"ksuid": "160 bits"}},
		{"names of files", "filename", "", nil, 0, 0, "ulid uuidv7 scru128", map[string]string{
			"ksuid": "letter case matters", "xid": "its library", "uuidv4": "texts not in order"}},
		{"names of files of one node", "filename", "", big.NewRat(100, 1), 1, 10, "ulid uuidv7 xid", nil},
		{"addresses that strangers see", "public-url", "", nil, 0, 0, "nanoid uuidv4 cuid2", map[string]string{
			"uuidv7": "reveals time", "auto-increment": "reveals count", counterSqids: "can be decoded"}},
	}
	for _, test := range tests {
		u := use(t, test.use)
		q := &Question{Use: u, Load: u.Load, DB: test.db, MaxProbability: UsualProbability, Now: now}
		if test.rate != nil {
			q.Load = usual(1, 1, test.nodes, test.years)
			q.Load.Rate = test.rate
		}
		a, err := Advise(q, find)
		if err != nil {
			t.Errorf("%s: %v", test.words, err)
			continue
		}
		try.Equal(t, names(a), test.want, "%s:", test.words)
		for name, part := range test.lost {
			i := slices.IndexFunc(a.Lost, func(l Remark) bool { return l.Of == name })
			if i < 0 || !strings.Contains(a.Lost[i].Text, part) {
				t.Errorf("%s: %s is lost by %+v; want %q", test.words, name, a.Lost, part)
			}
		}
	}
}

// TestPicksKeepTheirPromise: what is picked carries the load, meets the needs of the use,
// and says why, and what to watch; no figure is left open.
func TestPicksKeepTheirPromise(t *testing.T) {
	for _, u := range Uses() {
		for _, db := range []string{Postgres, MySQL, MongoDB} {
			for _, nodes := range []int64{1, 2, 2000, 3_000_000} {
				q := &Question{Use: &u, Load: u.Load, DB: db, MaxProbability: UsualProbability, Now: now}
				q.Load.Nodes = big.NewInt(nodes)
				a, err := Advise(q, find)
				if err != nil {
					t.Fatalf("%s of %s: %v", u.Name, db, err)
				}
				if len(a.Picks) == 0 || len(a.Lost) < 4 {
					t.Errorf("%s of %d nodes: %d picks, %d lost", u.Name, nodes, len(a.Picks), len(a.Lost))
				}
				for _, p := range a.Picks {
					if p.Row.Brand && u.Name != "trace" {
						t.Errorf("%s: %s are the ids of one product", u.Name, p.Candidate)
					}
					n := u.need
					if no := n.Reject(&p.Row, q.Load.End(now)); no != nil || len(p.Row.Problems) > 0 {
						t.Errorf("%s: %s is picked; %q %q", u.Name, p.Candidate, no, p.Row.Problems)
					}
					if !u.Checked && p.Row.Chance.Probability > UsualProbability {
						t.Errorf("%s: %s collides by %g", u.Name, p.Candidate, p.Row.Chance.Probability)
					}
					if p.Why == "" || p.Watch == "" || strings.ContainsAny(p.Why+p.Watch, "{}") {
						t.Errorf("%s: %s is picked for %q, %q", u.Name, p.Candidate, p.Why, p.Watch)
					}
				}
				for _, l := range a.Lost {
					if l.Text == "" || strings.ContainsAny(l.Text, "{}") {
						t.Errorf("%s: %s is lost by %q", u.Name, l.Of, l.Text)
					}
				}
			}
		}
	}
}

// TestAsked: a brand stands there only where one names it.
func TestAsked(t *testing.T) {
	u := use(t, "short-link")
	q := &Question{Use: u, Load: u.Load, MaxProbability: UsualProbability, Now: now,
		Also: []string{"youtube", "nanoid:11", "uuidv4"}}
	a := try.Of(Advise(q, find)).Or(t)
	said := map[string]string{}
	for _, l := range a.Named {
		said[l.Of] += l.Text
	}
	if a.Named[0].Of != "nanoid:11" || !strings.Contains(said["youtube"], "the ids of one product") ||
		!strings.Contains(said["nanoid:11"], "it would do") || said["uuidv4"] != "36 characters" {
		t.Errorf("%+v; want first what would do", a.Named)
	}
	q.Also = []string{"counter+sqids"}
	choice := Remark{"counter+sqids", "choice 2 above"}
	if a = try.Of(Advise(q, find)).Or(t); len(a.Named) != 1 || a.Named[0] != choice {
		t.Errorf("of a choice that is named: %+v", a)
	}
	// 64^5 are 1.07e9, and 316 million links lie among them
	q.Also, q.Shape = []string{"nanoid", "nanoid:5"}, Shape{Alphabet: "23456789"}
	last := try.Of(Advise(q, find)).Or(t).Named
	if last[0].Of != "nanoid:17" || last[0].Text != "17 characters" || last[1].Of != "nanoid:5" ||
		last[1].Text != "of 316 million ids a guess finds one, and a draw repeats one, with probability 1" {
		t.Errorf("in eight digits: %+v", last)
	}
	q.Also, q.Shape = []string{"nanoid:5"}, Shape{}
	a = try.Of(Advise(q, find)).Or(t)
	if !strings.HasSuffix(a.Named[0].Text, "with probability 0.29") {
		t.Errorf("five symbols for 316 million links: %+v", a.Named)
	}
	q.MaxProbability = 1e-9
	a = try.Of(Advise(q, find)).Or(t)
	try.Contains(t, a.Picks[0].Why, "one guess in 1 billion hits one", "of at most 1e-9:")
	q.Shape = Shape{Encoding: "base62"}
	try.Of(Advise(q, find)).Fails(t, ErrShape, "an encoding of nanoid:")
	q.Also, q.Shape = []string{"nosuch"}, Shape{}
	if _, err := Advise(q, find); err == nil {
		t.Error("a name of nothing is asked for without an error")
	}
}

func TestLengthFor(t *testing.T) {
	tests := []struct {
		count    int64
		p        float64
		alphabet string
		want     int
	}{
		{1, 0.5, "01", 1}, {1024, 1, "01", 10}, {1025, 1, "01", 11}, {365_000, 1e-6, crockford, 8},
		{316_000_000, 1e-6, base62, 9}, {316_000_000, 1e-3, base62, 7},
	}
	for _, test := range tests {
		try.Equal(t, lengthFor(big.NewInt(test.count), test.p, test.alphabet), test.want,
			"lengthFor(%d, %g, %d symbols) =", test.count, test.p, len(test.alphabet))
	}
}

func TestShapes(t *testing.T) {
	tests := []struct {
		name   string
		h      Shape
		want   string
		length int
		err    string
	}{
		{"nanoid:12", Shape{}, "nanoid:12", 12, ""},
		{"uuidv4:base62", Shape{}, "uuidv4:base62", 22, ""},
		{"nanoid", Shape{Length: 8, Alphabet: "ab"}, "nanoid:8", 8, ""},
		{"counter+sqids", Shape{}, "counter+sqids", 7, ""},
		{"nanoid:hex", Shape{}, "", 0, "is a text"},
		{"uuidv4:12", Shape{}, "", 0, "are fixed"},
		{"uuidv4:base61", Shape{}, "", 0, "use one of"},
		{"nanoid:999", Shape{}, "", 0, "out of range"},
		{"counter+sqids", Shape{Alphabet: "aa"}, "", 0, "alphabet"},
		{"nanoid:-3", Shape{}, "", 0, "out of range"},
	}
	for _, test := range tests {
		r, err := (&Selection{Load: load(10, 1000, 1), Now: now, Shape: test.h, Find: find}).row(test.name)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("row(%s, %+v): %v; want %q", test.name, test.h, err, test.err)
			}
			continue
		}
		if err != nil || r.Scheme != test.want || r.Length != test.length {
			t.Errorf("row(%s, %+v) = %s of %d symbols, %v; want %s of %d", test.name, test.h, r.Scheme, r.Length, err,
				test.want, test.length)
		}
	}
}
