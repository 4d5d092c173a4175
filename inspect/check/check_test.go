package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// present is the time of tests.
var present = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func TestAnswers(t *testing.T) {
	text := "5\n7\n3\n\nFFFFFFFF-0000-4000-8000-000000000001\nffffffff000040008000000000000001\nx\n5"
	r := try.Of(Run(context.Background(), input([]string{"a"}, [][]byte{[]byte(text)}), Options{})).Or(t)
	want := `lines 8 blank 1 ids 6
kind integer 64: 4 ordered false descents 1 [{{a 3} 3 7}]
kind uuidv4 128: 2 ordered false descents 0 []
invalid 1
  "{{a 7} x is not an id of a known shape; use an integer, UUID, ObjectID, ULID or xid}"
duplicates 2 surplus 2
  integer 5 2
  uuidv4 ffffffff-0000-4000-8000-000000000001 2
`
	if got := show(r); got != want || r.OK() {
		t.Errorf("got %s; want %s", got, want)
	}
	if r, err := Run(context.Background(), nil, Options{}); err != nil || !r.OK() || r.Lines != 0 {
		t.Errorf("Run of nothing = %+v, %v; want an empty report", r, err)
	}
}

// TestManyWorkers: up to 65 536 are counted, and past them it is said that there are more.
func TestManyWorkers(t *testing.T) {
	s := try.Of(scheme.Custom(scheme.CustomOptions{Layout: "time:32 worker:30", Tick: time.Second})).Or(t)
	for workers, more := range map[uint64]bool{1 << 16: false, 1<<16 + 1: true} {
		var text []byte
		for i := range workers {
			text = append(strconv.AppendUint(text, i, 10), '\n')
		}
		r := try.Of(Run(context.Background(), input([]string{"a"}, [][]byte{text}), Options{As: s})).Or(t)
		if w := r.Kinds[0].Workers; w.More != more || w.Count != 1<<16 {
			t.Errorf("%d workers: %d, more %v; want %d, more %v", workers, w.Count, w.More, 1<<16, more)
		}
	}
}

// TestManySeconds: the busiest of up to a million seconds is told, whoever counted them, and of more none.
func TestManySeconds(t *testing.T) {
	from := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	var all, half spread
	for i := range 500_000 {
		all.addTime(from.Add(time.Duration(2*i)*time.Second), from)
		half.addTime(from.Add(time.Duration(2*i+1)*time.Second), from)
	}
	all.merge(&half)
	if s := all.span(nil); s.IDs != 1_000_000 || s.Peak != 1 || !s.PeakAt.Equal(from) {
		t.Errorf("a million seconds: %+v; want a peak of 1 at the first", s)
	}
	all.addTime(from.Add(-time.Second), from)
	if s := all.span(nil); s.IDs != 1_000_001 || s.Peak != 0 {
		t.Errorf("one more: %+v; want no peak", s)
	}
	half.merge(&all)
	if s := half.span(nil); s.IDs != 1_500_001 || s.Peak != 0 {
		t.Errorf("too many, merged: %+v; want no peak", s)
	}
	var one spread
	one.addTime(from, from)
	all.merge(&one)
	if s := all.span(nil); s.IDs != 1_000_002 || s.Peak != 0 {
		t.Errorf("one merged into too many: %+v; want no peak", s)
	}
}

// Lines that are an id only by chance are invalid where they are rare, in whichever
// chunk; not where one is more than that, nor where they are many and have digits.
func TestRareByChance(t *testing.T) {
	classify := func(line []byte) (Class, error) {
		kind, rest, _ := strings.Cut(string(line), "/")
		return Class{Kind: kind, Bits: 64, ID: gen.FromUint64(uint64(len(rest))), Possible: rest != "sure"}, nil
	}
	for _, c := range []struct {
		others     string
		ids        int
		invalid    int64
		kinds      int
		duplicates int64
	}{
		{"word/1\nword/1\n", 20, 2, 1, 0},
		{"word/1\nword/1\n", 19, 0, 2, 1},
		{"word/1\nword/a\n", 19, 0, 2, 1},
		{"word/a\nword/a\n", 19, 2, 1, 0},
		{"word/1\nword/sure\n", 20, 0, 2, 0},
		{"word/1\nother/1\n", 20, 2, 1, 0},
	} {
		var text []byte
		for i := range c.ids {
			text = fmt.Appendf(text, "%d\n", i)
		}
		for _, b := range budgets() {
			b.Classify = classify
			r := try.Of(Run(context.Background(), input([]string{"a", "b"}, [][]byte{text, []byte(c.others)}), b)).Or(t)
			if r.Invalid.Lines != c.invalid || len(r.Kinds) != c.kinds || r.Duplicates.IDs != c.duplicates ||
				r.IDs != int64(c.ids)+2-c.invalid || int64(len(r.Invalid.First)) != c.invalid {
				t.Errorf("%q beside %d ids: %+v", c.others, c.ids, r)
			}
			why := "most lines are ids of integer"
			if c.ids < 20 {
				why = "most of those lines have no digit"
			}
			if c.invalid > 0 && r.Invalid.First[0] != (Invalid{Place{"b", 1}, c.others[:len("word/1")],
				"is an id of word only by chance: " + why}) {
				t.Errorf("%q: first %+v", c.others, r.Invalid.First[0])
			}
		}
	}
}

// stalled gives lines for a while, then nothing until it is let go.
type stalled struct {
	text    []byte
	reached chan struct{}
	free    chan struct{}
}

func (s *stalled) Read(b []byte) (int, error) {
	if len(s.text) > 0 {
		n := copy(b, s.text)
		s.text = s.text[n:]
		return n, nil
	}
	close(s.reached)
	<-s.free
	return 0, io.EOF
}

func TestCancelWhileReadBlocks(t *testing.T) {
	dir := t.TempDir()
	var text []byte
	for i := range 20_000 {
		text = fmt.Appendf(text, "%d\n", i*7919)
	}
	in := &stalled{text, make(chan struct{}), make(chan struct{})}
	defer close(in.free)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-in.reached
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("%d directories while it runs; want 1", len(left))
		}
		cancel()
	}()
	_, err := Run(ctx, []lines.Input{{Name: "in", R: in}}, Options{Memory: 1, TempDir: dir, blockSize: 1000})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v; want %v", err, context.Canceled)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%s is left behind", left[0].Name())
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

// What a scheme has against the bits counts as well.
func TestInvalidBits(t *testing.T) {
	for _, c := range []struct {
		name string
		id   gen.ID
		ok   bool
	}{
		{"w3c-span", gen.ID{}, false},
		{"w3c-span", gen.ID{Lo: 1}, true},
		{"ksuidms", gen.FromUint64(249).Shl(120), true},
		{"ksuidms", gen.FromUint64(250).Shl(120), false},
	} {
		s, _ := known.Get(c.name)
		in := lines.Input{R: bytes.NewReader(s.Append(nil, c.id))}
		r, err := Run(context.Background(), []lines.Input{in}, Options{As: s})
		if err != nil || (r.Invalid.Lines == 0) != c.ok {
			t.Errorf("%s of %x: invalid %+v, %v; want ok %t", c.name, c.id, r.Invalid, err, c.ok)
		}
	}
}

func TestErrors(t *testing.T) {
	cause := errors.New("the disk is gone")
	text := strings.Repeat("123456\n", 1000)
	_, err := Run(context.Background(), []lines.Input{{Name: "a", R: io.MultiReader(strings.NewReader(text),
		broken{cause})}}, Options{Memory: 1, blockSize: 100})
	if !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), "a: ") {
		t.Errorf("Run = %v; want %q of input a", err, cause)
	}
	var many []byte
	for i := range 200_000 {
		many = fmt.Appendf(many, "%d\n", i)
	}
	_, err = Run(context.Background(), []lines.Input{{Name: "a", R: bytes.NewReader(many)}}, Options{Memory: 1,
		TempDir: t.TempDir() + "/none"})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Run without a directory = %v; want %v", err, os.ErrNotExist)
	}
}

func TestProgress(t *testing.T) {
	text := []byte(strings.Repeat("123456\n", 10_000))
	var last, of int64
	_, err := Run(context.Background(), input([]string{"a", "b"}, [][]byte{text, text}), Options{blockSize: 1000,
		Progress: func(done, total int64) {
			if done < last {
				t.Errorf("progress from %d to %d", last, done)
			}
			last, of = done, total
		}})
	if err != nil || last != 140_000 || of != 140_000 {
		t.Errorf("progress ends at %d of %d, %v; want 140000", last, of, err)
	}
}

func TestRate(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 5e8, time.UTC)
	for _, c := range []struct {
		words string
		span  Span
		want  float64
	}{
		{"five ids, four steps in two seconds",
			Span{IDs: 5, First: quantity.Exactly(at), Last: quantity.Exactly(at.Add(2 * time.Second))}, 2},
		{"three ids in a quarter of a second, over its end",
			Span{IDs: 3, First: quantity.Exactly(at), Last: quantity.Exactly(at.Add(5e8))}, 4},
		{"all at one time", Span{IDs: 3, First: quantity.Exactly(at), Last: quantity.Exactly(at)}, 0},
		{"over more years than a Duration has",
			Span{IDs: 3, First: quantity.Exactly(time.Unix(-3e11, 0)), Last: quantity.Exactly(time.Unix(3e11, 0))}, 2 / 6e11},
	} {
		try.Equal(t, c.span.rate(), c.want, "%s: rate() =", c.words)
	}
}

// Lines of patterns of text are duplicates where the texts are the same, exactly,
// whatever the memory; of those that ignore letter case in either.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		twice []string
	}{
		{"nanoid", []string{"V1StGXR8_Z5jdHi6B-myT", "V1StGXR8_Z5jdHi6B-myt", "V1StGXR8_Z5jdHi6B-myT"},
			[]string{"V1StGXR8_Z5jdHi6B-myT"}},
		{"cuid2", []string{"pfh0haxfpzowht3oi213cqos", "cerhuy9499", "cerhuy949", "cerhuy9499"}, []string{"cerhuy9499"}},
		{"breezeid", []string{"9NU6-XQLZ-BDIH-6HKE", "9nu6-xqlz-bdih-6hke", "9NU6-XQLZ-BDIH-6HKA"},
			[]string{"9NU6-XQLZ-BDIH-6HKE"}},
		{"sha256", []string{strings.Repeat("1a", 32), strings.Repeat("1b", 32), strings.Repeat("1a", 32)},
			[]string{"hash 98b0"}},
		{"stripe", []string{"cus_QXg1o8vcGmoR32", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "cus_QXg1o8vcGmoR32",
			"sk_live_4eC39HqLyjWDarjtT1zdp7dc"}, []string{"cus_QXg1o8vcGmoR32", "hash "}},
	} {
		s, _ := known.Get(c.name)
		var text strings.Builder
		for i := range 2000 { // enough for many blocks
			text.WriteString(c.lines[i%len(c.lines)] + "\n")
		}
		for _, budget := range budgets()[:4] {
			budget.As, budget.Now, budget.TempDir = s, present, t.TempDir()
			r := try.Of(Run(context.Background(), input([]string{"a"}, [][]byte{[]byte(strings.Join(c.lines,
				"\n") + "\n")}), budget)).Or(t)
			var got []string
			for _, d := range r.Duplicates.Lowest {
				got = append(got, d.Text)
			}
			slices.Sort(got)
			ok := len(got) == len(c.twice)
			for i := range got {
				ok = ok && (got[i] == c.twice[i] || strings.HasPrefix(c.twice[i], "hash ") && strings.HasPrefix(got[i], "hash "))
			}
			if !ok || r.Invalid.Lines != 0 || r.IDs != int64(len(c.lines)) {
				t.Errorf("%s: duplicates %q, %d invalid; want %q", c.name, got, r.Invalid.Lines, c.twice)
			}
			all, err := Run(context.Background(), input([]string{"a"}, [][]byte{[]byte(text.String())}), budget)
			if err != nil || all.IDs != 2000 || strings.Contains(fmt.Sprintf("%+v", all), "4eC39HqLyj") {
				t.Errorf("%s: %d ids, %v; want 2000, and no secret: %+v", c.name, all.IDs, err, all)
			}
		}
	}
	s, _ := known.Get("cuid1")
	r, err := Run(context.Background(), input([]string{"a"}, [][]byte{[]byte(
		"cjld2cyuq0000t3rmniod1foy\ncm3xemk9o00070cm7ghnl6toe\nnone\n")}), Options{As: s, Now: present})
	if err != nil || r.IDs != 2 || r.Invalid.Lines != 1 || r.Kinds[0].Span == nil ||
		r.Kinds[0].Span.First.Year() != 2018 || r.Kinds[0].Span.Last.Year() != 2024 {
		t.Errorf("cuid1: %+v, %v; want two ids of 2018 and 2024, and a line that is none", r, err)
	}
}

// FuzzCheck compares any text with the reference, by shape and as a scheme.
func FuzzCheck(f *testing.F) {
	f.Add([]byte("5\n7\r\n\n5"), uint8(0))
	f.Add([]byte("7000000000"), uint8(80))                           // seconds and microseconds in fields of their own
	f.Add([]byte("00000000000000004805603606036481 "), uint8(0x8c))  // its half is a card number, shown masked
	f.Add([]byte("0000000000000000000\n5418156036060361"), uint8(0)) // one itself
	f.Add([]byte("1541815603606036480\n1541815603606036481\n"), uint8(1))
	f.Add([]byte("017F22E2-79B0-7CC3-98C4-DC0C0C07398F\n017f22e279b07cc398c4dc0c0c07398f\n"), uint8(2))
	f.Add([]byte("507f1f77bcf86cd799439011\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n9m4e2mr0ui3e8a215n4g\ngadget/5@3"), uint8(3))
	all := known.All()
	for i, s := range all {
		if s.Valid != nil || s.Digit.Base > 0 { // bits that fit its layout and are none
			codec, _ := s.Layout.Compile()
			f.Add(fmt.Appendf(nil, "%s\n%s\n", s.Text.Append(nil, gen.ID{}, codec.Size()),
				s.Text.Append(nil, gen.Mask(codec.Size()), codec.Size())), uint8(i+2))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		o := Options{Now: present}
		switch n := int(how) % (len(all) + 2); {
		case n == 1:
			o.Classify = fields
		case n > 1:
			o.As = all[n-2]
			if o.As.Layout.Width(gen.Seq) > 16 || o.As.Pattern != nil {
				return // the reference counts one by one, and reads bits
			}
		}
		names := []string{"a", "b"}
		texts := [][]byte{text, text[len(text)/2:]}
		want := show(checkSlowly(names, texts, o))
		for _, b := range budgets()[1:4] {
			b.As, b.Classify, b.Now, b.TempDir = o.As, o.Classify, o.Now, t.TempDir()
			got := try.Of(Run(context.Background(), input(names, texts), b)).Or(t)
			if got := show(got); got != want {
				t.Fatal(difference(got, want))
			}
		}
	})
}
