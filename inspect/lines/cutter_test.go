package lines

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"idscope/gen/testing/try"
)

// cutAll returns the lines of the inputs with their ends, and the error at the end.
func cutAll(t testing.TB, inputs []Input, o Options) (list []string, err error) {
	t.Helper()
	c := NewCutter(inputs, o)
	for k := (Chunk{}); ; {
		if err = c.Next(&k); err != nil {
			try.Equal(t, c.Next(&k), err, "Next behind %v =", err)
			return list, err
		}
		if len(k.Text) == 0 || cap(k.Text)-len(k.Text) < Slack {
			t.Errorf("a chunk of %d bytes has %d more; want at least 1, and %d", len(k.Text), cap(k.Text)-len(k.Text), Slack)
		}
		if k.Text[len(k.Text)-1] != '\n' && !k.Last && !k.Split && o.Split == nil {
			t.Errorf("a chunk ends with %q; want a line feed", k.Text)
		}
		for line := range bytes.Lines(k.Text) {
			list = append(list, string(line))
		}
	}
}

func inputOf(texts ...string) (list []Input) {
	for i, text := range texts {
		list = append(list, Input{Name: string(rune('a' + i)), R: strings.NewReader(text)})
	}
	return list
}

// TestTrim reads testdata/trim.txt.
func TestTrim(t *testing.T) {
	try.Lines(t, "testdata/trim.txt", func(line string) string {
		return strconv.Quote(string(Trim([]byte(try.Of(strconv.Unquote(line)).Or(t)))))
	})
}

// What becomes of lines of all kinds, of any length and number, however they come.
func TestCutter(t *testing.T) {
	long := strings.Repeat("x", 300)
	half := func(line []byte) int { return len(line) / 2 }
	for _, tt := range []struct {
		name string
		o    Options
		in   []string
		want []string
	}{
		{"lines", Options{}, []string{"a\nb\n"}, []string{"a\n", "b\n"}},
		{"the last without its end", Options{}, []string{"a\nb"}, []string{"a\n", "b"}},
		{"nothing", Options{}, []string{""}, nil},
		{"no inputs", Options{}, nil, nil},
		{"an empty line", Options{}, []string{"\n"}, []string{"\n"}},
		{"carriage returns and NUL stay", Options{}, []string{"a\r\n\x00\r\r\nb\r"}, []string{"a\r\n", "\x00\r\r\n", "b\r"}},
		{"inputs do not run into each other", Options{}, []string{"a", "", "b\n", "c"}, []string{"a", "b\n", "c"}},
		{"longer than what is read at once", Options{Size: 16}, []string{"a\n" + long + "\nb\n"}, []string{"a\n",
			long + "\n", "b\n"}},
		{"as long as the bound", Options{Size: 16, Longest: 300}, []string{long + "\nb"}, []string{long + "\n", "b"}},
		{"longer, split", Options{Size: 16, Longest: 100, Split: half}, []string{long + "\nb"}, []string{long + "\n", "b"}},
		{"longer, all of it", Options{Size: 16, Longest: 10}, []string{"a\n" + long + "\nb\n" + long},
			[]string{"a\n", long[:12] + "\n", "b\n", long[:12]}},
		{"longer, and nothing else", Options{Size: 16, Longest: 10}, []string{long, long + "\n"},
			[]string{long[:12], long[:12] + "\n"}},
		{"longer, with a carriage return where it is cut", Options{Size: 16, Longest: 10}, []string{long[:10] + "\rx\n"},
			[]string{long[:10] + "\rx\n"}},
		{"as long as the bound, with a carriage return", Options{Size: 16, Longest: 300}, []string{long + "\r\n"},
			[]string{long + "\r\n"}},
	} {
		for _, full := range []bool{false, true} {
			for how, wrap := range map[string]func(io.Reader) io.Reader{
				"at once":                    func(r io.Reader) io.Reader { return r },
				"bytes":                      iotest.OneByteReader,
				"halves":                     iotest.HalfReader,
				"the end with the last read": iotest.DataErrReader,
				"empty reads between":        func(r io.Reader) io.Reader { return &emptyReads{r: r} },
			} {
				inputs := inputOf(tt.in...)
				for i := range inputs {
					inputs[i].R = wrap(inputs[i].R)
				}
				tt.o.Full = full
				got, err := cutAll(t, inputs, tt.o)
				if tt.o.Split != nil { // where it is cut depends on how it comes
					got = slices.Collect(strings.Lines(strings.Join(got, "")))
				}
				if !slices.Equal(got, tt.want) || err != io.EOF {
					t.Errorf("%s, %s, full %t: %q, %v; want %q and EOF", tt.name, how, full, got, err, tt.want)
				}
			}
		}
	}
}

// emptyReads returns nothing before each read.
type emptyReads struct {
	r     io.Reader
	empty bool
}

func (e *emptyReads) Read(p []byte) (int, error) {
	if e.empty = !e.empty; e.empty {
		return 0, nil
	}
	return e.r.Read(p)
}

// An input that fails does so behind its whole lines; the unfinished one is left
// out, or, where each byte passes, not.
func TestCutterFails(t *testing.T) {
	broken := errors.New("broken")
	all := func(line []byte) int { return len(line) }
	for _, tt := range []struct {
		name string
		o    Options
		want string
	}{
		{"lines", Options{}, "x y\n"},
		{"lines, full", Options{Full: true}, "x y\n"},
		{"bytes", Options{Longest: 10, Split: all}, "x y\n z"},
	} {
		inputs := append(inputOf("x"), Input{Name: "b", R: io.MultiReader(strings.NewReader("y\nz"),
			iotest.ErrReader(broken))}, Input{Name: "c", R: strings.NewReader("w")})
		got, err := cutAll(t, inputs, tt.o)
		var e *Error
		if !errors.As(err, &e) || e.Name != "b" || !errors.Is(err, broken) || err.Error() != "b: broken" ||
			strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, %v; want %q, and broken of b", tt.name, got, err, tt.want)
		}
	}
	if _, err := cutAll(t, []Input{{Name: "never", R: readFunc(func([]byte) (int, error) {
		return 0,
			nil
	})}}, Options{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("an input that returns nothing for ever: %v; want no progress", err)
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// Whole lines are returned before more is read, with Full when there are enough.
func TestCutterDoesNotWait(t *testing.T) {
	parts := []string{"a\nb", "c", "\n", "d\ne\nf", "\n"}
	read := 0
	in := Input{R: readFunc(func(p []byte) (int, error) {
		if read == len(parts) {
			return 0, io.EOF
		}
		read++
		return copy(p, parts[read-1]), nil
	})}
	c, k := NewCutter([]Input{in}, Options{}), Chunk{}
	for _, want := range []struct {
		text string
		read int
	}{{"a\n", 1}, {"bc\n", 3}, {"d\ne\n", 4}, {"f\n", 5}} {
		if err := c.Next(&k); err != nil || string(k.Text) != want.text || read != want.read {
			t.Errorf("%q, %v after %d reads; want %q after %d", k.Text, err, read, want.text, want.read)
		}
	}
}

// Memory is that of the longest line, whatever comes.
func TestCutterMemory(t *testing.T) {
	endless := strings.Repeat("x", 10<<20)
	for _, o := range []Options{{Size: 4096, Longest: 4096}, {Size: 4096, Longest: 8192, Split: func(
		line []byte) int {
		return len(line) - 7
	}}} {
		c, k := NewCutter(inputOf(endless), o), Chunk{}
		for c.Next(&k) == nil {
			if len(k.buf)+cap(c.rest) > 1<<15 {
				t.Fatalf("%d and %d bytes for lines up to %d; want at most 32 KiB", len(k.buf), cap(c.rest), o.Longest)
			}
		}
		try.Equal(t, c.done, int64(len(endless)), "bytes that were read:")
	}
}

// FuzzCut: cut lines joined again are the input, in whatever steps it is read and
// however it is cut; with a bound each line keeps its start and its end, and is longer than
// that; around a chunk of a line stands what stands there in its line.
func FuzzCut(f *testing.F) {
	f.Add([]byte("a\r\nb\n\nc"), uint16(1), uint16(1), uint16(3), uint64(1))
	f.Add(bytes.Repeat([]byte("long "), 100), uint16(7), uint16(20), uint16(30), uint64(2))
	f.Fuzz(func(t *testing.T, text []byte, step, size, longest uint16, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 0))
		half := len(text) / 2
		inputs := func() []Input {
			var list []Input
			for i, part := range [][]byte{text[:half], text[half:]} {
				r := bytes.NewReader(part)
				list = append(list, Input{Name: fmt.Sprint(i), R: readFunc(func(p []byte) (int,
					error) {
					return r.Read(p[:min(len(p), 1+int(step))])
				})})
			}
			return list
		}
		bound := 1 + int(longest)
		for _, o := range []Options{
			{Size: int(size)}, {Size: int(size), Full: true},
			{Size: int(size), Longest: bound, Split: func(line []byte) int { return 1 + random.IntN(len(line)) }},
			{Size: int(size), Longest: bound, Full: true, Split: func(line []byte) int { return 1 + random.IntN(len(line)) }},
		} {
			got, err := cutAll(t, inputs(), o)
			if joined := strings.Join(got, ""); joined != string(text) || err != io.EOF {
				t.Fatalf("%+v: %q, %v; want %q", o, joined, err, text)
			}
		}
		around(t, text, inputs()[:1], Options{Size: int(size), Longest: bound, Margin: bound % 50,
			Split: func(line []byte) int { return 1 + random.IntN(len(line)) }})
		for _, full := range []bool{false, true} {
			var want []string
			for _, part := range [][]byte{text[:half], text[half:]} {
				want = slices.AppendSeq(want, strings.Lines(string(part)))
			}
			got, err := cutAll(t, inputs(), Options{Size: int(size), Longest: bound, Full: full})
			if len(got) != len(want) || err != io.EOF {
				t.Fatalf("%d lines, %v; want %d", len(got), err, len(want))
			}
			for i, line := range got {
				start := string(Trim([]byte(line))) // no part is as short as a whole line
				if line != want[i] && (len(start) <= bound || !strings.HasPrefix(want[i], start) ||
					strings.HasSuffix(want[i], "\n") != strings.HasSuffix(line, "\n")) {
					t.Fatalf("line %d is %q; want the start and the end of %q", i, line, want[i])
				}
			}
		}
	})
}

// around fails where a chunk of the first half of a text has something else around it.
func around(t *testing.T, text []byte, in []Input, o Options) {
	t.Helper()
	c, k, at, split := NewCutter(in, o), Chunk{}, 0, false
	for c.Next(&k) == nil {
		end := at + len(k.Text)
		if want := text[at-k.Before : end+k.After]; !bytes.Equal(k.Around(), want) || k.Before > 0 && !split ||
			split && at > 0 && k.Before < min(o.Margin, 1) || max(k.Before, k.After) > o.Margin {
			t.Fatalf("%+v: around the chunk at %d is %q, %d before and %d after; want %q", o, at, k.Around(), k.Before,
				k.After, want)
		}
		at, split = end, k.Split
	}
}

// A mark of byte order is left out at the start of an input, nowhere else.
func TestWithoutMark(t *testing.T) {
	const mark = "\ufeff"
	for _, text := range []string{"", "a", "ab", "abc", "abcd", mark, mark + "a", mark + mark, "a" + mark, mark[:1],
		mark[:2], mark[:2] + "a", "\n" + mark} {
		for name, read := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader,
			"data and end": iotest.DataErrReader, "halves": iotest.HalfReader,
		} {
			got, err := io.ReadAll(WithoutMark(read(strings.NewReader(text))))
			if want := bytes.TrimPrefix([]byte(text), []byte(mark)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %q is %q, %v; want %q", name, text, got, err, want)
			}
		}
	}
	try.Of(io.ReadAll(WithoutMark(iotest.ErrReader(io.ErrClosedPipe)))).Fails(t, io.ErrClosedPipe, "error")
}
