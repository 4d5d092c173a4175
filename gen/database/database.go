// Package database writes SQL that generates a scheme's ids inside a database: what
// is declared of the scheme (layout, epoch, tick, policies) becomes a function or a
// trigger with its own state, so that a clock that moves backwards, a restart and any
// number of connections repeat nothing.
package database

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// Dialect is the language of one engine.
type Dialect string

// The dialects.
const (
	Postgres Dialect = "postgres" // PostgreSQL 14 or later
	MariaDB  Dialect = "mariadb"  // MariaDB 10.10 or later
	SQLite   Dialect = "sqlite"   // SQLite 3.35 or later
)

// Dialects lists the dialects with the engines they are of.
func Dialects() (list []gen.Choice) {
	for _, s := range syntaxes {
		list = append(list, gen.Choice{Name: string(s.dialect), Help: s.help})
	}
	return list
}

// Options are what a script depends on besides the scheme. Names are of one line.
type Options struct {
	Dialect Dialect
	Schema  string // of PostgreSQL, empty is public; a database of MariaDB, empty is the current one
	Table   string // whose ids are generated; empty is "ids"
	Name    string // of the function, and what the names of the rest begin with; empty is the scheme's

	Now    time.Time        // the present, in which the scheme must have ids; the zero time does not ask
	Worker *uint64          // nil for a scheme that has none
	Set    []gen.Assignment // values of data fields, or of the fields of the worker
	// Reserved says where and for whom the worker is reserved, for people.
	Reserved string
	// After is a tick that another node with this worker may have had: ids are of later ones.
	After uint64
	// Original asks for the system's own function, which repeats ids.
	Original bool
}

// Script is a list of statements, to be run in order, on one connection. Running it again
// changes nothing of what was generated, and replaces functions and triggers. Where a script
// with the same Name was run for other ids, it fails before it changes anything.
type Script struct {
	Title      string
	Statements []Statement
	Warnings   []string // of what the statements do
	Remove     []string // statements that take it away from the table again, but the table and its ids
	Shared     []string // statements that take away what other tables with the same Name use too
	dialect    Dialect
}

// Statement is one statement, without the semicolon at its end.
type Statement struct {
	Comment string // what it is for: lines without a mark
	SQL     string
}

// New writes the script of a scheme that is generated. Its errors say why a scheme has none, or which
// option is wrong.
func New(s *gen.Scheme, o Options) (*Script, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return nil, err
	}
	return p.script(), nil
}

// Text is the script as the engine's own client reads it: psql, mariadb, sqlite3.
func (s *Script) Text() string {
	var b strings.Builder
	remark(&b, s.Title)
	for _, w := range s.Warnings {
		remark(&b, "WARNING: "+w)
	}
	for _, x := range s.Statements {
		b.WriteString("\n")
		remark(&b, x.Comment)
		if s.dialect != MariaDB || !strings.Contains(x.SQL, ";") {
			b.WriteString(x.SQL + ";\n")
			continue
		}
		end := "//" // the client would cut the statement at the first semicolon
		for strings.Contains(x.SQL, end) {
			end += "/"
		}
		fmt.Fprintf(&b, "DELIMITER %s\n%s\n%[1]s\nDELIMITER ;\n", end, x.SQL)
	}
	b.WriteString("\n")
	remark(&b, "to take it away, but for the table and its ids:\n"+strings.Join(s.Remove, ";\n")+";")
	if len(s.Shared) > 0 {
		remark(&b, "then, if no other table uses them:\n"+strings.Join(s.Shared, ";\n")+";")
	}
	return b.String()
}

// remark writes lines as comments.
func remark(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight("-- "+line, " ") + "\n")
	}
}

// names refuses what is too long for a name, with what is appended to it.
func (p *plan) names() error {
	if p.Dialect == SQLite && p.Schema != "" {
		return fmt.Errorf("schema %q: SQLite has none; remove it", p.Schema)
	}
	for _, n := range []struct{ kind, name, longest string }{
		{"schema", p.Schema, p.Schema}, {"table", p.Table, p.Table}, {"name", p.Name, p.Name + "_fields"},
		{"table and name together", p.Table + "_" + p.Name, p.fields()},
	} {
		if s := p.syntax; s.length != nil && s.length(n.longest) > s.longest {
			return fmt.Errorf("%s %q is too long; use at most %d %s", n.kind, n.name,
				s.longest-s.length(n.longest)+s.length(n.name), s.unit)
		}
	}
	return nil
}

// trigger is the name of the trigger, empty in PostgreSQL, which has none.
func (p *plan) trigger() string {
	if p.Dialect == Postgres {
		return ""
	}
	return p.Table + "_" + p.Name
}

// fields is the name of what decodes ids: a function, or a view of one table.
func (p *plan) fields() string { return cmp.Or(p.trigger(), p.Name) + "_fields" }

// quote writes a name as SQL does.
func (p *plan) quote(name string) string {
	mark := p.syntax.mark
	return mark + strings.ReplaceAll(name, mark, mark+mark) + mark
}

// of is a name of something in the schema, as SQL writes it.
func (p *plan) of(name string) string {
	if p.Schema == "" {
		return p.quote(name)
	}
	return p.quote(p.Schema) + "." + p.quote(name)
}

// quoted writes a text as SQL does.
func (p *plan) quoted(text string) string {
	if p.Dialect == MariaDB {
		text = strings.ReplaceAll(text, `\`, `\\`)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// clocked says how time is counted.
func (p *plan) clocked() string {
	return fmt.Sprintf("epoch %s, tick %s", p.scheme.Epoch.UTC().Format(time.RFC3339Nano), p.scheme.Tick)
}

// settings says in a line what the ids are: what shares a name has to agree on it.
func (p *plan) settings() string {
	l := slices.Clone(p.scheme.Layout)
	for i, f := range l {
		if f.Source == gen.Data || f.Source == gen.Worker {
			l[i].Source, l[i].Value = gen.Const, p.codec.Field(p.fixed, i).Lo
		}
	}
	text := p.scheme.Name + ", " + l.String()
	if p.time > 0 {
		text += ", " + p.clocked()
	}
	if p.Original {
		text += ", the original"
	}
	return text
}

// title is what a script says first.
func (p *plan) title() string {
	s := p.scheme
	text := fmt.Sprintf("%s (%s) generated inside %s\n%s %s", s.Title, s.Name, p.syntax.engine, p.syntax.client,
		p.syntax.how)
	if s.Name == "uuidv7" && p.Dialect == Postgres {
		text += "\nPostgreSQL 18 has uuidv7() itself, with the same bits; this one is for the versions before"
	}
	if p.time > 0 {
		text += "\n" + p.clocked()
	}
	if l := s.Layout; l.Width(gen.Worker) > 0 {
		text += fmt.Sprintf("\nworker %d: no other database and no other generator may have it",
			p.codec.Source(p.fixed, gen.Worker).Lo)
	}
	if p.kind == counted && s.Text.Form != gen.Decimal {
		text += fmt.Sprintf("\nids are numbers here: idscope convert NUMBER --as %s --to %[1]s writes them as %s",
			s.Name, s.Text.Form)
	}
	for i, f := range s.Layout {
		if f.Source == gen.Data {
			text += fmt.Sprintf("\n%s %d", f.Name, p.codec.Field(p.fixed, i).Lo)
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
	text := "Generates an id. Ids increase, whatever connection asks. "
	if !p.increases() {
		text = "Generates an id. Ids differ, whatever connection asks. In this layout they do not increase.\n"
	}
	text += "What was generated once is never generated again,\nalso after a rollback, a restart, or where the " +
		"clock moves backwards: the last number is kept, and counts on.\n"
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
