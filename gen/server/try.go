package server

import (
	"context"
	"errors"
	"time"

	"idscope/gen"
)

// errBusy says that something has to be waited for.
var errBusy = errors.New("not at once")

// tryContext is the context of calls that must not wait.
type tryContext struct{ context.Context }

// tryNow is for the loop that serves many connections: what waits there would keep
// all of them waiting.
var tryNow context.Context = tryContext{context.Background()}

// mustNotWait reports whether a call is of the loop.
func mustNotWait(ctx context.Context) bool {
	_, ok := ctx.(tryContext)
	return ok
}

// clock is a clock that does not sleep where a call must not wait.
type clock struct{ gen.Clock }

// Sleep returns errBusy at once where ctx says so.
func (c clock) Sleep(ctx context.Context, d time.Duration) error {
	if mustNotWait(ctx) {
		return errBusy
	}
	return c.Clock.Sleep(ctx, d)
}

// patient is a ledger whose updates take too long for the loop.
type patient struct{ gen.Ledger }

// Update returns errBusy at once where ctx says so.
func (p patient) Update(ctx context.Context, f func(*gen.Mark) error) error {
	if mustNotWait(ctx) {
		return errBusy
	}
	return p.Ledger.Update(ctx, f)
}
