package cmd

import (
	"bytes"
	"cmp"
	"context"

	"idscope/inspect"
	"idscope/inspect/lines"
)

// Input of one chunk, in bytes: what comes of it stays in the near caches. A full
// object is up to 300 times as long as its id.
const (
	briefChunk = 32 << 10
	fullChunk  = 8 << 10
)

// manyBytes is from how much input on all processors work.
const manyBytes = 256 << 10

// stream shows every id of the arguments or of stdin as JSON, one object a line.
// Lines of stdin go in chunks to all processors, and out in their order; what was
// read is shown before more is waited for.
func (o *inspectOptions) stream(ctx context.Context, args []string, in *inspect.Inspector) error {
	brief, size := o.json.Value == "brief", fullChunk
	if brief {
		size = briefChunk
	}
	out := lines.Writer{To: o.Out}
	own := &jsonLines{reader: inspect.NewStreamer(in, brief)}
	workers := []*jsonLines{own}
	stdin := func(from lines.Input) error {
		if err := out.Flush(); err != nil {
			return err
		}
		cutter := lines.NewCutter([]lines.Input{from}, lines.Options{Size: size, Longest: lines.Longest})
		return lines.Run(ctx, lines.Pool{Alone: manyBytes / size, Leave: true}, func() lines.Worker[[]byte] {
			w := &jsonLines{reader: inspect.NewStreamer(in, brief), cutter: cutter}
			workers = append(workers, w)
			return w
		}, func(text []byte) error { return lines.Write(o.Out, text) })
	}
	add := func(text string) error {
		out.Text = own.append(out.Text, []byte(text))
		return out.Full()
	}
	if err := cmp.Or(o.input(args, stdin, add), out.Flush()); err != nil {
		return err
	}
	total, bad := 0, 0
	for _, w := range workers {
		total, bad = total+w.total, bad+w.bad
	}
	return noIDs(bad, total)
}

// jsonLines writes the JSON of chunks of lines. It is for one goroutine.
type jsonLines struct {
	reader *inspect.Streamer
	cutter *lines.Cutter
	chunk  lines.Chunk

	total, bad int
}

// append appends the object of a text.
func (w *jsonLines) append(dst, text []byte) []byte {
	dst, ok := w.reader.Append(dst, text)
	if w.total++; !ok {
		w.bad++
	}
	return dst
}

func (w *jsonLines) Take() error { return w.cutter.Next(&w.chunk) }

func (w *jsonLines) Work(text []byte) ([]byte, error) {
	text = text[:0]
	for line := range bytes.Lines(w.chunk.Text) {
		if line[0] <= ' ' && lines.Blank(line) {
			continue
		}
		text = w.append(text, lines.Trim(line))
	}
	return text, nil
}
