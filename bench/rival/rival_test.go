package rival

import (
	"context"
	"crypto/rand"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"idscope/bench/throughput"
	"idscope/gen"
	"idscope/gen/scheme"
)

// repeats are rivals that are known to make an id twice: NewV6 of google/uuid 1.6.0
// writes the version over 4 bits of the time instead of beside them, so that its
// ids come again 0.4 ms later.
var repeats = map[string]bool{"google/uuid v6": true}

// Every rival makes what our scheme of its name reads, no id twice, with the text
// that ours writes for those bits.
func TestSubjects(t *testing.T) {
	for _, sub := range Subjects() {
		s, ok := scheme.Get(sub.Against)
		if !ok {
			t.Logf("%s has no scheme of ours to be compared with", sub.Name)
			continue
		}
		codec, err := s.Layout.Compile()
		if err != nil {
			t.Fatal(err)
		}
		m, err := sub.Open(throughput.Next)
		if err != nil {
			t.Fatal(err)
		}
		ids := make([]gen.ID, 5000)
		if err := m.Take(context.Background(), ids, false); err != nil {
			t.Fatal(err)
		}
		seen := map[gen.ID]bool{}
		for _, id := range ids {
			if seen[id] && !repeats[sub.Label()] || !codec.Matches(id) {
				t.Fatalf("%s made %s, of our layout %v, twice %v", sub.Label(), s.Append(nil, id), codec.Matches(id), seen[id])
			}
			seen[id] = true
		}
		for _, how := range sub.Hows {
			if err := m.Loop(context.Background(), how, 1000); err != nil {
				t.Errorf("%s, %s: %v", sub.Label(), how, err)
			}
		}
	}
}

// TestForms: a library that has a faster form by its documentation is there in both,
// each with a name of its own, and opening one chooses it.
func TestForms(t *testing.T) {
	var names []string
	for _, s := range Subjects() {
		names = append(names, s.Label())
	}
	for _, want := range []string{"google/uuid v4", "google/uuid+pool v4", "google/uuid v7", "google/uuid+pool v7",
		"segmentio/ksuid", "segmentio/ksuid+fast", "oklog/ulid", "rs/xid"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no %s in %q", want, names)
		}
	}
	sorted := slices.Sorted(slices.Values(names))
	if len(slices.Compact(sorted)) != len(names) {
		t.Errorf("%q: some have the same name", names)
	}
	reads := &counting{}
	uuid.SetRand(reads)
	defer uuid.SetRand(nil)
	defer uuid.DisableRandPool()
	for _, s := range Subjects() {
		if s.Against != "uuidv4" {
			continue
		}
		m, err := s.Open(throughput.Next)
		if err != nil {
			t.Fatal(err)
		}
		reads.n = 0
		if err := m.Loop(context.Background(), throughput.Next, 160); err != nil {
			t.Fatal(err)
		}
		if want := map[string]int{"": 160, "pool": 10}[s.Form]; reads.n != want {
			t.Errorf("%s reads random bytes %d times for 160 ids; want %d", s.Label(), reads.n, want)
		}
	}
}

// counting is a source of random bytes that counts its reads.
type counting struct{ n int }

func (c *counting) Read(p []byte) (int, error) { c.n++; return rand.Read(p) }

// The text of a UUID costs no allocation.
func TestTextAllocatesNothing(t *testing.T) {
	buf, u := make([]byte, 64), uuid.New()
	if n := testing.AllocsPerRun(100, func() { uuidText(buf, u) }); n != 0 {
		t.Errorf("uuidText allocates %v times; want never", n)
	}
}

// The texts are those of the libraries: with the same bits ours are the same.
func TestTexts(t *testing.T) {
	buf := make([]byte, 64)
	for range 100 {
		u := uuid.New()
		if got, want := string(uuidText(buf, u)), string(gen.Text{Form: gen.UUID}.Append(nil, uuidBits(u),
			128)); got != want {
			t.Errorf("uuid text %q; ours %q", got, want)
		}
	}
}

func TestRivalsRunBesideOurs(t *testing.T) {
	s, _ := scheme.Get("ulid")
	own, err := throughput.Own(s, throughput.DefaultLead,
		func(s *gen.Scheme, overflow gen.Overflow, lead time.Duration, total uint64) (*gen.Generator, func() error, error) {
			g, err := gen.New(s, gen.Options{Overflow: overflow, MaxLead: &lead, Total: total})
			return g, func() error { return nil }, err
		})
	if err != nil {
		t.Fatal(err)
	}
	list := []throughput.Subject{own}
	for _, r := range Subjects() {
		if r.Against == "ulid" {
			list = append(list, r)
		}
	}
	r := throughput.Run(context.Background(), list, throughput.Options{Samples: 2, Time: 1e6, Check: 1000})
	c := r.Subjects[1].Case(throughput.Next, 1)
	if len(list) != 2 || c == nil || c.Versus == nil || c.Versus.Against != "ulid" || r.Subjects[1].Case(throughput.Fill,
		1) != nil {
		t.Errorf("Run = %+v; want the library's next against ours, no fill", r.Subjects)
	}
}
