package store

import (
	"context"
	"fmt"
	"strings"
)

// Error is why a store could not do what was asked: what a user needs to mend it.
// It never holds a password.
type Error struct {
	Store string // which: "Redis at db7:6379"
	Tried string // what was tried: "log in as idscope"
	Check string // what to check, in a clause; may be empty
	Err   error  // what the server or the network said
	Final bool   // the server refused it: another try has the same answer
}

func (e *Error) Error() string {
	cause := strings.ReplaceAll(e.Err.Error(), context.DeadlineExceeded.Error(), "no answer in time")
	text := fmt.Sprintf("%s: cannot %s: %s", e.Store, e.Tried, cause)
	if e.Check != "" {
		text += "; " + e.Check
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }
