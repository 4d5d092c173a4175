package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// present is the time of tests.
var present = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// TestManyWorkers: up to 65 536 are counted, and past them it is said that there are more.
func TestManyWorkers(t *testing.T) {
	s := try.Of(scheme.Custom(scheme.CustomOptions{Layout: "time:32 worker:30", Tick: time.Second})).Or(t)
	for workers, more := range map[uint64]bool{1 << 16: false, 1<<16 + 1: true} {
		var text []byte
		for i := range workers {
			text = append(strconv.AppendUint(text, i, 10), '\n')
		}
		r := try.Of(Run(context.Background(), input([]string{"a"}, [][]byte{text}), Options{As: s})).Or(t)
		if w := r.Kinds[0].Workers; w.More != more || w.Count != 1<<16 || w.Lowest == nil {
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

// TestManyEqual: equal ids, which are in one partition, are counted also where there is no room for all of them, and
// those before and behind them, too.
func TestManyEqual(t *testing.T) {
	var others []byte
	for i := range 50_000 {
		others = fmt.Appendf(others, "%08d-7dec-41d0-a765-00a0c91e6bf6\n", i)
	}
	text := slices.Concat(others, []byte(strings.Repeat("f81d4fae-7dec-41d0-a765-00a0c91e6bf6\n", 100_000)), others)
	o := Options{Memory: 3 << 20, Goroutines: 2}
	try.Equal(t, o.room(), 3<<20/8/2/8, "words for each of two:")
	r := try.Of(Run(context.Background(), input([]string{"a"}, [][]byte{text}), o)).Or(t)
	try.Equal(t, r.Duplicates.Surplus, 99_999+50_000, "100,000 equal ids, and 50,000 twice: the surplus is")
}

// Lines that are an id only by chance are invalid where they are rare, in whichever
// chunk; not where one is more than that, nor where they are many and have digits.
func TestRareByChance(t *testing.T) {
	classify := func(line []byte) (Class, error) {
		kind, rest, _ := strings.Cut(string(line), "/")
		return Class{Kind: kind, Bits: 64, ID: gen.ID{Lo: uint64(len(rest))}, Possible: rest != "sure"}, nil
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
			why := "ten times as many are of integer"
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
	try.Fails(t, err, context.Canceled, "Run =")
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%s is left behind", left[0].Name())
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

func TestErrors(t *testing.T) {
	cause := errors.New("the disk is gone")
	text := strings.Repeat("123456\n", 1000)
	_, err := Run(context.Background(), []lines.Input{{Name: "a", R: io.MultiReader(strings.NewReader(text),
		broken{cause})}}, Options{Memory: 1, blockSize: 100})
	if !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), "a: ") {
		t.Errorf("Run = %v; want %q of input a", err, cause)
	}
	many := []byte(strings.Repeat("123456\n", 200_000)) // of one partition
	_, err = Run(context.Background(), []lines.Input{{Name: "a", R: bytes.NewReader(many)}}, Options{Memory: 1,
		TempDir: t.TempDir() + "/none"})
	try.Fails(t, err, os.ErrNotExist, "Run without a directory =")
	for want, fails := range map[string]func(dir, file string) error{
		"no place for what exceeds the memory":           func(dir, _ string) error { return os.RemoveAll(dir) },
		"temporary file of what exceeds the memory: EOF": func(_, file string) error { return os.Truncate(file, 0) },
	} {
		o := Options{Memory: 1, TempDir: t.TempDir(), Goroutines: 1}
		o.Progress = func(done, _ int64) {
			if files, _ := filepath.Glob(o.TempDir + "/*/*"); done == 1 { // the first partition is compared
				try.Works(t, fails(filepath.Dir(files[0]), files[0]))
			}
		}
		try.Of(Run(context.Background(), []lines.Input{{Name: "a", R: bytes.NewReader(many)}}, o)).Says(t, want, "Run =")
	}
}

// TestProgress: of inputs of which one tells no size there is no share of all.
func TestProgress(t *testing.T) {
	text := []byte(strings.Repeat("123456\n", 10_000))
	for _, size := range []int64{70_000, 0} {
		list := input([]string{"a", "b"}, [][]byte{text, text})
		list[1].Size = size
		var last, of int64
		_, err := Run(context.Background(), list, Options{blockSize: 1000, Progress: func(done, total int64) {
			if done < last {
				t.Errorf("progress from %d to %d", last, done)
			}
			last, of = done, total
		}})
		if err != nil || last != 140_000 || of != 2*size {
			t.Errorf("progress ends at %d of %d, %v; want 140000 of %d", last, of, err, 2*size)
		}
	}
}

// TestTexts: of texts of parts the same is reported whatever the memory: see the answers for what that is.
func TestTexts(t *testing.T) {
	for name, list := range map[string][]string{
		"nanoid":       {"V1StGXR8_Z5jdHi6B-myT", "V1StGXR8_Z5jdHi6B-myt", "V1StGXR8_Z5jdHi6B-myT"},
		"cuid2":        {"pfh0haxfpzowht3oi213cqos", "cerhuy9499", "cerhuy949"},
		"sha256":       {strings.Repeat("1a", 32), strings.Repeat("1b", 32)},
		"gitlab-token": {"glpat-1234567890abcdefABCD", "glpat-1234567890abcdefABCE"},
	} {
		s, _ := known.Get(name)
		text := []byte(strings.Repeat(strings.Join(list, "\n")+"\n", 700)) // enough for many blocks
		want := ""
		for i, budget := range budgets()[:4] {
			budget.As, budget.Now, budget.TempDir = s, present, t.TempDir()
			got := show(try.Of(Run(t.Context(), input([]string{"a"}, [][]byte{text}), budget)).Or(t))
			if i == 0 {
				want = got
			}
			if got != want || strings.Contains(got, "567890abcdef") {
				t.Errorf("%s: %s\nand no secret", name, difference(got, want))
			}
		}
	}
}

// FuzzCheck compares any text with the reference, by shape and as a scheme.
func FuzzCheck(f *testing.F) {
	all := known.All()
	for i, s := range all {
		if s.Valid != nil || s.Digit.Base > 0 { // bits that fit its layout and are none
			codec, _ := s.Layout.Compile()
			f.Add(fmt.Appendf(nil, "%s\n%s\n", s.Text.Append(nil, gen.ID{}, codec.Size()),
				s.Text.Append(nil, gen.Mask(codec.Size()), codec.Size())), uint8(i+2))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		o := Options{Now: present, Classify: none}
		switch n := int(how) % (len(all) + 2); {
		case n == 1:
			o.Classify, o.Learn = fields, func([][]byte) Classifier { return fields }
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
			b.As, b.Classify, b.Learn, b.Now, b.TempDir = o.As, o.Classify, o.Learn, o.Now, t.TempDir()
			got := try.Of(Run(context.Background(), input(names, texts), b)).Or(t)
			if got := show(got); got != want {
				t.Fatal(difference(got, want))
			}
		}
	})
}
