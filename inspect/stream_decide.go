package inspect

import (
	"encoding/binary"
	"math/bits"

	"idscope/gen"
)

// decide tries what may read the text, best first, until nothing that is left can
// change the answer. It returns what was learned of texts that pass the same
// trials; nil where that is still to be learned.
func (s *Streamer) decide(p *plan) *outcome {
	l := &s.look
	list := s.list(p, l.text[0])
	trials := list.trials
	if list.kinds != nil {
		kind := kindOf(l.ids[0])
		if sure := list.sure[kind]; sure > 0 {
			l.first = int(sure) - 1
			return p.trials[l.first].alone
		}
		trials = list.kinds[kind]
	}
	l.pass = 0
	for i, at := range trials {
		t := &p.trials[at]
		if t.reader < 0 {
			if s.pattern(t) == unclear {
				return unlearned
			}
			continue
		}
		if l.known>>t.reader&1 == 0 && !l.load(p, t) || l.valid>>t.reader&1 == 0 {
			continue
		}
		id := &l.ids[t.reader]
		word := id.Lo
		if t.upper {
			word = id.Mid
		}
		if word-t.low > t.span || id.Mid&t.fixed.Mid != t.want.Mid || id.Lo&t.fixed.Lo != t.want.Lo || id.Hi&t.fixed.Hi != t.want.Hi {
			continue
		}
		verdict, tick := t.passes(id)
		switch verdict {
		case no:
			continue
		case unclear:
			return unlearned
		}
		l.first, l.tick = int(at), tick
		if t.later == 0 {
			return t.alone
		}
		l.pass = t.bit
		if !s.others(p, t, trials[i+1:]) {
			return unlearned
		}
		return p.outcome(outcomeKey{l.pass})
	}
	return unlearned
}

// load reads the number of a trial; false where the text can not be one of its time.
func (l *look) load(p *plan, t *trial) bool {
	if t.head[1] > 0 {
		if year := binary.BigEndian.Uint32(l.text); year < t.head[0] || year > t.head[1] {
			return false
		}
	}
	l.id(p, t.reader)
	return true
}

// others tries those that matter beside the best; false where the Inspector has to
// be asked.
func (s *Streamer) others(p *plan, best *trial, list []uint8) bool {
	l := &s.look
	for _, at := range list {
		t := &p.trials[at]
		if t.bit&best.later == 0 {
			continue
		}
		if t.reader < 0 {
			if s.pattern(t) == unclear {
				return false
			}
			continue
		}
		id, ok := l.id(p, t.reader)
		if !ok || id.And(t.fixed) != t.want {
			continue
		}
		switch verdict, _ := t.passes(&id); verdict {
		case no:
			continue
		case unclear:
			return false
		}
		switch l.includes(p, best, t, id) {
		case yes:
			continue
		case unclear:
			return false
		}
		if l.twin(p, t, id) {
			return false
		}
		l.pass |= t.bit
	}
	return true
}

// includes reports whether the time of a trial that passes is one that the best
// reading includes: see Reading.includes.
func (l *look) includes(p *plan, best, t *trial, id gen.ID) verdict {
	switch {
	case !t.nearable || best.first && best.near&t.bit == 0:
		return no
	case !best.first: // another may be the best reading
		return unclear
	}
	theirs, _ := l.id(p, best.reader)
	if t.time(id).Sub(best.time(theirs)).Abs() < best.scheme.Tick {
		return yes
	}
	return no
}

// twin reports whether a number is, as the same identifier, that of a trial that
// passed too: then the text spells it in two ways.
func (l *look) twin(p *plan, t *trial, id gen.ID) bool {
	for twins := t.twins & l.pass; twins != 0; twins &= twins - 1 {
		if l.ids[p.trials[bits.TrailingZeros64(twins)].reader] == id {
			return true
		}
	}
	return false
}

// pattern tries what is no reader of bits: unclear where it reads the text, yes
// where it would, but for the time.
func (s *Streamer) pattern(t *trial) verdict {
	l := &s.look
	if t.codec != nil { // it has a prefix
		return unclear
	}
	r := &s.tried
	*r = Result{Readings: r.Readings[:0], RuledOut: r.RuledOut[:0], pieces: r.pieces[:0]}
	if s.in.readPattern(r, t.candidate, string(l.text)) {
		return unclear
	}
	if len(r.RuledOut) == 0 {
		return no
	}
	l.ids[t.place] = r.RuledOut[0].ID
	return yes
}

// id returns the number that a reader of the plan reads.
func (l *look) id(p *plan, reader int8) (gen.ID, bool) {
	if l.known>>reader&1 == 0 {
		r := p.readers[reader]
		id, ok := r.text.Try(l.text, r.bits)
		l.known |= 1 << reader
		if ok {
			l.valid |= 1 << reader
			l.ids[reader] = r.id(id)
		}
	}
	return l.ids[reader], l.valid>>reader&1 == 1
}

// verdict is what the checks behind the constant bits say.
type verdict uint8

const (
	no verdict = iota
	yes
	unclear // it is a reading, but of an implausible time
)

// passes tries what is left of the checks; tick is the time.
func (t *trial) passes(id *gen.ID) (v verdict, tick uint64) {
	if t.checked && t.scheme.CheckBits(t.codec, *id) != nil {
		return no, 0
	}
	if !t.timed {
		return yes, 0
	}
	tick = t.ticker.tick(id)
	switch {
	case tick >= t.candidate.first && tick <= t.candidate.last:
		return yes, tick
	case t.strict:
		return unclear, 0
	}
	return no, 0
}
