package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/scheme"
	"idscope/gen/server/service"
)

// table is what names mean. It never changes: a new one takes its place.
type table struct {
	sources map[string]*source // by the names of the file, and of schemes
	listed  bool               // the file names generators: others need a permission
}

// What clients are told of by a word of their own.
var (
	errUnknown      = errors.New("unknown generator")
	errNoPermission = errors.New("no permission for this generator")
)

// unknown is the error of a name that means nothing.
func unknown(name string, why error) error {
	return &fault.Error{Reason: errUnknown, Cause: why, Text: fmt.Sprintf("no generator %q: %v", name, why)}
}

// find returns the source of a name, if the user may use it, and opens the scheme of that name where there is none yet.
func (s *Server) find(ctx context.Context, t *table, u *user, name []byte) (*source, error) {
	src := t.sources[string(name)]
	if !u.mayUse(t, src, name) {
		return nil, errNoPermission
	}
	if src != nil {
		return src, nil
	}
	src, err := s.open(ctx, string(name))
	if err == nil && !u.mayUse(t, src, name) { // the file has it by another name of its scheme
		err = errNoPermission
	}
	return src, err
}

// open opens the scheme of a name, unless it is: schemes have several names.
func (s *Server) open(ctx context.Context, name string) (*source, error) {
	if len(name) > 64 {
		return nil, unknown(name[:64]+"...", errors.New("the name is too long"))
	}
	scheme, err := s.schemeOf(name)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return nil, unknown(name, errors.New(line))
	}
	if src, err := s.table.Load().of(name, scheme); src != nil || err != nil {
		return src, err
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	t := s.table.Load()
	if src, err := t.of(name, scheme); src != nil || err != nil { // opened meanwhile
		return src, err
	}
	src, err := s.openScheme(ctx, plan{name: scheme.Name, scheme: scheme,
		options: gen.Options{MaxAge: new(s.settings.Load().age())}})
	if err != nil {
		return nil, err
	}
	if err := src.from.Ready(); errors.Is(err, gen.ErrEnded) { // no file names what would leave the server unready
		return nil, errors.Join(err, src.from.Close())
	}
	next := &table{maps.Clone(t.sources), t.listed}
	next.sources[scheme.Name] = src
	s.table.Store(next)
	return src, nil
}

// of returns the source of a scheme that was asked for by a name of it; nil where there is none yet.
func (t *table) of(name string, scheme *gen.Scheme) (*source, error) {
	src := t.sources[scheme.Name]
	if src != nil && src.scheme.Name != scheme.Name {
		return nil, unknown(name, fmt.Errorf("%s is a generator of scheme %s in the file", scheme.Name,
			src.scheme.Name))
	}
	return src, nil
}

// schemeOf returns the scheme that a name alone means.
func (s *Server) schemeOf(name string) (*gen.Scheme, error) {
	if s.cluster == nil || name != sequenceName {
		return s.options.Scheme(name, noOverride)
	}
	numbers, err := s.options.Scheme(scheme.CustomName, service.Override{Layout: sequenceLayout})
	if err != nil {
		return nil, err
	}
	named := *numbers
	named.Name, named.Title = sequenceName, sequenceName
	return &named, nil
}

// The sequence that a group of servers has without a file.
const (
	sequenceName   = "sequence"
	sequenceLayout = "seq:63"
)

// plan is a generator that is to be opened.
type plan struct {
	name    string
	scheme  *gen.Scheme
	set     []gen.Assignment // values of fields, in the file's words
	options gen.Options      // without a worker one that is free, or that a store grants, in a group 0
	auto    bool             // whether the file says that it is free
	block   uint64           // how many numbers a sequence of a group reserves at a time; 0 is the default
}

// openScheme makes the source of a scheme.
func (s *Server) openScheme(ctx context.Context, p plan) (*source, error) {
	scheme := p.scheme
	switch {
	case scheme.Named():
		return nil, unknown(p.name, fmt.Errorf("%s is generated from a name: use a scheme without one", scheme.Name))
	case scheme.Counter != "":
		return nil, unknown(p.name, fmt.Errorf(
			`%s is counted in a store: use a generator with scheme = "%[1]s" and its store in serve.toml`, scheme.Name))
	case scheme.ReadOnly != "":
		return nil, unknown(p.name, fmt.Errorf("%s is only read: %s", scheme.Name, scheme.ReadOnly))
	case scheme.Pattern != nil:
		return newPattern(p.name, scheme)
	}
	number, rest, err := scheme.WorkerOf(p.options.Worker, p.set)
	if err != nil {
		return nil, err
	}
	p.options.Worker, p.options.Set = number, rest
	left := func(f gen.Field) bool {
		named := func(a gen.Assignment) bool { return a.Field == f.Name }
		return f.Source == gen.Worker && !slices.ContainsFunc(p.set, named)
	}
	if number != nil && (s.options.Store == "" || !slices.ContainsFunc(scheme.Layout, left)) {
		p.set = rest // the number says the same, and leaves a store no choice
	}
	if number == nil && !p.auto && s.cluster == nil && s.options.Worker != nil && scheme.WorkerBits() > 0 {
		if p.options.Worker, err = s.options.Worker(scheme); err != nil {
			return nil, err
		}
	}
	p.scheme = scheme.Fix(rest...).Numbered(p.options.Worker)
	if s.cluster != nil && p.scheme.Recorded() {
		from, err := newGroupGenerator(s.cluster, p)
		if err != nil {
			return nil, err
		}
		if p.options.Worker == nil && p.scheme.WorkerBits() > 0 && p.scheme.WorkerRule == gen.WorkerNumber {
			s.log.Warn("a group takes worker number 0 where none is named; "+
				"keep it from hosts that generate for themselves", "generator", p.name, "scheme", scheme.Name)
		}
		return newSource(p.name, p.scheme, from), nil
	}
	same := p
	same.name, same.auto = "", false
	s.locals = slices.DeleteFunc(s.locals, func(l *local) bool { return l.users.Load() == 0 })
	for _, l := range s.locals {
		if reflect.DeepEqual(l.plan, same) && l.Ready() == nil { // one whose number is gone stays with its users
			l.users.Add(1)
			return newSource(p.name, p.scheme, l), nil
		}
	}
	from, err := newLocal(ctx, p, s.options.Hold, s.metrics.stores.of(p.name, scheme.Name).make)
	if err != nil {
		return nil, err
	}
	from.plan = same
	from.users.Store(1)
	s.locals = append(s.locals, from)
	s.log.Info("generator opened", "generator", p.name, "scheme", scheme.Name)
	return newSource(p.name, p.scheme, from), nil
}

// source is what a name means: a generator, and how its ids are written.
type source struct {
	name   string
	scheme *gen.Scheme
	listed bool          // named in the file; else opened by the name of its scheme
	from   Generator     // of a pattern of text nobody asks it for IDs
	text   *gen.Composer // of a pattern
	number bool          // the scheme writes its ids as decimal numbers
	grows  bool          // ids increase as integers, and so does the last one

	requests atomic.Uint64
	failures atomic.Uint64
	ids      atomic.Uint64 // handed out; changed under the lock

	mu    sync.Mutex
	last  gen.ID // of the ids
	wrote []byte // the last of a pattern
}

func newSource(name string, s *gen.Scheme, from Generator) *source {
	return &source{name: name, scheme: s, from: from, number: s.Affix == nil && s.Text.Form.Digits(),
		grows: s.Ordered() || !s.Timed() && s.Layout.Width(gen.Random) == 0}
}

func newPattern(name string, s *gen.Scheme) (*source, error) {
	c, err := gen.NewComposer(s, gen.ComposerOptions{})
	if err != nil {
		return nil, err
	}
	return &source{name: name, scheme: s, from: &local{}, text: c}, nil
}

// fill fills dst with ids.
func (s *source) fill(ctx context.Context, dst []gen.ID) (int, error) {
	n, err := s.from.Fill(ctx, dst)
	if n > 0 {
		s.count(n, dst[n-1], nil)
	}
	if err != nil {
		s.failures.Add(1)
	}
	return n, err
}

// reserve returns the first and the last of n consecutive integers.
func (s *source) reserve(ctx context.Context, n uint64) (first, last gen.ID, err error) {
	if s.text != nil || s.scheme.Affix != nil {
		return first, last, errScattered
	}
	first, err = s.from.Reserve(ctx, n)
	if err != nil {
		s.failures.Add(1)
		return first, last, err
	}
	last, _ = first.MulAdd(1, n-1) // the generator has added them already
	s.count(int(n), last, nil)
	s.requests.Add(1)
	return first, last, nil
}

// count counts IDs that were handed out, up to the last, which of a pattern is a text.
func (s *source) count(n int, last gen.ID, text []byte) {
	s.mu.Lock()
	s.ids.Add(uint64(n))
	s.wrote = append(s.wrote[:0], text...)
	if !s.grows || s.last.Cmp(last) < 0 { // two calls may come here in the wrong order
		s.last = last
	}
	s.mu.Unlock()
}

// handed returns how many IDs were handed out, and appends the last of them.
func (s *source) handed(dst []byte) (n uint64, out []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n = s.ids.Load(); n == 0 || s.text != nil {
		return n, append(dst, s.wrote...)
	}
	return n, s.scheme.Append(dst, s.last)
}

// appendIDs appends as many IDs as there is room for, and passes each on, with where it and what is before it begin, to
// the one who frames them. On an error n are good.
func (s *source) appendIDs(ctx context.Context, dst []byte, room []gen.ID, before string,
	framed func(dst []byte, at int) []byte) (out []byte, n int, err error) {
	if s.text == nil {
		n, err = s.fill(ctx, room)
		for _, id := range room[:n] {
			at := len(dst)
			dst = framed(s.scheme.Append(append(dst, before...), id), at)
		}
		return dst, n, err
	}
	for ; n < len(room); n++ {
		at := len(dst)
		out, err := s.text.Append(append(dst, before...))
		if err != nil {
			s.failures.Add(1)
			return dst, n, err
		}
		s.count(1, gen.ID{}, out[at+len(before):])
		dst = framed(out, at)
	}
	return dst, n, nil
}

// appendNumber appends an id as an integer where it fits int64, also if its scheme writes it
// otherwise; else as a bulk string.
func (s *source) appendNumber(dst []byte, id gen.ID) []byte {
	switch {
	case s.scheme.Text.Form == gen.DateDigits: // a date and a number, and not the bits
		text := string(s.scheme.Append(nil, id))
		if _, err := strconv.ParseInt(text, 10, 64); err == nil {
			return appendLine(dst, ':', text)
		}
		return s.appendText(dst, id)
	case id.Hi|id.Mid == 0 && id.Lo <= maxInt64:
		return appendHead(dst, ':', id.Lo)
	}
	return s.appendText(dst, id)
}

// appendText appends an ID as a bulk string.
func (s *source) appendText(dst []byte, id gen.ID) []byte {
	return bulkFrom(s.scheme.Append(append(dst, bulkRoom...), id), len(dst))
}

const maxInt64 = 1<<63 - 1

func (s *source) ready() error {
	if err := s.from.Ready(); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}
