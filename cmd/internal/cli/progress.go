package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"idscope/cmd/internal/screen"
)

// Bar is a bar of progress on stderr, which shows nothing where nobody looks.
func (a *App) Bar() *screen.Bar {
	var w io.Writer
	if a.seen() {
		w = a.Err
	}
	return screen.NewBar(w, a.ErrWidth, a.Clock.Now)
}

// Measured does what a signal ends early, and shows how much of it is done. It returns the exit status
// of the signal, 0 for none.
func (a *App) Measured(ctx context.Context, work func(ctx context.Context, show func(doing string, done, total int))) (
	signal int) {
	bar := a.Bar()
	ctx, stopped := UntilSignal(ctx)
	work(ctx, func(doing string, done, total int) { bar.Steps(doing, int64(done), int64(total)) })
	bar.Clear()
	return stopped()
}

// seen reports whether somebody looks at stderr.
func (a *App) seen() bool { return a.ErrTerminal && a.Getenv("TERM") != "dumb" }

// BarUntilSignal is Bar of a call that a signal ends at once: before that the bar is cleared. It is
// nil where what the call writes is itself on a terminal. Done clears it at the end.
func (a *App) BarUntilSignal() (bar *screen.Bar, done func()) {
	if !a.seen() || a.OutTerminal {
		return nil, func() {}
	}
	bar = a.Bar()
	ctx, stopped := UntilSignal(context.Background())
	context.AfterFunc(ctx, func() {
		if status := stopped(); status != 0 {
			bar.Clear()
			os.Exit(status)
		}
	})
	return bar, func() {
		stopped()
		bar.Clear()
	}
}

// watched is stdin, with a bar of what was read of it.
func (a *App) watched() (in io.Reader, done func()) {
	bar, done := a.BarUntilSignal()
	if bar == nil {
		return a.In, done
	}
	w := &watchedInput{r: a.In, bar: bar}
	if f, ok := a.In.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			w.total = info.Size()
		}
	}
	return w, done
}

// watchedInput shows how much was read.
type watchedInput struct {
	r           io.Reader
	bar         *screen.Bar
	read, total int64
}

func (w *watchedInput) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.read += int64(n)
	w.bar.Bytes("reading", w.read, w.total)
	return n, err
}

// ReloadSignals returns what receives something at each SIGHUP until the context ends:
// the signal asks to read settings again.
func ReloadSignals(ctx context.Context) <-chan struct{} {
	signals, asked := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	context.AfterFunc(ctx, func() {
		signal.Stop(signals)
		close(signals)
	})
	go func() {
		for range signals {
			select {
			case asked <- struct{}{}:
			case <-ctx.Done():
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
