package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen"
	"idscope/gen/worker"
)

// generator turns the flags into a generator, and opens the record of what was
// made, where the scheme has one. Every flag is checked before a record is
// touched. What it returns closes the record.
func (o *genOptions) generator(ctx context.Context, s *gen.Scheme) (g *gen.Generator, done func() error, err error) {
	done = func() error { return nil }
	if err := o.refuse(s); err != nil {
		return nil, done, err
	}
	opts, err := o.options(s)
	if err != nil {
		return nil, done, err
	}
	who, err := o.who(s, &opts)
	if err != nil {
		return nil, done, err
	}
	s, opts.Worker = who.scheme, who.number
	if o.alone() && s.Overflow == gen.OverflowWait {
		alone := *s
		alone.Overflow = gen.OverflowFail // the clock of --at stands still
		s = &alone
	}
	if g, err = gen.New(s, opts); err != nil {
		return nil, done, usage("%w", err)
	}
	if o.alone() || !recorded(s) || o.count == 0 {
		return g, done, nil
	}
	r, err := o.record(ctx, s, opts)
	if err != nil {
		return nil, done, refused("%w", err)
	}
	opts.Ledger, opts.Worker, o.moveBack = r, nil, r.MoveBack()
	if s.WorkerBits() > 0 {
		n := r.Worker()
		opts.Worker, opts.Set = &n, who.others
	}
	if g, err = gen.New(s, opts); err != nil {
		err = usage("%w", err)
	}
	return g, r.Close, err
}

// again makes another generator like the first, of a scheme whose random bits
// alone keep ids apart: it draws its own.
func (o *genOptions) again(s *gen.Scheme) (*gen.Generator, error) {
	opts, err := o.options(s)
	if err != nil {
		return nil, err
	}
	who, err := o.who(s, &opts)
	if err != nil {
		return nil, err
	}
	opts.Worker = who.number
	return gen.New(who.scheme, opts)
}

// alone reports whether the ids come from no record.
func (o *genOptions) alone() bool { return o.at != "" || o.seed != nil }

// recorded reports whether a sequencer with a record makes the ids: not where
// nothing varies but a worker number, nor where others make them.
func recorded(s *gen.Scheme) bool {
	return s.ReadOnly == "" && s.Recorded() && (s.Timed() || s.Layout.Width(gen.Seq) > 0)
}

func (o *genOptions) record(ctx context.Context, s *gen.Scheme, opts gen.Options) (*worker.Record, error) {
	f, err := o.folder(o.state, o.custom.named(o.called))
	if err != nil {
		return nil, err
	}
	f.AllowNetwork = f.AllowNetwork || o.network
	lead := s.Lead()
	if o.maxLead != nil {
		lead = *o.maxLead
	}
	if opts.Worker != nil {
		return f.Number(ctx, s, *opts.Worker, lead, o.set...)
	}
	return f.Auto(ctx, s, lead, o.set...)
}

// options are those that need no record.
func (o *genOptions) options(s *gen.Scheme) (gen.Options, error) {
	opts := gen.Options{Set: o.set, MaxLead: o.maxLead, MaxWait: o.maxWait, Random: systemRandom(o.count), OnWait: o.waits}
	clock, now, err := o.present()
	if err != nil {
		return opts, err
	}
	opts.Clock = clock
	if o.at != "" {
		t, err := parseTime(o.at, now)
		if err != nil {
			return opts, badFlag("at", err)
		}
		if err := fits(s, t); err != nil {
			return opts, err
		}
		opts.Clock = gen.FixedClock(t)
	}
	if o.seed != nil {
		opts.Random = gen.SeededRandom(*o.seed)
	}
	if o.backward.value != "" {
		opts.Backward, _ = gen.ParseBackward(o.backward.value)
	}
	if o.overflow.value != "" {
		opts.Overflow, _ = gen.ParseOverflow(o.overflow.value)
	}
	if o.start.value != "" {
		opts.Start, _ = gen.ParseStart(o.start.value)
	}
	return opts, nil
}

// waits says that the call takes a while.
func (o *genOptions) waits(d time.Duration, why error) {
	o.warn(fmt.Sprintf("waiting %v: %v", d.Round(100*time.Millisecond), why))
}

// refuse finds the flags that mean nothing for a scheme, or not together.
func (o *genOptions) refuse(s *gen.Scheme) error {
	width := s.WorkerBits()
	switch {
	case o.flagGiven("name"), o.flagGiven("namespace"):
		return usage("%s is not made from a name; want --name with uuidv3 or uuidv5", s.Name)
	case o.at != "" && !s.Timed():
		return usage("%s has no time field; want no --at", s.Name)
	case o.alone() && o.overflow.value == gen.OverflowWait.String():
		return usage("--on-overflow wait needs a clock that runs; want borrow or fail with --at")
	case o.seed != nil && s.Timed() && o.at == "":
		return usage("--seed needs --at: %s has a time; want both", s.Name)
	case o.seed != nil && width > 0 && s.WorkerRule == gen.WorkerNumber && !o.workerFixed(s):
		return usage("--seed needs --worker: %s has a worker of %d bits; want both", s.Name, width)
	case !s.Varies() && o.count > 1:
		return usage("%s is always the same; want -n 1", s.Name)
	}
	for _, v := range o.set {
		i := s.Layout.Index(v.Field)
		if i >= 0 && s.Layout[i].Source == gen.Seq && o.at == "" {
			return usage("--set %s needs --at: the sequence is not free to choose otherwise; want both", v.Field)
		}
		if i >= 0 && s.Layout[i].Source == gen.Time {
			return usage("field %s of %s is the time; want it from --at", v.Field, s.Name)
		}
	}
	return nil
}

// workerFixed reports whether the worker is given by number.
func (o *genOptions) workerFixed(s *gen.Scheme) bool {
	for _, v := range o.set {
		if i := s.Layout.Index(v.Field); i >= 0 && s.Layout[i].Source == gen.Worker {
			return true
		}
	}
	text, _ := o.workerText()
	return text != "auto"
}

// fits wants a time that the layout can hold.
func fits(s *gen.Scheme, t time.Time) error {
	if t.Before(s.Epoch) {
		return usage("--at %s is before the epoch of %s; want %s or later", t.Format(time.RFC3339Nano), s.Name, s.Epoch.UTC().Format(time.RFC3339Nano))
	}
	if end, ok := s.End(); ok && !t.Before(end) {
		return usage("--at %s is past the end of %s; want a time before %s", t.Format(time.RFC3339Nano), s.Name, end.Format(time.RFC3339Nano))
	}
	return nil
}

// poisoned is from how far ahead on a record was rather made with a wrong clock
// than that the present one is wrong.
const poisoned = 24 * time.Hour

// explain adds the way out to what a generator refused.
func (o *genOptions) explain(s *gen.Scheme, err error) error {
	f := refused("%w", err)
	var at *gen.ClockError
	switch {
	case o.moveBack != "" && errors.As(err, &at) && at.Retry.Sub(at.Now) > poisoned:
		return f.hinted("if the clock was wrong when that was made: %s; else set the clock right or choose with --on-backward what to do", o.moveBack)
	case errors.Is(err, gen.ErrRepeats):
		return usage("%w; want -n 1", err)
	case !s.Timed() && errors.Is(err, gen.ErrUsedUp):
		return refused("%s has no more ids: its sequence is used up, and it has no time to go on with", s.Name)
	case o.alone() && errors.Is(err, gen.ErrUsedUp):
		return refused("%s has no more ids at this time: its sequence is used up", s.Name).hinted("the clock of --at stands still: make fewer ids, or carry into the next ticks with --on-overflow borrow")
	case o.alone() && errors.Is(err, gen.ErrStalled):
		return f.hinted("the clock of --at stands still: make fewer ids, or allow a longer --max-lead")
	}
	return f
}
