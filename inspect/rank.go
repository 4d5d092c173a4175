package inspect

import (
	"slices"

	"idscope/gen"
)

// rank orders the readings, best first, merges those that are the same, drops
// the implausible where there are better ones, and settles the confidence.
func (in *Inspector) rank(r *Result) {
	defer in.hideSecrets(r)
	for i := range r.Readings {
		if o := &r.Readings[i]; o.Plausible && o.settled() {
			r.dropImplausible()
			break
		}
	}
	slices.SortStableFunc(r.Readings, func(a, b Reading) int {
		switch x, y := a.order(), b.order(); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	r.merge()
	r.dropEmpty()
	if len(r.Readings) > 0 && r.Readings[0].settled() && !in.opts.All {
		r.keep(func(o *Reading) bool { return o.Own }) // the bits of a UUID may be a ULID's, but who writes it so
	}
	r.settle()
	if len(r.Readings) > 0 || len(in.opts.As) != 1 {
		r.prune()
	}
	if len(in.opts.As) > 0 {
		for i := range r.Readings {
			if o := &r.Readings[i]; !o.Plausible {
				r.warn(o.Scheme.Name + ": " + o.c.objection(o.ID))
			}
		}
		r.Ambiguous = r.contested() && r.Readings[0].Confidence == Possible
		return
	}
	if len(r.Readings) > 0 && !r.Readings[0].Plausible {
		o := &r.Readings[0]
		r.warn(o.Scheme.Name + ": " + o.c.objection(o.ID))
	}
	r.Ambiguous = r.contested() && r.Readings[0].Confidence == Possible
}

func (r *Result) warn(text string) { r.Warnings = append(r.Warnings, text) }

// settled reports whether the text has a syntax that is the scheme's own.
func (r *Reading) settled() bool {
	return r.Own && r.c.reader.syntax() && r.Scheme.Prior > 0
}

// order is the score; a syntax of its own is worth what certainty is.
func (r *Reading) order() float64 {
	if r.settled() {
		return r.Score() + certainBits
	}
	return r.Score()
}

// dropImplausible rules the readings with an implausible time out.
func (r *Result) dropImplausible() {
	for i := range r.Readings {
		if o := &r.Readings[i]; !o.Plausible {
			r.ruleOutTime(o)
		}
	}
	r.keep(func(o *Reading) bool { return o.Plausible })
}

// merge keeps the best of the readings that are the same identifier of the same
// layout, spelled in two ways.
func (r *Result) merge() {
	kept := r.Readings[:0]
	for _, o := range r.Readings {
		if !slices.ContainsFunc(kept, func(k Reading) bool { return k.ID == o.ID && k.c.key == o.c.key }) {
			kept = append(kept, o)
		}
	}
	r.Readings = kept
}

// dropEmpty drops readings that say nothing but what a constant is, as those of a
// UUID's variant, where another reading of the same spelling says more.
func (r *Result) dropEmpty() {
	for i := range r.Readings {
		o := &r.Readings[i]
		if !o.Own || o.c.codec == nil || o.says() == 0 && ones(o.c.codec.Mask(gen.Const)) < o.c.size {
			continue
		}
		r.keep(func(k *Reading) bool {
			return k.says() > 0 || k.c.reader != o.c.reader || k.c == o.c || k.c.codec != nil && ones(k.c.codec.Mask(gen.Const)) > 8
		})
		return
	}
}

// says is the number of bits that have a meaning besides data.
func (r *Reading) says() int {
	if r.c.scheme.Pattern != nil {
		return 1
	}
	l := r.Scheme.Layout
	return l.Size() - l.Width(gen.Const) - l.Width(gen.Data)
}

// settle gives each reading its confidence. Only the best can be more than
// possible, a word and digits that start with a date (a time stamp, a phone
// number of Egypt) never are, and a UUID in other clothes is no rival of a
// reading in its own form.
func (r *Result) settle() {
	if len(r.Readings) == 0 {
		return
	}
	o, next := &r.Readings[0], 0.0
	for _, k := range r.Readings[1:] {
		if (k.c.level != implied || !o.Own) && !o.includes(&k) {
			next = max(next, k.Evidence)
		}
	}
	ahead := next == 0 || o.Evidence >= next+aheadBits
	switch {
	case o.Own && o.c.reader.syntax():
		o.Confidence = Certain
	case !o.Plausible || o.word || !o.c.reader.text.Form.Spells():
	case o.Evidence >= certainBits && o.rivals <= 1.0/(1<<certainBits):
		o.Confidence = Certain
	case o.Evidence >= likelyBits && ahead && o.rivals <= 1.0/(1<<likelyBits):
		o.Confidence = Likely
	}
}

// includes reports whether k is a rare kind of what o is: of the same text and the
// same time, to a tick of o's (a Julid among ULIDs, a KsuidMs among KSUIDs). Which
// of the two it is changes little, and cannot be known.
func (o *Reading) includes(k *Reading) bool {
	return o.Own && o.Timed && k.Timed && k.Scheme.Prior == 0 && o.c.reader == k.c.reader && o.c.reader.text.Form != gen.Decimal &&
		k.Time.Sub(o.Time).Abs() < o.Resolution()
}

// contested reports whether another reading than the best is one that matters.
func (r *Result) contested() bool {
	return slices.ContainsFunc(r.Readings[min(1, len(r.Readings)):], func(k Reading) bool { return !r.Readings[0].includes(&k) })
}

// prune drops from what is ruled out the readings that were only a kind of
// another (a UUID of another version), those beyond the year 9999, those that were
// read after all in another spelling, those of rare spellings, and repetitions.
func (r *Result) prune() {
	kept := r.RuledOut[:0]
	for _, out := range r.RuledOut {
		same := func(key string) bool { return key == out.c.key }
		switch {
		case out.Cause == Future && out.Time.Year() > 9999 || out.Cause == Future && out.Time.Before(out.Scheme.Epoch): // far off
		case out.c.level >= declared, out.Cause == Constant && !out.c.unusedSet(out.ID):
		case slices.ContainsFunc(kept, func(k RuledOut) bool { return same(k.c.key) }):
		case slices.ContainsFunc(r.Readings, func(o Reading) bool { return same(o.c.key) }):
		default:
			kept = append(kept, out)
		}
	}
	r.RuledOut = kept
}

// unusedSet reports whether a bit that only fills up is set, and no other
// constant is wrong.
func (m *member) unusedSet(id gen.ID) bool {
	for i, f := range m.scheme.Layout {
		if f.Source == gen.Const && !f.Unused() && m.codec.Field(id, i).Lo != f.Value {
			return false
		}
	}
	return !m.codec.Matches(id)
}
