package inspect

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"idscope/gen"
)

// ErrLossy is wrapped by the error of a Convert that would lose or invent bits.
var ErrLossy = errors.New("not the same bits")

// Converted is the outcome of Convert.
type Converted struct {
	Text  string
	ID    gen.ID
	Bits  int      // size of ID
	Loss  []string // what was lost or invented
	Notes []string // what has another meaning now
}

// Convert writes an identifier in another encoding, or as another scheme of the same size, with
// its prefix where that has prefixes. The bits stay the same, with two exceptions: schemes whose fields are
// those of from in another order (uuidv1 and uuidv6) get the fields moved, and a scheme
// with constants gets those. What that loses, and what another size loses or invents,
// is returned as Loss; unless lossy is true it is an error that wraps ErrLossy, and the
// text is not to be used.
func Convert(w Written, to Target, lossy bool) (Converted, error) {
	from := w.Scheme
	c := Converted{ID: w.ID, Bits: from.Layout.Size()}
	switch {
	case from.Pattern != nil:
		return c, fmt.Errorf("ids of %s are texts, not numbers, so there is no other encoding; give an "+
			"id that is bits", from.Name)
	case to.Scheme != nil && to.Scheme.Pattern != nil:
		return c, fmt.Errorf("ids of %s are texts, not numbers; give another target", to.Name)
	case !from.Text.Form.Encodes():
		return c, fmt.Errorf("texts of %s encode no bits; give an id that has other encodings", from.Name)
	case !to.Text.Form.Encodes():
		return c, fmt.Errorf("texts of %s encode no bits; give another target", to.Name)
	case to.Scheme != nil:
		if err := c.toScheme(from, to.Scheme); err != nil {
			return c, err
		}
	case to.Bits > 0:
		c.resize(to.Bits)
	}
	if err := to.Text.Check(c.Bits); err != nil {
		return c, err
	}
	if len(c.Loss) > 0 && !lossy {
		return c, fmt.Errorf("%s as %s: %s: %w", from.Name, to.Name, strings.Join(c.Loss, "; "), ErrLossy)
	}
	text := to.Text.Append(nil, c.ID, c.Bits)
	if to.Text.Form.Size() > 0 { // those of one size have not all bits of it
		if back, ok := to.Text.Try(text, c.Bits); !ok || back != c.ID {
			return c, fmt.Errorf("form %s has no text for these bits; give another target", to.Name)
		}
	}
	c.Text = to.Prefix + string(text)
	if s := to.Scheme; s == nil || s.Affix == nil {
		return c, nil
	}
	return c, c.putPrefix(w, to.Scheme)
}

// putPrefix writes the text with the prefix of the identifier, and its checksum.
func (c *Converted) putPrefix(w Written, to *gen.Scheme) error {
	switch a := to.Affix; {
	case w.Prefix == "" && !a.Optional:
		return fmt.Errorf("%s requires a prefix, which the ID does not have; give another target", to.Name)
	case w.Prefix == "" && w.Scheme.Affix == nil:
		c.Notes = append(c.Notes, fmt.Sprintf("the text of %s has no prefix: put PREFIX%c before it for one", to.Name,
			a.Separator))
	}
	if err := to.CheckPrefix(w.Prefix); err != nil {
		return err
	}
	c.Text = string(to.AppendPrefixed(nil, c.ID, w.Prefix))
	return nil
}

// toScheme makes the bits of an identifier of another scheme.
func (c *Converted) toScheme(from, to *gen.Scheme) error {
	a, err := from.Layout.Compile()
	if err != nil {
		return fmt.Errorf("scheme %s: %w", from.Name, err)
	}
	b, err := to.Layout.Compile()
	if err != nil {
		return fmt.Errorf("scheme %s: %w", to.Name, err)
	}
	if moves(from, to) {
		id := b.Consts()
		for s := gen.Time; s <= gen.Digest; s++ {
			if s != gen.Data {
				id = b.WithSource(id, s, a.Source(c.ID, s))
			}
		}
		c.ID = id
		return nil
	}
	c.resize(b.Size())
	if fixed := b.Mask(gen.Const); !b.Matches(c.ID) {
		want := b.Consts()
		changed := ones(c.ID.And(fixed).Or(want).And(c.ID.And(fixed).And(want).Not()))
		c.ID = c.ID.And(fixed.Not()).Or(want)
		c.Loss = append(c.Loss, fmt.Sprintf("%d of %d constant bits of %s differ", changed, ones(fixed), to.Name))
	}
	switch {
	case meansNothing(from):
	case to.Timed() && !(a.SameTime(b) && countsAlike(from, to)) && !sameTopTime(from, to):
		c.Notes = append(c.Notes, fmt.Sprintf("the bits are the same, their meaning is not: %s reads another "+
			"time out of them than %s", to.Name, from.Name))
	case from.Timed() && !to.Timed():
		c.Notes = append(c.Notes, fmt.Sprintf("the time is still in the bits, but %s has none", to.Name))
	}
	return nil
}

// resize fits the bits into another size.
func (c *Converted) resize(bits int) {
	switch {
	case c.Bits < bits:
		c.Loss = append(c.Loss, fmt.Sprintf("%d zero bits are invented in front of %d", bits-c.Bits, c.Bits))
	case c.ID.Len() > bits:
		c.Loss = append(c.Loss, fmt.Sprintf("the upper %d of %d bits are lost", c.Bits-bits, c.Bits))
		c.ID = c.ID.And(gen.Mask(bits))
	case c.Bits > bits:
		c.Loss = append(c.Loss, fmt.Sprintf("the upper %d bits, all zero, are left out", c.Bits-bits))
	}
	c.Bits = bits
}

// moves reports whether the fields of one scheme are those of another in another
// order: every source is as wide, and the time counts alike.
func moves(from, to *gen.Scheme) bool {
	if from.Layout.Size() != to.Layout.Size() || from.Layout.Plain() == to.Layout.Plain() || !from.Timed() ||
		!countsAlike(from, to) {
		return false
	}
	for s := gen.Time; s <= gen.Digest; s++ {
		if from.Layout.Width(s) != to.Layout.Width(s) || s == gen.Data && from.Layout.Width(s) > 0 {
			return false
		}
	}
	return true
}

func countsAlike(a, b *gen.Scheme) bool {
	return a.Epoch.Equal(b.Epoch) && a.Tick == b.Tick && a.Fraction == b.Fraction
}

// sameTopTime reports whether both schemes read the same time, to a tick of theirs,
// out of the same bits: it is on top, in the same place, and counts from the same epoch
// in the same ticks.
func sameTopTime(a, b *gen.Scheme) bool {
	if !a.Timed() || !b.Timed() || !a.Epoch.Equal(b.Epoch) || a.Tick != b.Tick {
		return false
	}
	x, y := topOf(a.Layout), topOf(b.Layout)
	return x.time > 0 && x.lead+x.time == y.lead+y.time && x.from-a.Fraction == y.from-b.Fraction &&
		a.Layout.Size() == b.Layout.Size()
}

// Target is what Convert converts to: an encoding, or a scheme in its own form.
type Target struct {
	Name   string
	Help   string
	Text   gen.Text
	Bits   int         // the size that the encoding is for; 0 for any
	Prefix string      // in front of the text
	Scheme *gen.Scheme // nil for a mere encoding
}

// Targets lists the encodings, for help and completion; every scheme is a target
// as well. The slice is the caller's own.
func Targets() []Target {
	list := []Target{
		{Name: "uuid", Help: "8-4-4-4-12 hexadecimal digits, 128 bits", Text: gen.Text{Form: gen.UUID}, Bits: 128},
		{Name: "urn", Help: "urn:uuid: and the UUID", Text: gen.Text{Form: gen.UUID}, Bits: 128, Prefix: "urn:uuid:"},
		{Name: "ulid", Help: "26 characters of Crockford base32, 128 bits", Text: gen.Text{Form: gen.Crockford},
			Bits: 128},
	}
	named := len(list)
	for _, f := range gen.Forms() {
		if u := f.Form.UUIDs(); u.Help != "" {
			list = append(list, Target{Name: u.Name, Help: u.Help, Text: gen.Text{Form: f.Form, Width: u.Width},
				Bits: 128})
		}
	}
	slices.SortFunc(list[named:], func(a, b Target) int { return cmp.Compare(a.Text.Width, b.Text.Width) })
	for _, f := range gen.Forms() {
		if f.Form != gen.UUID && f.Form.Encodes() { // of which the first ones are
			list = append(list, Target{Name: f.Name, Help: f.Help, Text: gen.Text{Form: f.Form}, Bits: f.Form.Size()})
		}
	}
	return list
}

// TargetNamed returns the encoding of that name; ok is false where there is none,
// and the name may be a scheme's: see TargetScheme.
func TargetNamed(name string) (t Target, ok bool) {
	list, folded := Targets(), gen.Fold(name)
	i := slices.IndexFunc(list, func(t Target) bool { return t.Name == name })
	if i < 0 { // short-uuid and shortuuid are two
		i = slices.IndexFunc(list, func(t Target) bool { return gen.Fold(t.Name) == folded })
	}
	if i < 0 {
		return Target{}, false
	}
	return list[i], true
}

// TargetScheme is the target of a scheme in its own form.
func TargetScheme(s *gen.Scheme) Target {
	return Target{Name: s.Name, Help: s.Summary, Text: s.Text, Scheme: s}
}

// UnknownTarget is the error for a name that is neither.
func UnknownTarget(name string) error {
	var names []string
	for _, t := range Targets() {
		names = append(names, t.Name)
	}
	return fmt.Errorf("%q is neither an encoding nor a scheme; give a scheme or one of "+
		"%s", name, strings.Join(names, ", "))
}
