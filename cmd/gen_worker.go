package cmd

import (
	"idscope/cmd/internal/cli"
	"idscope/gen"
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
