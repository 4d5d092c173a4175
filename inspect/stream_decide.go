package inspect

import (
	"math/bits"

	"idscope/gen"
)

// decide tries what may read the text, best first, until nothing that is left can
// change the answer. It returns what was learned of texts that pass the same
// trials; nil where that is still to be learned.
func (s *Streamer) decide(p *plan) *outcome {
	l := &s.look
	list := p.all
	if p.kinds != nil {
		list = p.kinds[l.ids[0].Mid>>12&15<<3|l.ids[0].Lo>>61]
	}
	l.pass = 0
	for i, at := range list {
		t := &p.trials[at]
		if t.reader < 0 {
			if t.starts[l.text[0]] {
				return unlearned
			}
			continue
		}
		id, ok := l.id(p, t.reader)
		if !ok || id.Mid&t.fixed.Mid != t.want.Mid || id.Lo&t.fixed.Lo != t.want.Lo || id.Hi&t.fixed.Hi != t.want.Hi {
			continue
		}
		switch t.passes(id) {
		case no:
			continue
		case unclear:
			return unlearned
		}
		l.first = int(at)
		if t.later == 0 {
			return t.alone
		}
		l.pass = t.bit
		if !l.others(p, t, list[i+1:]) {
			return unlearned
		}
		return p.outcomes[l.pass]
	}
	return unlearned
}

// others tries those that matter beside the best; false where the Inspector has to
// be asked.
func (l *look) others(p *plan, best *trial, list []uint8) bool {
	for _, at := range list {
		t := &p.trials[at]
		if t.bit&best.later == 0 {
			continue
		}
		if t.reader < 0 {
			if t.starts[l.text[0]] {
				return false
			}
			continue
		}
		id, ok := l.id(p, t.reader)
		if !ok || id.And(t.fixed) != t.want {
			continue
		}
		switch t.passes(id) {
		case no:
			continue
		case unclear:
			return false
		}
		if t.bit&best.near != 0 {
			own, _ := l.id(p, best.reader)
			if t.time(id).Sub(best.time(own)).Abs() < best.scheme.Tick {
				continue // it is included
			}
		}
		for twins := t.twins & l.pass; twins != 0; twins &= twins - 1 {
			if l.ids[p.trials[bits.TrailingZeros64(twins)].reader] == id {
				return false // the same identifier, spelled in two ways
			}
		}
		l.pass |= t.bit
	}
	return true
}

// id returns the number that a reader of the plan reads.
func (l *look) id(p *plan, reader int) (gen.ID, bool) {
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

func (t *trial) passes(id gen.ID) verdict {
	if t.checked && t.scheme.CheckBits(t.codec, id) != nil {
		return no
	}
	if !t.timed {
		return yes
	}
	if tick := t.ticker.tick(id); tick >= t.candidate.first && tick <= t.candidate.last {
		return yes
	}
	if t.strict {
		return unclear
	}
	return no
}
