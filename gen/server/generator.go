package server

import (
	"context"

	"idscope/gen"
)

// Generator hands out ids of one scheme, to any number of goroutines: no id twice,
// however many servers and processes share its records or its store.
//
// A context of [tryNow] asks for what there is at once: where the clock, a disk or a
// store would have to be waited for, the error is [errBusy], and what was reserved
// meanwhile is lost or kept, never handed out twice.
type Generator interface {
	gen.IDs // its Close gives back what was reserved ahead and not used

	Scheme() *gen.Scheme

	// Reserve returns the first of n ids that are consecutive integers. Where the
	// scheme cannot have them the error is errScattered.
	Reserve(ctx context.Context, n uint64) (first gen.ID, err error)

	// Ready says why no id can be had now; nil where they can.
	Ready() error
}
