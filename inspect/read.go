package inspect

import (
	"slices"
	"strings"

	"idscope/gen"
	"idscope/inspect/lines"
)

// Inspect reads a text. It never fails otherwise than with Result.Err.
func (in *Inspector) Inspect(text string) Result {
	var r Result
	in.InspectInto(&r, text)
	return r
}

// InspectInto is Inspect for streams: it uses the slices of r again, so that
// what r held before is gone.
func (in *Inspector) InspectInto(r *Result, text string) {
	if len(text) > lines.Longest {
		r.reset("")
		r.Err = &Error{Code: CodeTooLong, Message: quote(Redact(text[:maxPattern])) + " " + lines.TooLong}
		return
	}
	r.reset(text)
	if in.numbers != nil {
		in.readNumbers(r, text)
		return
	}
	switch {
	case in.readCard(r):
	case in.readOpen(r):
	case in.strict:
		in.read(r, unwrap(text))
	case in.readAWSSecret(r):
	default:
		in.readPasted(r)
	}
	in.readMixed(r)
	in.rank(r)
	if in.opts.Around != nil {
		in.around(r)
	}
	switch {
	case len(r.Readings) == 0:
		r.Err = &Error{Code: CodeNotAnID, Message: in.refusal(r)}
	case !in.strict && !r.nested && !r.hidden && r.Readings[0].weakly() && mayBeDamaged(r.Cleaned):
		if r.Diagnosis = in.diagnose(r.Cleaned); r.Diagnosis != "" {
			r.Warnings = slices.Insert(r.Warnings, 0, "it "+r.Diagnosis)
		}
	}
}

// reset makes a result that of a text of which nothing is known yet.
func (r *Result) reset(text string) {
	r.Input, r.Cleaned, r.Ambiguous, r.Err, r.refused, r.hidden = text, text, false, nil, nil, false
	r.Readings, r.RuledOut, r.pieces = r.Readings[:0], r.RuledOut[:0], r.pieces[:0]
	r.Warnings, r.Epochs = r.Warnings[:0], r.Epochs[:0]
	r.Found, r.Diagnosis = nil, ""
}

// pasted is a text with what a prefix said about it.
type pasted struct {
	text  string
	forms uint64 // the forms that it may be in
}

const (
	anyForm  = ^uint64(0)
	hexForms = uint64(1)<<gen.Hex | 1<<gen.HexUpper
	uuidForm = uint64(1) << gen.UUID
)

// read collects the readings of a text, and what is ruled out.
func (in *Inspector) read(r *Result, p pasted) {
	if len(p.text) > maxPattern {
		in.readLong(r, p)
		return
	}
	if len(p.text) == 0 {
		return
	}
	if p.forms == hexForms && len(in.opts.As) > 0 {
		in.readHex(r, p.text)
		in.readHead(r, "0x"+p.text)
		return
	}
	forms := in.shapes.readable(p.text) & p.forms
	var bytes []byte
	if len(p.text) <= maxText {
		bytes = append(r.buf[:0], p.text...)
	} else {
		bytes = []byte(p.text)
	}
	number := p.forms == anyForm && numeric(p.text)
	nearest := implied
	for _, reader := range in.byLength[len(bytes)] {
		if c := reader.candidates[0]; c.scheme.Pattern != nil {
			if p.forms == anyForm && in.readPattern(r, c, p.text) {
				nearest = own
			}
			continue
		}
		if reader.affix {
			if p.forms == anyForm && in.readAffixed(r, reader, bytes, p.text) {
				nearest = own
			}
			continue
		}
		if forms>>reader.text.Form&1 == 0 {
			continue
		}
		id, ok := reader.text.Try(bytes, reader.bits)
		if !ok {
			continue
		}
		id = reader.id(id)
		for _, c := range reader.candidates {
			if number && c.ratherNumber(in.strict) {
				continue
			}
			if p.forms == hexForms && in.strict && c.level != own && !slices.Contains(c.scheme.Spellings, reader.text) {
				continue // 0x is a syntax of few schemes
			}
			if in.consider(r, c, id, p.text) {
				nearest = min(nearest, c.level)
			}
		}
	}
	if p.forms == hexForms && in.readHead(r, "0x"+p.text) {
		nearest = own
	}
	if len(in.opts.As) > 0 {
		r.keep(func(o *Reading) bool { return o.c.level == nearest })
	}
}

// readLong is read for texts that are longer than most patterns: tokens that carry
// what they say.
func (in *Inspector) readLong(r *Result, p pasted) {
	for _, reader := range in.readers {
		c := reader.candidates[0]
		if c.scheme.Pattern == nil || p.forms != anyForm {
			continue
		}
		if _, longest := reader.lengths(); len(p.text) <= longest {
			in.readPattern(r, c, p.text)
		}
	}
}

// readHex reads hexadecimal digits, which a prefix says they are, as the bits of each
// scheme of As: with zeros in front up to its size.
func (in *Inspector) readHex(r *Result, digits string) {
	digits = strings.TrimLeft(digits, "0")
	for _, c := range in.hexed {
		_, width := c.reader.text.Len(c.size)
		if len(digits) > width {
			continue
		}
		text := strings.Repeat("0", width-len(digits)) + digits
		if id, ok := c.reader.text.Try([]byte(text), c.size); ok && in.consider(r, c, id, text) {
			r.Cleaned = text
		}
	}
}

// hexed are the candidates of readHex.
func hexed(asked []*member) (list []*candidate) {
	for _, m := range asked {
		if m.codec != nil {
			text := gen.Text{Form: gen.Hex}
			l := sized
			if m.scheme.Text == text {
				l = own
			}
			list = append(list, &candidate{member: m, reader: &reader{text: text, bits: m.size, name: "hex"}, level: l})
		}
	}
	return list
}

// readHead adds the readings of patterns that have the 0x as part of their text.
func (in *Inspector) readHead(r *Result, text string) (found bool) {
	for _, reader := range in.byLength[min(len(text), maxPattern)] {
		if c := reader.candidates[0]; c.scheme.Pattern != nil && in.readPattern(r, c, text) {
			found = true
		}
	}
	if n := len(r.Warnings); found && n > 0 {
		r.Warnings = r.Warnings[:n-1] // that it was left out
	}
	if found {
		r.Cleaned = text
	}
	return found
}

// consider adds a candidate to the readings or to what is ruled out.
func (in *Inspector) consider(r *Result, c *candidate, id gen.ID, text string) bool {
	if !c.codec.Matches(id) || c.scheme.CheckBits(c.codec, id) != nil {
		r.RuledOut = append(r.RuledOut, RuledOut{Scheme: c.scheme, Cause: Constant, ID: id, c: c})
		return false
	}
	o := Reading{Scheme: c.scheme, SameAs: c.same, ID: id, Spelling: c.reader.name, Own: c.level == own,
		Timed: c.timed, Plausible: true, c: c}
	if c.timed {
		o.tick = c.tick(id)
		o.Time = c.line.Time(c.shown(o.tick))
		o.Plausible = c.plausible(o.tick)
		if !o.Plausible && !in.anyTime(c) {
			r.ruleOutTime(c, id, o.tick)
			return false
		}
	}
	in.judge(&o, text)
	if len(in.opts.As) == 0 && !in.opts.All && (o.weak() || c.chancy() && o.word && text[0] >= 'a') {
		return false
	}
	r.Readings = append(r.Readings, o)
	return true
}

// anyTime reports whether a candidate is read whatever its time: a scheme that was
// asked for, and a UUID that is written as one, but for the variant of another.
func (in *Inspector) anyTime(c *candidate) bool {
	variant := c.scheme.Family != "" && c.scheme.Text.Form == gen.UUID
	if asked := len(in.opts.As); asked > 0 {
		return asked == 1 || !variant
	}
	return c.level == own && c.reader.text.Form == gen.UUID && !variant
}

// ruleOutTime rules an identifier out whose time is implausible.
func (r *Result) ruleOutTime(c *candidate, id gen.ID, tick uint64) {
	cause := Future
	switch {
	case c.scheme.EraOf(id) != nil:
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
