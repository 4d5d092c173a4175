package cli

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// ReloadSignals returns what receives something at each SIGHUP until the context ends:
// the signal asks to read settings again.
func ReloadSignals(ctx context.Context) <-chan struct{} {
	signals, asked := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-signals:
				select {
				case asked <- struct{}{}:
				case <-ctx.Done():
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return asked
}

// UntilSignal returns a context that ends with the first SIGINT or SIGTERM, so
// that what was begun can be cleared away; a second one ends the program at once.
// What it returns beside it gives the exit status of the signal, 0 for none.
func UntilSignal(parent context.Context) (ctx context.Context, status func() int) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM) // never all: SIGPIPE has to end the program
	var got atomic.Int32
	go func() {
		select {
		case s := <-signals:
			got.Store(int32(statusOf(s)))
			signal.Stop(signals)
		case <-ctx.Done():
		}
		cancel()
	}()
	return ctx, func() int {
		signal.Stop(signals)
		cancel()
		return int(got.Load())
	}
}

// statusOf is the exit status of a program that a signal ended.
func statusOf(s os.Signal) int { return 128 + int(s.(syscall.Signal)) }
