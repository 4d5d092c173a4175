package rival

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"idscope/bench/throughput"
	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// repeats are rivals that are known to make an id twice: NewV6 of google/uuid 1.6.0
// writes the version over 4 bits of the time instead of beside them, so that its
// ids come again 0.4 ms later.
var repeats = map[string]bool{"google/uuid v6": true}

// Every rival makes what our scheme of its name reads, no id twice, with the text
// that ours writes for those bits.
func TestSubjects(t *testing.T) {
	for _, sub := range Subjects() {
		s := try.Found(scheme.Get(sub.Name)).Or(t)
		codec := try.Of(s.Layout.Compile()).Or(t)
		m := try.Of(sub.Open(throughput.Next)).Or(t)
		ids := make([]gen.ID, 5000)
		try.Works(t, m.Take(context.Background(), ids))
		seen := map[gen.ID]bool{}
		for _, id := range ids {
			if seen[id] && !repeats[sub.Label()] || !codec.Matches(id) {
				t.Fatalf("%s made %s, of our layout %v, twice %v", sub.Label(), s.Append(nil, id), codec.Matches(id),
					seen[id])
			}
			seen[id] = true
		}
		for _, how := range sub.Hows {
			try.Equal(t, m.Loop(context.Background(), how, 1000), nil, "%s, %s:", sub.Label(), how)
		}
	}
}

// TestForms: a library that has a faster form by its documentation is there in both,
// each with a name of its own, as testdata/subjects.txt has them, and opening one chooses it.
func TestForms(t *testing.T) {
	said := ""
	for _, s := range Subjects() {
		said += fmt.Sprintln(s.Label(), s.By(), s.Name, s.Package, s.Form, s.Hows)
	}
	try.File(t, "testdata/subjects.txt", said)
	reads := &counting{}
	uuid.SetRand(reads)
	defer uuid.SetRand(nil)
	defer uuid.DisableRandPool()
	for _, s := range Subjects() {
		if s.Name != "uuidv4" {
			continue
		}
		m := try.Of(s.Open(throughput.Next)).Or(t)
		reads.n = 0
		try.Works(t, m.Loop(context.Background(), throughput.Next, 160))
		if want := map[string]int{"": 160, "pool": 10}[s.Form]; reads.n != want {
			t.Errorf("%s reads random bytes %d times for 160 ids; want %d", s.Label(), reads.n, want)
		}
	}
}

// counting is a source of random bytes that counts its reads.
type counting struct{ n int }

func (c *counting) Read(p []byte) (int, error) { c.n++; return rand.Read(p) }

// The text of a UUID is that of ours, and costs no allocation.
func TestTexts(t *testing.T) {
	buf := make([]byte, 64)
	for range 100 {
		u := uuid.New()
		want := string(gen.Text{Form: gen.UUID}.Append(nil, uuidBits(u), 128))
		try.Equal(t, string(uuidText(buf, u)), want, "uuid text")
	}
	try.Equal(t, testing.AllocsPerRun(100, func() { uuidText(buf, uuid.Nil) }), 0, "uuidText allocates, times")
}
