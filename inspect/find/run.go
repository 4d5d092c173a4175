package find

import (
	"bytes"
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
// one chunk a call, as soon as it is there. It fails if an input does, with what is
// before already written, if write does, or when ctx ends: then a read that blocks is
// left behind in a goroutine until it returns.
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

// chunker cuts the inputs into chunks, and knows where each begins.
type chunker struct {
	cutter *lines.Cutter
	limit  int // of lines that are left out; 0 is none
	report Report

	// Of the next chunk:
	input        int
	offset       int64
	line, column int64
	within       bool // it begins within a run
	split        bool // the cutter just found that it does
}

func newChunker(inputs []lines.Input, o Options) *chunker {
	s := &chunker{line: 1, column: 1}
	cut := lines.Options{Size: o.chunk, Longest: o.line, Split: s.seam, Margin: margin}
	if o.Whole {
		s.limit, cut.Split = o.line, nil
	}
	s.cutter = lines.NewCutter(inputs, cut)
	return s
}

// next fills a chunk; see [lines.Cutter.Next].
func (s *chunker) next(c *Chunk) error {
	s.split = false
	if err := s.cutter.Next(&c.cut); err != nil {
		return err
	}
	if c.cut.Input != s.input {
		*s = chunker{cutter: s.cutter, limit: s.limit, report: s.report, input: c.cut.Input, line: 1, column: 1,
			split: s.split}
	}
	c.Data, c.Input, c.Last = c.cut.Text, c.cut.Input, c.cut.Last
	c.around, c.before = c.cut.Around(), c.cut.Before
	if s.limit > 0 {
		s.leaveOut(c)
	}
	c.Offset, c.Line, c.Column, c.within = s.offset, s.line, s.column, s.within
	end := len(c.Data)
	s.offset += int64(end)
	s.within = s.split
	if n := bytes.Count(c.Data, lineFeed); n > 0 {
		s.line += int64(n)
		s.column = 1
		end -= bytes.LastIndexByte(c.Data, '\n') + 1
	}
	s.column += int64(end)
	return nil
}

// leaveOut takes the lines that are too long out of a chunk.
func (s *chunker) leaveOut(c *Chunk) {
	if len(c.Data) <= s.limit {
		return
	}
	kept, number := c.Data[:0], s.line
	for line := range bytes.Lines(c.Data) {
		if len(lines.Trim(line)) > s.limit {
			if s.report.TooLong++; s.report.TooLong == 1 {
				s.report.Long, s.report.LongInput = number, s.input
			}
			s.line++
		} else {
			kept = append(kept, line...)
		}
		number++
	}
	c.Data, c.around = kept, kept
}

// seam finds where a line that is too long may be cut so that no identifier is:
// behind a blank or the like; else before a byte that is no symbol, nor within a token;
// where a run goes on for longer than any identifier, beside the UUIDs in it.
func (s *chunker) seam(data []byte) (end int) {
	most := len(data) - margin
	for end = most; end > len(data)/2; end-- {
		if isBlank(data[end-1]) {
			return end
		}
	}
	for end = most; end > most-2*longestRun; end-- {
		if !isSymbol(data[end]) && data[end] != '.' && isSymbol(data[end-1]) {
			return end
		}
	}
	s.split = true
	for at := most - 35; at < most; at++ {
		if u := data[at : at+36]; u[8] == '-' && u[13] == '-' && u[18] == '-' && u[23] == '-' {
			return at
		}
	}
	return most
}

func isBlank(c byte) bool { return c <= ' ' && c != '\x1b' || c == ',' || c == '"' }
