// Package fault is the error that users see: what is wrong, in one line, and what to do, in another. Callers that
// decide by an error ask errors.Is for its reason, which the package that returns it exports.
package fault

import (
	"cmp"
	"errors"
	"fmt"
)

// Reason is an error that its words alone tell. It is a constant, so that several packages name it without work at
// start-up.
type Reason string

func (r Reason) Error() string { return string(r) }

// Error is what kept a call from its answer.
type Error struct {
	Reason error  // one that callers ask for; may be nil
	Cause  error  // what a system below said; may be nil
	Text   string // one line: what is wrong
	Hint   string // what to do: a command, or what to do by hand; may be empty
}

// New is an error without a cause: its reason, its hint, and the format of its text.
func New(reason error, hint, format string, args ...any) *Error {
	return &Error{Reason: reason, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// Error is one line.
func (e *Error) Error() string { return e.Text }

// Unwrap returns the reason and the cause, for errors.Is and errors.As.
func (e *Error) Unwrap() (list []error) {
	for _, err := range [...]error{e.Reason, e.Cause} {
		if err != nil {
			list = append(list, err)
		}
	}
	return list
}

// Hint returns what to do about an error: its own hint, else that of its cause.
func Hint(err error) string {
	switch e := err.(type) {
	case nil:
		return ""
	case *Error:
		return cmp.Or(e.Hint, Hint(e.Cause))
	case interface{ Hint() string }:
		return cmp.Or(e.Hint(), Hint(errors.Unwrap(err)))
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			if hint := Hint(err); hint != "" {
				return hint
			}
		}
	}
	return Hint(errors.Unwrap(err))
}
