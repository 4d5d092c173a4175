package check

import (
	"bytes"
	"context"
	"io"
	"sync"
)

// A reader is one of the goroutines that read blocks: what it has of its own.
type reader struct {
	kinds    *kinds
	order    *order
	classify Classifier
	o        Options

	arena  *arena
	stores [stores]*store
	file   runFile
	pieces [][]uint64      // scratch
	ctx    context.Context // ends what a block does to the file
	err    error           // of the file

	tallies   []*tally
	uuidStore int

	line    int64 // lines of the block so far
	blank   int64 // of them
	invalid int64 // of them
	bad     []Invalid
}

func newReader(o Options, k *kinds, ord *order, temp *tempDir) *reader {
	share := o.Memory / 8 * 7 / int64(o.Goroutines) // the rest is for comparing
	r := &reader{kinds: k, order: ord, classify: o.Classify, o: o, arena: newArena(share), file: runFile{temp: temp}}
	r.uuidStore = storeUUID
	if k.as != nil {
		r.uuidStore = kindAs
	}
	return r
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

// block reads all lines of a block.
func (r *reader) block(b *block) {
	r.line, r.blank, r.invalid, r.bad = 0, 0, 0, nil
	end := len(b.text)
	text := b.text[:end+slack]
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
	r.order.add(r.summary(b))
}

// none takes no line.
func none(_ []byte, at, _ int) int { return at }

// any takes one line of any shape, and returns its length.
func (r *reader) any(text []byte) int {
	length := bytes.IndexByte(text, '\n') + 1
	line := trimEnd(text[:length-1])
	r.line++
	if blank(line) {
		r.blank++
		return length
	}
	is := r.kinds.read(line, r.classify)
	if is.kind < 0 {
		if r.invalid++; len(r.bad) < most {
			r.bad = append(r.bad, Invalid{Place{Line: r.line}, cut(line), is.why()})
		}
		return length
	}
	t := r.tally(is.kind)
	t.meet(is.id, r.line)
	if is.class != nil {
		t.told(*is.class)
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

// blank reports whether a line has nothing but ASCII blanks.
func blank(line []byte) bool {
	return len(line) == 0 || line[0] <= ' ' && len(bytes.Trim(line, " \t\r\v\f")) == 0
}

// readAll lets the readers read the source to its end. It returns when they have
// ended, or when ctx has and those that are left behind wait in a read: they do
// nothing any more but return.
func readAll(ctx context.Context, cancel context.CancelCauseFunc, s *source, readers []*reader) {
	var all sync.WaitGroup
	c := newCrew()
	for _, r := range readers {
		r.ctx = ctx
		all.Go(func() {
			var b block
			for {
				err := s.next(ctx, &b)
				if !c.enter() {
					return
				}
				if err == nil {
					r.block(&b)
					err = r.err
				}
				c.leave()
				if err == io.EOF {
					return
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		all.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		c.close()
	}
}

// A crew knows who is at work, and lets nobody in when it is closed.
type crew struct {
	mu     sync.Mutex
	left   sync.Cond
	inside int
	closed bool
}

func newCrew() *crew {
	c := &crew{}
	c.left.L = &c.mu
	return c
}

func (c *crew) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.inside++
	}
	return !c.closed
}

func (c *crew) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inside--
	c.left.Broadcast()
}

// close waits until all have left.
func (c *crew) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for c.inside > 0 {
		c.left.Wait()
	}
}
