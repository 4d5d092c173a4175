package cmd

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"idscope/cmd/internal/cli"
	"idscope/gen/testing/try"
)

// TestStreamAnswersAtOnce: before more is read, all whole lines are answered, also
// when a part of the next one has come.
func TestStreamAnswersAtOnce(t *testing.T) {
	for command, want := range map[string][]int{
		"inspect --json=brief":                {0, 1, 1, 3, 4, 4},
		"inspect --format line":               {0, 1, 1, 3, 4, 4},
		"convert --as snowflake --to hex":     {0, 1, 1, 3, 4, 4},
		"gen uuidv5 --namespace dns --name -": {0, 1, 1, 3, 4, 4},
		"inspect":                             {0, 0, 0, 3, 4, 4}, // alone an id is a card: the first waits for the second
	} {
		var out bytes.Buffer
		seen := []int{}
		parts := []string{"1541815603606036480\n", "15418156036060", "36481\n1541815603606036482\n1541",
			"815603606036483\n", "1541815603606036484"}
		in := readerFunc(func(p []byte) (int, error) {
			seen = append(seen, strings.Count(out.String(), "\n"))
			if len(parts) == 0 {
				return 0, io.EOF
			}
			n := copy(p, parts[0])
			parts = parts[1:]
			return n, nil
		})
		call(t, func(e *Environment) { e.In, e.Out = in, &out }, strings.Fields(command)...)
		if !slices.Equal(seen, want) {
			t.Errorf("%s: before each read there were %v lines; want %v", command, seen, want)
		}
		try.Equal(t, strings.Count(out.String(), "\n"), 5, "%s: lines in the end:", command)
	}
}

// TestStreamFails: what stood before an input that fails is answered; an output that fails ends a call at whatever
// byte, a closed pipe without a word.
func TestStreamFails(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	text := strings.Repeat("1541815603606036480\n", 20_000) // more than one processor reads
	for _, test := range []struct {
		call      string
		n, before int // bytes of the input, and lines that are answered
		says      string
	}{
		{"inspect --json=brief", 100, 5, "stdin cannot be read: broken"},
		{"inspect --json=brief", len(text) - 10, 19_999, "stdin cannot be read: broken"},
		{"gen uuidv5 --namespace dns --name -", 30, 1, "stdin cannot be read: broken"},
		{"inspect --annotate", 20, 1, "error: stdin: broken"},
	} {
		in := io.MultiReader(strings.NewReader(text[:test.n]), iotest.ErrReader(errors.New("broken")))
		got := call(t, func(e *Environment) { e.In = in }, strings.Fields(test.call)...)
		if lines := strings.Count(got.out, "\n"); got.status != cli.StatusRefused || lines != test.before ||
			!strings.Contains(got.err, test.says) {
			t.Errorf("%s of an input that fails after %d bytes: %d lines, status %d, %q; want %d lines, status 3 and %q",
				test.call, test.n, lines, got.status, got.err, test.before, test.says)
		}
	}
	const full = "idscope: error: stdout cannot be written: no space left on device\n"
	for words, rooms := range map[string][]int{"gen ulid -n 100000": {0, 10, 40_000},
		"inspect --json=brief": {0, 10, 40_000}, "inspect --find --as snowflake": {0, 10, 40_000},
		"bench report ulid --samples 1 --time 1ms --check 0 --rows 100": {10}} {
		for _, room := range rooms {
			for err, want := range map[error]result{syscall.ENOSPC: {cli.StatusRefused, "", full},
				syscall.EPIPE: {cli.StatusPipe, "", ""}} {
				got := call(t, func(e *Environment) {
					reporting(e)
					e.In, e.Out = strings.NewReader(text), &failing{room, err}
				}, strings.Fields(words)...)
				if got != want {
					t.Errorf("%s with an output that fails with %v after %d bytes: %+v; want %+v", words, err, room, got, want)
				}
			}
		}
	}
	help := call(t, func(e *Environment) { e.Out = &failing{0, io.ErrClosedPipe} }, "--help")
	if help.status != cli.StatusRefused {
		t.Errorf("help on a broken stream = %+v; want status 3", help)
	}
}

// failing is a stream that takes n bytes and then fails.
type failing struct {
	n   int
	err error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, f.err
	}
	return len(p), nil
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
