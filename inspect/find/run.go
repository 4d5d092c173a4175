package find

import (
	"context"
	"runtime"
)

// Format appends what is to be said of a chunk. Each comes from a call of its
// own, and is used by one goroutine.
type Format func(dst []byte, c *Chunk) []byte

// Report counts what was found.
type Report struct {
	Finds  int64
	Inside int64 // of those, in the window
	Cut    int64 // the first line that was too long, and came in pieces; 0 for none
}

// Run reads the inputs one after the other, each to its end, and closes none.
// What the formats make of the chunks goes to write in the order of the input,
// one chunk a call, as soon as it is there. It fails if an input does, with what
// stands before already written, if write does, or when ctx ends: then a read
// that blocks is left behind in a goroutine until it returns.
func Run(ctx context.Context, inputs []Input, o Options, format func() Format, write func([]byte) error) (Report, error) {
	o = o.defaults()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	chunks := 2*o.Workers + 2
	var (
		free  = make(chan *Chunk, chunks)
		jobs  = make(chan *Chunk, chunks)
		order = make(chan *Chunk, chunks)
	)
	for range chunks {
		free <- &Chunk{done: make(chan struct{}, 1)}
	}
	for range o.Workers {
		f, say := newFinder(o), format()
		go func() {
			for c := range jobs {
				f.find(c)
				c.out = say(c.out[:0], c)
				c.done <- struct{}{}
			}
		}()
	}
	s := &source{inputs: inputs, opts: o, free: free, send: func(c *Chunk) bool { // there is room for every chunk
		jobs <- c
		order <- c
		return ctx.Err() == nil
	}}
	go func() {
		defer close(order)
		defer close(jobs)
		s.readAll(ctx)
	}()
	var r Report
	for {
		select {
		case c, ok := <-order:
			if !ok {
				return r, ctx.Err()
			}
			<-c.done
			r.add(c)
			if len(c.out) > 0 {
				if err := write(c.out); err != nil {
					return r, err
				}
			}
			if c.err != nil {
				return r, c.err
			}
			free <- c
		case <-ctx.Done():
			return r, ctx.Err()
		}
	}
}

func (o Options) defaults() Options {
	if o.Shortest <= 0 {
		o.Shortest = shortest
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.chunk <= 0 {
		o.chunk = defaultSize
	}
	if o.line <= 0 {
		o.line = defaultLine
	}
	o.line = max(o.line, o.chunk, 4*longestRun)
	return o
}

func (r *Report) add(c *Chunk) {
	r.Finds += int64(len(c.Finds))
	for i := range c.Finds {
		if c.Finds[i].Inside {
			r.Inside++
		}
	}
	if c.Joined && r.Cut == 0 {
		r.Cut = c.Line
	}
}
