package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	bday "idscope/bench/birthday"
	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// plan is what a report is to measure, all checked.
type plan struct {
	schemes []*gen.Scheme
	load    compare.Load
	now     time.Time

	rows     []compare.Row // of the schemes, and then of the baselines
	subjects []throughput.Subject
	slow     []string // what can not be timed, and why
	indexed  []*gen.Scheme
	unkeyed  []string // what can not be inserted, and why
	options  index.Options
}

// plan turns the arguments and flags into what is to be done. A scheme that makes
// no ids is refused; one that only some measurements can not take is left out
// there, with the reason.
func (o *reportOptions) plan(args []string) (*plan, error) {
	if len(args) == 0 && o.custom == (cli.LayoutFlags{}) {
		args = reportDefaults[:]
	}
	p := &plan{load: compare.Load{Nodes: o.nodes, Rate: o.rate, For: o.span}}
	var err error
	if p.schemes, err = o.Schemes(args, o.custom); err != nil {
		return nil, err
	}
	if _, p.now, err = o.Present(); err != nil {
		return nil, err
	}
	for _, s := range p.schemes {
		r, err := compare.Of(s, p.load, p.now)
		if err != nil {
			return nil, cli.Usage("%w; want a scheme that makes many", err)
		}
		p.rows = append(p.rows, r)
	}
	for _, b := range compare.BaselineNames() {
		r, _ := compare.Baseline(b.Name, p.load)
		p.rows = append(p.rows, r)
	}
	p.options = index.Options{Clock: o.Clock, Setting: index.Setting{
		Rows: int(o.rows), Batch: int(min(1000, o.rows)), Payload: 100, Rate: 1000, Nodes: 1, Start: p.now.UTC()}}
	for _, s := range p.schemes {
		if err := p.options.Check([]*gen.Scheme{s}); err != nil {
			p.unkeyed = append(p.unkeyed, cli.OneLine(err.Error()))
			continue
		}
		p.indexed = append(p.indexed, s)
	}
	return p, nil
}

// prepare adds what only the engines tell. The database is opened and closed, for
// whoever waits should not hear at the end that there is none.
func (o *reportOptions) prepare(ctx context.Context, p *plan) error {
	if _, err := index.Find(o.Engines.Index, o.dsn); err != nil {
		return cli.Usage("--dsn: %w", err)
	}
	if len(p.indexed) > 0 {
		e, err := index.Open(ctx, o.Engines.Index, o.dsn)
		if err == nil {
			err = index.Scrub(e.Close(), o.dsn)
		}
		switch {
		case errors.Is(err, index.ErrDSN):
			return cli.Usage("%w", err)
		case err != nil:
			return cli.Refused("%w", err)
		}
	}
	for _, s := range p.schemes {
		sub, err := throughput.Own(s, throughput.DefaultLead)
		if err != nil {
			p.slow = append(p.slow, cli.OneLine(err.Error()))
			continue
		}
		p.subjects = append(p.subjects, sub)
		if o.rivals {
			p.subjects = append(p.subjects, rivalsOf(o.Engines.Rivals(), s.Name)...)
		}
	}
	return nil
}

// survey is all that was found, which a report shows.
type survey struct {
	*plan
	odds     []modelled
	speed    *throughput.Report // nil where there was nothing to time, or no time left
	index    *index.Report      // nil where there was nothing to insert, or it failed at once
	indexErr error
	remedy   string   // how to drop by hand what the index run left behind
	left     []string // what the user has to know besides
	signal   int      // that ended it early, as an exit status; 0 for none
}

// modelled are the models of one scheme: of its ids, and of nodes that draw their
// number where each should have one of its own.
type modelled struct {
	scheme     string
	ids, drawn *bday.Model // nil where there is none
	why        string      // there is none
}

// measure does what is planned until ctx ends: what is calculated first, then what
// takes time.
func (o *reportOptions) measure(ctx context.Context, p *plan) *survey {
	m := &survey{plan: p}
	for i, s := range p.schemes {
		m.odds = append(m.odds, oddsOf(s, p.rows[i].Coordination, p.load))
	}
	if len(p.subjects) > 0 && ctx.Err() == nil {
		bar := o.Bar()
		m.speed = throughput.Run(ctx, p.subjects, throughput.Options{
			Samples: int(o.samples), Time: o.time, Threads: o.threads, Check: int(o.check),
			Hows: []throughput.How{throughput.Next, throughput.NextText, throughput.Fill, throughput.FillText},
			Step: func(done, total int) { bar.Steps("speed", int64(done), int64(total)) },
		})
		bar.Clear()
	}
	if len(p.indexed) > 0 && ctx.Err() == nil {
		bar := o.Bar()
		opts := p.options
		opts.Progress = func(name string, done, total int) { bar.Steps("index "+name, int64(done), int64(total)) }
		var about index.About
		m.index, about, m.indexErr = fill(ctx, o.Engines.Index, o.dsn, p.indexed, opts)
		bar.Clear()
		if errors.Is(m.indexErr, index.ErrLeft) || errors.Is(m.indexErr, index.ErrExists) {
			m.remedy = about.Remedy
		}
		if ctx.Err() != nil && errors.Is(m.indexErr, index.ErrLeft) {
			m.left = append(m.left, fmt.Sprintf("%v; by hand: %s", m.indexErr, about.Remedy))
		}
	}
	return m
}

// oddsOf are the models of a scheme, with the same assumptions as compare: each
// node has a number of its own where the scheme has one to give.
func oddsOf(s *gen.Scheme, needs compare.Coordination, load compare.Load) modelled {
	one := modelled{scheme: s.Name}
	opts := bday.Options{Rate: load.Rate}
	if needs == compare.None {
		opts.Nodes = load.Nodes
	}
	m, err := bday.Of(s, opts)
	if err != nil {
		one.why = cli.OneLine(err.Error())
		return one
	}
	one.ids = m
	if needs == compare.Number {
		one.drawn, _ = bday.Of(s, bday.Options{Nodes: load.Nodes}) // not for every scheme
	}
	if m.Unit == bday.Nodes {
		one.ids, one.drawn = nil, m
	}
	return one
}
