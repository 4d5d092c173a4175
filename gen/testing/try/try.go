// Package try ends a test on an error that it does not expect.
package try

import "testing"

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
