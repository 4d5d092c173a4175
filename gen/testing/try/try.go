// Package try ends a test on an error that it does not expect, and reports values that are not the wanted ones.
package try

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Result is a value, or the error in its place.
type Result[T any] struct {
	value T
	err   error
}

// Of takes what a call returns: try.Of(os.ReadFile(path)).Or(t) is the content of a file.
func Of[T any](value T, err error) Result[T] { return Result[T]{value, err} }

// Found takes what a search returns: try.Found(scheme.Get(name)).Or(t) is the scheme of that name.
func Found[T any](value T, found bool) Result[T] {
	if !found {
		return Result[T]{value, errors.New("what has to be there is not found")}
	}
	return Result[T]{value, nil}
}

// Or returns the value; on an error it ends the test.
func (r Result[T]) Or(t testing.TB) T {
	t.Helper()
	Works(t, r.err)
	return r.value
}

// Works ends the test on an error.
func Works(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Is reports an error, or a value that is not the wanted one: try.Of(strconv.Atoi(text)).Is(t, 7, "the number is").
func (r Result[T]) Is(t testing.TB, want T, what string, args ...any) {
	t.Helper()
	if r.err != nil || any(r.value) != any(want) {
		t.Errorf("%s %s, %v; want %s", fmt.Sprintf(what, args...), shown(r.value), r.err, shown(want))
	}
}

// Equal reports a value that is not the wanted one: try.Equal(t, len(list), 2, "the list has").
func Equal[T comparable](t testing.TB, got, want T, what string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%s %s; want %s", fmt.Sprintf(what, args...), shown(got), shown(want))
	}
}

// shown is a value as it is compared: texts with their quotes.
func shown(value any) string {
	if text, ok := value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(value)
}

// Within reports a value below the least or above the most.
func Within[T cmp.Ordered](t testing.TB, got, least, most T, what string, args ...any) {
	t.Helper()
	if got < least || got > most {
		t.Errorf("%s %v; want %v to %v", fmt.Sprintf(what, args...), got, least, most)
	}
}

// Fails reports an error that is not of the wanted kind, by [errors.Is].
func Fails(t testing.TB, err, want error, what string, args ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s %v; want %v", fmt.Sprintf(what, args...), err, want)
	}
}

// Fails reports a call that does not fail as wanted.
func (r Result[T]) Fails(t testing.TB, want error, what string, args ...any) {
	t.Helper()
	Fails(t, r.err, want, what, args...)
}

// Says reports an error without the wanted words, and none.
func Says(t testing.TB, err error, want, what string, args ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s %v; want %s", fmt.Sprintf(what, args...), err, want)
	}
}

// Says reports a call whose error lacks the wanted words.
func (r Result[T]) Says(t testing.TB, want, what string, args ...any) {
	t.Helper()
	Says(t, r.err, want, what, args...)
}

// Contains reports a text without the wanted one in it.
func Contains(t testing.TB, got, want, what string, args ...any) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("%s %q; want %q in it", fmt.Sprintf(what, args...), got, want)
	}
}

// Begins reports a text that does not begin as wanted.
func Begins(t testing.TB, got, want, what string, args ...any) {
	t.Helper()
	if !strings.HasPrefix(got, want) {
		t.Errorf("%s %q; want %q first", fmt.Sprintf(what, args...), got, want)
	}
}

// Same reports a list with other elements than the wanted ones.
func Same[T comparable](t testing.TB, got, want []T, what string, args ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s %v; want %v", fmt.Sprintf(what, args...), got, want)
	}
}

// Update is set where files of testdata that differ are to be written again: go test ./PACKAGE -update.
var Update = flag.Bool("update", false, "write the files of testdata again that differ")

// Lines reads a file whose lines are GIVEN => WANT, or comments: what is said of what is given has to be the wanted
// text, in which "..." is any. Update writes the lines again of which it is not.
func Lines(t testing.TB, path string, said func(given string) string) {
	t.Helper()
	lines := strings.Split(string(Of(os.ReadFile(path)).Or(t)), "\n")
	for i, line := range lines {
		given, want, ok := strings.Cut(line, " =>")
		if want = strings.TrimPrefix(want, " "); !ok {
			continue
		}
		all := strings.ReplaceAll(regexp.QuoteMeta(want), regexp.QuoteMeta("..."), "(?s:.*)")
		switch got := said(given); {
		case regexp.MustCompile("^" + all + "$").MatchString(got):
		case *Update && !strings.Contains(got, "\n"):
			lines[i] = strings.TrimSuffix(given+" => "+got, " ")
		default:
			t.Errorf("%s:%d: %s => %s; want %s", path, i+1, given, got, want)
		}
	}
	if *Update {
		Works(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644))
	}
}

// Recorded wants a line of this test in testdata/refusals.txt to say that; a * is what varies from run to run. Update
// adds it.
func Recorded(t testing.TB, text string, varying *regexp.Regexp) {
	t.Helper()
	const path = "testdata/refusals.txt"
	line := "\n" + varying.ReplaceAllString(t.Name()+": "+text, "*") + "\n"
	known := string(Of(os.ReadFile(path)).Or(t))
	if *Update && !strings.Contains(known, line) { // other tests add theirs at a time
		f := Of(os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)).Or(t)
		_, err := f.WriteString(line[1:])
		Works(t, errors.Join(err, f.Close()))
		return
	}
	Contains(t, known, line, path)
}

// Need is [Equal] that ends the test, where nothing after it means anything without the value.
func Need[T comparable](t testing.TB, got, want T, what string, args ...any) {
	t.Helper()
	Equal(t, got, want, what, args...)
	if got != want {
		t.FailNow()
	}
}

// Build writes the program of a package to a file, without what a debugger needs. Go keeps what it linked for go run,
// so a program that did not change is copied.
func Build(pkg, file string) error {
	words := []string{"run", "-exec", "cp", pkg, file}
	if runtime.GOOS == "windows" { // has no cp, and starts what is an .exe
		words = []string{"build", "-o", file + ".exe", pkg}
	}
	if out, err := exec.Command("go", words...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", words, err, out)
	}
	return nil
}

// Await asks again until it is so, and ends the test when a minute has passed.
func Await(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

// File compares a text with the file that has it, which Update writes: the first lines that differ fail the test.
func File(t testing.TB, path, got string) {
	t.Helper()
	if *Update {
		Works(t, os.MkdirAll(filepath.Dir(path), 0o755))
		Works(t, os.WriteFile(path, []byte(got), 0o644))
	}
	lines, shown := strings.Split(string(Of(os.ReadFile(path)).Or(t))+"\n", "\n"), 0
	for i, line := range strings.Split(got+"\n", "\n") {
		if want := lines[min(i, len(lines)-1)]; line != want && shown < 8 {
			shown++
			t.Errorf("%s, line %d, would be\n%s\nwant\n%s\n-update writes it", path, i+1, line, want)
		}
	}
	if shown == 0 && got+"\n" != strings.Join(lines, "\n") {
		t.Errorf("%s has more lines than it would have; -update writes it", path)
	}
}
