package inspect

import (
	"idscope/gen"
)

// memo is what the objects that one goroutine writes have in common with those that
// it wrote before.
type memo struct {
	recents []recent // by the index of the candidate

	from, to int // where the encodings stand of id, which has size bits
	id       gen.ID
	size     int // 0 for none
}

// recent is what was written last of the readings of one candidate.
type recent struct {
	of     *candidate
	second lastSecond

	head       []byte // of an object, to the evidence
	confidence Confidence
	evidence   float64

	worker  uint64
	workers []byte // what is told of it
}

// recent returns what was written last of a candidate.
func (m *memo) recent(c *candidate) *recent {
	if c.index >= len(m.recents) {
		m.recents = append(m.recents, make([]recent, c.index+1-len(m.recents))...)
	}
	l := &m.recents[c.index]
	if l.of != c { // of another Inspector
		*l = recent{of: c}
	}
	return l
}

// appendHead appends the object of a reading up to the evidence.
func (l *recent) appendHead(dst []byte, r *Reading, f *frame) []byte {
	if l.head == nil || l.confidence != r.Confidence || l.evidence != r.Evidence {
		l.confidence, l.evidence = r.Confidence, r.Evidence
		l.head = append(append(l.head[:0], f.head...), r.Confidence.String()...)
		l.head = appendBits(append(l.head, `","evidence_bits":`...), r.Evidence)
		l.head = append(l.head, f.prior...)
	}
	return append(dst, l.head...)
}

// appendTail is Reading.appendTail by the frame. Makers of many identifiers are few:
// what is told of the last one is kept.
func (l *recent) appendTail(dst []byte, r *Reading, f *frame) []byte {
	if r.c.codec == nil || !r.Plausible {
		return r.appendTail(dst, r.workerText())
	}
	dst = append(dst, f.tail...)
	if f.tailEnd == nil {
		return dst
	}
	if worker, _ := r.Worker(); l.workers == nil || worker != l.worker {
		l.worker, l.workers = worker, appendString(l.workers[:0], r.workerText())
	}
	return append(append(dst, l.workers...), f.tailEnd...)
}
