package inspect

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"idscope/gen"
	"idscope/inspect/known"
)

// Options are what an Inspector works with. The zero value works, but for Now:
// the zero time rules every identifier out.
type Options struct {
	// Now is the present: a time later than a day from it is in the future.
	Now time.Time
	// Schemes are the ones to detect; nil is all of package scheme, and Declared.
	Schemes []*gen.Scheme
	// As, when not empty, are the only schemes: see Named. The text is read
	// strictly and uncleaned, and whatever a layout holds is decoded, implausible
	// times included, with a warning.
	As []*gen.Scheme
	// Strict reads the text uncleaned without As.
	Strict bool
	// Codec, when not nil, reads every text; no scheme does.
	Codec *NumberCodec
	// Around is a date that the identifier is known to be from: readings are
	// ordered by their distance to it, and unknown epochs are solved for.
	Around *time.Time
	// All keeps readings that nothing speaks for: a rare spelling with less than 2
	// bits of evidence.
	All bool
}

// Inspector reads identifiers. It is compiled once and never changes: any number
// of goroutines may use it.
type Inspector struct {
	opts   Options
	shapes *shapes
	// byLength lists the readers of texts of that many bytes.
	byLength [maxPattern + 1][]*reader
	readers  []*reader
	asked    []*member    // of As
	hexed    []*candidate // see readHex
	mixed    []*candidate // see readMixed
	evidence evidences
	numbers  *candidate // that Options.Codec reads
	strict   bool
	kinds    int // of members: those of one kind make the same identifiers

	met       atomic.Int32 // texts that were read without tables
	tables    atomic.Pointer[tables]
	general   bool // the best reading is not found by them
	addressed addressed
	results   sync.Pool // of *Result
	readings  sync.Pool // of *TokenReader
}

// maxText is longer than any text of 192 bits in a form that is read.
const maxText = 64

// maxPattern is the longest text that is read at all.
const maxPattern = 512

// New compiles the schemes. Its error names a scheme whose layout is wrong.
func New(o Options) (*Inspector, error) {
	if o.Codec != nil {
		return numbersOf(o), nil
	}
	if o.Schemes == nil {
		o.Schemes = slices.DeleteFunc(append(known.All(), Declared()...), anyNumber)
	}
	in := &Inspector{opts: o, shapes: newShapes(), strict: o.Strict || len(o.As) > 0, general: o.All || o.Around != nil}
	known, err := compile(o.Schemes, o.Now, len(o.As) == 0)
	if err != nil {
		return nil, err
	}
	used := known
	if len(o.As) > 0 {
		if used, err = compile(o.As, o.Now, false); err != nil {
			return nil, err
		}
		in.asked, in.hexed = used, hexed(used)
	}
	in.kinds = nameSame(used, known)
	in.readers, in.mixed = newReaders(used), mixed(used)
	loosen(in.readers, in.hexed, in.mixed)
	for _, r := range in.readers {
		shortest, longest := r.lengths()
		for n := shortest; n <= min(longest, maxPattern); n++ {
			in.byLength[n] = append(in.byLength[n], r)
		}
	}
	return in, nil
}

// anyNumber reports whether every whole number is one of a scheme, so that it is read
// only where one asks for it.
func anyNumber(s *gen.Scheme) bool { return s.Counter != "" && !s.Timed() }

// Named returns what --as means: the scheme of that name, or the family; cid is
// either version, puid either order of its parts, uuid every version and variant,
// uuid25, shortuuid and uuid-ncname are every one of them in that spelling only. ok is
// false for names that package scheme and Declared do not have: the caller looks for
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
			list = append(list, respelled(uuids(), gen.Text{Form: f.Form, Width: u.Width})...)
		}
	}
	if len(list) > 0 {
		return list, true
	}
	if s, ok := known.Get(name); ok {
		return append([]*gen.Scheme{s}, kinOf(name)...), true
	}
	for _, s := range append(Declared(), onlyNamed()...) {
		if is(s.Name) || slices.ContainsFunc(s.Aliases, is) {
			return []*gen.Scheme{s}, true
		}
	}
	return nil, false
}

// kinOf are the other schemes that a name stands for: some kinds of identifiers
// are declared in two ways, but called by one name.
func kinOf(name string) (list []*gen.Scheme) {
	for _, s := range append(known.All(), Declared()...) {
		if s.Family != "" && gen.Fold(s.Family) == gen.Fold(name) {
			list = append(list, s)
		}
	}
	return list
}

// uuids are the schemes that are written as UUIDs, one for each version and variant.
func uuids() []*gen.Scheme {
	return slices.DeleteFunc(append(known.All(), Declared()...),
		func(s *gen.Scheme) bool { return s.Text.Form != gen.UUID || s.ReadOnly != "" })
}

// respelled returns copies that are written in one way only.
func respelled(list []*gen.Scheme, t gen.Text) []*gen.Scheme {
	for i, s := range list {
		c := *s
		c.Text, c.Spellings = t, []gen.Text{}
		list[i] = &c
	}
	return list
}

// compile compiles schemes into members and finds those that are one reading.
func compile(list []*gen.Scheme, now time.Time, bare bool) ([]*member, error) {
	members := make([]*member, len(list))
	for i, s := range list {
		m, err := newMember(s, now, bare)
		if err != nil {
			return nil, fmt.Errorf("scheme %s: %w", s.Name, err)
		}
		members[i] = m
	}
	return members, nil
}
