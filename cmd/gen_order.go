package cmd

import (
	"runtime"
	"sync"
)

// streaming shares the work among processors. Each takes the next chunk of ids
// and writes their text into a buffer; what is ready goes out in the order in
// which it was taken. Nobody waits for his turn: he leaves the buffer, and who
// writes at the time, or the one whose chunk was missing, writes that too. Only who
// is too far ahead waits, before he takes the next chunk.
type streaming struct {
	out    *sink
	chunk  uint64
	makers []liner // one a processor

	mu      sync.Mutex
	room    sync.Cond // a chunk may be taken: fewer than aheads are on their way
	left    uint64
	given   uint64  // chunks that were taken
	written uint64  // chunks that were written
	writing bool    // by somebody
	ring    []ready // chunk k in place k % len(ring)
	free    [][]byte
	refused error // by a maker
	failed  error // to write

	making sync.Mutex    // held while a generator that all share makes a chunk
	shared func() sharer // a new one for each processor
}

// ready is a chunk whose text can go out.
type ready struct {
	text    []byte
	refusal error // behind the text
	full    bool
}

// aheads is how many chunks a processor may have on their way at a time.
const aheads = 2

// liner appends the lines of n ids; on an error those that it made.
type liner func(dst []byte, n uint64) ([]byte, error)

func newStreaming(out *sink, count, chunk uint64) *streaming {
	s := &streaming{out: out, left: count, chunk: chunk}
	s.room.L = &s.mu
	return s
}

// share has all processors take their ids from one generator, in turn, and write
// the text at the same time.
func (s *streaming) share(shared func() sharer) {
	s.shared, s.makers = shared, make([]liner, runtime.GOMAXPROCS(0))
}

// run works until all is written, a maker refuses, or writing fails.
func (s *streaming) run() (refusal, err error) {
	s.ring = make([]ready, aheads*len(s.makers))
	var all sync.WaitGroup
	for _, m := range s.makers {
		all.Go(func() {
			if m == nil {
				s.workShared()
			} else {
				s.work(m)
			}
		})
	}
	all.Wait()
	err = s.out.close()
	if s.failed != nil {
		err = s.failed
	}
	return s.refused, err
}

// take returns how many ids the next chunk has, 0 at the end, its number, and a
// buffer for its text.
func (s *streaming) take() (n, number uint64, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.given-s.written == uint64(len(s.ring)) && !s.over() {
		s.room.Wait()
	}
	if s.over() || s.left == 0 {
		return 0, 0, nil
	}
	n = min(s.left, s.chunk)
	s.left -= n
	number = s.given
	s.given++
	if last := len(s.free) - 1; last >= 0 {
		text, s.free = s.free[last], s.free[:last]
	}
	return n, number, text
}

// over reports whether nothing more is to be written.
func (s *streaming) over() bool { return s.failed != nil || s.refused != nil }

func (s *streaming) work(m liner) {
	for {
		n, number, text := s.take()
		if n == 0 {
			return
		}
		text, refusal := m(text, n)
		s.hand(number, ready{text, refusal, true})
	}
}

func (s *streaming) workShared() {
	own := s.shared()
	for {
		s.making.Lock()
		n, number, text := s.take()
		if n == 0 {
			s.making.Unlock()
			return
		}
		made, refusal := own.take(n)
		s.untake(n - made)
		s.making.Unlock()
		for more := true; more; {
			text, more = own.write(text)
		}
		s.hand(number, ready{text, refusal, true})
	}
}

// untake gives back what of a chunk was not made: on a refusal, or since it is not
// worth while to wait for more.
func (s *streaming) untake(n uint64) {
	s.mu.Lock()
	s.left += n
	s.mu.Unlock()
}

// hand leaves a chunk, and writes what can go out unless somebody does already.
func (s *streaming) hand(number uint64, chunk ready) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ring[number%uint64(len(s.ring))] = chunk
	if s.writing {
		return
	}
	s.writing = true
	for {
		next := &s.ring[s.written%uint64(len(s.ring))]
		if !next.full || s.over() {
			break
		}
		one := *next
		s.mu.Unlock()
		err := s.out.write(one.text)
		s.mu.Lock()
		s.failed, s.refused = err, one.refusal
		*next = ready{}
		s.free = append(s.free, one.text[:0])
		s.written++
		s.room.Broadcast()
	}
	s.writing = false
}
