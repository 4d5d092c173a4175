package lease

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen/store"
)

// Layout is what a store has of one layout in a group.
type Layout struct {
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
		theirs, err := s.Now(ctx)
		if errors.Is(err, store.ErrNoClock) {
			theirs, err = at.Add(Skew), nil // as it is noted there
		}
		if err != nil {
			return nil, storeError("read", group, err)
		}
		l.Beginning = l.Meta.beginning(theirs)
	}
	slices.SortStableFunc(list, func(a, b Layout) int { return strings.Compare(a.Meta.Scheme, b.Meta.Scheme) })
	return list, err
}

// find returns what keys of a group that begin so hold, by layout, each with its numbers in order.
func find(ctx context.Context, s store.Store, group, prefix string) (list []Layout, err error) {
	entries, err := s.List(ctx, prefix)
	if err != nil {
		return nil, storeError("read", group, err)
	}
	for _, e := range entries { // in the order of keys: those of a layout are together
		_, key, rest := parts(e.Key)
		text, numbered := strings.CutPrefix(rest, "number/")
		n, err := strconv.ParseUint(text, 10, 64)
		numbered = numbered && err == nil && strconv.FormatUint(n, 10) == text // one number has one key
		if rest != "group" && !numbered {
			continue
		}
		if len(list) == 0 || list[len(list)-1].Key != key {
			list = append(list, Layout{Key: key})
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

// parts are those of a key: see [Group].
func parts(key string) (group, layout, rest string) {
	group, key, _ = strings.Cut(strings.TrimPrefix(key, root), "/")
	layout, rest, _ = strings.Cut(key, "/")
	return group, layout, rest
}

// Groups names the groups of a store for people, each with its schemes: "default (snowflake)".
func Groups(ctx context.Context, s store.Store) ([]string, error) {
	entries, err := s.List(ctx, root)
	if err != nil {
		return nil, storeError("read", "of any name", err)
	}
	schemes := make(map[string][]string)
	for _, e := range entries {
		group, _, rest := parts(e.Key)
		if rest != "group" {
			continue
		}
		m, err := decodeMeta(e.Key, e.Data)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(schemes[group], m.Scheme) {
			schemes[group] = append(schemes[group], m.Scheme)
		}
	}
	var names []string
	for _, group := range slices.Sorted(maps.Keys(schemes)) {
		names = append(names, fmt.Sprintf("group %s (%s)", group, strings.Join(schemes[group], ", ")))
	}
	return names, nil
}

// Make makes the group if it never was there, and returns it. One of which registers
// are left was there: that is [ErrForgotten].
func (g *Group) Make(ctx context.Context) (Meta, error) {
	m, err := g.Meta(ctx)
	if !errors.Is(err, ErrNoGroup) {
		return m, err
	}
	list, err := g.List(ctx)
	if err != nil {
		return m, err
	}
	if len(list) > 0 {
		return m, g.gone()
	}
	return g.create(ctx, Meta{ID: newNonce()})
}
