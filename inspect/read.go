package inspect

import (
	"encoding/binary"
	"strings"

	"idscope/gen"
)

// pasted is a text with what a prefix said about it.
type pasted struct {
	text   string
	forms  uint64 // the forms that it may be in
	filled bool   // zeros were put before its digits
}

const (
	anyForm  = ^uint64(0)
	hexForms = uint64(1)<<gen.Hex | 1<<gen.HexUpper
	uuidForm = uint64(1) << gen.UUID
)

const (
	uuidLen = 36
	ulidLen = 26
)

// scan is a text with its table, and the numbers that were read of it.
type scan struct {
	text  []byte
	table *table
	known uint64 // which numbers were read
	valid uint64 // and are some
	plain bool   // letters and digits, or a UUID: nothing that a paste adds
	ids   [mostReaders]gen.ID

	found outcome // of its text
	tried *Result // of patterns
}

// open finds the table of a text.
func (in *Inspector) open(s *scan, text []byte, forms uint64) {
	s.text, s.known, s.valid = text, 0, 0
	if len(text) == uuidLen && forms == anyForm {
		if id, ok := (gen.Text{Form: gen.UUID}).Try(text, 128); ok {
			in.openUUID(s, id)
			return
		}
	}
	key, all := in.shapes.key(text, forms)
	s.plain = all&isUsual != 0 && !(len(text) > 1 && text[0] == '0' && text[1]|' ' == 'x')
	if s.table == nil || s.table.in != in || s.table.shape != key {
		s.table = in.tableOf(&key)
	}
}

// openUUID is open for a UUID in its own form.
func (in *Inspector) openUUID(s *scan, id gen.ID) {
	letters := letterCases((*[uuidLen]byte)(s.text))
	t := in.uuids[letters].Load()
	if t == nil {
		key, _ := in.shapes.key(s.text, anyForm)
		t = in.tableOf(&key)
		in.uuids[letters].Store(t)
	}
	if s.table, s.plain = t, true; t.uuid >= 0 {
		s.known = 1 << t.uuid
		s.valid = s.known
		s.ids[t.uuid] = id
	}
}

// The letters that a UUID has.
const (
	smallLetters = 1 << iota
	capitalLetters
)

// letterCases says which letters a UUID has. Of its bytes only letters have bit 6; of those the small ones have bit 5.
func letterCases(uuid *[uuidLen]byte) (cases uint8) {
	le := binary.LittleEndian
	a, b, c, d, e := le.Uint64(uuid[0:]), le.Uint64(uuid[8:]), le.Uint64(uuid[16:]), le.Uint64(uuid[24:]),
		le.Uint64(uuid[uuidLen-8:])
	const letter = 0x40404040_40404040
	if (a&(a<<1)|b&(b<<1)|c&(c<<1)|d&(d<<1)|e&(e<<1))&letter != 0 {
		cases |= smallLetters
	}
	if (a&^(a<<1)|b&^(b<<1)|c&^(c<<1)|d&^(d<<1)|e&^(e<<1))&letter != 0 {
		cases |= capitalLetters
	}
	return cases
}

// parse reads the number of a reader, when it is asked for first.
func (s *scan) parse(reader int8) {
	r := s.table.readers[reader]
	id, ok := r.text.Try(s.text, r.bits)
	s.known |= 1 << reader
	if ok {
		s.valid |= 1 << reader
		s.ids[reader] = r.id(id)
	}
}

// number returns the number of a check; nil where the text is none.
func (s *scan) number(k *check) *gen.ID {
	place := k.reader & (mostReaders - 1)
	if s.known>>place&1 == 0 {
		s.parse(place)
	}
	if s.valid>>place&1 == 0 {
		return nil
	}
	return &s.ids[place]
}

// readWhole reads a text which has nothing that cleaning would take off; false where
// nothing reads it.
func (in *Inspector) readWhole(r *Result) bool {
	if len(r.Input) == 0 || len(r.Input) > maxText {
		return false
	}
	if in.open(&r.scan, append(r.buf[:0], r.Input...), anyForm); !r.scan.plain {
		return false
	}
	if in.readTable(r, r.Input); len(r.Readings) > 0 {
		return true
	}
	r.reset(r.Input)
	return false
}

// read collects the readings of a text, and what is ruled out.
func (in *Inspector) read(r *Result, p pasted) {
	r.forms = p.forms
	switch {
	case len(p.text) == 0:
		return
	case p.forms == hexForms && in.strict:
		in.readHex(r, p.text)
		in.readHead(r, p.text)
	default:
		in.open(&r.scan, append(r.buf[:0], p.text...), p.forms)
		in.readTable(r, p.text)
	}
	if p.forms == hexForms && !p.filled {
		in.readHead(r, "0x"+p.text)
	}
}

// readTable collects the readings of a text by the table of the result's scan, and what
// is ruled out: of that only what Result.prune keeps, but for a scheme that was asked for.
func (in *Inspector) readTable(r *Result, text string) {
	s, nearest := &r.scan, implied
	for _, k := range s.group().checks {
		switch {
		case k.reader >= 0:
			id := s.number(k)
			if id == nil || !s.table.every && !k.filled && !k.constant(id) {
				continue
			}
			if in.readOrRuleOut(r, k, id) {
				nearest = min(nearest, k.level)
			}
		case k.codec != nil:
			if in.readAffixed(r, k, s.text) {
				nearest = own
			}
		case in.readPattern(r, k, text):
			nearest = own
		}
	}
	if len(in.opts.As) > 0 {
		r.keep(func(o *Reading) bool { return o.c.level == nearest })
	}
}

// readOrRuleOut adds the reading of a number, or rules it out; it is false without one.
func (in *Inspector) readOrRuleOut(r *Result, k *check, id *gen.ID) bool {
	every := len(in.opts.As) == 1
	if !k.constant(id) {
		if every || k.level < declared && id.And(k.used) == k.right {
			r.ruleOutBits(k.candidate, *id)
		}
		return false
	}
	answer, tick := k.check(id)
	switch {
	case answer == no:
		if every {
			r.ruleOutBits(k.candidate, *id)
		}
		return false
	case answer == implausible && !k.strict:
		if every || k.level < declared {
			r.ruleOutTime(k.candidate, *id, tick)
		}
		return false
	case answer == yes && k.weak && !r.isExample(k):
		if k.letters && k.word == noWord && k.level == own {
			r.byChance(k)
		}
		return false
	}
	r.add(k, id, tick)
	if answer == implausible {
		o := &r.Readings[len(r.Readings)-1]
		if o.Plausible, o.Evidence = false, k.worth.untimed; in.tooWeak(o) {
			r.Readings = r.Readings[:len(r.Readings)-1]
			return false
		}
	}
	return true
}

// byChance notes a check that only chance speaks for: of several the best.
func (r *Result) byChance(k *check) {
	if r.chance == nil || k.score > r.chance.score {
		r.chance = k
	}
}

// isExample reports whether the text is the published example of the scheme of a check: a user who gives that means
// it.
func (r *Result) isExample(k *check) bool {
	return k.level == own && string(r.scan.text) == k.scheme.Example.Text
}

// add adds the reading of an identifier with a plausible time.
func (r *Result) add(k *check, id *gen.ID, tick uint64) {
	if n := len(r.Readings); n < cap(r.Readings) {
		r.Readings = r.Readings[:n+1]
	} else {
		r.Readings = append(r.Readings, Reading{})
	}
	o := &r.Readings[len(r.Readings)-1]
	*o = Reading{} // a literal would be made elsewhere, and copied
	o.Scheme, o.SameAs, o.ID, o.Encoding, o.Own = k.scheme, k.same, *id, k.candidate.reader.name, k.level == own
	o.Timed, o.Plausible, o.tick, o.c = k.timed, true, tick, k.candidate
	o.Evidence, o.rivals, o.word, o.number, o.letters = k.worth.timed, k.worth.rivals, k.word, k.number, k.letters
	if k.timed {
		o.Time = k.line.Time(k.shown(tick))
	}
}

// readHex reads hexadecimal digits, which a prefix says they are, as the bits of each
// scheme of As: with zeros in front up to its size.
func (in *Inspector) readHex(r *Result, digits string) {
	given := len(digits)
	digits = strings.TrimLeft(digits, "0")
	for _, c := range in.hexed.get(func() []*candidate { return in.loose(asHex) }) {
		_, width := c.reader.text.Len(c.size)
		if len(digits) > width || given != width && in.opts.As[0].Pattern != nil { // which has no others in front
			continue
		}
		text := strings.Repeat("0", width-len(digits)) + digits
		if in.readLoose(r, c, text, text) {
			r.Cleaned = text
		}
	}
}

// readLoose adds the reading of a text by a candidate that is of no table; given is what
// its evidence is of.
func (in *Inspector) readLoose(r *Result, c *candidate, text, given string) bool {
	k := in.looseCheck(c, given)
	if c.codec == nil {
		return in.readPattern(r, &k, text)
	}
	id, ok := c.reader.text.Try([]byte(text), c.size)
	if !ok {
		return false
	}
	id = c.reader.id(id)
	return in.readOrRuleOut(r, &k, &id)
}

// asHex reads hexadecimal digits as numbers of a scheme.
func asHex(f *family) (*reader, level) {
	if f.size == 0 {
		return nil, own
	}
	r := &reader{text: gen.Text{Form: gen.Hex}, bits: f.size, name: "hex"}
	if f.scheme().Text == r.text {
		return r, own
	}
	return r, sized
}

// readHead adds the readings of patterns that have the 0x as part of their text, and of hashes, which are digits.
func (in *Inspector) readHead(r *Result, text string) (found bool) {
	in.open(&r.scan, []byte(text), anyForm)
	for _, k := range r.scan.group().checks {
		hexadecimal := strings.HasPrefix(text, "0x") || k.scheme.Format == gen.FormatHash
		if k.codec == nil && hexadecimal && in.readPattern(r, k, text) {
			found = true
		}
	}
	if n := len(r.Warnings); found && n > 0 && r.Warnings[n-1] == zeroWords { // it is in the text
		r.Warnings = r.Warnings[:n-1]
	}
	if found {
		r.Cleaned = text
	}
	return found
}

// ruleOutBits rules an identifier out whose bits are wrong.
func (r *Result) ruleOutBits(c *candidate, id gen.ID) {
	r.RuledOut = append(r.RuledOut, RuledOut{Scheme: c.scheme, Cause: Constant, ID: id, c: c})
}

// ruleOutTime rules an identifier out whose time is implausible.
func (r *Result) ruleOutTime(c *candidate, id gen.ID, tick uint64) {
	cause := Future
	switch {
	case c.era(id) != nil:
		cause = BeforeScheme
	case tick < c.first:
		cause = BeforeUse
	}
	r.RuledOut = append(r.RuledOut, RuledOut{Scheme: c.scheme, Cause: cause, ID: id, tick: tick, c: c})
}

// keep drops the readings that want does not accept.
func (r *Result) keep(want func(*Reading) bool) {
	n := 0
	for i := range r.Readings {
		if want(&r.Readings[i]) {
			if n < i {
				r.Readings[n] = r.Readings[i]
			}
			n++
		}
	}
	r.Readings = r.Readings[:n]
}

// ratherNumber reports whether digits alone, also with hyphens, are rather a number, a
// date or the like than an identifier of c: in forms that have letters, but for
// those of fixed length that are a scheme's own.
func (c *candidate) ratherNumber(strict bool) bool {
	shortest, longest := c.reader.text.Len(c.reader.bits)
	switch {
	case c.reader.text.Form.Digits() || strict && c.level == own:
		return false
	case shortest < longest:
		return true
	case strict && c.level == declared:
		return false
	}
	return c.level != own && c.reader.bits <= 64
}

// A UUID in mixed byte order has the bytes of its first three fields in the opposite
// order: so SQL Server shows the values of NEWSEQUENTIALID, and so do the bytes of a
// .NET Guid look that are written as a UUID. What the third field begins with is then
// no version.

// asMixed reads UUIDs in mixed byte order as a scheme: one of the common UUIDs with a time that can be checked, or a
// random one.
func asMixed(f *family) (*reader, level) {
	if f.size != 128 {
		return nil, own
	}
	s := f.scheme()
	if s.Text.Form != gen.UUID || s.Prior < 2 || !s.Timed() && s.Layout.Width(gen.Random) <= 64 {
		return nil, own
	}
	return &reader{text: s.Text, bits: 128, swap: true, name: "uuid, byte order mixed"}, declared
}

// inMixedOrder returns the candidates of asMixed.
func (in *Inspector) inMixedOrder() []*candidate {
	return in.mixed.get(func() []*candidate { return in.loose(asMixed) })
}

// fits reports whether bits have the constants of a candidate, and a plausible time.
func (c *candidate) fits(id gen.ID) bool { return c.codec.Matches(id) && c.plausible(c.tick(id)) }

// readMixed adds the readings of a UUID in mixed byte order, where the version that
// it seems to have is undefined, has an implausible time, or is not the one that was
// asked for.
func (in *Inspector) readMixed(r *Result) {
	var given gen.ID
	undefined := false
	if o := r.seemsMixed(); o != nil {
		given, undefined = o.ID, o.Scheme.Undefined
	} else if len(r.Readings) == 0 && len(in.opts.As) > 0 && len(r.Cleaned) == uuidLen {
		given, _ = gen.Text{Form: gen.UUID}.Try([]byte(r.Cleaned), 128)
	}
	if given == (gen.ID{}) {
		return
	}
	written := string(gen.Text{Form: gen.UUID}.Append(nil, given, 128))
	for _, c := range in.inMixedOrder() {
		if !undefined && !c.timed {
			continue // six bits say less than a version does
		}
		id := c.reader.id(given)
		if !c.fits(id) || !in.readLoose(r, c, written, r.Cleaned) {
			continue
		}
		o := &r.Readings[len(r.Readings)-1]
		o.mixed = true
		o.Findings = append(o.Findings, gen.Finding{Name: "byte order", Value: "mixed"})
		r.warn(mixedText)
	}
}

const mixedText = "the byte order is mixed: the first three fields have their bytes reversed, as SQL " +
	"Server and .NET have them"

// seemsMixed returns the reading of a UUID whose version seems to be undefined, or has an implausible time; nil where
// another is plausible.
func (r *Result) seemsMixed() (seems *Reading) {
	for i := range r.Readings {
		switch o := &r.Readings[i]; {
		case o.Plausible && o.ownSyntax():
			return nil
		case o.Scheme.Undefined || !o.Plausible && o.ownSyntax():
			seems = o
		}
	}
	return seems
}
