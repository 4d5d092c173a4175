package cmd

import (
	"context"
	"errors"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/worker"
)

// workerText is the worker as the flag or the environment gives it, and which
// of the two did.
func (o *genOptions) workerText() (text, from string) {
	if o.worker.Value != "" {
		return o.worker.Value, "--worker"
	}
	if v := o.Getenv("IDSCOPE_WORKER"); v != "" {
		return v, "$IDSCOPE_WORKER"
	}
	return "auto", ""
}

// withWorker adds the worker that the flags give. A number given for a worker that
// is random otherwise makes a numbered worker of it, with a record: nothing else
// keeps two processes with the same number apart.
func (o *genOptions) withWorker(s *gen.Scheme, opts gen.Options) (*gen.Scheme, gen.Options, error) {
	if s.WorkerBits() == 0 {
		if o.worker.Value != "" && o.worker.Value != "auto" {
			return s, opts, cli.Usage("%s has no worker; want no --worker", s.Name)
		}
		return s, opts, nil
	}
	number, others, err := o.workerBySet(s)
	if err != nil {
		return s, opts, err
	}
	if number != nil {
		opts.Worker, opts.Set = number, others
	} else if opts.Worker, err = o.workerByText(s); err != nil {
		return s, opts, err
	}
	if opts.Worker != nil && s.WorkerRule == gen.WorkerRandom {
		numbered := *s
		numbered.WorkerRule = gen.WorkerNumber
		s = &numbered
	}
	return s, opts, nil
}

// workerBySet puts the worker together from its fields, and returns the
// assignments that are left.
func (o *genOptions) workerBySet(s *gen.Scheme) (*uint64, []gen.Assignment, error) {
	var number *uint64
	var others []gen.Assignment
	for _, v := range o.set {
		i := s.Layout.Index(v.Field)
		if i < 0 || s.Layout[i].Source != gen.Worker {
			others = append(others, v)
			continue
		}
		f := s.Layout[i]
		if v.Value.Len() > f.Bits {
			return nil, nil, &gen.RangeError{Scheme: s.Name, Field: f.Name, Value: v.Value, Max: f.Max()}
		}
		if o.worker.Value != "" {
			return nil, nil, cli.Usage("--worker and --set %s both give the worker of %s; want one of the two", v.Field, s.Name)
		}
		part := v.Value.Shl(uint(f.From)).Lo
		if number != nil {
			part |= *number
		}
		number = &part
	}
	return number, others, nil
}

// workerByText reads the worker from the flag or the environment; nil is auto.
func (o *genOptions) workerByText(s *gen.Scheme) (*uint64, error) {
	text, from := o.workerText()
	var n uint64
	var err error
	switch text {
	case "auto":
		return nil, nil
	case "mac":
		if s.WorkerBits() != cli.NodeBits {
			return nil, cli.Usage("%s mac needs a worker of %d bits, and that of %s has %d; want a number or auto",
				from, cli.NodeBits, s.Name, s.WorkerBits())
		}
		if n, err = cli.HardwareAddress(); err != nil {
			return nil, cli.Refused("%w", err).Hinted("give the 48-bit node as a number: --worker 0x0242ac110002")
		}
		return &n, nil
	}
	if n, err = cli.ParseWorker(text); err != nil {
		return nil, cli.Usage("%s %w", from, err)
	}
	if top := gen.Mask(s.WorkerBits()); n > top.Lo {
		f := cli.Usage("%w", &gen.RangeError{Scheme: s.Name, Field: "worker", Value: gen.FromUint64(n), Max: top})
		if from != "--worker" {
			return nil, f.Hinted("the number comes from %s", from)
		}
		return nil, f
	}
	return &n, nil
}

// chooseStore finds the store in which hosts share the numbers of a scheme, where the
// flags, the variables or config.toml name one. What is set for all calls does not
// concern ids that need no store; a flag that means nothing is refused.
func (o *genOptions) chooseStore(s *gen.Scheme) error {
	if o.alone() {
		return o.store.Refuse(o.flagGiven, "--at and --seed read and write no record, and lease nothing")
	}
	if !cli.Leasable(s) {
		return o.store.Refuse(o.flagGiven, s.Name+" needs no store: random bits keep its ids apart")
	}
	c, err := o.store.Chosen(o.App, o.flagGiven)
	if c == nil || err != nil {
		return err
	}
	if o.leasedField, err = c.Field(s); err == nil {
		o.leased = c
	}
	return err
}

// lease takes the number that the store grants this host and returns its record, nil
// where there is no store.
func (o *genOptions) lease(ctx context.Context, s *gen.Scheme, f worker.Folder, lead time.Duration,
	opts *gen.Options) (*worker.Record, error) {
	if o.leased == nil {
		if about, ok := f.Leased(s); ok && !o.store.None() {
			return nil, cli.Refused("%s leases its numbers on this host, from %s; want --store, or $IDSCOPE_STORE", s.Name,
				about).
				Hinted("--no-store takes a local number all the same: other hosts may have it")
		}
		return nil, nil
	}
	if o.count >= many && !o.leased.Linked() { // it lasts: who runs it has to renew
		return nil, o.leased.RunFull()
	}
	want := cli.Want(s, o.leasedField, o.set, opts.Worker)
	want.Lead = lead
	h, err := o.leased.Holder(s, f, want, opts.Clock)
	if err != nil {
		return nil, err
	}
	l, err := h.Acquire(ctx)
	if errors.Is(err, lease.ErrOffline) {
		return nil, o.leased.RunFull()
	}
	if err != nil {
		return nil, err
	}
	number := l.Worker()
	if want.Field != lease.WorkerField {
		if want.Mask == 0 {
			given := gen.Assignment{Field: want.Field, Value: gen.FromUint64(number)}
			o.set, opts.Set = append(o.set, given), append(opts.Set, given)
		}
		number = 0
	}
	r, err := f.Number(ctx, s, number, lead, o.set...)
	if err != nil {
		return nil, err
	}
	opts.Ledger, opts.Ceiling = l.Ledger(r), l.Ceiling()
	if o.count >= many {
		go l.Renew(ctx) // what it cannot mend, the ceiling stops: that error is told
	}
	return r, nil
}

// ended reports whether a grant came to its end after it was looked at.
func ended(err error) bool { return errors.Is(err, gen.ErrFenced) || errors.Is(err, lease.ErrVoid) }
