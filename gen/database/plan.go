package database

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"idscope/gen"
)

// kind is how ids of a scheme are kept apart inside a database.
type kind string

const (
	counted kind = "counted" // by time and sequence, which are one number that only grows
	ordered kind = "ordered" // by random bits; the time grows within a session
	growing kind = "growing" // by random bits, which count up within a tick and a session
	random  kind = "random"  // by random bits alone
)

// plan is what a script is made of.
type plan struct {
	scheme *gen.Scheme
	Options
	kind
	syntax syntax

	size  int // bits of an id
	lsb   []int
	time  int // bits
	seq   int // bits
	codec *gen.Codec
	fixed gen.ID // all bits that do not change
	epoch int64  // microseconds since 1970
	tick  int64  // microseconds
	last  uint64 // tick that still has an id
}

// newPlan says how the ids of a scheme are generated, or why they are not.
func newPlan(s *gen.Scheme, o Options) (*plan, error) {
	o.Table, o.Name = cmp.Or(o.Table, "ids"), cmp.Or(o.Name, strings.ReplaceAll(s.Name, "-", "_")+"_id")
	if o.Dialect == Postgres {
		o.Schema = cmp.Or(o.Schema, "public")
	}
	p := &plan{scheme: s, Options: o, size: s.Layout.Size()}
	at := p.size
	for _, f := range s.Layout {
		at -= f.Bits
		p.lsb = append(p.lsb, at)
	}
	i := slices.IndexFunc(syntaxes, func(s syntax) bool { return s.dialect == o.Dialect })
	if i < 0 {
		return nil, fmt.Errorf("dialect %q is unknown; use postgres, mariadb or sqlite", o.Dialect)
	}
	p.syntax = syntaxes[i]
	if err := p.names(); err != nil {
		return nil, err
	}
	if reason := p.classify(); reason != "" {
		return nil, fmt.Errorf("%s is not generated in a database: %s", s.Name, reason)
	}
	for _, step := range []func() error{p.clock, p.assign, p.hasOriginal} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p.adapt()
	return p, nil
}

// hasOriginal says why a scheme has no function of its own system. Instagram's is that of
// "Sharding & IDs at Instagram". It takes a sequence modulo 1024 and the time apart from each
// other: the 1025th id of a millisecond is the first one again, and so are ids of a clock that
// moves backwards.
func (p *plan) hasOriginal() error {
	switch {
	case !p.Original:
	case p.scheme.Name != "instagram":
		return fmt.Errorf("%s has no original of its own in SQL; instagram has", p.scheme.Name)
	case p.Dialect != Postgres:
		return errors.New("the original of instagram is for PostgreSQL; use --dialect postgres")
	case p.tick != 1000 || p.epoch%1000 != 0:
		return errors.New("the original of instagram counts milliseconds; use no --tick, and an epoch of whole ones")
	}
	return nil
}

// classify returns why a scheme has no script, empty where it has.
func (p *plan) classify() string {
	s := p.scheme
	l := s.Layout
	p.time, p.seq = l.Width(gen.Time), l.Width(gen.Seq)
	bits := l.Width(gen.Random)
	switch {
	case s.Counter != "":
		return "it is a counter: " + s.Counter
	case len(l) == 0:
		return "it is not a layout of bits"
	case l.Width(gen.Digest) > 0:
		return "it is generated from a name, not from the time"
	case s.Affix != nil:
		return "its text has a prefix or a checksum"
	case s.Digit.Base > 0:
		return "its time is written in two digits"
	case s.WorkerRule != gen.WorkerNumber && l.Width(gen.Worker) > 0:
		return "its worker is not a number that is given, but random or an address"
	case p.size == 128 && p.seq+l.Width(gen.Worker)+l.Width(gen.Data)+l.Width(gen.Rollback) == 0 && bits >= 60:
		return p.wide(bits)
	case p.time == 0:
		return "it has no time"
	case p.size > 64:
		return fmt.Sprintf("its %d bits do not fit a number of 64", p.size)
	case bits > 0:
		return fmt.Sprintf("its %d random bits keep ids apart by chance alone; use a layout without", bits)
	case p.seq == 0:
		return "it has no sequence"
	case s.Fraction > 0:
		return "its time has fractions of a tick beside a sequence"
	}
	p.kind = counted
	return ""
}

// wide is classify of 128 bits that are time and random.
func (p *plan) wide(bits int) string {
	s := p.scheme
	if s.Text.Form != gen.UUID && s.Text.Form != gen.Crockford {
		return fmt.Sprintf("its text is %s; use a UUID, a ULID or a number", s.Text.Form)
	}
	version := s.Layout[max(slices.Index(p.lsb, 76), 0)]
	switch {
	case p.time == 0 && s.Text.Form == gen.UUID && version.Source == gen.Const && version.Bits == 4 &&
		version.Value == 4:
		p.kind = random
	case p.time == 0:
		return "its bits are for the caller to choose"
	case s.Growth == gen.GrowthOne:
		p.kind = growing
	case s.Growth == gen.GrowthRandom && p.time <= 62:
		p.kind = ordered
	default:
		return "its random bits follow a rule of its own"
	}
	if p.kind != random && bits > 96 {
		return fmt.Sprintf("it has %d random bits; use at most 96 beside the time", bits)
	}
	return ""
}

// assign puts the bits of worker, data and constants together.
func (p *plan) assign() error {
	l := p.scheme.Layout
	values := make([]gen.ID, len(l))
	for i, f := range l {
		if f.Source == gen.Data {
			values[i].Lo = f.Value
		}
	}
	given := 0
	for _, a := range p.Set {
		i := l.Index(a.Field)
		if i < 0 || l[i].Source != gen.Data && l[i].Source != gen.Worker {
			return fmt.Errorf("%s has no data or worker field %q to set", p.scheme.Name, a.Field)
		}
		if values[i] = a.Value; l[i].Source == gen.Worker {
			given += l[i].Bits
		}
	}
	err := gen.Check(p.scheme, gen.Options{Worker: p.Worker, Set: p.Set})
	if err == nil {
		p.codec, err = l.Compile()
	}
	if err == nil {
		p.fixed, err = p.codec.Pack(values)
	}
	switch width := l.Width(gen.Worker); {
	case err != nil:
	case p.Worker != nil:
		p.fixed = p.codec.WithSource(p.fixed, gen.Worker, gen.ID{Lo: *p.Worker})
	case given < width:
		return fmt.Errorf("%w: %s has a worker of 0 to %d", ErrWorker, p.scheme.Name, gen.Mask(width).Lo)
	}
	return err
}

// ErrWorker is the reason of an error about a worker number that is missing.
var ErrWorker = errors.New("the worker number is missing; use one that nothing else uses")

// clock checks that the database's clock can count the scheme's ticks.
func (p *plan) clock() error {
	if p.time == 0 {
		return nil
	}
	s := p.scheme
	if s.Tick%time.Microsecond != 0 || s.Epoch.Nanosecond()%1000 != 0 {
		return fmt.Errorf("%s is not generated in a database: clocks there count microseconds; use an epoch and a "+
			"tick of whole ones", s.Name)
	}
	if y := s.Epoch.Year(); y < 1 || y > 9999 {
		return fmt.Errorf("%s is not generated in a database: its epoch is in the year %d; use 1 to 9999", s.Name, y)
	}
	p.epoch, p.tick, p.last = s.Epoch.UnixMicro(), int64(s.Tick/time.Microsecond), s.LastTick()
	if p.kind != counted {
		return nil
	}
	p.last = min(p.last, gen.Mask(62-p.seq).Lo) // tick and sequence are one signed number
	if err := p.sign(); err != nil || p.Now.IsZero() {
		return err
	}
	if tick, ok := s.Timeline().Tick(p.Now); !ok || max(tick, p.After) > p.last {
		return fmt.Errorf("%w: %s has ids from %s", ErrTime, s.Name, p.span())
	}
	return nil
}

// floor is the last number of the tick that ids are above, 0 where there is none.
func (p *plan) floor() uint64 {
	if p.After == 0 {
		return 0
	}
	return p.After<<p.seq | gen.Mask(p.seq).Lo
}

// ErrTime is the reason of an error about a scheme that has no ids at present.
var ErrTime = errors.New("the present is outside of the scheme's time")

// sign looks at the top one of 64 bits, which is the sign of a number.
func (p *plan) sign() error {
	s := p.scheme
	if p.size < 64 {
		return nil
	}
	switch top := s.Layout[0]; {
	case top.Source == gen.Const && top.Value>>(top.Bits-1) == 0:
	case p.Dialect == MariaDB: // which has unsigned ones
	case top.Source == gen.Time:
		p.last = min(p.last, 1<<(top.From+top.Bits-1)-1)
	default:
		return fmt.Errorf("%s is not generated in %s: the top one of its 64 bits is in use, and numbers there are "+
			"signed; use --dialect mariadb, or 63 bits", s.Name, p.Dialect)
	}
	return nil
}

// unsigned reports whether an id needs all 64 bits of a number.
func (p *plan) unsigned() bool {
	top := p.scheme.Layout[0]
	return p.size == 64 && p.kind == counted && !(top.Source == gen.Const && top.Value>>(top.Bits-1) == 0)
}

// patience is how many ticks the sequence may run ahead of the clock by load alone,
// one second at least: what is more was a clock rollback.
func (p *plan) patience() int64 { return max(int64(p.scheme.Lead()/time.Microsecond)/p.tick, 2) }

// lead is how many ticks ids may be ahead of the clock.
func (p *plan) lead() int64 {
	if p.scheme.Overflow == gen.OverflowBorrow {
		return p.patience()
	}
	return 0
}

// increases reports whether the ids are in the order of their numbers of time and sequence, whatever a generator of the
// scheme does about its clock: rollbacks are not counted here.
func (p *plan) increases() bool {
	never := func(f gen.Field) bool { return f.Source == gen.Rollback }
	return (&gen.Scheme{Bits: gen.Bits{Layout: slices.DeleteFunc(slices.Clone(p.scheme.Layout), never)}}).Ordered()
}

// continues reports whether ids go on where the clock moved backwards by more than
// patience.
func (p *plan) continues() bool {
	return p.scheme.Backward == gen.BackwardContinue || p.scheme.Backward == gen.BackwardBits
}

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
	symbol      string // format of a symbol of an alphabet, by its number
	join        string // between the symbols of a text
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
		position: "(strpos('%s', substr(%s, %d, 1)) - 1)::bigint", symbol: "substr('%s', 1 + (%s)::int, 1)",
		join: " ||"},
	{dialect: MariaDB, help: "MariaDB 10.10 or later: a function, called by a trigger",
		mark: "`", longest: 64, unit: "characters", length: utf8.RuneCountInString, engine: "MariaDB",
		client: "mariadb DATABASE < FILE", how: "stops at the first error",
		clock: "micros", divide: "DIV", draw: "CAST(FLOOR(RAND() * %d) AS UNSIGNED)", number: "s.number",
		tick: "tick", seq: "number", high: "high", low: "low", unsigned: true,
		hex: "REPLACE(CAST(id AS CHAR(36)), '-', '')", base32: "id",
		position: "(LOCATE(SUBSTR(%[2]s, %[3]d, 1), '%[1]s') - 1)", symbol: "SUBSTR('%s', 1 + (%s), 1)", join: ","},
	{dialect: SQLite, help: "SQLite 3.35 or later: a trigger", mark: `"`, engine: "SQLite",
		client: "sqlite3 -bail DATABASE < FILE", how: "stops at the first error",
		clock: "((CAST(strftime('%s', 'now') AS INTEGER) * 1000 + " +
			"CAST(substr(strftime('%f', 'now'), 4) AS INTEGER)) * 1000)",
		divide: "/", draw: "(random() & 2147483647) %% %d", number: "number",
		tick: "number", high: "random()", low: "random()",
		hex: "replace(id, '-', '')", base32: "upper(id)", position: "(instr('%s', substr(%s, %d, 1)) - 1)",
		symbol: "substr('%s', 1 + (%s), 1)", join: " ||"},
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
		}
	}
	if fixed := p.fixed.Shr(uint(from)).And(gen.Mask(n)).Lo; fixed != 0 || len(terms) == 0 {
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

// columns are the fields of a number that are read back, but the time and the constants: with their names, as
// declarations, and their values alone.
func (p *plan) columns() (named, declared, read string) {
	for i, f := range p.scheme.Layout {
		if f.Source == gen.Const || f.Source == gen.Time || f.Source == gen.Rollback {
			continue
		}
		name, value := f.Name, ", "+term("id", p.lsb[i], f.Bits, 0, 64)
		if name == "id" || name == "created_at" {
			name += "_field"
		}
		named += value + " AS " + p.quote(name)
		declared += ", " + p.quote(name) + " bigint"
		read += value
	}
	return named, declared, read
}

// parts are 128 bits as numbers of so many bits, the highest first.
func (p *plan) parts(widths ...int) string {
	var list []string
	at := 128
	for _, n := range widths {
		at -= n
		list = append(list, p.bits(at, n))
	}
	return strings.Join(list, ", ")
}

// symbols is the expression of the 26 symbols of a text.
func (p *plan) symbols() string {
	var list []string
	for at := 125; at >= 0; at -= 5 {
		list = append(list, fmt.Sprintf(p.syntax.symbol, crockfordSymbols, p.bits(at, min(5, p.size-at))))
	}
	return strings.Join(list, p.syntax.join+"\n    ")
}

// ticks is the time of an id of a row, in ticks. Each symbol of a text is looked up in the
// alphabet; fields of time begin and end where symbols do.
func (p *plan) ticks() string {
	width, digits, text, alphabet := 4, 32, p.syntax.hex, hexDigits
	if p.scheme.Text.Form == gen.Crockford {
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
	if n := p.scheme.Fraction; n > 0 {
		text = fmt.Sprintf("(ticks >> %d) * %d + (((ticks & %[3]d) * %[2]d + %[3]d) >> %[1]d)", n, p.tick,
			gen.Mask(n).Lo)
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
	since, div, fraction := p.syntax.clock, p.syntax.divide, p.scheme.Fraction
	if p.epoch != 0 {
		since = "(" + since + offset(-p.epoch) + ")"
	}
	switch {
	case fraction == 0 && p.tick == 1:
		return since
	case fraction == 0:
		return fmt.Sprintf("%s %s %d", since, div, p.tick)
	}
	return fmt.Sprintf("((%s %s %d) << %d) | (((%[1]s %% %[3]d) << %[4]d) %[2]s %[3]d)", since, div, p.tick, fraction)
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
