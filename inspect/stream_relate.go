package inspect

import "idscope/gen"

// relate finds which trials matter where trial i is the best of those that pass.
// Those with less evidence by more than what a likely reading has to be ahead do
// not, nor do any where its confidence is settled by itself.
func (s *Streamer) relate(p *plan, i int, key planKey) {
	t := &p.trials[i]
	o := s.reading(t.candidate, key)
	for j := range p.trials {
		k := &p.trials[j]
		if k.reader < 0 || t.reader < 0 || j == i {
			continue
		}
		if k.reader != t.reader && k.key == t.key {
			t.twins |= k.bit
		}
		if o.Own && t.timed && k.timed && k.scheme.Prior == 0 && k.reader == t.reader && t.candidate.reader.text.Form != gen.Decimal && !t.sameTime(k) {
			t.near |= k.bit
			k.nearable = true
		}
	}
	below := ^uint64(0) << i << 1 & (1<<len(p.trials) - 1)
	// A reading that says more may take the place of one that says nothing.
	t.first = len(s.in.opts.As) == 0 && t.reader >= 0 && (o.says() > 0 || ones(t.fixed) > 8)
	switch {
	case !s.brief || !t.first:
		t.later = below
		return
	case o.Own && t.candidate.reader.syntax(), t.candidate.reader.text.Form == gen.DateDigits:
		return
	case o.Evidence >= certainBits && o.rivals <= 1.0/(1<<certainBits):
		return
	case o.Evidence < likelyBits || o.rivals > 1.0/(1<<likelyBits):
		return
	}
	for j := i + 1; j < len(p.trials); j++ {
		k := &p.trials[j]
		rival := s.reading(k.candidate, key)
		if k.level == implied && o.Own || rival.Evidence <= 0 || o.Evidence >= rival.Evidence+aheadBits {
			continue
		}
		if o.Own && t.timed && k.timed && k.scheme.Prior == 0 && k.reader == t.reader && t.candidate.reader.text.Form != gen.Decimal && t.sameTime(k) {
			continue // it is included, always
		}
		t.later |= k.bit
	}
}

// sameTime reports whether two trials read the same time out of any number.
func (t *trial) sameTime(k *trial) bool {
	return k.ticker == t.ticker && k.line == t.line && k.scheme.Fraction == t.scheme.Fraction
}
