package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"idscope/gen/testing/try"
)

var errReason = errors.New("a reason")

// hinted is another error with a hint, around one that has none.
type hinted struct{}

func (*hinted) Error() string { return "closed" }
func (*hinted) Hint() string  { return "ask again" }
func (*hinted) Unwrap() error { return fs.ErrNotExist }

func TestError(t *testing.T) {
	below := &Error{Cause: fs.ErrNotExist, Text: "the table is missing", Hint: "create it"}
	for err, want := range map[error]string{
		nil:                     `false, false, ""`,
		fs.ErrNotExist:          `false, true, ""`,
		&Error{Text: "no more"}: `false, false, ""`,
		&Error{Reason: errReason, Text: "refused", Hint: "ask again"}: `true, false, "ask again"`,
		below:                                   `false, true, "create it"`,
		fmt.Errorf("counter orders: %w", below): `false, true, "create it"`,
		&Error{Reason: errReason, Cause: fmt.Errorf("orders: %w", below), Text: "no answer"}: `true, true, "create it"`,
		&Error{Cause: below, Text: "no answer"}:                                              `false, true, "create it"`,
		fmt.Errorf("counter orders: %w", &hinted{}):                                          `false, true, "ask again"`,
		&Error{Reason: below, Text: "that of a reason is none"}:                              `false, true, ""`,
		&Error{Cause: below, Text: "no answer", Hint: "nearest"}:                             `false, true, "nearest"`,
		errors.Join(errors.New("other"), below, &hinted{}):                                   `false, true, "create it"`,
	} {
		if e, ok := err.(*Error); ok {
			try.Equal(t, slices.Contains(e.Unwrap(), nil), false, "%v wraps nil:", e)
			try.Equal(t, e.Error(), e.Text, "the error is")
		}
		got := fmt.Sprintf("%t, %t, %q", errors.Is(err, errReason), errors.Is(err, fs.ErrNotExist), Hint(err))
		try.Equal(t, got, want, "%#v: its reason, its cause, its hint are", err)
	}
}
