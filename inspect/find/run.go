package find

import (
	"context"
	"runtime"

	"idscope/inspect/lines"
)

// Format appends what is to be said of a chunk. Each comes from a call of its
// own, and is used by one goroutine.
type Format func(dst []byte, c *Chunk) []byte

// Report counts what was found.
type Report struct {
	Finds  int64
	Inside int64 // of those, in the window
	// TooLong is how many lines were left out, with Whole; the first one is line Long of
	// input LongInput.
	TooLong   int64
	Long      int64
	LongInput int
	// Numbers is how many of 17 to 19 digits were passed over, which may be identifiers
	// of 64 bits: nothing in them says so. It is 0 with All or a scheme, and counts no
	// Unix time in nanoseconds within a year of the present.
	Numbers int64
}

// Run reads the inputs one after the other, each to its end, and closes none.
// What the formats make of the chunks goes to write in the order of the input,
// one chunk a call, as soon as it is there. It fails if an input does, with what
// stands before already written, if write does, or when ctx ends: then a read
// that blocks is left behind in a goroutine until it returns.
func Run(ctx context.Context, inputs []lines.Input, o Options, format func() Format,
	write func([]byte) error) (Report, error) {
	o = o.defaults()
	s := newChunker(inputs, o)
	var workers []*worker
	err := lines.Run(ctx, lines.Pool{Workers: o.Workers, Leave: true}, func() lines.Worker[[]byte] {
		w := &worker{chunks: s, finder: newFinder(o), format: format()}
		workers = append(workers, w)
		return w
	}, func(text []byte) error {
		if len(text) == 0 {
			return nil
		}
		return write(text)
	})
	r := s.report
	for _, w := range workers {
		r.add(w.report)
	}
	return r, err
}

// worker finds identifiers in chunks that it takes from a chunker.
type worker struct {
	chunks *chunker
	chunk  Chunk
	finder *finder
	format Format
	report Report
}

func (w *worker) Take() error { return w.chunks.next(&w.chunk) }

func (w *worker) Work(text []byte) ([]byte, error) {
	w.finder.find(&w.chunk)
	w.report.add(w.chunk.report())
	return w.format(text[:0], &w.chunk), nil
}

func (c *Chunk) report() Report {
	r := Report{Finds: int64(len(c.Finds)), Numbers: c.numbers}
	for i := range c.Finds {
		if c.Finds[i].Inside {
			r.Inside++
		}
	}
	return r
}

// add adds what was found elsewhere in the inputs.
func (r *Report) add(o Report) {
	r.Finds += o.Finds
	r.Inside += o.Inside
	r.Numbers += o.Numbers
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
		o.line = lines.Longest
	}
	o.line = max(o.line, o.chunk, 4*longestRun)
	return o
}
