package database

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"idscope/gen"
)

// syntax is what the expressions of the dialects differ in.
type syntax struct {
	dialect             Dialect
	engine, client, how string // for people
	help                string // of the dialect
	mark                string // around names
	longest             int    // name, in unit: PostgreSQL cuts longer ones, and would take two for one
	unit                string
	length              func(name string) int // in unit; nil where any name will do

	clock  string // in microseconds since 1970
	divide string // whole numbers
	draw   string // format of a random number below another one
	number string // of the last id
	// Of an id that is generated: its tick, its sequence, the halves of its random bits.
	tick, seq, high, low string
	unsigned             bool // numbers from 2^63 up are written as such

	hex, base32 string // digits of the id of a row
	position    string // format of where a symbol is in an alphabet: the alphabet, the digits, which of them
}

// syntaxes of the dialects. SQLite's clock tells milliseconds; there each of the random bits is in one
// place of a text, so that they may be drawn again for each.
var syntaxes = []syntax{
	{dialect: Postgres, help: "PostgreSQL 14 or later: a function, as the default of the column",
		mark: `"`, longest: 63, unit: "bytes", length: func(name string) int { return len(name) }, engine: "PostgreSQL",
		client: "psql -1 -v ON_ERROR_STOP=1 DATABASE < FILE", how: "does all of it or nothing",
		clock: "micros", divide: "/", draw: "floor(random() * %d)::bigint", number: "s.last_value",
		tick: "tick", seq: "number", high: "high", low: "low",
		hex: "translate(id::text, '-', '')", base32: "upper(id)",
		position: "(strpos('%s', substr(%s, %d, 1)) - 1)::bigint"},
	{dialect: MariaDB, help: "MariaDB 10.10 or later: a function, called by a trigger",
		mark: "`", longest: 64, unit: "characters", length: utf8.RuneCountInString, engine: "MariaDB",
		client: "mariadb DATABASE < FILE", how: "stops at the first error",
		clock: "micros", divide: "DIV", draw: "CAST(FLOOR(RAND() * %d) AS UNSIGNED)", number: "s.number",
		tick: "tick", seq: "number", high: "high", low: "low", unsigned: true,
		hex: "REPLACE(CAST(id AS CHAR(36)), '-', '')", base32: "id",
		position: "(LOCATE(SUBSTR(%[2]s, %[3]d, 1), '%[1]s') - 1)"},
	{dialect: SQLite, help: "SQLite 3.35 or later: a trigger", mark: `"`, engine: "SQLite",
		client: "sqlite3 -bail DATABASE < FILE", how: "stops at the first error",
		clock: "((CAST(strftime('%s', 'now') AS INTEGER) * 1000 + " +
			"CAST(substr(strftime('%f', 'now'), 4) AS INTEGER)) * 1000)",
		divide: "/", draw: "(random() & 2147483647) %% %d", number: "number",
		tick: "number", high: "random()", low: "random()",
		hex: "replace(id, '-', '')", base32: "upper(id)", position: "(instr('%s', substr(%s, %d, 1)) - 1)"},
}

const (
	hexDigits        = "0123456789abcdef"
	crockfordSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
)

// adapt makes the syntax that of the plan's kind of ids.
func (p *plan) adapt() {
	s := &p.syntax
	switch {
	case p.Dialect != SQLite:
	case p.kind == counted:
		s.tick, s.seq = fmt.Sprintf("(number >> %d)", p.seq), fmt.Sprintf("(number & %d)", gen.Mask(p.seq).Lo)
	case p.kind == growing:
		s.high, s.low = "high", "low"
	}
}

// bits is the expression of n bits of an id, from the lowest one on. What does not
// change is one number in it.
func (p *plan) bits(from, n int) string {
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
			terms = append(terms, term(p.syntax.tick, at, width, to, p.time))
		case gen.Seq:
			terms = append(terms, term(p.syntax.seq, at, width, to, p.seq))
		case gen.Random:
			terms = append(terms, p.random(at, width, to)...)
		default:
			value := map[gen.Source]uint64{gen.Worker: p.worker, gen.Data: p.data[f.Name], gen.Const: f.Value}[f.Source]
			fixed |= value >> at & gen.Mask(width).Lo << to
		}
	}
	if fixed != 0 || len(terms) == 0 {
		terms = append(terms, literal(fixed, p.syntax.unsigned))
	}
	return strings.Join(terms, " | ")
}

// random are terms of the random bits, whose lower half has the name low.
func (p *plan) random(at, width, to int) (terms []string) {
	all := p.scheme.Layout.Width(gen.Random)
	half := all / 2
	if n := min(width, half-at); n > 0 {
		terms = append(terms, term(p.syntax.low, at, n, to, 64))
	}
	if over := max(half-at, 0); over < width {
		terms = append(terms, term(p.syntax.high, at+over-half, width-over, to+over, 64))
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

// columns are the fields of a number that are read back, but the time and the constants.
func (p *plan) columns() (list []map[string]any) {
	for i, f := range p.scheme.Layout {
		if f.Source == gen.Const || f.Source == gen.Time || f.Source == gen.Rollback {
			continue
		}
		name := f.Name
		if name == "id" || name == "created_at" {
			name += "_field"
		}
		list = append(list, map[string]any{"Name": name, "Value": term("id", p.lsb[i], f.Bits, 0, 64)})
	}
	return list
}

// symbols are the numbers of the 26 symbols of a text.
func (p *plan) symbols() (list []string) {
	for at := 125; at >= 0; at -= 5 {
		list = append(list, p.bits(at, min(5, p.size-at)))
	}
	return list
}

// ticks is the time of an id of a row, in ticks. Each symbol of a text is looked up in the
// alphabet; fields of time begin and end where symbols do.
func (p *plan) ticks() string {
	width, digits, text, alphabet := 4, 32, p.syntax.hex, hexDigits
	if p.text.Form == gen.Crockford {
		width, digits, text, alphabet = 5, 26, p.syntax.base32, crockfordSymbols
	}
	var terms []string
	for i, f := range p.scheme.Layout {
		switch {
		case f.Source != gen.Time:
			continue
		case p.kind == counted:
			terms = append(terms, term("id", p.lsb[i], f.Bits, f.From, 64))
			continue
		}
		for at := p.lsb[i]; at < p.lsb[i]+f.Bits; at += width {
			value := fmt.Sprintf(p.syntax.position, alphabet, text, digits-at/width)
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
		text = fmt.Sprintf("(ticks >> %d) * %d + (((ticks & %[3]d) * %[2]d + %[3]d) >> %[1]d)", p.fraction, p.tick,
			part)
	}
	return text + offset(p.epoch)
}

// offset adds a number to an expression.
func offset(n int64) string {
	switch {
	case n < 0:
		return fmt.Sprintf(" - %d", -n)
	case n > 0:
		return fmt.Sprintf(" + %d", n)
	}
	return ""
}

// tickOf is the tick of the clock.
func (p *plan) tickOf() string {
	since, div := p.syntax.clock, p.syntax.divide
	if p.epoch != 0 {
		since = "(" + since + offset(-p.epoch) + ")"
	}
	switch {
	case p.fraction == 0 && p.tick == 1:
		return since
	case p.fraction == 0:
		return fmt.Sprintf("%s %s %d", since, div, p.tick)
	}
	return fmt.Sprintf("((%s %s %d) << %d) | (((%[1]s %% %[3]d) << %[4]d) %[2]s %[3]d)", since, div, p.tick, p.fraction)
}

// start is where a new tick's sequence starts, empty for 0.
func (p *plan) start() string {
	all := uint64(1) << p.seq
	n := uint64(p.scheme.Start.Range)
	if n == 0 || n > all {
		n = min(gen.DefaultRange, all)
	}
	next := fmt.Sprintf("((%s & %d) + 1)", p.syntax.number, all-1)
	switch p.scheme.Start.Rule {
	case gen.StartRandom:
		return " + " + fmt.Sprintf(p.syntax.draw, n)
	case gen.StartDraw:
		return " + " + fmt.Sprintf(p.syntax.draw, all)
	case gen.StartRotate:
		return fmt.Sprintf(" + %s %% %d", next, n)
	case gen.StartCarry:
		return fmt.Sprintf(" + (%s & %d)", next, all-1)
	}
	return ""
}
