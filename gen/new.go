package gen

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"idscope/gen/sequence"
)

// New compiles a scheme into a generator, with the defaults of what it leaves out. It refuses what does not fit, with
// the range or the choices, and a scheme that is only read.
func New(s *Scheme, o Options) (*Generator, error) {
	g, err := configure(s, o)
	if err != nil {
		return nil, err
	}
	if o.Hold != nil {
		if g.held, err = o.Hold(g.scheme, &o); err != nil {
			return nil, err
		}
	}
	if err := g.start(o); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// start completes a generator with what it holds.
func (g *Generator) start(o Options) error {
	if g.clock == nil {
		g.clock = SystemClock()
	}
	g.shared = func(m *Mark) error {
		err := g.reserve(m)
		g.mark.Point = m.Point // for Lead
		return err
	}
	g.ledger, g.ceiling, g.total = o.Ledger, o.Ceiling, o.Total
	if g.seq.Alone = o.Ledger == nil; !g.seq.Alone && (!g.paced || !g.scheme.Recorded()) {
		return fmt.Errorf("%s keeps no record of what it generated; remove the ledger", g.scheme.Name)
	}
	worker, err := g.assign(o) // as Hold left them
	if err != nil || worker != nil || g.scheme.WorkerRule == WorkerNumber {
		return err
	}
	return g.drawWorker()
}

// Check returns the error of New with the same scheme and options, without making a generator, reading the clock or
// drawing random bits.
func Check(s *Scheme, o Options) error {
	_, err := configure(s, o)
	return err
}

// configure checks all that a generator is made of, and sets what follows from the scheme and the options alone.
func configure(s *Scheme, o Options) (*Generator, error) {
	if s.Pattern != nil {
		return nil, fmt.Errorf("%s is composed of symbols; use NewComposer instead of New", s.Name)
	}
	own := *s.Fix(o.Set...)
	own.SetDefaults()
	s = &own
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, fmt.Errorf("scheme %s: %w", s.Name, err)
	}
	if s.Tick < 0 {
		return nil, fmt.Errorf("scheme %s has a tick of %s; use 1ns or more", s.Name, s.Tick)
	}
	if s.ReadOnly != "" {
		return nil, fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	}
	if s.Counter != "" {
		return nil, fmt.Errorf("%s is counted in a store: %s; use package counter instead of a generator", s.Name,
			s.Counter)
	}
	if s.Named() {
		return nil, fmt.Errorf("%s is generated from a namespace and a name; use %s's Digest instead of a generator",
			s.Name, s.Name)
	}
	if s.Digit.Base > 0 && s.Layout.Width(Random) == 0 { // a tick more may be none that the lower digit has
		return nil, fmt.Errorf("%s keeps ids apart by its random bits alone; give them no value", s.Name)
	}
	g := &Generator{
		scheme: s, codec: codec, line: s.Timeline(), clock: o.Clock, onWait: o.OnWait, fixed: codec.consts,
		fresh: codec.masks[Random],
	}
	g.entropy.from = o.Random
	g.patience.Most, g.patience.Longest = s.Wait(), o.Longest
	if o.MaxWait != nil {
		g.patience.Most = *o.MaxWait
	}
	if _, err = g.assign(o); err == nil && s.Valid != nil && !s.Varies() {
		err = s.Valid(g.fixed)
	}
	if err != nil {
		return nil, err
	}
	return g, g.pace(o)
}

// assign sets all bits that stay the same: worker, data, and random fields that the caller set. It returns the worker
// that the caller gave.
func (g *Generator) assign(o Options) (*uint64, error) {
	s := g.scheme
	for i, f := range s.Layout {
		if f.Source == Data {
			g.fixed = g.fixed.Or(ID{Lo: f.Value}.Shl(g.codec.lsb[i]))
		}
	}
	worker, set, err := s.WorkerOf(o.Worker, o.Set)
	if err != nil {
		return nil, err
	}
	for _, a := range set {
		i := s.Layout.Index(a.Field)
		if i < 0 {
			return nil, fmt.Errorf("%s has no field %q; use one of %s", s.Name, a.Field,
				strings.Join(settable(s), ", "))
		}
		f := s.Layout[i]
		switch f.Source {
		case Const, Time, Digest, Rollback:
			return nil, fmt.Errorf("field %s of %s is not set by hand: it is a %s field; use one of %s", f.Name, s.Name,
				f.Source, strings.Join(settable(s), ", "))
		}
		if a.Value.Len() > f.Bits {
			return nil, OutOfRange(s.Name, f.Name, a.Value, f.Max())
		}
		if f.Source == Seq {
			if g.seq.First == nil {
				g.seq.First = new(uint64)
			}
			*g.seq.First |= a.Value.Shl(uint(f.From)).Lo
			continue
		}
		g.fixed = g.fixed.And(f.Max().Shl(g.codec.lsb[i]).Not()).Or(a.Value.Shl(g.codec.lsb[i]))
	}
	top := Mask(g.codec.layout.Width(Worker))
	switch {
	case worker == nil:
	case top == ID{}:
		return nil, fmt.Errorf("%s has no worker; remove the worker number", s.Name)
	case *worker > top.Lo:
		return nil, OutOfRange(s.Name, "worker", ID{Lo: *worker}, top)
	default:
		g.fixed = g.codec.place(g.fixed, Worker, 0, *worker)
	}
	return worker, nil
}

// drawWorker draws the worker, where the scheme has one.
func (g *Generator) drawWorker() error {
	width := g.codec.layout.Width(Worker)
	if width == 0 {
		return nil
	}
	var number [1]ID
	if err := g.entropy.scatter(number[:], ID{}, Mask(width)); err != nil {
		return err
	}
	if g.scheme.WorkerRule == WorkerNode {
		number[0].Lo |= Multicast
	}
	g.fixed = g.codec.place(g.fixed, Worker, 0, number[0].Lo)
	return nil
}

// maxAge is how far back a waiter may fill what it slept through.
const maxAge = 10 * time.Millisecond

// Multicast is the bit of a 48-bit node that no real network card has: the least significant one of the first octet
// (RFC 9562 section 6.10).
const Multicast = 1 << 40

// pace sets the sequencer up.
func (g *Generator) pace(o Options) error {
	s, l, q := g.scheme, g.codec.layout, &g.seq
	g.timed = s.Timed()
	q.Last = s.LastTick()
	g.counts = Seq
	if q.Growth = s.Growth; q.Growth != GrowthNone {
		g.counts, g.fresh = Random, ID{}
	}
	q.Bits = l.Width(g.counts)
	g.valueBits = rangeOf(g.codec, g.counts)
	if q.Bits > 128 {
		return fmt.Errorf("%s: %d bits cannot grow; use at most 128", s.Name, q.Bits)
	}
	q.Rollback = l.Width(Rollback)
	g.paced = s.Paced()
	return g.policies(o)
}

// policies takes the scheme's own where the caller chose none, and refuses what the layout cannot do.
func (g *Generator) policies(o Options) error {
	s, l, q := g.scheme, g.codec.layout, &g.seq
	top := Mask(min(q.Bits, 64)).Lo
	q.Backward, q.Overflow, q.Start = s.Backward, s.Overflow, s.Start
	if o.Backward != 0 {
		if q.Backward = o.Backward; !g.paced {
			return fmt.Errorf("%s has no order to keep when the clock moves backwards; remove the on-backward policy",
				s.Name)
		}
	}
	if q.Backward == BackwardBits && q.Rollback == 0 {
		return fmt.Errorf("%s has no rollback bits to count in; use a layout with a field rollback:N, or another "+
			"on-backward policy", s.Name)
	}
	if o.Overflow != 0 {
		if q.Overflow = o.Overflow; !g.paced {
			return fmt.Errorf("%s has no sequence that could be exhausted; remove the on-overflow policy", s.Name)
		}
	}
	if o.Start.Rule != 0 {
		if q.Start = o.Start; l.Width(Seq) == 0 {
			return fmt.Errorf("%s has no sequence to start; remove the start policy", s.Name)
		}
		if s.Start.Rule == StartDraw && o.Start.Rule != StartDraw && !s.Recorded() {
			return fmt.Errorf("%s draws its sequence at random, which keeps processes apart; remove the start policy",
				s.Name)
		}
		if q.Start.Range > 0 && q.Start.Range-1 > top {
			return fmt.Errorf("start %s is too wide for the %d sequence bits of %s; use a range of 1 to %d", q.Start,
				q.Bits, s.Name, max(top, top+1))
		}
	} else if q.Start.Range > 0 { // a default gives up at most a quarter of the tick
		q.Start.Range = max(1, min(q.Start.Range, top/4))
	}
	lead := s.Lead()
	g.patience.Tick, g.patience.Reach = s.Tick, durable+lead+2*s.Tick
	if o.MaxLead != nil {
		lead = *o.MaxLead
	}
	if lead < 0 || g.patience.Most < 0 {
		return errors.New("a longest lead or wait is negative; use 0 or more")
	}
	q.Lead = g.line.Ticks(lead)
	age := maxAge
	if o.MaxAge != nil {
		age = *o.MaxAge
	}
	q.Window = g.line.Ticks(age)
	q.Second = max(1, g.line.Ticks(time.Second))
	g.seq = sequence.New(q.Rules, &g.entropy)
	return nil
}

// settable names the fields that the caller may give a value.
func settable(s *Scheme) []string {
	var names []string
	for _, f := range s.Layout {
		switch f.Source {
		case Data, Worker, Random, Seq:
			names = append(names, f.Name)
		}
	}
	if names == nil {
		return []string{"none"}
	}
	return names
}
