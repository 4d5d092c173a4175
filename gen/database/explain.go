package database

import (
	"fmt"
	"time"

	"idscope/gen"
)

// title is what a script says first.
func (p *plan) title() string {
	s := p.scheme
	text := fmt.Sprintf("%s (%s) generated inside %s\n%s %s", s.Title, s.Name, p.syntax.engine, p.syntax.client,
		p.syntax.how)
	if s.Name == "uuidv7" && p.Dialect == Postgres {
		text += "\nPostgreSQL 18 has uuidv7() itself, with the same bits; this one is for the versions before"
	}
	if p.time > 0 {
		text += fmt.Sprintf("\nepoch %s, tick %s", s.Epoch.UTC().Format(time.RFC3339Nano), s.Tick)
	}
	if l := s.Layout; l.Width(gen.Worker) > 0 {
		text += fmt.Sprintf("\nworker %d: no other database and no other generator may have it", p.worker)
	}
	if p.kind == counted && s.Text.Form != gen.Decimal {
		text += fmt.Sprintf("\nids are numbers here: idscope convert NUMBER --as %s --to %[1]s writes them as %s",
			s.Name, s.Text.Form)
	}
	for _, f := range s.Layout {
		if f.Source == gen.Data {
			text += fmt.Sprintf("\n%s %d", f.Name, p.data[f.Name])
		}
	}
	if p.Reserved != "" {
		text += "\n" + p.Reserved
	}
	return text
}

// span is the time that a scheme has ids for.
func (p *plan) span() string {
	const form = "2006-01-02T15:04:05Z"
	t := p.scheme.Timeline()
	return t.Epoch().Format(form) + " to " + t.Time(p.last).Format(form)
}

// explain says what a function promises, and what it does about the clock and about a
// sequence that is exhausted.
func (p *plan) explain() string {
	switch {
	case p.kind != counted && p.Dialect == SQLite:
		return "Ids increase, also where the clock moves backwards: the last one is kept, and counts on."
	case p.kind == ordered:
		return "Generates an id. Ids of one session increase, also where the clock moves backwards: the time then " +
			"goes on in steps\nof a fraction of the tick. Those of several sessions are kept apart by random bits."
	case p.kind == growing:
		return "Generates an id. Ids of one session increase, also where the clock moves backwards: within a tick " +
			"the random bits\ncount up. Those of several sessions are kept apart by random bits."
	}
	text := "Generates an id. Ids increase, whatever connection asks. What was generated once is never generated " +
		"again,\nalso after a rollback, a restart, or where the clock moves backwards: the last number is kept, " +
		"and counts on.\n"
	if p.Dialect == SQLite {
		return text + "A trigger cannot wait: where the sequence of a tick is exhausted, ids take numbers of the " +
			"ticks to come."
	}
	if borrowed := time.Duration(p.lead()) * p.scheme.Tick; borrowed > 0 {
		text += fmt.Sprintf("Where the sequence of a tick is exhausted it takes numbers of the ticks to come, at "+
			"most %s ahead of the clock;\nthen it waits.", borrowed)
	} else {
		text += "Where the sequence of a tick is exhausted it waits for the tick that the id belongs to."
	}
	text += fmt.Sprintf("\nWhere the clock moved backwards by more than %s ",
		time.Duration(p.patience()+p.lead())*p.scheme.Tick)
	if p.continues() {
		return text + "ids go on at the last tick, without waiting."
	}
	return text + "it refuses, as the scheme does, until the clock is there again."
}
