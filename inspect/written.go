package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"idscope/gen"
)

// Written is a text in one form, as an identifier of a scheme.
type Written struct {
	Form      Target
	Scheme    *gen.Scheme
	ID        gen.ID
	Prefix    string // of a scheme that has prefixes
	Plausible bool   // its time is, or it has none
	Time      string // RFC 3339 in UTC, empty without one that it can write
}

// Written reads a text in each form that Convert writes, as identifiers of As: those
// whose constants are right, each form in the letters and the length that it is
// written in. Only the plausible ones are returned where there are some, and each
// identifier of a scheme once. Digits alone are decimal. It is what tells a number from another that has the
// same text in another form. Schemes that are patterns of text have no forms.
func (in *Inspector) Written(text string) (list []Written) {
	plausible, digits := false, strings.Trim(text, "0123456789") == ""
	for _, t := range Targets() {
		if t.Text.Form.Binary() || digits && t.Text.Form != gen.Decimal {
			continue
		}
		for _, m := range in.asked() {
			if m.codec == nil {
				continue
			}
			if _, longest := t.Text.Len(m.size); len(text) < len(t.Prefix)+longest-2 {
				continue // a short word is a small number in every base
			}
			w, err := in.writtenIn(text, t, m)
			if t.Text.Form == gen.Base36 && text != strings.ToLower(text) {
				continue // as it is written
			}
			same := func(o Written) bool { return o.ID == w.ID && o.Scheme == w.Scheme }
			if err == nil && !slices.ContainsFunc(list, same) {
				list = append(list, w)
				plausible = plausible || w.Plausible
			}
		}
	}
	if plausible {
		list = slices.DeleteFunc(list, func(w Written) bool { return !w.Plausible })
	}
	return list
}

// WrittenIn reads a text in one form, as an identifier of As; without As as a number of 64, 96, 128, 160 or 192 bits:
// the first that holds it and is not below least. Its error says what is wrong, of the size that is long enough.
func (in *Inspector) WrittenIn(text string, t Target, least int) (w Written, err error) {
	asked := in.asked()
	list := asked
	if len(list) == 0 {
		list = numbers(least)
	}
	longest := 0 // of the size that the error is of
	for _, m := range list {
		if m.codec == nil {
			return w, fmt.Errorf("ids of %s are texts, not numbers, so there is no other encoding", m.scheme.Name)
		}
		written, e := in.writtenIn(text, t, m)
		if e == nil {
			return written, nil
		}
		if err == nil || len(asked) == 0 && len(text) > longest {
			err = e
			_, longest = t.Text.Len(m.size)
		}
	}
	return w, err
}

// Size is how many bits the identifiers of As have; ok is false without As, and
// where they have none, or not the same number.
func (in *Inspector) Size() (bits int, ok bool) {
	for _, m := range in.asked() {
		if m.codec == nil || bits > 0 && bits != m.size {
			return 0, false
		}
		bits = m.size
	}
	return bits, bits > 0
}

// writtenIn reads a text in one form as an identifier of one scheme.
func (in *Inspector) writtenIn(text string, t Target, m *member) (w Written, err error) {
	refuse := func(why string) (Written, error) {
		name := cmp.Or(in.opts.Asked, m.scheme.Name)
		return w, fmt.Errorf("%s in %s is not an id of %s: %s", quote(text), t.Name, name, why)
	}
	if t.Bits > 0 && t.Bits != m.size {
		return refuse(fmt.Sprintf("the form has %d bits, not %d", t.Bits, m.size))
	}
	if err := t.Text.Check(m.size); err != nil {
		return refuse(err.Error())
	}
	body := strings.TrimPrefix(text, t.Prefix)
	id, err := t.Text.Parse([]byte(body), m.size)
	if err != nil {
		return refuse(err.Error())
	}
	// What is read is what is written, but for the case of letters that the form's
	// specification ignores; base36 is met in one case, never in both.
	again := string(t.Text.Append(nil, id, m.size))
	_, fold := t.Text.Form.Symbols()
	mixed := t.Text.Form == gen.Base36 && body != strings.ToLower(body) && body != strings.ToUpper(body)
	if again != body && !(fold && !mixed && strings.EqualFold(again, body)) {
		return refuse("it is written " + quote(again))
	}
	if !m.codec.Matches(id) || m.scheme.CheckBits(m.codec, id) != nil {
		return refuse(m.mismatch(id))
	}
	w = Written{Form: t, Scheme: m.scheme, ID: id, Plausible: true}
	if m.timed {
		tick := m.tick(id)
		w.Plausible = m.plausible(tick)
		if m.dated(tick) {
			w.Time = string(m.times.append(nil, tick, new(LastSecond)))
		}
	}
	return w, nil
}

// numbers are the sizes of identifiers from that on, as schemes of bits that mean nothing.
func numbers(least int) (list []*member) {
	for _, bits := range [...]int{64, 96, 128, 160, 192} {
		if bits < least {
			continue
		}
		s := &gen.Scheme{Name: fmt.Sprintf("a number of %d bits", bits),
			Encoding: gen.Encoding{Text: gen.Text{Form: gen.Decimal}}}
		for left := bits; left > 0; left -= 64 {
			s.Layout = append(s.Layout, gen.Field{Name: fmt.Sprintf("value-%d", left), Source: gen.Data,
				Bits: min(left, 64)})
		}
		codec, _ := s.Layout.Compile() // a test does
		list = append(list, &member{scheme: s, codec: codec, size: bits})
	}
	return list
}

// meansNothing reports whether a scheme is one of numbers.
func meansNothing(s *gen.Scheme) bool {
	return s.Summary == "" && s.Layout.Width(gen.Data) == s.Layout.Size()
}
