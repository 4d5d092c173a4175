package worker

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

func values(t testing.TB, text string) []gen.Assignment {
	t.Helper()
	var set []gen.Assignment
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		v := try.Of(gen.Text{Form: gen.Decimal}.Parse([]byte(value), gen.MaxBits)).Or(t)
		set = append(set, gen.Assignment{Field: name, Value: v})
	}
	return set
}

// valued is one call with values of fields.
func (w *world) valued(f Folder, s *gen.Scheme, set []gen.Assignment, n int) error {
	w.t.Helper()
	r, err := f.Number(w.t.Context(), s, 0, s.Lead(), set...)
	if err != nil {
		return err
	}
	g := try.Of(gen.New(s, gen.Options{Ledger: r, Clock: w, Set: set})).Or(w.t)
	ids := make([]gen.ID, n)
	n, err = g.Fill(w.t.Context(), ids)
	for _, id := range ids[:n] {
		if w.seen[id] {
			w.t.Fatalf("%s with %v made %v twice", s.Name, set, id)
		}
		w.seen[id] = true
	}
	return err
}

// Two folders that have different values share no id, so both work; equal values
// are refused.
func TestValuesAreRecordsOfTheirOwn(t *testing.T) {
	for layout, field := range map[string]string{"time:40 cluster:3 user:10 seq:10": "cluster",
		"time:41 shard:13 seq:10": "shard", "shard:13 seq:20": "shard"} {
		w := newWorld(t)
		s, bob := custom(t, layout), w.neighbour()
		must := func(f Folder, set string) {
			t.Helper()
			if err := w.valued(f, s, values(t, set), 50); err != nil {
				t.Fatalf("%s with %s: %v", layout, set, err)
			}
		}
		for range 3 {
			must(w.folder, "")
			must(bob, field+"=1")
			must(w.folder, field+"=2")
		}
		if err := w.valued(bob, s, values(t, field+"=2"), 1); !errors.Is(err, ErrClaimed) ||
			!strings.Contains(err.Error(), "custom with "+field+"=2 belongs to alice") {
			t.Errorf("%s: equal value in another folder: %v; want %v", layout, err, ErrClaimed)
		}
		if err := w.valued(bob, s, values(t, field+"=0"), 1); !errors.Is(err, ErrClaimed) {
			t.Errorf("%s: the value 0 in another folder: %v; want %v, as without a value", layout, err, ErrClaimed)
		}
	}
}

// Without values, with zeros, and for schemes without data nothing has changed:
// records of before are found. The keys are those of the release before.
func TestKeysOfBefore(t *testing.T) {
	try.Equal(t, formOf(snowflake()).key, "ca199ecc28af70d0", "key of snowflake")
	s := custom(t, "time:40 cluster:3 user:10 seq:10")
	plain := formOf(s)
	try.Equal(t, plain.key, "bafdfa25a3e6a486", "key of %s:", s.Layout)
	if got := formOf(s, values(t, "cluster=0 user=0")...); got.hash != plain.hash ||
		strings.Contains(got.text(), "values") {
		t.Errorf("zeros have another key, %s; want %s", got.key, plain.key)
	}
	if a, b := formOf(s, values(t, "cluster=3")...), formOf(s, values(t, "user=3")...); a.hash == b.hash ||
		a.base != plain.hash {
		t.Errorf("cluster=3 has the key %s, user=3 %s; want two", a.key, b.key)
	}
	if a, b := formOf(s, values(t, "cluster=3 user=4")...),
		formOf(s, values(t, "user=4 cluster=3")...); a.hash != b.hash || a.values != "cluster=3 user=4" {
		t.Errorf("the order of values matters: %s and %s", a.values, b.values)
	}
}

// Where a scheme has a record already, free random bits may come to the value that
// another call gives them: both have one sequence. Where it has none, the value
// makes a record.
func TestValueOfARandomField(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:41 random:1 seq:12")
	s.Overflow = gen.OverflowBorrow
	for _, set := range []string{"random=1", "", "random=0", "random=1", ""} {
		if err := w.valued(w.folder, s, values(t, set), 2000); err != nil { // all within one tick
			t.Fatal(err)
		}
	}
	if list, err := w.folder.List(nil); err != nil || len(list) != 1 {
		t.Errorf("List = %+v, %v; want one record", list, err)
	}
	s = custom(t, "time:41 random:64")
	for _, set := range []string{"random=1", "random=2", "random=1"} {
		try.Works(t, w.valued(w.folder, s, values(t, set), 2))
	}
	if list, err := w.folder.List(s, values(t, "random=2")...); err != nil || len(list) != 1 ||
		list[0].Values != "random=2" {
		t.Errorf("List = %+v, %v; want one record", list, err)
	}
}

func TestListAndRepairValues(t *testing.T) {
	w := newWorld(t)
	s := custom(t, "time:40 cluster:3 user:10 seq:10")
	for _, set := range []string{"", "cluster=1", "cluster=1 user=5"} {
		try.Works(t, w.valued(w.folder, s, values(t, set), 5))
	}
	all := func(list []Info, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, i := range list {
			b.WriteString(i.Values + ", " + i.State + "; ")
		}
		return b.String()
	}
	want := ", ok; cluster=1, ok; cluster=1 user=5, ok; "
	try.Equal(t, all(w.folder.List(nil)), want, "List:")
	try.Equal(t, all(w.folder.List(s)), want, "List:")
	try.Equal(t, all(w.folder.List(s, values(t, "cluster=1")...)), "cluster=1, ok; ", "List cluster=1:")
	spoil := func() {
		for _, set := range []string{"cluster=1", "cluster=1 user=5"} {
			write(t, w.folder.record(formOf(s, values(t, set)...), 0, 0).path+".rec", nil)
		}
	}
	spoil()
	var e *fault.Error
	if err := w.valued(w.folder, s, values(t, "cluster=1 user=5"), 1); !errors.As(err, &e) ||
		e.Hint != "idscope worker repair custom --set cluster=1 --set user=5" {
		t.Errorf("damaged: %v; want the command that mends it", err)
	}
	w.repair(w.folder, RepairOptions{Scheme: s, Set: values(t, "cluster=1")}, "damaged")
	w.repair(w.folder, RepairOptions{Scheme: s}, "damaged") // the other one
	spoil()
	w.repair(w.folder, RepairOptions{Scheme: s}, "damaged", "damaged")
	spoil()
	w.repair(w.folder, RepairOptions{}, "damaged", "damaged")
	for _, set := range []string{"", "cluster=1", "cluster=1 user=5"} {
		try.Works(t, w.valued(w.folder, s, values(t, set), 5))
	}
	layout := filepath.Join(w.folder.State, formOf(s, values(t, "cluster=1")...).key, "layout")
	good := read(t, layout)
	os.WriteFile(layout, []byte("x"), 0o600)
	w.repair(w.folder, RepairOptions{Scheme: s, Set: values(t, "cluster=1")}, "damaged")
	if string(read(t, layout)) != string(good) {
		t.Errorf("the layout file after repair: %s; want %s", read(t, layout), good)
	}
}
