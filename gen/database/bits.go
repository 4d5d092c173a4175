package database

import (
	"fmt"
	"strconv"
	"strings"

	"idscope/gen"
)

// names of the values that an expression is made of.
type names struct {
	time, seq  string
	high, low  string // halves of the random bits
	unsigned64 bool   // numbers from 2^63 up are written as such
}

// bits is the expression of n bits of an id, from the lowest one on. What does not
// change is one number in it.
func (p *plan) bits(from, n int, v names) string {
	var fixed uint64
	var terms []string
	for i, f := range p.scheme.Layout {
		low, high := max(p.lsb[i], from), min(p.lsb[i]+f.Bits, from+n)
		if low >= high {
			continue
		}
		at, width, to := f.From+low-p.lsb[i], high-low, low-from
		switch f.Source {
		case gen.Time:
			terms = append(terms, term(v.time, at, width, to, p.time))
		case gen.Seq:
			terms = append(terms, term(v.seq, at, width, to, p.seq))
		case gen.Random:
			terms = append(terms, p.random(at, width, to, v)...)
		case gen.Worker:
			fixed |= p.worker >> at & gen.Mask(width).Lo << to
		case gen.Data:
			fixed |= p.data[f.Name] >> at & gen.Mask(width).Lo << to
		case gen.Const:
			fixed |= f.Value >> at & gen.Mask(width).Lo << to
		}
	}
	if fixed != 0 || len(terms) == 0 {
		terms = append(terms, literal(fixed, v.unsigned64))
	}
	return strings.Join(terms, " | ")
}

// random are terms of the random bits, whose lower half has the name low.
func (p *plan) random(at, width, to int, v names) []string {
	all := p.scheme.Layout.Width(gen.Random)
	half := all / 2
	var terms []string
	if n := min(width, half-at); n > 0 {
		terms = append(terms, term(v.low, at, n, to, 64))
	}
	if over := max(half-at, 0); over < width {
		terms = append(terms, term(v.high, at+over-half, width-over, to+over, 64))
	}
	return terms
}

// term is width bits of a value, from bit at on, moved to bit to. all is how many bits
// the value has.
func term(value string, at, width, to, all int) string {
	if at > 0 {
		value = fmt.Sprintf("(%s >> %d)", value, at)
	}
	if at+width < all {
		value = fmt.Sprintf("(%s & %d)", value, gen.Mask(width).Lo)
	}
	if to > 0 {
		value = fmt.Sprintf("(%s << %d)", value, to)
	}
	return value
}

// literal writes 64 bits as a number.
func literal(v uint64, unsigned bool) string {
	if unsigned || v < 1<<63 {
		return strconv.FormatUint(v, 10)
	}
	if v == 1<<63 {
		return "(-9223372036854775807 - 1)" // the number without its sign would not fit
	}
	return fmt.Sprintf("(%d)", int64(v))
}

// column is a field that is read back.
type column struct{ name, value string }

// columns are the fields of a number but the time and the constants, taken from an
// expression for the number.
func (p *plan) columns(id string) []column {
	var list []column
	for i, f := range p.scheme.Layout {
		if f.Source == gen.Const || f.Source == gen.Time || f.Source == gen.Rollback {
			continue
		}
		name := f.Name
		if name == "id" || name == "created_at" {
			name += "_field"
		}
		list = append(list, column{name, term(id, p.lsb[i], f.Bits, 0, 64)})
	}
	return list
}

// ticks is the time of a number, in ticks.
func (p *plan) ticks(id string) string {
	var terms []string
	for i, f := range p.scheme.Layout {
		if f.Source == gen.Time {
			terms = append(terms, term(id, p.lsb[i], f.Bits, f.From, 64))
		}
	}
	return strings.Join(terms, " | ")
}

// ticksOf is the time of a text, in ticks: each symbol is looked up in the alphabet by
// find, a format with the positions of one symbol's text. The fields of time begin and
// end where symbols do.
func (p *plan) ticksOf(symbol func(position int) string) string {
	width, digits := 4, 32
	if p.text.Form == gen.Crockford {
		width, digits = 5, 26
	}
	var terms []string
	for i, f := range p.scheme.Layout {
		if f.Source != gen.Time {
			continue
		}
		for at := p.lsb[i]; at < p.lsb[i]+f.Bits; at += width {
			value := symbol(digits - at/width)
			if to := f.From + at - p.lsb[i]; to > 0 {
				value = fmt.Sprintf("(%s << %d)", value, to)
			}
			terms = append(terms, value)
		}
	}
	return strings.Join(terms, " | ")
}

// micros is the time of a column ticks, in microseconds since 1970.
func (p *plan) micros() string {
	text := fmt.Sprintf("ticks * %d", p.tick)
	if p.fraction > 0 {
		part := gen.Mask(p.fraction).Lo
		text = fmt.Sprintf("(ticks >> %d) * %d + (((ticks & %[3]d) * %[2]d + %[3]d) >> %[1]d)", p.fraction, p.tick, part)
	}
	switch {
	case p.epoch < 0:
		return text + fmt.Sprintf(" - %d", -p.epoch)
	case p.epoch > 0:
		return text + fmt.Sprintf(" + %d", p.epoch)
	}
	return text
}

// tickOf is the tick of a time in microseconds since 1970, which is a name or a
// number; div divides whole numbers.
func (p *plan) tickOf(micros, div string) string {
	since := micros
	switch {
	case p.epoch < 0:
		since = fmt.Sprintf("(%s + %d)", micros, -p.epoch)
	case p.epoch > 0:
		since = fmt.Sprintf("(%s - %d)", micros, p.epoch)
	}
	if p.fraction == 0 {
		if p.tick == 1 {
			return since
		}
		return fmt.Sprintf("%s %s %d", since, div, p.tick)
	}
	return fmt.Sprintf("((%s %s %d) << %d) | (((%[1]s %% %[3]d) << %[4]d) %[2]s %[3]d)", since, div, p.tick, p.fraction)
}
