package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/sequence"
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
	if err := o.chooseStore(s); err != nil {
		return nil, done, err
	}
	s, opts, err := o.settings(s)
	if err != nil {
		return nil, done, err
	}
	if !o.alone() && cli.Recorded(s) && o.count > 0 {
		if err := gen.Check(s, opts); err != nil {
			return nil, done, cli.Usage("%w", err)
		}
		r, err := o.record(ctx, s, &opts)
		if errors.As(err, new(*cli.Failure)) {
			return nil, done, err
		}
		if err != nil {
			return nil, done, cli.Refused("%w", err)
		}
		done, o.moveBack = r.Close, r.MoveBack()
		if opts.Ledger == nil {
			opts.Ledger = r
		}
		if s.WorkerBits() > 0 {
			n := r.Worker()
			opts.Worker = &n
		}
	}
	if g, err = gen.New(s, opts); err != nil {
		err = cli.Usage("%w", err)
	}
	return g, done, err
}

// again makes another generator like the first, of a scheme whose random bits
// alone keep ids apart: it draws its own.
func (o *genOptions) again(s *gen.Scheme) (*gen.Generator, error) {
	s, opts, err := o.settings(s)
	if err != nil {
		return nil, err
	}
	return gen.New(s, opts)
}

// settings are the scheme and the options that the flags ask for, without a record.
func (o *genOptions) settings(s *gen.Scheme) (*gen.Scheme, gen.Options, error) {
	opts, err := o.options(s)
	if err != nil {
		return nil, opts, err
	}
	if s, opts, err = o.withWorker(s, opts); err != nil {
		return nil, opts, err
	}
	if o.alone() && s.Overflow == gen.OverflowWait {
		alone := *s
		alone.Overflow = gen.OverflowFail // the clock of --at stands still
		s = &alone
	}
	return s, opts, nil
}

// alone reports whether the ids come from no record.
func (o *genOptions) alone() bool { return o.at != "" || o.seed != nil }

// record opens the record of the number that is given, leased or free.
func (o *genOptions) record(ctx context.Context, s *gen.Scheme, opts *gen.Options) (*worker.Record, error) {
	f, err := o.state.Folder(o.App, o.custom.Named(o.called))
	if err != nil {
		return nil, err
	}
	lead := s.Lead()
	if o.maxLead != nil {
		lead = *o.maxLead
	}
	if r, err := o.lease(ctx, s, f, lead, opts); r != nil || err != nil {
		return r, err
	}
	if opts.Worker != nil {
		return f.Number(ctx, s, *opts.Worker, lead, o.set...)
	}
	return f.Auto(ctx, s, lead, o.set...)
}

// options are those that need no record.
func (o *genOptions) options(s *gen.Scheme) (gen.Options, error) {
	opts := gen.Options{Set: o.set, MaxLead: o.maxLead, MaxWait: o.maxWait, Random: cli.SystemRandom(o.count),
		OnWait: o.waits}
	clock, now, err := o.Present()
	if err != nil {
		return opts, err
	}
	opts.Clock = clock
	if o.at != "" {
		t, err := cli.ParseTime(o.at, now)
		if err != nil {
			return opts, cli.BadFlag("at", err)
		}
		if err := fits(s, t); err != nil {
			return opts, err
		}
		opts.Clock = gen.FixedClock(t)
	}
	if o.seed != nil {
		opts.Random = gen.SeededRandom(*o.seed)
	}
	if o.backward.Value != "" {
		opts.Backward, _ = sequence.ParseBackward(o.backward.Value)
	}
	if o.overflow.Value != "" {
		opts.Overflow, _ = sequence.ParseOverflow(o.overflow.Value)
	}
	if o.start.Value != "" {
		opts.Start, _ = sequence.ParseStart(o.start.Value)
	}
	return opts, nil
}

// waits says that the call takes a while.
func (o *genOptions) waits(d time.Duration, why error) {
	o.Warn(fmt.Sprintf("waiting %v: %v", d.Round(100*time.Millisecond), why))
}

// refuse finds the flags that mean nothing for a scheme, or not together.
func (o *genOptions) refuse(s *gen.Scheme) error {
	width := s.WorkerBits()
	switch {
	case o.flagGiven("name"), o.flagGiven("namespace"):
		return cli.Usage("%s is not generated from a name; want --name with uuidv3 or uuidv5", s.Name)
	case o.at != "" && !s.Timed():
		return cli.Usage("%s has no time field; want no --at", s.Name)
	case o.alone() && o.overflow.Value == gen.OverflowWait.String():
		return cli.Usage("--on-overflow wait needs a clock that runs; want borrow or fail with --at")
	case o.seed != nil && s.Timed() && o.at == "":
		return cli.Usage("--seed needs --at: %s has a time; want both", s.Name)
	case o.seed != nil && width > 0 && s.WorkerRule == gen.WorkerNumber && !o.workerFixed(s):
		return cli.Usage("--seed needs --worker: %s has a worker of %d bits; want both", s.Name, width)
	case !s.Varies() && o.count > 1:
		return cli.Usage("%s is always the same; want -n 1", s.Name)
	}
	for _, v := range o.set {
		i := s.Layout.Index(v.Field)
		if i >= 0 && s.Layout[i].Source == gen.Seq && o.at == "" {
			return cli.Usage("--set %s needs --at: the sequence is not free to choose otherwise; want both", v.Field)
		}
		if i >= 0 && s.Layout[i].Source == gen.Time {
			return cli.Usage("field %s of %s is the time; want it from --at", v.Field, s.Name)
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
		return cli.Usage("--at %s is before the epoch of %s; want %s or later", t.Format(time.RFC3339Nano), s.Name,
			s.Epoch.UTC().Format(time.RFC3339Nano))
	}
	if end, ok := s.End(); ok && !t.Before(end) {
		return cli.Usage("--at %s is past the end of %s; want a time before %s", t.Format(time.RFC3339Nano), s.Name,
			end.Format(time.RFC3339Nano))
	}
	return nil
}

// poisoned is from how far ahead on a record was rather made with a wrong clock
// than that the present one is wrong.
const poisoned = 24 * time.Hour

// explain adds the way out to what a generator refused.
func (o *genOptions) explain(s *gen.Scheme, err error) error {
	f := cli.Refused("%w", err)
	var at *gen.ClockError
	switch {
	case o.moveBack != "" && errors.As(err, &at) && at.Retry.Sub(at.Now) > poisoned:
		return f.Hinted("if the clock was wrong when that was generated: %s; "+
			"else set the clock right or choose with --on-backward what to do", o.moveBack)
	case errors.Is(err, gen.ErrRepeats):
		return cli.Usage("%w; want -n 1", err)
	case !s.Timed() && errors.Is(err, gen.ErrUsedUp):
		return cli.Refused("%s has no more ids: its sequence is exhausted, and it has no time to go on with", s.Name)
	case o.alone() && errors.Is(err, gen.ErrUsedUp):
		return cli.Refused("%s has no more ids at this time: its sequence is exhausted", s.Name).
			Hinted("the clock of --at stands still: generate fewer ids, or carry into the next ticks with --on-overflow borrow")
	case o.alone() && errors.Is(err, gen.ErrStalled):
		return f.Hinted("the clock of --at stands still: generate fewer ids, or allow a longer --max-lead")
	}
	return f
}
