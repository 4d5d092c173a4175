package cmd

import (
	"io"
	"runtime"

	"idscope/cmd/internal/cli"
	"idscope/inspect"
)

// jsonLines shows ids as JSON, one object a line. Lines of stdin go in chunks to
// all processors, and out in their order; what was read is shown before more is
// waited for.
type jsonLines struct {
	in      *inspect.Inspector
	brief   bool
	workers int
	out     io.Writer
	own     *inspect.Streamer
	buf     []byte

	total, bad int
}

// Input of one chunk, in bytes: what comes of it stays in the near caches. A full
// object is up to 300 times as long as its id.
const (
	briefChunk = 32 << 10
	fullChunk  = 8 << 10
)

// manyBytes is from how much input on all processors work.
const manyBytes = 256 << 10

// stream shows every id of the arguments or of stdin.
func (o *inspectOptions) stream(args []string, in *inspect.Inspector) error {
	brief := o.json.Value == "brief"
	s := &jsonLines{in: in, brief: brief, workers: runtime.GOMAXPROCS(0), out: o.Out, own: inspect.NewStreamer(in, brief)}
	if err := inputsOf(o.App, "inspect", args, s.lines, s.add); err != nil {
		return err
	}
	if err := s.flush(); err != nil {
		return err
	}
	return noIDs(s.bad, s.total)
}

// add shows an argument.
func (s *jsonLines) add(text string) error {
	ok := false
	if s.buf, ok = s.own.Append(s.buf, []byte(text)); !ok {
		s.bad++
	}
	s.total++
	if len(s.buf) < buffer {
		return nil
	}
	return s.flush()
}

func (s *jsonLines) flush() error {
	err := s.write(s.buf)
	s.buf = s.buf[:0]
	return err
}

// write writes text, in pieces that the other end of a pipe can read meanwhile.
func (s *jsonLines) write(text []byte) error {
	for len(text) > 0 {
		n := min(len(text), buffer)
		if _, err := s.out.Write(text[:n]); err != nil {
			return cli.StdoutError(err)
		}
		text = text[n:]
	}
	return nil
}

// lines shows the lines of a stream. The first ones are not worth to be shared.
func (s *jsonLines) lines(r io.Reader) error {
	if err := s.flush(); err != nil {
		return err
	}
	c := &chunk{size: fullChunk}
	if s.brief {
		c.size = briefChunk
	}
	cut := &cutter{r: r}
	for seen := 0; s.workers < 2 || seen < manyBytes; seen += len(c.in) {
		more := cut.next(c)
		c.show(s.own)
		if err := s.finish(c); err != nil || !more {
			return err
		}
	}
	return s.share(cut, c.size)
}

// finish writes out what was made of a chunk. An input that fails is said behind
// the lines that came before.
func (s *jsonLines) finish(c *chunk) error {
	s.total += c.total
	s.bad += c.bad
	if err := s.write(c.out); err != nil {
		return err
	}
	if c.err != nil {
		return cli.Refused("stdin can not be read: %w", cli.FileCause(c.err))
	}
	return nil
}

// share is lines by all processors. When it fails a read that blocks is left behind
// in a goroutine until it returns, as that of the rest of the program's life.
func (s *jsonLines) share(cut *cutter, size int) error {
	chunks := 2*s.workers + 2
	var (
		free  = make(chan *chunk, chunks)
		jobs  = make(chan *chunk, chunks)
		order = make(chan *chunk, chunks)
		stop  = make(chan struct{})
	)
	defer close(stop)
	for range chunks {
		free <- &chunk{size: size, done: make(chan struct{}, 1)}
	}
	for range s.workers {
		own := inspect.NewStreamer(s.in, s.brief)
		go func() {
			for c := range jobs {
				c.show(own)
				c.done <- struct{}{}
			}
		}()
	}
	go func() {
		defer close(order)
		defer close(jobs)
		for more := true; more; {
			select {
			case c := <-free:
				more = cut.next(c)
				jobs <- c // there is room for every chunk
				order <- c
			case <-stop:
				return
			}
		}
	}()
	for c := range order {
		<-c.done
		if err := s.finish(c); err != nil {
			return err
		}
		free <- c
	}
	return nil
}
