package inspect

import (
	"slices"

	"idscope/gen"
	"idscope/inspect/known"
)

// Named returns what --as means: the scheme of that name, or the family; cid is
// either version, puid either order of its parts, uuid every version and variant,
// uuid25, shortuuid and uuid-ncname are every one of them in that encoding only. ok is
// false for names that package known does not have: the caller looks for
// schemes of the user's own.
func Named(name string) (list []*gen.Scheme, ok bool) {
	folded := gen.Fold(name)
	if folded == "uuid" || folded == "guid" {
		return uuids(), true
	}
	if list, ok = schemesNamed(func(own string) bool { return own == name }, name); ok {
		return list, true
	}
	return schemesNamed(func(own string) bool { return gen.Fold(own) == folded }, name)
}

// schemesNamed returns the schemes of a name of which is reports whether it is meant: short-uuid
// and shortuuid are two.
func schemesNamed(is func(own string) bool, name string) (list []*gen.Scheme, ok bool) {
	for _, f := range gen.Forms() {
		if u := f.Form.UUIDs(); u.Name != "" && is(u.Name) {
			list = append(list, withText(uuids(), gen.Text{Form: f.Form, Width: u.Width})...)
		}
	}
	if len(list) > 0 {
		return list, true
	}
	if s, ok := known.Get(name); ok {
		return append([]*gen.Scheme{s}, kinOf(name)...), true
	}
	for _, s := range append(known.Unlisted(), known.Asked()...) {
		if is(s.Name) || slices.ContainsFunc(s.Aliases, is) {
			return []*gen.Scheme{s}, true
		}
	}
	return nil, false
}

// kinOf are the other schemes that a name means: some kinds of identifiers
// are declared in two ways, but called by one name.
func kinOf(name string) (list []*gen.Scheme) {
	for _, s := range append(known.All(), known.Unlisted()...) {
		if s.Family != "" && gen.Fold(s.Family) == gen.Fold(name) {
			list = append(list, s)
		}
	}
	return list
}

// uuids are the schemes that are written as UUIDs, one for each version and variant.
func uuids() []*gen.Scheme {
	return slices.DeleteFunc(append(known.All(), known.Unlisted()...),
		func(s *gen.Scheme) bool { return s.Text.Form != gen.UUID || s.ReadOnly != "" })
}

// withText returns copies that are written in one way only.
func withText(list []*gen.Scheme, t gen.Text) []*gen.Scheme {
	for i, s := range list {
		c := *s
		c.Text, c.Alternatives = t, []gen.Text{}
		list[i] = &c
	}
	return list
}
