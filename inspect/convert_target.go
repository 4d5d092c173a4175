package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"idscope/gen"
)

// Target is what Convert converts to: a spelling, or a scheme in its own form.
type Target struct {
	Name   string
	Help   string
	Text   gen.Text
	Bits   int         // the size that the spelling is for; 0 for any
	Prefix string      // in front of the text
	Scheme *gen.Scheme // nil for a mere spelling
}

// Targets lists the spellings, for help and completion; every scheme is a target
// as well. The slice is the caller's own.
func Targets() []Target {
	list := []Target{
		{Name: "uuid", Help: "8-4-4-4-12 hexadecimal digits, 128 bits", Text: gen.Text{Form: gen.UUID}, Bits: 128},
		{Name: "urn", Help: "urn:uuid: and the UUID", Text: gen.Text{Form: gen.UUID}, Bits: 128, Prefix: "urn:uuid:"},
		{Name: "ulid", Help: "26 characters of Crockford base32, 128 bits", Text: gen.Text{Form: gen.Crockford}, Bits: 128},
	}
	named := len(list)
	for _, f := range gen.Forms() {
		if u := f.Form.UUIDs(); u.Help != "" {
			list = append(list, Target{Name: u.Name, Help: u.Help, Text: gen.Text{Form: f.Form, Width: u.Width}, Bits: 128})
		}
	}
	slices.SortFunc(list[named:], func(a, b Target) int { return cmp.Compare(a.Text.Width, b.Text.Width) })
	for _, f := range gen.Forms() {
		if f.Form != gen.UUID && f.Form.Spells() { // of which the first ones are
			list = append(list, Target{Name: f.Name, Help: f.Help, Text: gen.Text{Form: f.Form}, Bits: f.Form.Size()})
		}
	}
	return list
}

// TargetNamed returns the spelling of that name; ok is false where there is none,
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
	return fmt.Errorf("%q is neither an encoding nor a scheme; want a scheme or one of "+
		"%s", name, strings.Join(names, ", "))
}
