package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/lease"
	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/store/file"
	"idscope/gen/worker"
)

// StoreFlags choose the store that hosts share, and how they do.
type StoreFlags struct {
	urls       []string
	group      string
	lease      *time.Duration
	bestEffort bool

	Field  string // to lease; empty for the usual one
	None   bool   // whether the call is to do without a store
	Create bool   // whether it may begin a group
}

// Add defines those of the flags that a command has.
func (s *StoreFlags) Add(flags *Flags, names ...string) {
	for _, name := range names {
		switch name {
		case "store":
			flags.Texts(name, &s.urls)
		case "group":
			flags.Text(name, &s.group)
		case "lease-field":
			flags.Text(name, &s.Field)
		case "lease":
			flags.Var(name, OptionalFlag(&s.lease, ParseTick))
		default:
			flags.Switch(name, map[string]*bool{"create": &s.Create, "accept-best-effort": &s.bestEffort,
				"no-store": &s.None}[name])
		}
	}
}

// Store is the store of a call and what it says of the lease.
type Store struct {
	app   *App
	flags *StoreFlags

	Text  string // the URL
	URL   *url.URL
	Group string
	Lease time.Duration
}

// Chosen returns the store of the flags, of the variables, or of config.toml; nil
// where there is none.
func (s *StoreFlags) Chosen(a *App) (*Store, error) {
	if s.None {
		return nil, nil
	}
	urls, err := s.URLs(a)
	if err != nil {
		return nil, err
	}
	group, err := s.GroupName(a)
	switch {
	case err != nil:
		return nil, err
	case len(urls) > 1:
		return nil, Usage("--store is given %d times; use one store for worker IDs", len(urls))
	case len(urls) == 0:
		return nil, nil
	}
	return s.At(a, urls[0], group)
}

// At returns the store of a URL for a group, and how long the leases are.
func (s *StoreFlags) At(a *App, text, group string) (*Store, error) {
	u, err := store.Parse(text)
	if err == nil {
		err = lease.CheckName(group)
	}
	if err != nil {
		return nil, Usage("%w", err)
	}
	c := &Store{app: a, flags: s, Text: text, URL: u, Group: group, Lease: lease.DefaultLease}
	if text := a.Getenv("IDSCOPE_LEASE"); s.lease != nil {
		c.Lease = *s.lease
	} else if text != "" {
		if c.Lease, err = ParseTick(text); err != nil {
			return nil, Usage("$IDSCOPE_LEASE %w", err)
		}
	}
	return c, nil
}

// GroupName returns the group of the flags, of the variable, or of config.toml.
func (s *StoreFlags) GroupName(a *App) (string, error) {
	if s.group != "" {
		return s.group, nil
	}
	name, err := a.setting("group", "IDSCOPE_GROUP")
	return cmp.Or(name, lease.DefaultGroup), err
}

// URLs returns the stores of the flags; of the variable or of config.toml where there are
// none.
func (s *StoreFlags) URLs(a *App) ([]string, error) {
	if len(s.urls) > 0 {
		return s.urls, oneStoreEach("--store", s.urls...)
	}
	if err := oneStoreEach("$IDSCOPE_STORE", a.Getenv("IDSCOPE_STORE")); err != nil {
		return nil, err
	}
	text, err := a.setting("store", "IDSCOPE_STORE")
	if err != nil || text == "" {
		return nil, err
	}
	return []string{text}, nil
}

// oneStoreEach refuses a text that lists stores. Nothing of it is shown: it may hold a password.
func oneStoreEach(from string, texts ...string) error {
	for _, text := range texts {
		_, rest, list := strings.Cut(text, ",")
		schemes := strings.Contains(rest, "://") || strings.Contains(text, ",file:")
		if list && (schemes || !strings.Contains(text, ":")) {
			return Usage("%s names several stores; give --store twice, one store each", from)
		}
	}
	return nil
}

// Leasable reports whether hosts have to share something to generate ids of a scheme:
// not where random bits, or a random node, keep them apart.
func Leasable(s *gen.Scheme) bool {
	return s.Recorded() && (s.WorkerBits() == 0 || s.WorkerRule == gen.WorkerNumber)
}

// Field is what hosts lease of a scheme: its worker, the data field of the flag, or the
// one that names the node.
func (c *Store) Field(s *gen.Scheme) (string, error) {
	if s.WorkerBits() > 0 {
		if f := c.flags.Field; f != "" && f != lease.WorkerField {
			return "", Usage("%s has a worker to lease; remove --lease-field %s", s.Name, f)
		}
		return lease.WorkerField, nil
	}
	var data []string
	for _, f := range s.Shared() {
		if f.Source == gen.Data {
			data = append(data, f.Name)
		}
	}
	field := cmp.Or(c.flags.Field, s.Node)
	switch {
	case slices.Contains(data, field):
		return field, nil
	case field != "" && len(data) > 0:
		return "", Usage("field %q of %s cannot be leased; use one of %s", field, s.Name, strings.Join(data, ", "))
	case len(data) > 0:
		return "", Usage("%s has no worker to lease; use --lease-field, one of %s", s.Name, strings.Join(data, ", ")).
			Hinted("or --no-store, if no other host generates ids of it")
	}
	return "", Usage("%s has neither a worker nor a data field that hosts could lease; use no store", s.Name).
		Hinted("--no-store, if no other host generates ids of it")
}

// Shown is the URL as people may see it.
func (c *Store) Shown() string { return store.Name(c.URL) }

// Drivers are those of stores that this program has.
func (a *App) Drivers() []store.Driver {
	return append([]store.Driver{file.Driver}, a.Engines.Stores...)
}

// Open opens the store.
func (c *Store) Open(ctx context.Context) (store.Store, error) {
	s, err := store.Open(ctx, c.app.Drivers(), c.Text, c.flags.Create)
	if errors.Is(err, store.ErrURL) {
		return nil, Usage("%w", err)
	}
	return s, err
}

// Leased is what a call leases of a scheme.
type Leased struct {
	Field       string // lease.WorkerField or a data field
	Mask, Value uint64 // bits of the number that the call wants so
	Lead        time.Duration
	Kept        *worker.GrantFile // the grant, whatever calls it is for; nil is the one of such calls
}

// Granted is a grant that this host keeps, and its file.
type Granted struct {
	lease.Grant
	File *worker.GrantFile
}

// Grants are those of a scheme, with nil of all, that this host keeps of the group, of whatever calls, and also those
// that cannot be read: first those from stores of other names, as [lease.Lease.Fence] wants them, and of each the one
// that was asked for last.
func (c *Store) Grants(s *gen.Scheme, f worker.Folder) (list []Granted, err error) {
	if f.State == "" { // a host without a state directory keeps none
		return nil, nil
	}
	key := "" // of all
	if s != nil {
		key = worker.Key(s)
	}
	files, err := f.Grants(key)
	for _, file := range files {
		g, damaged := lease.ReadGrant(file.Content)
		file.Err = cmp.Or(file.Err, damaged)
		if file.Named(c.Group) || errors.Is(file.Err, worker.ErrEarlier) { // which may be of any group
			list = append(list, Granted{g, &file})
		}
	}
	slices.SortFunc(list, func(a, b Granted) int {
		switch here := c.Shown(); {
		case (a.From == here) == (b.From == here):
			return b.Asked.Compare(a.Asked)
		case a.From == here:
			return 1
		}
		return -1
	})
	return list, err
}

// LeaseOf returns the lease of this host, and no store is opened yet.
func (c *Store) LeaseOf(s *gen.Scheme, f worker.Folder, w Leased, clock gen.Clock) (*lease.Lease, error) {
	terms, err := lease.ConfigOf(s, worker.Key(s), w.Field, w.Lead, c.Lease)
	if err != nil {
		return nil, Usage("%w", err)
	}
	terms.Mask, terms.Value = w.Mask&terms.Top, w.Value
	grant, err := c.grant(s, f, &w, &terms, clock)
	if err != nil {
		return nil, err
	}
	// The driver refuses an option that is wrong.
	patience, _ := ParseTick(c.URL.Query().Get("timeout"))
	l := &lease.Lease{Name: c.Group, From: c.Shown(), Config: terms, Keeper: grant, Clock: clock, Avoid: grant.Foreign,
		Others: func() (others []lease.Grant, err error) {
			kept, err := c.Grants(s, f)
			for _, g := range kept {
				if !grant.Is(g.File) {
					others, err = append(others, g.Grant), cmp.Or(err, g.File.Err)
				}
			}
			return others, err
		}, Create: c.flags.Create, Patience: patience,
		AcceptBestEffort: c.flags.bestEffort, Warn: c.app.Warn, Command: c.command(s, f, w.Field, w.Lead),
		Owner: func() lease.Owner {
			home, _ := f.Home()
			return lease.Here(f.Host.BootID(), home)
		}}
	if c.app.Linked(c.URL) {
		l.Open = c.Open
	}
	return l, nil
}

// grant returns where this host keeps what it is granted. Calls that want bits of the number so have a grant of their
// own; where that has ended, the one of other calls serves if it is of such a number.
func (c *Store) grant(s *gen.Scheme, f worker.Folder, w *Leased, terms *lease.Config, clock gen.Clock) (
	*worker.Grant, error) {
	field, about := w.Field, fmt.Sprintf("group %s of %s", c.Group, c.Shown())
	if field == lease.WorkerField {
		field = ""
	}
	if w.Kept != nil {
		return f.GrantOf(*w.Kept, s, field)
	}
	all, err := f.Grant(s, field, c.Group, about)
	if err != nil || terms.Mask == 0 {
		return all, err
	}
	g, err := f.Grant(s, field, fmt.Sprintf("%s %x=%x", c.Group, terms.Mask, terms.Value), about)
	if err != nil {
		return nil, err
	}
	now := func(g *worker.Grant) lease.Grant {
		r, _ := (&lease.Lease{Name: c.Group, Config: *terms, Keeper: g}).Grant()
		return r
	}
	own := now(g)
	if own.State == lease.Held && clock.Now().Before(own.Until) {
		return g, nil
	}
	if other := now(all); other.State == lease.Held && other.Worker&terms.Mask == terms.Value &&
		(own.State != lease.Held || own.Asked.Before(other.Asked)) {
		return all, nil
	}
	return g, nil
}

// RunFull runs the call in idscope-full, for its driver of the store. It returns where there
// is no idscope-full, or no such driver.
func (c *Store) RunFull() error {
	_, err := c.app.StoreDriver(c.URL)
	return err
}

// LookTime is how long a command looks into a store that it does not change: a store in
// files may be locked by a process that is frozen.
const LookTime = 15 * time.Second

// Connect opens the store of a command that works in nothing else; what for says what it
// does there, and the scheme is the one that it is about, nil for any. Where this program has no driver of it,
// idscope-full runs the call.
func (s *StoreFlags) Connect(ctx context.Context, a *App, what string, of *gen.Scheme, f worker.Folder) (*Store,
	store.Store, error) {
	c, err := s.Chosen(a)
	if err != nil {
		return nil, nil, err
	}
	if c == nil {
		return nil, nil, Usage("%s requires --store URL or $IDSCOPE_STORE", what)
	}
	if !a.Linked(c.URL) {
		return nil, nil, c.RunFull()
	}
	open, err := c.Open(ctx)
	if errors.Is(err, store.ErrMissing) && !s.Create {
		err = Refused("%w", err).Hinted("%s", c.group(of, f).Way())
	}
	return c, open, err
}

// group is the group of a scheme as this host knows it; of none, any.
func (c *Store) group(s *gen.Scheme, f worker.Folder) *lease.Group {
	g := &lease.Group{Name: c.Group, Clock: c.app.Present(), Config: lease.Config{Timed: true},
		Command: c.command(s, f, "", 0), From: c.Shown(), Host: func() (host []lease.Grant, err error) {
			kept, err := c.Grants(s, f)
			for _, g := range kept {
				host = append(host, g.Grant)
			}
			return host, err
		}}
	if s != nil {
		usual, _ := c.Field(s)
		g.Config = lease.Config{Key: worker.Key(s), Scheme: s.Name, Layout: lease.LayoutOf(s), Timed: s.Timed()}
		g.Command = c.command(s, f, usual, s.Lead())
	}
	return g
}

// Again is the call that writes a group of any scheme again where the store lost it.
func (c *Store) Again(f worker.Folder) string { return c.group(nil, f).Again() }

// Make makes the group if it never was there, as far as this host knows.
func (c *Store) Make(ctx context.Context, g *lease.Group, s *gen.Scheme, f worker.Folder) error {
	if f.State == "" {
		_, err := g.Make(ctx)
		return err
	}
	l, err := c.LeaseOf(s, f, Leased{Field: g.Config.Field, Lead: s.Lead()}, c.app.Present())
	if err == nil {
		err = l.Make(ctx, g)
	}
	return err
}

// GroupOf returns what the store has of a scheme. The field is the one that the group
// leases, and this call names no other; of a group that is not there, the one that this call would.
func (c *Store) GroupOf(ctx context.Context, open store.Store, s *gen.Scheme, f worker.Folder) (*lease.Group, error) {
	usual, wrong := c.Field(s)
	g := c.group(s, f)
	g.Store = open
	m, err := g.Meta(ctx)
	field := cmp.Or(c.flags.Field, lease.FieldIn(s.Layout, m.Field, m.Layout))
	switch {
	case errors.Is(err, lease.ErrNoGroup) && (wrong == nil || field != ""),
		c.flags.Create && (errors.Is(err, lease.ErrNoGroup) || errors.Is(err, lease.ErrForgotten)):
		field, err = usual, wrong
	case errors.Is(err, lease.ErrEarlier): // a fence writes it again, and all else finds it
		err = nil
	}
	if err != nil {
		return nil, err
	}
	g.Config, err = lease.ConfigOf(s, worker.Key(s), field, s.Lead(), c.Lease)
	if m.ID != "" {
		if err := g.Agrees(m.Field, m.Layout); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, Usage("%w", err)
	}
	return g, nil
}

// Want is what a call leases of a scheme, whose field is known, and which numbers its
// assignments, or its worker number, leave to choose from.
func Want(s *gen.Scheme, field string, set []gen.Assignment, worker *uint64) Leased {
	want := Leased{Field: field}
	for _, v := range set {
		i := s.Layout.Index(v.Field)
		switch {
		case i < 0:
		case field == lease.WorkerField && s.Layout[i].Source == gen.Worker:
			want.Mask |= s.Layout[i].Max().Lo << s.Layout[i].From
			want.Value |= v.Value.Lo << s.Layout[i].From
		case v.Field == field:
			want.Mask, want.Value = s.Layout[i].Max().Lo, v.Value.Lo
		}
	}
	if want.Mask == 0 && worker != nil && field == lease.WorkerField {
		want.Mask, want.Value = gen.Mask(s.WorkerBits()).Lo, *worker
	}
	return want
}

// Linked reports whether the driver of a URL is in this program; else idscope-full may have it.
func (a *App) Linked(u *url.URL) bool {
	_, linked := store.DriverOf(a.Drivers(), u)
	return linked
}

// StoreDriver returns the driver of a URL. Where it is not linked, the call goes on in
// idscope-full, and StoreDriver does not return.
func (a *App) StoreDriver(u *url.URL) (store.Driver, error) {
	d, linked := store.DriverOf(a.Drivers(), u)
	switch {
	case linked:
		return d, nil
	case a.Engines.Stores == nil:
		return d, a.RunFull("a store at " + u.Scheme + "://")
	}
	_, err := store.Open(context.Background(), a.Drivers(), u.Scheme+":", false)
	return d, Usage("%w", err)
}

// Place adds to a counter the store of a URL, and what the flags say of it.
func (s *StoreFlags) Place(text string, p counter.Place) (counter.Place, error) {
	u, err := store.Parse(text)
	if err != nil {
		return p, Usage("--store: %w", err)
	}
	p.Store, p.Create, p.Accept = u, s.Create, s.bestEffort
	return p, nil
}

// OpenCounter opens the store of a counter, in idscope-full where it has to; see [counter.Open].
func (a *App) OpenCounter(ctx context.Context, p counter.Place, statements bool) (store.Store, error) {
	d, err := a.StoreDriver(p.Store)
	if err != nil {
		return nil, err
	}
	return counter.Open(ctx, d, p, statements)
}

// Held is what keeps the ids of a generator apart from those of others.
type Held struct {
	service.Holding
	Record *worker.Record
	end    func() // of the renewals; nil where there are none
}

// Close closes the record, and renews no more. Unlike that of the holding it waits for no store, which may not answer:
// the process ends.
func (h *Held) Close() error {
	if h.end != nil {
		h.end()
	}
	return h.Record.Close()
}

// Hold takes the record of the number that is wanted, of one that is free, or of the one that the store grants this
// host; leased is nil where none does. A grant is renewed until the holding is closed, and stopped is told why it is
// not renewed any more; with a nil stopped it is not renewed.
func Hold(ctx context.Context, f worker.Folder, leased *Store, w service.Wanted, stopped func(error)) (h *Held,
	err error) {
	if leased != nil {
		return holdLeased(ctx, f, leased, w, stopped)
	}
	h = &Held{}
	if w.Worker != nil {
		h.Record, err = f.Number(ctx, w.Scheme, *w.Worker, w.Lead, w.Set...)
	} else {
		h.Record, err = f.Auto(ctx, w.Scheme, w.Lead, w.Set...)
	}
	if err != nil {
		return nil, err
	}
	h.Holding = service.Holding{Ledger: h.Record, Worker: h.Record.Worker(), Close: h.Record.Close}
	return h, nil
}

// holdLeased is [Hold] of a number that the store grants.
func holdLeased(ctx context.Context, f worker.Folder, leased *Store, w service.Wanted, stopped func(error)) (*Held,
	error) {
	s := w.Scheme
	field, err := leased.Field(s)
	if err != nil {
		return nil, err
	}
	want := Want(s, field, w.Set, w.Worker)
	want.Lead = w.Lead
	l, err := leased.LeaseOf(s, f, want, w.Clock)
	if err != nil {
		return nil, err
	}
	if open := l.Open; open != nil && w.Do != nil {
		l.Open = func(ctx context.Context) (store.Store, error) {
			s, err := open(ctx)
			if err != nil {
				return nil, err
			}
			return store.Around(s, w.Do), nil
		}
	}
	if err = l.Acquire(ctx); errors.Is(err, lease.ErrOffline) {
		return nil, leased.RunFull()
	}
	if err != nil {
		go func() { _ = l.Close() }() // which may wait for the server, and has nothing to add
		return nil, err
	}
	h := &Held{Holding: service.Holding{Worker: l.Worker(), Ceiling: l.Ceiling()}}
	if field != lease.WorkerField {
		if want.Mask == 0 {
			h.Set = []gen.Assignment{{Field: field, Value: gen.ID{Lo: h.Worker}}}
		}
		h.Worker = 0
	}
	if h.Record, err = f.Number(ctx, s, h.Worker, w.Lead, slices.Concat(w.Set, h.Set)...); err != nil {
		go func() { _ = l.Close() }()
		return nil, err
	}
	h.Ledger = l.Ledger(h.Record)
	ctx, h.end = context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	if stopped != nil {
		renewing.Go(func() {
			if err := l.Renew(ctx); ctx.Err() == nil {
				stopped(err)
			}
		})
	}
	h.Holding.Close = func() error {
		h.end()
		renewing.Wait()
		return errors.Join(h.Record.Close(), l.Close())
	}
	return h, nil
}

// CounterRow is a counter of a store, and what this host knows of it.
type CounterRow struct {
	Schema int    `json:"schema"`
	Store  string `json:"store"`
	counter.Entry
	Seen   uint64 `json:"seen,string,omitempty"` // highest number that this host was given
	Behind bool   `json:"behind,omitempty"`      // the counter would give it out once more
}

// CountersOf lists the counters of a store, and what this host knew of them before.
func CountersOf(ctx context.Context, a *App, place counter.Place, folder worker.Folder) ([]CounterRow, error) {
	known, err := counter.KnownHere(folder)
	if err != nil {
		return nil, Refused("%w", err)
	}
	url := place.ID("").Store
	known = slices.DeleteFunc(known, func(k counter.Known) bool { return k.Store != url })
	entries, err := storedCounters(ctx, a, place, known)
	return CounterRows(url, entries, known), err
}

// storedCounters lists what is in a store: the rows of Leaf's table, keys, and the tables that this host has used.
func storedCounters(ctx context.Context, a *App, place counter.Place, known []counter.Known) (
	list []counter.Entry, err error) {
	s, err := a.OpenCounter(ctx, place, true)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	c, ok := s.(counter.Database)
	if !ok {
		list, err := counter.List(ctx, s)
		if d, ok := s.(counter.Dater); ok && err == nil {
			var dated []counter.Entry
			dated, err = d.ListDates(ctx)
			list = append(list, dated...)
		}
		return list, err
	}
	if list, err = c.Segments(ctx); err != nil {
		return nil, err
	}
	for _, k := range known {
		if k.Kind != "autoinc" && k.Kind != "ticket" {
			continue
		}
		next, err := c.Next(ctx, k.Key)
		if err != nil {
			return nil, err
		}
		if next > 0 {
			list = append(list, counter.Entry{Kind: k.Kind, Key: k.Key, Next: next})
		}
	}
	keys, err := a.OpenCounter(ctx, place, false)
	if err != nil { // most likely there never was a table for them
		return list, nil
	}
	defer keys.Close()
	more, err := counter.List(ctx, keys)
	return append(list, more...), err
}

// CounterRows joins what is in a store with what this host knows of its counters.
func CounterRows(store string, entries []counter.Entry, known []counter.Known) []CounterRow {
	var list []CounterRow
	seen := map[[2]string]uint64{}
	for _, k := range known {
		seen[[2]string{k.Kind, k.Key}] = k.Seen
	}
	for _, e := range entries {
		id := [2]string{e.Kind, e.Key}
		list = append(list, counterRowOf(store, e, seen[id]))
		delete(seen, id)
	}
	for _, k := range known {
		if _, left := seen[[2]string{k.Kind, k.Key}]; left && k.Seen > 0 {
			e := counter.Entry{Kind: k.Kind, Key: k.Key, Note: "not in the store any more"}
			list = append(list, counterRowOf(store, e, k.Seen))
		}
	}
	return list
}

func counterRowOf(store string, e counter.Entry, seen uint64) CounterRow {
	c := CounterRow{Schema: 1, Store: store, Entry: e, Seen: seen, Behind: e.Behind(seen)}
	of := ""
	if c.Kind == "date-seq" { // the day is above the number of the day
		date, n := counter.Marked(seen)
		of, c.Seen = " of "+counter.DateOf(date), n
	}
	if c.Behind {
		c.Note = fmt.Sprintf("behind: gave out %d, this host saw %d%s", c.Next-1, c.Seen, of)
		if e.Note != "" {
			c.Note += "; " + e.Note
		}
	}
	return c
}

// CounterFailure adds the way out to what a counter refused.
func CounterFailure(err error) error {
	switch {
	case err == nil, errors.As(err, new(*Failure)):
		return err
	case errors.Is(err, context.DeadlineExceeded):
	case errors.Is(err, counter.ErrNoTables):
		return Usage("%w", err)
	case errors.Is(err, store.ErrURL), errors.Is(err, store.ErrNoDriver):
		return Usage("--store: %w", err)
	case errors.Is(err, counter.ErrMissing) && fault.Hint(err) != "":
		return Refused("%w; create it, or use --create", err).Hinted("--create, or: %s", fault.Hint(err))
	case errors.Is(err, counter.ErrMissing):
		return Refused("%w; create it, or use --create", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrMissing):
		return Refused("%w", err).Hinted("the same call with --create creates it")
	case errors.Is(err, store.ErrUnknown):
		err = fmt.Errorf("%w; its numbers count as lost", err)
	}
	return Refused("%w", err)
}
