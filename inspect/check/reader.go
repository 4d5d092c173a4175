package check

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// A reader is one of the goroutines that read chunks: what it has of its own.
type reader struct {
	cutter *lines.Cutter
	chunk  lines.Chunk
	kinds  *kinds
	o      Options

	memory *memory
	stores [stores]*store
	file   runFile
	pieces [][]uint64      // scratch
	ctx    context.Context // ends what a chunk does to the file
	err    error           // of the file

	tallies []*tally
	class   Class // scratch

	line    int64 // lines of the chunk so far
	blank   int64 // of them
	invalid int64 // of them
	bad     []Invalid
}

func newReader(ctx context.Context, o Options, c *lines.Cutter, k *kinds, temp *tempDir) *reader {
	share := o.Memory / 8 * 7 / int64(o.Goroutines) // the rest is for sorting and comparing
	return &reader{ctx: ctx, cutter: c, kinds: k, o: o, memory: newMemory(share),
		file: runFile{temp: temp}}
}

// Take takes whole lines; see [lines.Worker].
func (r *reader) Take() error {
	k := r.kinds
	if r.o.Learn != nil && !k.learnt {
		k.learnt = true
		k.learn(r.cutter, r.o.Learn)
	}
	if len(k.first) == 0 {
		return r.cutter.Next(&r.chunk)
	}
	r.chunk = k.first[0]
	k.first = slices.Delete(k.first, 0, 1)
	return nil
}

// learn tells Learn the first lines, whichever inputs have them, if few of them have a common shape.
func (k *kinds) learn(c *lines.Cutter, ask func(first [][]byte) Classifier) {
	const most = 100
	var first [][]byte
	n, size := 0, 0
	for chunk := (lines.Chunk{}); n < most && size < lines.Longest && c.Next(&chunk) == nil; chunk = (lines.Chunk{}) {
		k.first = append(k.first, chunk)
		size += len(chunk.Text)
		for line := range bytes.Lines(chunk.Text) {
			if line = lines.Trim(line); lines.Blank(line) || len(line) > lines.Longest {
				continue
			}
			if kind, _ := k.bits(line); kind == invalid {
				first = append(first, line)
			}
			if n++; n == most {
				break
			}
		}
	}
	if n >= rareIn && rareIn*len(first) >= (rareIn-1)*n {
		k.classify = ask(first)
	}
}

// Work reads all lines that were taken.
func (r *reader) Work(*summary) (*summary, error) {
	r.line, r.blank, r.invalid, r.bad = 0, 0, 0, nil
	length := 0 // of the line before, which is often that of the next
	for text := r.chunk.Text; len(text) > 0; {
		if length < len(text) && text[length] == '\n' {
			if kind, id := r.kinds.bits(text[:length]); kind != invalid { // it has no line feed within
				r.line++
				t := r.tally(kind)
				t.count(id, r.line)
				r.keep(t.store, id, t.tag)
				text = text[length+1:]
				continue
			}
		}
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		line := lines.Trim(text[:n])
		r.read(line)
		length, text = len(line), text[n:]
	}
	return r.summary(), r.err
}

// read reads one line of any kind.
func (r *reader) read(line []byte) {
	r.line++
	if lines.Blank(line) {
		r.blank++
		return
	}
	kind, id, class := r.kinds.read(line, &r.class)
	if kind == invalid {
		if r.invalid++; len(r.bad) < most {
			r.bad = append(r.bad, r.example(line, r.kinds.reason(line)))
		}
		return
	}
	t := r.tally(kind)
	t.count(id, r.line)
	if r.keep(t.store, id, t.tag); class != nil {
		r.classified(t, class, line)
	}
}

// classified counts what a Classifier says of a line.
func (r *reader) classified(t *tally, c *Class, line []byte) {
	t.countClass(c)
	if p := &t.passage; c.Possible {
		p.possible++
		if !bytes.ContainsAny(line, "0123456789") {
			p.letters++
		}
		if len(p.doubtful) < most {
			p.doubtful = append(p.doubtful, r.example(line, ""))
		}
	}
}

// example is the present line, as the report shows it.
func (r *reader) example(line []byte, reason string) Invalid {
	return Invalid{Place{Line: r.line}, inspect.Shown(string(line)), reason}
}

// tally returns the counts of a kind.
func (r *reader) tally(kind int) *tally {
	if kind < len(r.tallies) && r.tallies[kind] != nil {
		return r.tallies[kind]
	}
	return r.newTally(kind)
}

func (r *reader) newTally(kind int) *tally {
	for len(r.tallies) <= kind {
		r.tallies = append(r.tallies, nil)
	}
	t := &tally{kind: r.kinds.get(kind), now: r.o.Now}
	if n := t.kind.store; r.stores[n] == nil {
		r.stores[n] = newStore(r.kinds.words[n], r.kinds.seq)
	}
	if t.store = r.stores[t.kind.store]; t.kind.store == storeNamed {
		t.tag = uint64(kind)
	}
	r.tallies[kind] = t
	return t
}

// summary takes from the reader what it counted of a chunk.
func (r *reader) summary() *summary {
	s := &summary{input: r.chunk.Input, lines: r.line, blank: r.blank, invalid: r.invalid, bad: r.bad}
	for kind, t := range r.tallies {
		if t == nil || t.passage.firstLine == 0 {
			continue
		}
		p := t.passage
		p.number, p.kind = kind, t.kind
		s.kinds = append(s.kinds, p)
		t.passage = passage{}
	}
	return s
}

// invalid is the kind of a line that is no identifier.
const invalid = -1

// read reads one line, without its end. Where a Classifier read it class is what
// it said, in the memory that is given.
func (k *kinds) read(line []byte, memory *Class) (kind int, id gen.ID, class *Class) {
	if len(line) > lines.Longest {
		return invalid, id, nil
	}
	if kind, id = k.bits(line); kind != invalid {
		return kind, id, nil
	}
	if k.as != nil && k.as.matcher != nil {
		return k.as.readText(string(line), memory)
	}
	if k.as != nil {
		return invalid, id, nil
	}
	c, err := k.classify(line)
	if kind, id = k.bits(c.Bare); kind != invalid {
		return kind, id, nil
	}
	if err != nil {
		return invalid, id, nil
	}
	c.Bits = max(1, min(c.Bits, gen.MaxBits))
	c.ID = c.ID.And(gen.Mask(c.Bits))
	*memory = c
	return k.named(c), c.ID, memory
}

// byShape reads a line that has one of the common shapes, and where that is not of UUIDs a plausible time.
func (k *kinds) byShape(line []byte) (kind int, id gen.ID) {
	ok := false
	switch n := len(line); {
	case n > 0 && n <= 20:
		id, ok = gen.Text{Form: gen.Decimal}.Try(line, 64)
		if kind = kindInteger; !ok && n == 20 {
			id, ok = gen.Text{Form: gen.Base32Hex}.Try(line, 96)
			kind = kindXID
		}
	case n == 36:
		id, ok = gen.Text{Form: gen.UUID}.Try(line, 128)
		kind = uuidKind(id.Mid, id.Lo)
	case n == 32:
		id, ok = gen.Text{Form: gen.Hex}.Try(line, 128)
		kind = uuidKind(id.Mid, id.Lo)
	case n == 24:
		id, ok = gen.Text{Form: gen.Hex}.Try(line, 96)
		kind = kindObjectID
	case n == 26:
		id, ok = gen.Text{Form: gen.Crockford}.Try(line, 128)
		kind = kindULID
	}
	if ok && len(line) != 36 && !k.shapes[kind].plausible(id) { // without hyphens it may be a hash, or a number
		kind, ok = kindUUID, len(line) == 32
	}
	if !ok {
		return invalid, id
	}
	return kind, id
}

// reason says why a line is no identifier, as a predicate.
func (k *kinds) reason(line []byte) string {
	switch {
	case len(line) > lines.Longest:
		return lines.TooLong
	case k.as != nil:
		return k.as.reason(line)
	}
	_, err := k.classify(line)
	return predicate(err)
}

// predicate takes the text that was given, or its start and dots, out of an error about
// it, for the report has it already.
func predicate(err error) string {
	given, _ := strconv.QuotedPrefix(err.Error())
	return strings.TrimLeft(err.Error()[len(given):], ". ")
}
