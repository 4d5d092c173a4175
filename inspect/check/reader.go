package check

import (
	"bytes"
	"context"

	"idscope/inspect"
	"idscope/inspect/lines"
)

// A reader is one of the goroutines that read blocks: what it has of its own.
type reader struct {
	cutter   *lines.Cutter
	chunk    lines.Chunk
	kinds    *kinds
	order    *order
	classify Classifier
	o        Options

	arena  *arena
	stores [stores]*store
	file   runFile
	pieces [][]uint64      // scratch
	ctx    context.Context // ends what a chunk does to the file
	err    error           // of the file

	tallies   []*tally
	uuidStore int

	line    int64 // lines of the chunk so far
	blank   int64 // of them
	invalid int64 // of them
	bad     []Invalid
}

func newReader(ctx context.Context, o Options, c *lines.Cutter, k *kinds, ord *order, temp *tempDir) *reader {
	share := o.Memory / 8 * 7 / int64(o.Goroutines) // the rest is for comparing
	r := &reader{ctx: ctx, cutter: c, kinds: k, order: ord, classify: o.Classify, o: o, arena: newArena(share),
		file: runFile{temp: temp}}
	r.uuidStore = storeUUID
	if k.as != nil {
		r.uuidStore = kindAs
	}
	return r
}

// Take takes whole lines; see [lines.Worker].
func (r *reader) Take() error { return r.cutter.Next(&r.chunk) }

// Work reads all lines that were taken.
func (r *reader) Work(*summary) (*summary, error) {
	r.line, r.blank, r.invalid, r.bad = 0, 0, 0, nil
	text := r.chunk.Text
	if text[len(text)-1] != '\n' {
		text = append(text, '\n') // there is slack
	}
	r.read(text)
	return r.summary(text), r.err
}

// tally returns the counts of a kind.
func (r *reader) tally(kind int) *tally {
	if kind < len(r.tallies) && r.tallies[kind] != nil {
		return r.tallies[kind]
	}
	for len(r.tallies) <= kind {
		r.tallies = append(r.tallies, nil)
	}
	k := r.kinds.get(kind)
	r.tallies[kind] = &tally{kind: k, plain: k.clock == nil && k.worker == nil, now: r.o.Now}
	return r.tallies[kind]
}

// store returns a store.
func (r *reader) store(number int) *store {
	if r.stores[number] == nil {
		r.stores[number] = newStore(r.kinds.words[number], r.kinds)
	}
	return r.stores[number]
}

// read reads lines, each with its line feed.
func (r *reader) read(text []byte) {
	end := len(text)
	text = text[:end+slack]
	integers, uuids := r.integers, r.uuids
	if as := r.kinds.as; as != nil {
		integers, uuids = none, none
		if as.plainIntegers() {
			integers = r.strictIntegers
		}
		if as.uuids() && !r.kinds.grouped() {
			uuids = r.uuids
		}
	}
	for at := 0; at < end; {
		before := at
		at = integers(text, at, end)
		at = uuids(text, at, end)
		if at == before {
			at += r.any(text[at:end])
		}
	}
}

// none takes no line.
func none(_ []byte, at, _ int) int { return at }

// any takes one line of any shape, and returns its length.
func (r *reader) any(text []byte) int {
	length := bytes.IndexByte(text, '\n') + 1
	line := lines.Trim(text[:length])
	r.line++
	if lines.Blank(line) {
		r.blank++
		return length
	}
	is := r.kinds.read(line, r.classify)
	if is.kind < 0 {
		if r.invalid++; len(r.bad) < most {
			r.bad = append(r.bad, Invalid{Place{Line: r.line}, cut(inspect.Redact(string(line))), is.why()})
		}
		return length
	}
	t := r.tally(is.kind)
	t.count(is.id, r.line)
	if is.class != nil {
		t.countClass(*is.class)
	}
	var tag uint64
	if t.kind.store == storeNamed {
		tag = uint64(is.kind)
	}
	if s := r.store(t.kind.store); s.words == 2 && !r.kinds.grouped() {
		r.add2(s, is.id.Mid, is.id.Lo)
	} else {
		r.add(s, is.id, tag)
	}
	return length
}
