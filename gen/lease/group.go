package lease

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/quantity"
	"idscope/gen/store"
)

// DefaultGroup is the name of the group where nobody says otherwise.
const DefaultGroup = "default"

// Group is the numbers of a layout that several hosts share in a store. Its keys are
//
//	idscope/GROUP/KEY/group       the [Meta] value
//	idscope/GROUP/KEY/number/7    the [Register] of number 7
//
// where KEY is the fingerprint of the layout.
type Group struct {
	Store  store.Store
	Name   string
	Config Config
	Clock  gen.Clock // nil is the system's

	Command Command
	Host    func() ([]Grant, error) // all grants of this host of groups of that name; nil has none
	From    string                  // names the store in those
}

const root = "idscope/"

// CheckName wants a name of a group that fits a key.
func CheckName(name string) error {
	odd := strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r))
	})
	if len(name) > 64 || odd >= 0 || strings.Trim(name, ".") == "" {
		return fmt.Errorf("group %q has no usable name; use 1 to 64 letters, digits and . _ -", name)
	}
	return nil
}

func (g *Group) prefix() string         { return root + g.Name + "/" + g.Config.Key + "/" }
func (g *Group) metaKey() string        { return g.prefix() + "group" }
func (g *Group) numbers() string        { return g.prefix() + "number/" }
func (g *Group) number(n uint64) string { return g.numbers() + strconv.FormatUint(n, 10) }

// Number is a number of a group and its register.
type Number struct {
	Worker  uint64
	Version store.Version
	Register
}

// List returns the numbers that ever were granted or reserved, in their order.
func (g *Group) List(ctx context.Context) ([]Number, error) {
	layouts, err := find(ctx, g.Store, g.Name, g.numbers())
	if err != nil || len(layouts) == 0 {
		return []Number{}, err
	}
	return layouts[0].Numbers, nil
}

// load returns the register of a number; one that there is not has no version.
func (g *Group) load(ctx context.Context, n uint64) (Number, error) {
	v, err := g.Store.Load(ctx, g.number(n))
	if err != nil {
		return Number{}, storeError("read", g.Name, err)
	}
	out := Number{Worker: n, Version: v.Version}
	if v.Version != "" {
		out.Register, err = decodeRegister(g.number(n), v.Data)
	}
	return out, err
}

// Meta returns what the store knows of the group; [ErrNoGroup] says that it knows
// nothing.
func (g *Group) Meta(ctx context.Context) (Meta, error) {
	m, version, err := g.meta(ctx)
	if err == nil && version == "" {
		err = g.missing(ctx)
	}
	return m, err
}

func (g *Group) meta(ctx context.Context) (Meta, store.Version, error) {
	v, err := g.Store.Load(ctx, g.metaKey())
	if err != nil {
		return Meta{}, "", storeError("read", g.Name, err)
	}
	if v.Version == "" {
		return Meta{}, "", nil
	}
	m, err := decodeMeta(g.metaKey(), v.Data)
	if e, ok := errors.AsType[*fault.Error](err); ok && errors.Is(err, ErrEarlier) {
		e.Hint = cmp.Or(g.stopAll(), "stop all hosts, then write it again: ") + g.Command.call("fence", "")
	}
	return m, v.Version, err
}

// Again is the call that writes the group again where the store lost it. What a host knows of leases may be of a group
// that was there before that one.
func (g *Group) Again() string {
	const long = "with a --lease no shorter than the longest lease plus the longest lead of any host: "
	return cmp.Or(g.stopAll(), long) + g.Command.call("fence", "", "--create")
}

// stopAll begins the hint to fence a layout without time.
func (g *Group) stopAll() string {
	if g.Config.Timed {
		return ""
	}
	return "stop all hosts, then give a sequence number above all that any host was granted: "
}

// known reports whether this host has a grant of the group in this store: what is not there was lost then. Else away
// is a grant of such a group in another store, if there is one. Grants that cannot be read tell nothing here: who uses
// one is told.
func (g *Group) known() (here bool, away *Grant) {
	if g.Host == nil {
		return false, nil
	}
	host, _ := g.Host()
	for _, k := range host {
		switch {
		case k.ID == "":
		case k.From == g.From:
			return true, nil
		case away == nil:
			away = &k
		}
	}
	return false, away
}

// Way is the way out where the store has nothing. Who creates a group that other hosts had grants of gives a new host
// their numbers; a fence does not.
func (g *Group) Way() string {
	return g.way("if it never was there, --create in the first call of the first host creates it; if it was: ")
}

func (g *Group) way(never string) string {
	here, away := g.known()
	switch {
	case here:
		return g.Again()
	case away != nil:
		return fmt.Sprintf("use %s, to whose group %s this host belongs, another --group or --state; to move it: %s",
			away.From, g.Name, g.Command.call("leave", away.From))
	}
	return never + g.Again()
}

// missing is the error of a group that is not in the store. It was there where this host knows it, or where registers
// are left; else the group may have the scheme with another layout.
func (g *Group) missing(ctx context.Context) error {
	left, err := g.List(ctx)
	if err != nil {
		return err
	}
	known, _ := g.known()
	if len(left) > 0 && !known { // or another host made it since we looked
		v, err := g.Store.Load(ctx, g.metaKey())
		if err != nil {
			return storeError("read", g.Name, err)
		}
		if v.Version != "" {
			return fault.New(ErrNoGroup, "run it again", "the group %s of %s was created just now", g.Name,
				g.Config.Scheme)
		}
	}
	if len(left) > 0 || known {
		return fault.New(ErrForgotten, g.Again(), "the store lost the group %s of %s: its key %s is gone", g.Name,
			g.Config.Scheme, g.metaKey())
	}
	layouts, err := Layouts(ctx, g.Store, g.Name, g.now())
	if errors.Is(err, ErrStore) { // others that cannot be read are nothing to this one
		return err
	}
	for _, l := range layouts {
		if l.Key != g.Config.Key && l.Meta.Scheme == g.Config.Scheme {
			return fault.New(ErrNoGroup, g.way("use the same --layout, --epoch and --tick, or another --group; if the "+
				"group never had this layout, --create in the first call of the first host adds it; if it had: "),
				"group %s has %s with another layout: %s; this call has %s", g.Name, g.Config.Scheme, l.Meta.Layout,
				g.Config.Layout)
		}
	}
	return fault.New(ErrNoGroup, g.Way(), "there is no group %s of %s in the store", g.Name, g.Config.Scheme)
}

// Agrees is the error of a group, or of a grant, that leases another field than this call.
func (g *Group) Agrees(field, layout string) error {
	if field = FieldIn(g.Config.fields, field, layout); field == g.Config.Field {
		return nil
	}
	return fault.New(ErrField, "--lease-field "+field, "the group %s of %s leases field %s, not %s", g.Name,
		g.Config.Scheme, field, g.Config.Field)
}

// create writes the meta value of a group that is not there.
func (g *Group) create(ctx context.Context, m Meta) (Meta, error) {
	life, err := g.Store.Incarnation(ctx)
	if err != nil {
		return m, storeError("read", g.Name, err)
	}
	m.Schema, m.Scheme, m.Field = 2, g.Config.Scheme, g.Config.Field
	m.Longest = cmp.Or(m.Longest, g.Config.longest())
	m.Layout = g.Config.Layout
	m.Lives, m.Incarnation = m.Lives+1, life
	data := encode(m)
	for {
		_, err := g.Store.Swap(ctx, g.metaKey(), "", data)
		if err == nil {
			return m, nil
		}
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrUnknown) {
			return m, storeError("written", g.Name, err)
		}
		now, version, err := g.meta(ctx)
		if err != nil || version != "" {
			return now, err
		}
	}
}

// change swaps the meta value as f changes it, until that is done; an error of f ends
// it. Where the outcome of a swap is unknown, f sees its own change: the nonce tells.
func (g *Group) change(ctx context.Context, nonce string, f func(m *Meta) error) (Meta, error) {
	for {
		m, version, err := g.meta(ctx)
		if err == nil && version == "" {
			err = g.missing(ctx)
		}
		if err != nil || m.Nonce == nonce {
			return m, err
		}
		if err := f(&m); err != nil {
			return m, err
		}
		m.Nonce = nonce
		_, err = g.Store.Swap(ctx, g.metaKey(), version, encode(m))
		if err == nil {
			return m, nil
		}
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrUnknown) {
			return m, storeError("written", g.Name, err)
		}
	}
}

// note records that a number is about to get its first register, where the store's
// clock is at theirs. Only one host gets it so: the others meet ErrConflict, and for
// them a number that was noted some time ago and has no register was lost.
func (g *Group) note(ctx context.Context, n uint64, life *store.Incarnation, theirs time.Time, nonce string) error {
	_, err := g.change(ctx, nonce, func(m *Meta) error {
		if m.Made.Has(n) {
			return store.ErrConflict
		}
		if m.Made, m.Noted = m.Made.With(n), theirs; life.Since(&m.Incarnation) == store.Same {
			m.Incarnation = *life // a term or a revision that is below it is told
		}
		return nil
	})
	return err
}

// put swaps a register, and returns it as it is in the store. A swap whose outcome is
// unknown is looked for, and tried again: what has one nonce was all swapped on one
// version, so at most one of it is there. ErrConflict says that none is. A new register
// that is missing then is not tried again: it may have been made, taken over and lost.
func (g *Group) put(ctx context.Context, n uint64, old store.Version, r Register) (Number, error) {
	data := encode(r)
	for {
		v, err := g.Store.Swap(ctx, g.number(n), old, data)
		if err == nil {
			return Number{n, v, r}, nil
		}
		conflict := errors.Is(err, store.ErrConflict)
		if !conflict && !errors.Is(err, store.ErrUnknown) {
			return Number{}, storeError("written", g.Name, err)
		}
		now, err := g.load(ctx, n)
		switch {
		case err != nil:
			return now, err
		case now.Version != "" && now.Nonce == r.Nonce:
			return now, nil
		case conflict || now.Version != old || old == "":
			return now, store.ErrConflict
		}
	}
}

// newNonce returns 16 random bytes as hexadecimal digits.
func newNonce() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// storeError wraps what a store refused, but for a conflict and a URL that leads to none.
func storeError(what, group string, err error) error {
	if err == nil || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrURL) {
		return err
	}
	return &fault.Error{Reason: ErrStore, Cause: err, Text: fmt.Sprintf("group %s cannot be %s: %v", group,
		what, err), Hint: fault.Hint(err)}
}

// now is what the clock of this host says.
func (g *Group) now() time.Time { return cmp.Or(g.Clock, gen.SystemClock()).Now().UTC().Round(0) }

// clock asks for the store's incarnation, compares our clock with the store's and returns
// both: ours as it was before the store was asked, so that at is at most the Skew ahead of theirs, whatever steps our
// clock makes meanwhile. A store without a clock is taken at the word of the owners: the
// median of what their clocks said at their last change is past; its own clock may be as
// far ahead of ours as any other.
func (g *Group) clock(ctx context.Context) (life store.Incarnation, at, theirs time.Time, err error) {
	at = g.now()
	if life, err = g.Store.Incarnation(ctx); err != nil {
		return life, at, theirs, storeError("read", g.Name, err)
	}
	if theirs = life.Now; !theirs.IsZero() {
		if store.Ahead(theirs, at, g.now()).Abs() > Skew {
			err = clockError(at, theirs, "the store says")
		}
		return life, at, theirs, err
	}
	list, err := g.List(ctx)
	if err != nil {
		return life, at, theirs, err
	}
	var said []time.Time
	for i := range list {
		if o := list[i].Owner; o != nil {
			said = append(said, o.Clock)
		}
	}
	slices.SortFunc(said, time.Time.Compare)
	if n := len(said); n > 0 && said[(n-1)/2].After(at.Add(Skew)) {
		err = clockError(at, said[(n-1)/2], "the owners of other numbers wrote")
	}
	return life, at, at.Add(Skew), err
}

func clockError(ours, theirs time.Time, who string) error {
	d := theirs.Sub(ours).Round(time.Second)
	which := "behind"
	if d < 0 {
		which, d = "ahead", -d
	}
	return fault.New(ErrClock, "set the clocks right (NTP), then run it again",
		"the clock of this host is %s %s: it says %s, %s %s; they may differ by %s", quantity.FormatDuration(d), which,
		ours.UTC().Format(time.RFC3339), who, theirs.UTC().Format(time.RFC3339), Skew)
}

// Layout is what a store has of one layout in a group.
type Layout struct {
	group   string
	Key     string // fingerprint of the layout
	Meta    Meta   // without an ID if the store lost it
	Numbers []Number

	// Beginning says that a host noted a number just now: those without a register are
	// perhaps about to get it.
	Beginning bool
}

// Missing are the numbers that were made and have no register. The store lost it, unless
// they are [Layout.Beginning].
func (l *Layout) Missing() []uint64 {
	var missing []uint64
	for n := range l.Meta.Made.All {
		if !slices.ContainsFunc(l.Numbers, func(x Number) bool { return x.Worker == n }) {
			missing = append(missing, n)
		}
	}
	return missing
}

// Layouts returns all layouts of a group, ordered by the names of their schemes, each
// with its numbers in order. What is not of this package is passed over. at is our clock,
// for a store that has none.
func Layouts(ctx context.Context, s store.Store, group string, at time.Time) ([]Layout, error) {
	list, err := find(ctx, s, group, root+group+"/")
	for i := range list {
		l := &list[i]
		if len(l.Missing()) == 0 {
			continue
		}
		life, err := s.Incarnation(ctx)
		if err != nil {
			return nil, storeError("read", group, err)
		}
		l.Beginning = l.Meta.beginning(cmp.Or(life.Now, at.Add(Skew))) // as it is noted there
	}
	slices.SortStableFunc(list, func(a, b Layout) int { return strings.Compare(a.Meta.Scheme, b.Meta.Scheme) })
	return list, err
}

// find returns what keys of groups that begin so hold, by layout, each with its numbers in order.
func find(ctx context.Context, s store.Store, group, prefix string) (list []Layout, err error) {
	entries, err := s.List(ctx, prefix)
	if err != nil {
		return nil, storeError("read", group, err)
	}
	for _, e := range entries { // in the order of keys: those of a layout are together
		group, key, _ := strings.Cut(strings.TrimPrefix(e.Key, root), "/")
		key, rest, _ := strings.Cut(key, "/")
		text, numbered := strings.CutPrefix(rest, "number/")
		n, err := strconv.ParseUint(text, 10, 64)
		numbered = numbered && err == nil && strconv.FormatUint(n, 10) == text // one number has one key
		if rest != "group" && !numbered {
			continue
		}
		if k := len(list) - 1; k < 0 || list[k].Key != key || list[k].group != group {
			list = append(list, Layout{group: group, Key: key})
		}
		l, r := &list[len(list)-1], Register{}
		if numbered {
			r, err = decodeRegister(e.Key, e.Data)
			l.Numbers = append(l.Numbers, Number{n, e.Version, r})
		} else {
			l.Meta, err = decodeMeta(e.Key, e.Data)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, l := range list {
		slices.SortFunc(l.Numbers, func(a, b Number) int { return cmp.Compare(a.Worker, b.Worker) })
	}
	return list, nil
}

// Groups names the groups of a store for people, each with its schemes: "default (snowflake)".
func Groups(ctx context.Context, s store.Store) ([]string, error) {
	list, err := find(ctx, s, "of any name", root)
	schemes := make(map[string][]string)
	for _, l := range list {
		if l.Meta.ID != "" && !slices.Contains(schemes[l.group], l.Meta.Scheme) {
			schemes[l.group] = append(schemes[l.group], l.Meta.Scheme)
		}
	}
	var names []string
	for _, group := range slices.Sorted(maps.Keys(schemes)) {
		names = append(names, fmt.Sprintf("group %s (%s)", group, strings.Join(schemes[group], ", ")))
	}
	return names, err
}

// Make makes the group if it never was there, and returns it. One of which registers
// are left was there: that is [ErrForgotten].
func (g *Group) Make(ctx context.Context) (Meta, error) {
	m, err := g.Meta(ctx)
	if !errors.Is(err, ErrNoGroup) {
		return m, err
	}
	return g.create(ctx, Meta{ID: newNonce()})
}
