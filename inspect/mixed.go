package inspect

import (
	"idscope/gen"
)

// A UUID in mixed byte order has the bytes of its first three fields in the opposite
// order: so SQL Server shows the values of NEWSEQUENTIALID, and so do the bytes of a
// .NET Guid look that are written as a UUID. What the third field begins with is then
// no version.

// mixed are the candidates of readMixed: common UUIDs with a time that can be checked, and
// random ones.
func mixed(members []*member) (list []*candidate) {
	for _, m := range members {
		r := &reader{text: m.scheme.Text, bits: 128, swap: true, name: "uuid, byte order mixed"}
		list = append(list, &candidate{member: m, reader: r, level: declared})
	}
	return list
}

func mayBeMixed(f *family) bool {
	if f.size != 128 {
		return false
	}
	s := f.scheme()
	return s.Text.Form == gen.UUID && s.Prior >= 2 && (s.Timed() || s.Layout.Width(gen.Random) > 64)
}

// readMixed adds the readings of a UUID in mixed byte order, where the version that
// it seems to have is undefined, has an implausible time, or is not the one that was
// asked for.
func (in *Inspector) readMixed(r *Result) {
	var given gen.ID
	undefined := false
	if r.seemsMixed() {
		for i := range r.Readings {
			if o := &r.Readings[i]; o.Scheme.Undefined || !o.Plausible && o.ownSyntax() {
				given, undefined = o.ID, o.Scheme.Undefined
			}
		}
	} else if len(r.Readings) > 0 {
		return
	}
	switch {
	case given != gen.ID{}:
	case len(r.Readings) == 0 && len(in.opts.As) > 0 && len(r.Cleaned) == uuidLen:
		id, ok := gen.Text{Form: gen.UUID}.Try([]byte(r.Cleaned), 128)
		if !ok {
			return
		}
		given = id
	default:
		return
	}
	written := string(gen.Text{Form: gen.UUID}.Append(nil, given, 128))
	for _, c := range in.mixed.of(in, mayBeMixed, mixed) {
		if !undefined && !c.timed {
			continue // six bits say less than a version does
		}
		id := c.reader.id(given)
		if !c.codec.Matches(id) || c.timed && !c.plausible(c.tick(id)) || !in.readLoose(r, c, written, r.Cleaned) {
			continue
		}
		o := &r.Readings[len(r.Readings)-1]
		o.mixed = true
		o.Findings = append(o.Findings, gen.Finding{Name: "byte order", Value: "mixed"})
		r.warn(mixedText)
	}
}

const mixedText = "the byte order is mixed: the first three fields stand with their bytes reversed, as SQL " +
	"Server and .NET have them"

// seemsMixed reports whether the version that a UUID seems to have is undefined, or has an
// implausible time.
func (r *Result) seemsMixed() (seems bool) {
	for i := range r.Readings {
		switch o := &r.Readings[i]; {
		case o.Plausible && o.ownSyntax():
			return false
		case o.Scheme.Undefined || !o.Plausible && o.ownSyntax():
			seems = true
		}
	}
	return seems
}
