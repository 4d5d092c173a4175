// Package try ends a test on an error that it does not expect, and reports values that are not the wanted ones.
package try

import (
	"fmt"
	"strconv"
	"testing"
)

// Result is a value, or the error in its place.
type Result[T any] struct {
	value T
	err   error
}

// Of takes what a call returns: try.Of(os.ReadFile(path)).Or(t) is the content of a file.
func Of[T any](value T, err error) Result[T] { return Result[T]{value, err} }

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
