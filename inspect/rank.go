package inspect

import "idscope/gen"

// rank orders the readings, best first, merges those that are the same, drops
// the implausible where there are better ones, and finds their confidence.
func (in *Inspector) rank(r *Result) {
	if len(r.Readings) > 1 {
		in.order(r)
	}
	r.compare()
	if len(r.Readings) > 0 || len(in.opts.As) != 1 {
		r.prune()
	}
	for i := range r.Readings {
		if o := &r.Readings[i]; !o.Plausible && (i == 0 || len(in.opts.As) > 0) {
			r.warn(o.Scheme.Name + ": " + o.c.objection(o.ID))
		}
	}
	r.caution()
	r.Ambiguous = r.contested() && r.Readings[0].Confidence == Possible
	if !r.isUUID() {
		in.hideSecrets(r)
	}
}

// isUUID reports whether the text is a UUID in its own form: there is nothing secret in one.
func (r *Result) isUUID() bool {
	return len(r.Readings) > 0 && len(r.Input) == uuidLen && r.Readings[0].Own &&
		r.Readings[0].c.reader.text.Form == gen.UUID
}

// order is rank for several readings.
func (in *Inspector) order(r *Result) {
	for i := range r.Readings {
		if o := &r.Readings[i]; o.Plausible && (o.ownSyntax() || o.mixed) {
			if r.dropImplausible(o.Scheme.Family); len(r.Readings) == 1 {
				return
			}
			break
		}
	}
	r.sort()
	r.merge()
	r.dropEmpty()
	if r.Readings[0].ownSyntax() && !in.opts.All {
		r.keep(func(o *Reading) bool { return o.Own }) // the bits of a UUID may be a ULID's, but who writes it so
	}
}

// sort has the best reading first, and of equal ones the one that was tried first.
// Mostly they are in that order.
func (r *Result) sort() {
	for i := 1; i < len(r.Readings); i++ {
		for j := i; j > 0 && r.Readings[j].above(&r.Readings[j-1]); j-- {
			r.Readings[j], r.Readings[j-1] = r.Readings[j-1], r.Readings[j]
		}
	}
}

func (r *Reading) above(o *Reading) bool {
	a, b := r.order(), o.order()
	return a > b || a == b && r.c.index < o.c.index
}

// caution warns of what one might not expect of the best reading.
func (r *Result) caution() {
	if len(r.Readings) == 0 {
		return
	}
	o := &r.Readings[0]
	if o.Scheme.Caution != "" {
		r.warn(o.Scheme.Caution)
	}
	if o.c.reader.swap && !o.mixed { // which has been said
		r.warn(mixedText)
	}
}

func (r *Result) warn(text string) { r.Warnings = append(r.Warnings, text) }

// ownSyntax reports whether the text has a syntax that is the scheme's own.
func (r *Reading) ownSyntax() bool {
	return r.Own && r.c.reader.syntax() && r.Scheme.Prior > 0
}

// order is the score; a syntax of its own is worth what certainty is.
func (r *Reading) order() float64 {
	if r.ownSyntax() {
		return r.Score() + certainBits
	}
	return r.Score()
}

// dropImplausible rules the readings with an implausible time out, but for the scheme
// whose family a plausible one is of.
func (r *Result) dropImplausible(family string) {
	for i := range r.Readings {
		if o := &r.Readings[i]; !o.Plausible && o.Scheme.Name != family {
			r.ruleOutTime(o.c, o.ID, o.tick)
		}
	}
	r.keep(func(o *Reading) bool { return o.Plausible || o.Scheme.Name == family })
}

// merge keeps the best of the readings that are the same identifier of the same layout,
// encoded in two ways.
func (r *Result) merge() {
	at := 0
	r.keep(func(o *Reading) bool {
		for i := range at {
			if k := &r.Readings[i]; k.c.kind == o.c.kind && k.ID == o.ID {
				return false
			}
		}
		at++
		return true
	})
}

// dropEmpty drops readings that say nothing but what a constant is, as those of a
// UUID's variant, where another reading of the same encoding says more.
func (r *Result) dropEmpty() {
	for i := range r.Readings {
		o := &r.Readings[i]
		if !o.Own || o.c.codec == nil || o.c.meaning == 0 && ones(o.c.codec.Mask(gen.Const)) < o.c.size {
			continue
		}
		r.keep(func(k *Reading) bool {
			return k.c.meaning > 0 || k.c.reader != o.c.reader || k.c == o.c ||
				k.c.codec != nil && ones(k.c.codec.Mask(gen.Const)) > 8
		})
		return
	}
}

// empty reports whether no bit has a meaning but constants, of which there are others.
func (r *Reading) empty() bool {
	return r.c.meaning == 0 && r.c.codec != nil && ones(r.c.codec.Mask(gen.Const)) < r.c.size && r.Scheme.Family == ""
}

// compare gives the best reading its confidence; no other is more than possible. A
// UUID in other clothes is no rival of a reading in its own form.
func (r *Result) compare() {
	if len(r.Readings) == 0 {
		return
	}
	o, next := &r.Readings[0], 0.0
	for i := range r.Readings[1:] {
		if k := &r.Readings[1+i]; (k.c.level != implied || !o.Own) && !o.includes(k) {
			next = max(next, k.Evidence)
		}
	}
	o.Confidence = o.confidence(next == 0 || o.Evidence >= next+aheadBits)
}

// confidence is that of the best reading, of which ahead says whether no rival has
// as much evidence. A word and digits that start with a date (a time stamp, a phone
// number of Egypt) are never more than possible.
func (r *Reading) confidence(ahead bool) Confidence {
	switch {
	case r.addressed:
		return Certain
	case r.Scheme.Undefined, r.Scheme.Weak:
		return Possible
	case r.Own && r.c.reader.syntax() && (!r.Plausible || r.empty()):
		return Possible // its bits have no meaning that anybody knows
	case r.Own && r.c.reader.syntax():
		return Certain
	case !r.Plausible || r.word != noWord || r.number || !r.c.reader.text.Form.Encodes():
		return Possible
	case r.Evidence >= certainBits && r.rivals <= 1.0/(1<<certainBits):
		return Certain
	case r.Evidence >= likelyBits && ahead && r.rivals <= 1.0/(1<<likelyBits):
		return Likely
	}
	return Possible
}

// includes reports whether k is a rare kind of what o is: of the same text and the
// same time, to a tick of o's (a Julid among ULIDs, a KsuidMs among KSUIDs). Which
// of the two it is changes little, and cannot be known.
func (o *Reading) includes(k *Reading) bool {
	return o.Own && o.Timed && k.Timed && k.Scheme.Prior == 0 && o.c.reader == k.c.reader &&
		o.c.reader.text.Form != gen.Decimal && k.Time.Sub(o.Time).Abs() < o.Resolution()
}

// contested reports whether another reading than the best is one that matters.
func (r *Result) contested() bool {
	for i := 1; i < len(r.Readings); i++ {
		if !r.Readings[0].includes(&r.Readings[i]) {
			return true
		}
	}
	return false
}

// prune drops from what is ruled out the readings that were only a kind of
// another (a UUID of another version), those beyond the year 9999, those that were
// read after all in another encoding, those of rare encodings, and repetitions.
func (r *Result) prune() {
	n := 0
	for i := range r.RuledOut {
		out := &r.RuledOut[i]
		if out.c.level >= declared || out.farOff() || r.names(out.c.kind, n) {
			continue
		}
		if n < i {
			r.RuledOut[n] = *out
		}
		n++
	}
	r.RuledOut = r.RuledOut[:n]
}

// names reports whether a reading, or one of the first n that are ruled out, is of a kind of schemes.
func (r *Result) names(kind, n int) bool {
	for i := range r.Readings {
		if r.Readings[i].c.kind == kind {
			return true
		}
	}
	for i := range n {
		if r.RuledOut[i].c.kind == kind {
			return true
		}
	}
	return false
}

// farOff reports whether the time is none that anybody would have meant.
func (r *RuledOut) farOff() bool {
	return r.Cause == Future && !r.c.dated(r.tick)
}
