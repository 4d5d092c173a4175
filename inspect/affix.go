package inspect

import (
	"math"
)

// affixChance is the chance of a text with a prefix, a checksum or both: that of
// its body, and of the symbols around it.
func (c *candidate) affixChance(class, symbols int, timed bool) float64 {
	a := c.scheme.Affix
	_, body := c.scheme.Text.Len(c.size)
	p := 0.0
	if a.Optional && symbols == body {
		p = c.bodyChance(class, symbols, timed)
	}
	around := symbols - body
	p += c.prefixChance(class, around) * c.bodyChance(class, body, timed)
	if a.Sum != nil {
		around -= a.SumLen + 1
		p += c.prefixChance(class, around) * c.bodyChance(class, body, timed) * math.Pow(float64(len(classes[class])),
			-float64(a.SumLen+1))
	}
	return min(1, p)
}

// prefixChance is the chance that so many symbols are a prefix and its separator;
// of a prefix only its alphabet counts.
func (c *candidate) prefixChance(class, symbols int) float64 {
	a, all := c.scheme.Affix, float64(len(classes[class]))
	if symbols < 2 || symbols > a.MaxPrefix+1 {
		return 0
	}
	return math.Pow(float64(common(class, a.Symbols, false))/all, float64(symbols-1)) / all
}

// readAffixed adds the reading of a text with a prefix, a checksum or both, or
// where the prefix may be missing, with neither.
func (in *Inspector) readAffixed(r *Result, k *check, text []byte) bool {
	body, out, ok := k.scheme.TryBody(text)
	if !ok || out.Prefix == "" && k.scheme.ReadOnly != "" && !in.strict {
		return false // 26 small letters and digits are no such thing without a prefix
	}
	id, ok := k.candidate.reader.text.Try(body, k.size)
	if !ok || !in.readOrRuleOut(r, k, &id) {
		return false
	}
	o := &r.Readings[len(r.Readings)-1]
	o.Prefix, o.Summed, o.affixed = out.Prefix, out.Summed, true
	return true
}
