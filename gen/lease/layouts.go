package lease

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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
	prefix := root + group + "/"
	entries, err := s.List(ctx, prefix)
	if err != nil {
		return nil, storeError("read", group, err)
	}
	var list []Layout
	for _, e := range entries { // in the order of keys: those of a layout are together
		key, rest, ok := strings.Cut(strings.TrimPrefix(e.Key, prefix), "/")
		text, numbered := strings.CutPrefix(rest, "number/")
		n, ours := numberOf(text)
		if !ok || rest != "group" && !(numbered && ours) {
			continue
		}
		if len(list) == 0 || list[len(list)-1].Key != key {
			list = append(list, Layout{Key: key})
		}
		l := &list[len(list)-1]
		if rest == "group" {
			if l.Meta, err = decodeMeta(e.Key, e.Data); err != nil {
				return nil, err
			}
			continue
		}
		r, err := decodeRegister(e.Key, e.Data)
		if err != nil {
			return nil, err
		}
		l.Numbers = append(l.Numbers, Number{n, e.Version, r})
	}
	for i := range list {
		l := &list[i]
		if sortNumbers(l.Numbers); len(l.Missing()) > 0 {
			theirs, err := s.Now(ctx)
			if errors.Is(err, store.ErrNoClock) {
				theirs, err = at.Add(Skew), nil // as it is noted there
			}
			if err != nil {
				return nil, storeError("read", group, err)
			}
			l.Beginning = l.Meta.beginning(theirs)
		}
	}
	slices.SortStableFunc(list, func(a, b Layout) int { return strings.Compare(a.Meta.Scheme, b.Meta.Scheme) })
	return list, nil
}

// Groups names the groups of a store for people, each with its schemes: "default (snowflake)".
func Groups(ctx context.Context, s store.Store) ([]string, error) {
	entries, err := s.List(ctx, root)
	if err != nil {
		return nil, storeError("read", "of any name", err)
	}
	schemes := make(map[string][]string)
	for _, e := range entries {
		part := strings.Split(strings.TrimPrefix(e.Key, root), "/")
		if len(part) != 3 || part[2] != "group" {
			continue
		}
		m, err := decodeMeta(e.Key, e.Data)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(schemes[part[0]], m.Scheme) {
			schemes[part[0]] = append(schemes[part[0]], m.Scheme)
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
