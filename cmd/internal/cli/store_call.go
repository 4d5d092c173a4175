package cli

import (
	"cmp"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/quantity"
	"idscope/gen/scheme"
	"idscope/gen/worker"
)

// command words the calls of idscope worker that hints name, of a scheme or, where that is nil, of any. A fence that
// writes a lost group again has what the group leased, as this host remembers it or else would lease it, and how long
// the grants of such a call are.
func (c *Store) command(s *gen.Scheme, f worker.Folder, field string, lead time.Duration) lease.Command {
	return func(verb, from string, flags ...string) string {
		words, from := []string{"idscope worker", verb}, cmp.Or(from, c.Shown())
		switch {
		case verb == "leave":
		case s == nil:
			words = append(words, "SCHEME")
		default:
			words = append(words, c.app.callOf(s))
		}
		words = append(words, flags...)
		if verb == "fence" && s != nil && !s.Timed() {
			words = append(words, "--from", "N")
		}
		if verb == "fence" && slices.Contains(flags, "--create") {
			words = append(words, c.asItWas(s, f, field, lead)...)
		}
		words = append(words, c.flag(verb, from)...)
		words = append(words, "--group", c.Group)
		if verb != "reserve" && f.State != "" && (f.Explicit || c.app.Getenv("IDSCOPE_STATE") != "") {
			state, err := filepath.Abs(f.State)
			if err != nil {
				state = f.State
			}
			words = append(words, "--state", ShellWord(state))
		}
		return strings.Join(words, " ")
	}
}

// asItWas are the flags with which a lost group leases what it did, with the longest lease that this host knows.
func (c *Store) asItWas(s *gen.Scheme, f worker.Folder, field string, lead time.Duration) (flags []string) {
	longest := max(c.Lease, lease.DefaultLease)
	if s != nil {
		known := c.known(s, f)
		if known.ID != "" {
			field = lease.FieldIn(s.Layout, known.Field, known.Layout)
		}
		longest = lease.Permitting(s, c.Lease, lead, known.Longest)
		switch {
		case s.WorkerBits() > 0:
		case field != "":
			flags = append(flags, "--lease-field", field)
		case s.Layout.Width(gen.Data) > 0:
			flags = append(flags, "--lease-field", "FIELD") // nobody knows which
		}
	}
	if longest > lease.DefaultLease {
		flags = append(flags, "--lease", quantity.FormatDuration(longest))
	}
	return flags
}

// known is the grant that this host has of the group in this store, with the longest that any of its grants knows of;
// it has no ID where there is none.
func (c *Store) known(s *gen.Scheme, f worker.Folder) (known lease.Grant) {
	grants, _ := c.Grants(s, f)
	for _, g := range grants {
		if g.From == c.Shown() && g.ID != "" {
			if known.ID == "" {
				known = g.Grant
			}
			known.Longest = max(known.Longest, g.Longest)
		}
	}
	return known
}

// flag names a store for the shell. What says how it is asked, and may be secret, is not shown: the variable has it,
// and to another URL the user adds it.
func (c *Store) flag(verb, from string) []string {
	if from == c.Shown() && from != c.Text && c.URL.Scheme != "file" {
		if c.Text == c.app.Getenv("IDSCOPE_STORE") && verb != "reserve" { // which may be called years later
			return []string{"--store", `"$IDSCOPE_STORE"`}
		}
		if user := c.URL.User.Username(); user != "" {
			from = strings.Replace(from, "://", "://"+url.User(user).String()+"@", 1)
		}
	}
	return []string{"--store", ShellWord(from)}
}

// callOf writes a scheme as a command line has to, for hints: its name, and what is not as that name has it.
func (a *App) callOf(s *gen.Scheme) string {
	var of LayoutFlags
	name := s.Name
	base, err := a.Scheme(name, of)
	if text := s.Shared().String(); err != nil || text != base.Layout.String() { // custom has none
		of.Layout = text
		base, err = a.Scheme(name, of)
	}
	if err != nil { // schemes.toml has it no more
		name = scheme.CustomName
		base, err = a.Scheme(name, of)
	}
	if err != nil {
		base = &gen.Scheme{}
	}
	if s.Timed() && !s.Epoch.Equal(base.Epoch) {
		of.Epoch = s.Epoch.UTC().Format(time.RFC3339Nano)
	}
	if s.Timed() && s.Tick != base.Tick {
		of.Tick = s.Tick
	}
	return of.Named(ShellWord(name))
}
