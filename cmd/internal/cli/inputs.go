package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"idscope/cmd/internal/screen"
	"idscope/inspect/lines"
)

// Stdin is the name of stdin in reports and errors.
const Stdin = "stdin"

// Files are the named files, or stdin if there are none or - is one. All files
// are looked at before one is read; empty is the error where a person would have
// to type.
func (a *App) Files(args []string, empty error) ([]lines.Input, error) {
	if len(args) == 0 {
		if a.InTerminal {
			return nil, empty
		}
		args = []string{"-"}
	}
	var list []lines.Input
	for _, name := range args {
		if name == "-" {
			list = append(list, lines.Input{Name: Stdin, R: a.In})
			continue
		}
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, Refused("%s cannot be read: %w", name, FileCause(err))
		case info.IsDir():
			return nil, Usage("%s is a directory; use files", name)
		}
		list = append(list, lines.Input{Name: name, R: &lateFile{name: name}, Size: info.Size()})
	}
	return list, nil
}

// EachID calls add for every argument, and for each line of stdin that is not blank if
// - or nothing is given. Before it waits for more, it calls idle.
func (a *App) EachID(command string, args []string, idle func() error, add func(text []byte) error) error {
	return a.EachInput(command, args, Lines(idle, add), func(text string) error { return add([]byte(text)) })
}

// Lines returns what calls add for each line of an input that is not blank, and idle before it waits for more.
func Lines(idle func() error, add func(text []byte) error) func(lines.Input) error {
	return func(in lines.Input) error {
		return lines.Each(in, lines.Options{Longest: lines.Longest}, idle, func(line []byte) error {
			if lines.Blank(line) {
				return nil
			}
			return add(lines.Trim(line))
		})
	}
}

// EachInput calls add for every argument, and stdin if - or nothing is given.
func (a *App) EachInput(command string, args []string, stdin func(lines.Input) error,
	add func(text string) error) error {
	if len(args) == 0 {
		if a.InTerminal {
			return Usage("%s has no id; use one as an argument, or ids on stdin", command).
				Hinted("idscope %[1]s 1541815603606036480, or idscope %[1]s < FILE; idscope %[1]s --help shows more",
					command)
		}
		args = []string{"-"}
	}
	for _, arg := range args {
		var err error
		if arg == "-" {
			in, done := a.watched()
			err = ReadError(stdin(lines.Input{Name: Stdin, R: lines.WithoutMark(&ids{r: in})}))
			done()
		} else {
			err = add(arg)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ReadError words the error of an input that could not be read; others stay as
// they are.
func ReadError(err error) error {
	if errors.Is(err, errJSON) {
		return Negative("stdin is JSON of several lines, and no ids one a line").
			Hinted("idscope inspect --find finds the ids in it")
	}
	if in, ok := errors.AsType[*lines.Error](err); ok {
		return Refused("%s cannot be read: %w", in.Name, FileCause(in.Err))
	}
	return err
}

// lateFile is open from its first byte to its last only, so that any number of
// files can be checked.
type lateFile struct {
	name string
	file *os.File
	done bool
}

// Read reads from the file.
func (f *lateFile) Read(p []byte) (n int, err error) {
	if f.done {
		return 0, io.EOF
	}
	if f.file == nil {
		if f.file, err = os.Open(f.name); err != nil {
			return 0, err
		}
	}
	n, err = f.file.Read(p)
	if err != nil {
		f.done = true
		f.file.Close()
	}
	return n, err
}

// ids is stdin where ids are wanted, one a line: JSON of several lines is refused at
// once, and not line by line.
type ids struct {
	r     io.Reader
	begun bool
}

var errJSON = errors.New("JSON of several lines")

// Read looks at what the first read has.
func (s *ids) Read(p []byte) (n int, err error) {
	n, err = s.r.Read(p)
	text := bytes.TrimLeft(bytes.TrimPrefix(p[:n], []byte("\ufeff")), " \t\r\n")
	if s.begun || len(text) == 0 {
		return n, err
	}
	s.begun = true
	first, _, whole := bytes.Cut(text, []byte{'\n'})
	if whole && (text[0] == '{' || text[0] == '[') && len(bytes.TrimSpace(first)) == 1 {
		return 0, errJSON
	}
	return n, err
}

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
	ctx, stopped := UntilSignal(ctx, true)
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
	ctx, stopped := UntilSignal(context.Background(), true)
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

// UntilSignal returns a context that ends with the first SIGINT or SIGTERM, and with hangup
// SIGHUP, so that what was begun can be cleared away; a second one ends the program at once.
// What it returns beside it gives the exit status of the signal, 0 for none.
func UntilSignal(parent context.Context, hangup bool) (ctx context.Context, status func() int) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM) // never all: SIGPIPE has to end the program
	if hangup && !signal.Ignored(syscall.SIGHUP) {        // as nohup does
		signal.Notify(signals, syscall.SIGHUP)
	}
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
