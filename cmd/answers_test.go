package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// TestAnswers compares what calls answer with testdata/answers: what changes there changes for users. A line of a file
// that begins with $ is a call, with the columns of its terminal behind the $; those with < are its stdin. What follows
// is its stdout behind >, its stderr behind !, its exit status behind = where it is not 0. A text in quotes is Go's,
// and has its end of line with it; long figures are rounded. Before the words of a call are the variables of its
// environment: IN is set where a person types, ERR where stderr is a terminal. The calls of a file share a home,
// /home/me, and a clock, unless a line with @ says the time; after @now what depends on the clock or the machine is
// a *, and gaps are one blank. A line with + writes a file before the call, or removes one of which it has no text. To
// add a call, write its line and run go test ./cmd -run TestAnswers -update. On a terminal no answer has an escape but
// those of colours, a C1 control or a mark of direction; an error has none anywhere.
func TestAnswers(t *testing.T) {
	files, err := filepath.Glob("testdata/answers/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no answers in testdata/answers", err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			try.Works(t, err)
			if strings.Count(string(text), "$ __complete") > 10 && apart(t) { // cobra keeps each such command
				return
			}
			t.Parallel()
			dir := t.TempDir()
			try.Works(t, os.Symlink(".", filepath.Join(dir, "self"))) // a second name of all in it
			var all strings.Builder
			for _, want := range strings.SplitAfter(string(text), "\n\n") {
				if strings.TrimSpace(want) == "" { // behind the last
					continue
				}
				got := answered(t, dir, want)
				if all.WriteString(got); got != want && !*try.Update {
					t.Error(differ(got, want))
				}
			}
			if *try.Update {
				try.Works(t, os.WriteFile(path, []byte(all.String()), 0o644))
			}
		})
	}
}

// answered is a call with its answer, of which text has the call alone.
func answered(t *testing.T, dir, text string) string {
	var asked, stdin strings.Builder
	var words []string
	columns, vars := 0, private(dir)
	clock := gen.FixedClock(time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC))
	for line := range strings.Lines(text) {
		switch line[0] {
		case '$':
			size, rest, _ := strings.Cut(line[1:], " ")
			columns, _ = strconv.Atoi(size)
			words = quoted(t, strings.ReplaceAll(rest, "/home/me", dir))
			for len(words) > 0 && variable.MatchString(words[0]) {
				name, value, _ := strings.Cut(words[0], "=")
				vars[name], words = value, words[1:]
			}
		case '@':
			if text := strings.TrimSpace(line[1:]); text == "now" {
				clock = gen.SystemClock()
			} else {
				clock = gen.FixedClock(try.Of(time.Parse(time.RFC3339, text)).Or(t))
			}
		case '<':
			if strings.HasPrefix(line, "< ") {
				stdin.WriteString(line[2:])
			} else {
				stdin.WriteString(strings.Join(quoted(t, line[1:]), ""))
			}
		case '+': // a file
			file := quoted(t, line[1:])
			path := filepath.Join(dir, file[0])
			try.Works(t, errors.Join(os.RemoveAll(path), os.MkdirAll(filepath.Dir(path), 0o755)))
			if len(file) > 1 {
				try.Works(t, os.WriteFile(path, []byte(file[1]), 0o644))
			}
		case '#':
		default:
			continue
		}
		asked.WriteString(line)
	}
	var out, errs bytes.Buffer
	e := Environment{Args: words, In: strings.NewReader(stdin.String()), Out: &out, Err: &errs,
		Clock: clock, InTerminal: vars["IN"] != "", ErrTerminal: vars["ERR"] != "",
		OutTerminal: columns > 0, Width: columns, Getenv: func(name string) string { return vars[name] }}
	withoutFull(&e)
	status := Main(e)
	try.Equal(t, checkJSON(words, out.String()), nil, "idscope %q:", words)
	shown := escape.ReplaceAllString(errs.String(), "")
	if columns > 0 && !slices.Contains(words, "raw") {
		shown += escape.ReplaceAllString(out.String(), "")
	}
	if i := strings.IndexFunc(shown, controls); i >= 0 {
		t.Errorf("idscope %q controls the terminal: %q", words, shown[i:])
	}
	write := func(mark, text string) {
		text = ofProcess.ReplaceAllString(strings.ReplaceAll(text, dir, "/home/me"), `"$1":"*"`)
		text = longFigure.ReplaceAllStringFunc(text, tenDigits)
		if clock == gen.SystemClock() {
			text = moments.ReplaceAllString(strings.ReplaceAll(text, host, "HOST"), "*")
			text = gaps.ReplaceAllString(here.ReplaceAllString(text, "$1*"), "$1 ")
		}
		for line := range strings.Lines(text) {
			if shown := strings.TrimSuffix(line, "\n"); shown != line && !strings.ContainsFunc(shown, isControl) {
				asked.WriteString(mark + " " + line)
			} else {
				asked.WriteString(mark + strconv.Quote(line) + "\n")
			}
		}
	}
	write(">", out.String())
	write("!", errs.String())
	if status != 0 {
		fmt.Fprintln(&asked, "=", status)
	}
	return asked.String() + "\n"
}

// variable is one before a call, ofProcess what JSON has of the process that made a record.
var (
	variable  = regexp.MustCompile(`^[A-Z_]+=`)
	ofProcess = regexp.MustCompile(`"(pid|owner|updated|identity|median_ns|p99_ns|ahead_ns)":("[^"]*"|-?\d+)`)
)

// moments and here are what depends on the present and on this machine: times, IDs, measurements, process numbers; and
// gaps on how long those are.
var (
	moments = regexp.MustCompile(`20\d\d-\d\d-\d\dT[\d:.]+Z|\b\d{9,}\b|[\d.]+ [num]s\b|/\S+/idscope-full|\S+ \(uid \d+\)`)
	here    = regexp.MustCompile(`(HOST +|process |"process":|ID is |, not )[\da-z]+`)
	gaps    = regexp.MustCompile(`(\S)(?:\n {3,}|  +)`)
	host, _ = os.Hostname()
)

// longFigure has so many digits that the last ones may depend on the processor.
var longFigure = regexp.MustCompile(`\b\d+\.\d{10,}(e[-+]\d+)?\b`)

func tenDigits(figure string) string {
	v, err := strconv.ParseFloat(figure, 64)
	if err != nil {
		return figure
	}
	return strconv.FormatFloat(v, 'g', 10, 64)
}

// controls reports whether a terminal does with a symbol something else than show it, or to end the line.
func controls(c rune) bool { return !strconv.IsPrint(c) && !strings.ContainsRune("\r\n\t", c) }

func isControl(c rune) bool { return !unicode.IsPrint(c) || c == unicode.ReplacementChar }

// quoted parts words at blanks; those in quotes are Go's.
func quoted(t *testing.T, line string) (words []string) {
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimLeft(line, " ") {
		word, _, _ := strings.Cut(line, " ")
		if line[0] != '"' {
			words, line = append(words, word), line[len(word):]
			continue
		}
		quote, err := strconv.QuotedPrefix(line)
		try.Works(t, err)
		word, _ = strconv.Unquote(quote)
		words, line = append(words, word), line[len(quote):]
	}
	return words
}

// differ names the call and the first line in which its answer is another.
func differ(got, want string) string {
	call, _, _ := strings.Cut(want, "\n")
	have, expected := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(have), len(expected)) {
		if have[i] != expected[i] {
			return fmt.Sprintf("idscope %s: line %d of its answer is\n%swant\n%s", call, i, have[i], expected[i])
		}
	}
	return fmt.Sprintf("idscope %s has %d lines of answer, want %d", call, len(have), len(expected))
}
