package inspect

import "idscope/gen"

// How a trial of a full object came out, where that can be seen in the object.
const (
	statusNone   = iota // it says nothing: other constants, or no number
	statusApart         // it passes, but not at the time of the best, which could include it
	statusFilled        // a bit that only fills up is set
	statusPass
	statusFirstDay // its time is before its first use, in its first day
	statusFuture   // after the present
	statusBefore   // before its first use
	statusEra      // of an era before it
	statusBits     = 3
	perWord        = 64 / statusBits
)

// decideAll is decide for full objects, which name what was ruled out: it tries all.
func (s *Streamer) decideAll(p *plan) *outcome {
	l := &s.look
	list := s.list(p, l.text[0])
	trials := list.trials
	if list.kinds != nil {
		trials = list.kinds[kindOf(l.ids[0])]
	}
	l.pass, l.key = 0, outcomeKey{}
	var best *trial
	implausible := false // a reading of an implausible time, which a settled one rules out
	for _, at := range trials {
		t := &p.trials[at]
		status := statusNone
		if t.reader < 0 {
			switch s.pattern(t) {
			case unclear:
				return unlearned
			case yes:
				status = t.timeStatus(l.ids[t.place])
			}
		} else if id, ok := l.id(p, t.reader); ok {
			status = t.status(id)
		}
		id := l.ids[t.place]
		switch {
		case status == statusNone:
			continue
		case status >= statusFirstDay:
			implausible = implausible || t.strict
		case status == statusPass && !t.weak:
			if l.twin(p, t, id) {
				return unlearned
			}
			if best == nil {
				best, l.first = t, int(at)
			} else {
				switch l.includes(p, best, t, id) {
				case unclear:
					return unlearned
				case no:
					if best.near&t.bit != 0 {
						status = statusApart
					}
				}
			}
			l.pass |= t.bit
		}
		l.key[at/perWord] |= uint64(status) << (at % perWord * statusBits)
	}
	if best == nil || implausible && !(best.settled && len(s.in.opts.As) == 0) {
		return unlearned
	}
	return p.outcome(l.key)
}

// status tries the checks of an identifier, as Inspector.consider and Result.prune do.
func (t *trial) status(id gen.ID) int {
	if id.And(t.fixed) != t.want {
		if t.filled && t.level < declared && id.And(t.used) == t.right {
			return statusFilled
		}
		return statusNone
	}
	if t.checked && t.scheme.CheckBits(t.codec, id) != nil {
		return statusNone
	}
	if !t.timed {
		return statusPass
	}
	return t.timeStatus(id)
}

// timeStatus is status for an identifier whose bits are right.
func (t *trial) timeStatus(id gen.ID) int {
	tick := t.ticker.tick(&id)
	switch {
	case tick >= t.candidate.first && tick <= t.candidate.last:
		return statusPass
	case t.level >= declared:
		if t.strict {
			return statusFuture // it may be a reading all the same
		}
		return statusNone
	case len(t.scheme.Before) > 0 && t.scheme.EraOf(id) != nil:
		return statusEra
	case tick < t.candidate.first && tick >= t.candidate.used:
		return statusFirstDay
	case tick < t.candidate.first:
		return statusBefore
	case t.stamps.far(tick):
		if t.strict {
			return statusFuture
		}
		return statusNone
	}
	return statusFuture
}
