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
	for _, test := range []struct {
		err          error
		reason, gone bool
		hint         string
	}{
		{nil, false, false, ""},
		{fs.ErrNotExist, false, true, ""},
		{&Error{Text: "no more"}, false, false, ""},
		{&Error{Reason: errReason, Text: "refused", Hint: "ask again"}, true, false, "ask again"},
		{below, false, true, "create it"},
		{fmt.Errorf("counter orders: %w", below), false, true, "create it"},
		{&Error{Reason: errReason, Cause: fmt.Errorf("counter orders: %w", below), Text: "no answer"}, true, true,
			"create it"},
		{&Error{Cause: below, Text: "no answer"}, false, true, "create it"},
		{fmt.Errorf("counter orders: %w", &hinted{}), false, true, "ask again"},
		{&Error{Reason: below, Text: "the hint of a reason is none of the error"}, false, true, ""},
		{&Error{Cause: below, Text: "no answer", Hint: "the nearest counts"}, false, true, "the nearest counts"},
	} {
		if e, ok := test.err.(*Error); ok {
			try.Equal(t, slices.Contains(e.Unwrap(), nil), false, "%v wraps nil:", e)
			try.Equal(t, e.Error(), e.Text, "the error is")
		}
		if errors.Is(test.err, errReason) != test.reason || errors.Is(test.err, fs.ErrNotExist) != test.gone ||
			Hint(test.err) != test.hint {
			t.Errorf("%#v: reason %t, cause %t, hint %q; want %t, %t, %q", test.err, errors.Is(test.err, errReason),
				errors.Is(test.err, fs.ErrNotExist), Hint(test.err), test.reason, test.gone, test.hint)
		}
	}
}
