package find

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"idscope/gen"
	"idscope/gen/testing/try"
	"idscope/inspect"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

var present = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func options(t testing.TB, as ...string) Options {
	t.Helper()
	o := inspect.Options{Now: present}
	for _, name := range as {
		o.As = append(o.As, try.Found(inspect.Named(name)).Or(t)...)
	}
	return Options{Inspector: try.Of(inspect.New(o)).Or(t)}
}

// found is a find as tests compare it.
type found struct {
	text, scheme string
	confidence   inspect.Confidence
	offset       int64
	line, column int64
}

// search finds in one input, and returns the data that was passed on as well.
func search(t testing.TB, o Options, r io.Reader) (list []found, passed []byte) {
	t.Helper()
	chunks := make(chan struct{}, 1) // the formats of several goroutines
	chunks <- struct{}{}
	type piece struct {
		offset int64
		list   []found
	}
	var pieces []piece
	_, err := Run(context.Background(), []lines.Input{{Name: "text", R: r}}, o, func() Format {
		return func(dst []byte, c *Chunk) []byte {
			p := piece{offset: c.Offset}
			for _, f := range c.Finds {
				p.list = append(p.list, found{string(c.Data[f.Start:f.End]), f.Scheme.Name, f.Confidence,
					c.Offset + int64(f.Start), f.Line, f.Column})
			}
			<-chunks
			pieces = append(pieces, p)
			chunks <- struct{}{}
			return append(dst, c.Data...)
		}
	}, func(text []byte) error {
		passed = append(passed, text...)
		return nil
	})
	try.Works(t, err)
	slices.SortFunc(pieces, func(a, b piece) int { return int(a.offset - b.offset) })
	for _, p := range pieces {
		list = append(list, p.list...)
	}
	return list, passed
}

// sameText reports whether a text passed as it is, but for secrets, which are masked.
func sameText(passed, text []byte) bool {
	if len(passed) != len(text) {
		return false
	}
	for i := range passed {
		if passed[i] != text[i] && passed[i] != '*' {
			return false
		}
	}
	return true
}

// Of what logs are made of nothing is certain, and very little is likely.
func TestNoFalseCertain(t *testing.T) {
	n := 10_500
	text := newNoise(1).lines(n)
	list, passed := search(t, options(t), bytes.NewReader(text))
	if !sameText(passed, text) {
		t.Error("the text did not pass as it is")
	}
	for _, f := range list {
		if f.confidence == inspect.Certain && f.scheme != "jwt" {
			t.Errorf("%s is certain to be %s; want no more than likely, as it is none", f.text, f.scheme)
		}
	}
	list = slices.DeleteFunc(list, func(f found) bool { return f.scheme == "jwt" || f.scheme == "isbn" }) // it has some
	if most := n / 10_000; len(list) > most {
		t.Errorf("%d of %d lines have a likely id; want at most %d: %v", len(list), n, most, list)
	}
}

// plant puts an identifier into every third line, and returns where they are.
func plant(t testing.TB, r *noise, lines int, schemes ...string) (text []byte, want []found) {
	t.Helper()
	var list []*gen.Scheme
	for _, name := range schemes {
		list = append(list, try.Found(known.Get(name)).Or(t))
	}
	line := int64(1)
	for i := range lines {
		head := noiseKinds[r.IntN(len(noiseKinds))](r)
		text = append(append(text, head...), '\n')
		line += int64(strings.Count(head, "\n")) + 1
		if i%3 > 0 {
			continue
		}
		s := list[r.IntN(len(list))]
		id := string(s.Text.Append(nil, randomID(t, s, r), s.Layout.Size()))
		before := []string{"id=", `{"id":"`, "/orders/", "user_", "see (", "\t"}[r.IntN(6)]
		after := []string{"", `"}`, "/x", ", next", ").", " "}[r.IntN(6)]
		f := found{id, s.Name, 0, int64(len(text) + len(before)), line, int64(len(before)) + 1}
		want = append(want, f)
		text = append(append(append(append(text, before...), id...), after...), '\n')
		line++
	}
	return text, want
}

// randomID is an identifier of the year before present.
func randomID(t testing.TB, s *gen.Scheme, r *noise) gen.ID {
	codec := try.Of(s.Layout.Compile()).Or(t)
	id := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(gen.Mask(s.Layout.Size()))
	for i, f := range s.Layout {
		if f.Source == gen.Const {
			lsb := uint(codec.LSB(i))
			id = id.And(gen.Mask(f.Bits).Shl(lsb).Not()).Or(gen.ID{Lo: f.Value}.Shl(lsb))
		}
	}
	if s.Timed() {
		tick, _ := s.Timeline().Tick(present.Add(-time.Duration(r.Int64N(int64(365 * 24 * time.Hour)))))
		id = codec.WithSource(id, gen.Time, gen.ID{Lo: tick})
	}
	return id
}

// What is known to be there is found, in its place, whatever the size of the
// pieces: of chunks, of lines, of reads, and with any number of goroutines.
func TestKnownFound(t *testing.T) {
	text, want := plant(t, newNoise(2), 500, "uuidv7", "uuidv4", "uuidv1", "uuidv6", "ulid")
	for _, split := range []struct {
		name                 string
		chunk, line, workers int
		joined               bool // all in one line
		read                 func(io.Reader) io.Reader
	}{
		{name: "as by default", workers: 2},
		{name: "small chunks", chunk: 4096, line: 4096, workers: 3},
		{name: "halves", workers: 1, read: iotest.HalfReader},
		{name: "bytes", workers: 1, read: iotest.OneByteReader, chunk: 64},
		{name: "data and error at once", workers: 2, read: iotest.DataErrReader},
		{name: "one line", workers: 2, joined: true},
		{name: "one line in pieces", chunk: 512, line: 2048, workers: 2, joined: true},
		{name: "one line in pieces, halves", chunk: 512, line: 2048, workers: 1, joined: true, read: iotest.HalfReader},
	} {
		t.Run(split.name, func(t *testing.T) {
			data := text
			if split.joined {
				data = bytes.ReplaceAll(text, lineFeed, []byte{' '})
			}
			o := options(t)
			o.chunk, o.line, o.Workers = split.chunk, split.line, split.workers
			var r io.Reader = bytes.NewReader(data)
			if split.read != nil {
				r = split.read(r)
			}
			got, passed := search(t, o, r)
			if !sameText(passed, data) {
				t.Error("the text did not pass as it is")
			}
			byOffset := map[int64]found{}
			for _, f := range got {
				byOffset[f.offset] = f
			}
			missing := 0
			for _, w := range want {
				g := byOffset[w.offset]
				if g.confidence = 0; split.joined {
					w.line, w.column = 1, w.offset+1
				}
				if g != w {
					if missing++; missing < 5 {
						t.Errorf("found %+v; want %+v", g, w)
					}
				}
			}
			try.Equal(t, missing, 0, "of %d ids there are not found as they are", len(want))
		})
	}
}

// A run of symbols that hardly ends is cut beside the UUIDs in it, wherever they stand, and the rest of one behind
// a cut is no id of its own.
func TestEndlessRun(t *testing.T) {
	r, o := newNoise(3), options(t)
	const part = "and-so-on-017f22e2-79b0-7cc3-98c4-dc0c0c07398f-"
	const end = "01BX5ZZKBKACTAV9WEVGEMMVRZ "
	// The first cut goes through each byte, some end shortly behind a cut, some are behind a blank of a number.
	cards := strings.Repeat("pay 4242 4242 4242 4242, ", 200)
	for pad := range len(part) {
		text := []byte(strings.Repeat("x", pad) + strings.Repeat(part, 60) + end + strings.Repeat(part, 20+pad) + end)
		for i := range 32 {
			text = append(text, r.of("abcdefghijklmnopqrstuvwxyz", 1+r.IntN(200))+part[9:]...)
			if i%8 == 7 {
				text = append(text, end...)
			}
		}
		text, uuids := append(text, cards...), 112+pad
		o.chunk, o.line = 0, 0
		want, whole := search(t, o, bytes.NewReader(text))
		o.chunk, o.line = 512, 2048
		got, passed := search(t, o, bytes.NewReader(text))
		if !slices.Equal(got, want) || !bytes.Equal(passed, whole) || len(got) < uuids {
			t.Fatalf("pad %d: found %v; want %v, with %d UUIDs", pad, got, want, uuids)
		}
	}
}

// Where a line is cut makes no difference to what is found and masked in it: no part of a
// number, of coloured text, of base64 or of what stands behind a name is read alone.
func TestCutIsNoEnd(t *testing.T) {
	r := newNoise(20)
	special := []func() string{
		func() string { return "1541815603606036480." + r.of("0123456789", 1+r.IntN(18)) },
		func() string { return "-1541815603606036480" },
		func() string { return "\x1b[36m017f22e2-79b0-7cc3-98c4-dc0c0c07398f\x1b[0m" },
		func() string { return "\x1b[1;31m01BX5ZZKBKACTAV9WEVGEMMVRZ" },
		func() string { return "%2F01BX5ZZKBKACTAV9WEVGEMMVRZ\\n01BX5ZZKBKACTAV9WEVGEMMVRZ" },
		func() string {
			return "aws_secret_access_key = \"" + r.of("abcdefghijkmnpqrstuvwxyzABCDEFGHJKL23456789/", 39) + "x\""
		},
		func() string { return "5555-5555-5555-4444 4242424242424242 4242 4242 4242 4242 pay_4242424242424242" },
		func() string { return "glpat-" + r.of("abcdefghijkmABCDEFGHJKL23456789", 20) },
		func() string {
			return r.of("ABCDEFGHJKMNPQRS0123456789abc/", 60) + "+" + r.of("ABCDEFGHJKMNPQRS0123456789/", 90)
		},
		func() string { return "01BX5ZZKBKACTAV9WEVGEMMVRZ+01BX5ZZKBKACTAV9WEVGEMMVRZ/" },
		func() string { return r.of("0123456789", 17+r.IntN(3)) },
	}
	for round := range 12 {
		text, _ := plant(t, r, 60, "uuidv7", "uuidv4", "ulid", "ksuid", "snowflake")
		for range 60 {
			at := bytes.LastIndexByte(text[:r.IntN(len(text))+1], '\n') + 1
			text = slices.Insert(text, at, []byte(special[r.IntN(len(special))]()+"\n")...)
		}
		text = bytes.ReplaceAll(text, lineFeed, []byte{' '})
		if round%3 == 2 { // nothing to cut behind
			text = bytes.Map(func(c rune) rune {
				if strings.ContainsRune(" ,\"\t", c) {
					return '/'
				}
				return c
			}, text)
		}
		for _, as := range [][]string{nil, {"snowflake"}, {"ulid"}} {
			o := options(t, as...)
			want, whole := search(t, o, bytes.NewReader(text))
			o.chunk, o.line = 512, 2048+r.IntN(1000)
			got, passed := search(t, o, bytes.NewReader(text))
			if !slices.Equal(got, want) {
				t.Fatalf("round %d as %v: in pieces it finds\n%v; want\n%v", round, as, got, want)
			}
			if !bytes.Equal(passed, whole) {
				t.Fatalf("round %d as %v: in pieces it passes\n%q; want\n%q", round, as, passed, whole)
			}
		}
	}
}

// What has come is said before more comes.
func TestNothingWaits(t *testing.T) {
	r, w := io.Pipe()
	said := make(chan string)
	done := make(chan error)
	go func() {
		_, err := Run(context.Background(), []lines.Input{{Name: "pipe", R: r}}, options(t), func() Format {
			return func(dst []byte, c *Chunk) []byte { return append(dst, c.Data...) }
		}, func(text []byte) error {
			said <- string(text)
			return nil
		})
		done <- err
	}()
	for i := range 100 {
		line := fmt.Sprintf("line %d\n", i)
		fmt.Fprint(w, line)
		try.Need(t, <-said, line, "said")
	}
	w.Close()
	try.Works(t, <-done)
}

func TestRunErrors(t *testing.T) {
	broken := errors.New("broken")
	pass := func() Format { return func(dst []byte, c *Chunk) []byte { return append(dst, c.Data...) } }
	var got []byte
	collect := func(b []byte) error { got = append(got, b...); return nil }
	_, err := Run(context.Background(), []lines.Input{{Name: "a", R: strings.NewReader("x\n")}, {Name: "b",
		R: io.MultiReader(strings.NewReader("y\nz"), iotest.ErrReader(broken))}, {Name: "c",
		R: strings.NewReader("w")}}, options(t), pass, collect)
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "b: ") || string(got) != "x\ny\nz" {
		t.Errorf("Run = %v, wrote %q; want broken of b behind x, y and z", err, got)
	}
	if _, err = Run(context.Background(), []lines.Input{{Name: "a", R: bytes.NewReader(newNoise(4).lines(2000))}},
		options(t), pass, func([]byte) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("Run = %v; want broken", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	defer w.Close()
	go cancel()
	if _, err = Run(ctx, []lines.Input{{Name: "a", R: r}}, options(t), pass, collect); !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v; want it to end with its context", err)
	}
}

// TestWhole: where lines pass as they are or not at all, one that is too long is left out and told of, and the lines
// behind it keep their numbers.
func TestWhole(t *testing.T) {
	const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	o := options(t)
	o.Whole, o.chunk, o.line = true, 1024, 2048
	fits, long := strings.Repeat("x", 2047-len(id))+" "+id+"\n", strings.Repeat("x", 2048)+" "+id+"\n"
	inputs := []lines.Input{{Name: "a", R: strings.NewReader(id + "\n" + fits)},
		{Name: "b", R: strings.NewReader(id + "\n" + fits + long + id + "\n" + long + " " + id)}}
	var passed strings.Builder
	var at []string
	o.Workers = 1
	report, err := Run(context.Background(), inputs, o, func() Format {
		return func(dst []byte, c *Chunk) []byte {
			for _, f := range c.Finds {
				at = append(at, fmt.Sprintf("%d/%d:%d", c.Input, f.Line, f.Column))
			}
			return append(dst, c.Data...)
		}
	}, func(text []byte) error { passed.Write(text); return nil })
	try.Works(t, err)
	try.Equal(t, passed.String(), id+"\n"+fits+id+"\n"+fits+id+"\n "+id, "passed")
	try.Equal(t, strings.Join(at, " "), "0/1:1 0/2:2013 1/1:1 1/2:2013 1/4:1 1/6:2", "found at")
	try.Equal(t, fmt.Sprint(report.TooLong, report.LongInput, report.Long), "2 1 3", "left out")
}

// Bytes together are what they are one by one.
func TestAreSymbols(t *testing.T) {
	for c := range 256 {
		for at := range 8 {
			for _, beside := range []uint64{0, 'a', '-', 0xff, ' '} {
				text, want := uint64(0), uint64(0)
				for i := range 8 {
					b := beside
					if i == at {
						b = uint64(c)
					}
					if text |= b << (8 * i); isSymbol(byte(b)) {
						want |= 0x80 << (8 * i)
					}
				}
				if got := areSymbols(text); got != want {
					t.Fatalf("areSymbols(%016x) = %016x; want %016x", text, got, want)
				}
			}
		}
	}
	r := newNoise(10)
	for range 1000 {
		text, want := [block]byte(r.bytes(block)), uint64(0)
		for i, b := range text {
			if isSymbol(b) {
				want |= 1 << i
			}
		}
		if got := symbolsOf(&text); got != want {
			t.Fatalf("symbolsOf(%q) = %064b; want %064b", text, got, want)
		}
	}
}

// Runs are found wherever they begin and end in blocks.
func TestBlocks(t *testing.T) {
	const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	f := newFinder(options(t).defaults())
	for pad := range 3 * block {
		for _, before := range []string{" ", "a b ", "abcdefghi ", "abcdefghij1 "} {
			text := strings.Repeat(" ", pad) + before + id + " x1 " + id + strings.Repeat(" ", 200-pad) + id
			c := &Chunk{Data: []byte(text), around: []byte(text), Line: 1, Column: 1}
			if f.find(c); len(c.Finds) != 3 || c.Finds[0].Start != pad+len(before) || c.Finds[2].End != len(text) {
				t.Fatalf("%d found in %q: %+v; want 3", len(c.Finds), text, c.Finds)
			}
		}
	}
}

// A search does not allocate for what it reads.
func TestNoAllocations(t *testing.T) {
	var text []byte
	_, want := plant(t, newNoise(5), 300, "uuidv7", "uuidv4", "uuidv1")
	for _, w := range want {
		text = fmt.Appendf(text, "2026-01-02T03:04:05.678Z INFO connection-pool order=%s took 12.5 ms at 0xc000123456 "+
			"1541815603606036480 01BX5ZZKBKACTAV9WEVGEMMVRZ d41d8cd98f00b204e9800998ecf8427e\n", w.text)
	}
	f := newFinder(options(t).defaults())
	c := &Chunk{Data: text, around: text, Line: 1, Column: 1}
	f.find(c)
	n := 1.0
	for try := 0; n > 0 && try < 5; try++ { // a collection of garbage empties the pools
		n = testing.AllocsPerRun(20, func() { f.find(c) })
	}
	try.Equal(t, n, 0, "a chunk with %d ids takes allocations:", len(c.Finds))
}

// However a text is cut, the same is found in the same order, and nothing twice; all but secrets passes as it is.
func FuzzFind(f *testing.F) {
	o := options(f)
	o.Workers, o.chunk = 1, 4096
	f.Fuzz(func(t *testing.T, text []byte, step uint16) {
		whole, shown := search(t, o, bytes.NewReader(text))
		for i, b := range text {
			if len(shown) != len(text) || shown[i] != b && shown[i] != '*' {
				t.Fatalf("%q passes as %q", text, shown)
			}
		}
		end := int64(0)
		for _, w := range whole {
			if w.offset < end || string(shown[w.offset:][:len(w.text)]) != w.text {
				t.Fatalf("%+v overlaps, or stands elsewhere", w)
			}
			end = w.offset + int64(len(w.text))
		}
		pieces, passed := search(t, o, &stepReader{bytes.NewReader(text), int(step)%4096 + 1})
		if !slices.Equal(whole, pieces) || !bytes.Equal(passed, shown) {
			t.Fatalf("in steps of %d: %v; want %v", step, pieces, whole)
		}
	})
}

// stepReader reads a few bytes at a time.
type stepReader struct {
	r    io.Reader
	step int
}

func (r *stepReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), r.step)]) }
