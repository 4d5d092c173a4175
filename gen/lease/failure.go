package lease

import (
	"context"
	"encoding/json"
	"errors"

	"idscope/gen/fault"
)

// FailureKeeper is a [Keeper] that keeps the last try that got no answer, too: processes
// that waited for the lock meanwhile need not find that out one after the other.
type FailureKeeper interface {
	// Failure returns the text that was kept last, without the lock; none for none.
	Failure() string

	// KeepFailure keeps a text under the lock. It may be lost.
	KeepFailure(text string)
}

// failure is a try that got no answer, as it is kept.
type failure struct {
	Nonce string // tells it from every other
	From  string
	Text  string
	Way   string
}

// failure is what is kept of the last try.
func (h *Holder) failure() string {
	if k, ok := h.Keeper.(FailureKeeper); ok {
		return k.Failure()
	}
	return ""
}

// failed returns the error of a try of another process at this store, if it ended since
// before was kept: while this one waited. No clock is asked.
func (h *Holder) failed(before string) error {
	text := h.failure()
	var f failure
	if text == before || json.Unmarshal([]byte(text), &f) != nil || f.From != h.From || f.Text == "" {
		return nil
	}
	return &fault.Error{Reason: ErrStore, Text: f.Text, Hint: f.Way}
}

// keepFailure keeps the error of a try that got no answer as long as it had patience; ctx
// is the caller's, who may have less.
func (h *Holder) keepFailure(ctx context.Context, err error) {
	var e *fault.Error
	k, ok := h.Keeper.(FailureKeeper)
	late := ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded)
	if !ok || !late || !errors.As(err, &e) || e.Reason != ErrStore {
		return
	}
	if text, err := json.Marshal(failure{newNonce(), h.From, e.Text, e.Hint}); err == nil {
		k.KeepFailure(string(text))
	}
}
