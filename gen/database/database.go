// Package database writes SQL that generates a scheme's ids inside a database: what
// is declared of the scheme (layout, epoch, tick, policies) becomes a function or a
// trigger with its own state, so that a clock that moves backwards, a restart and any
// number of connections repeat nothing.
package database

import (
	"fmt"
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

// Options are what a script depends on besides the scheme.
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
// changes nothing of what was generated, and replaces functions and triggers.
type Script struct {
	Title      string
	Statements []Statement
	Warnings   []string // of what the statements do
	Remove     []string // statements that take it away again, but the table and its ids
	dialect    Dialect
}

// Statement is one statement, without the semicolon at its end.
type Statement struct {
	Comment string // what it is for: lines without a mark
	SQL     string
}

// New writes the script of a scheme. Its errors say why a scheme has none, or which
// option is wrong.
func New(s *gen.Scheme, o Options) (*Script, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return nil, err
	}
	script, err := p.script()
	if err != nil {
		return nil, err
	}
	if o.Original {
		script.Warnings = []string{fmt.Sprintf(
			"this is the original, and it repeats ids: past %d in a millisecond, and after "+
				"the clock moved backwards", uint64(1)<<p.seq)}
	}
	return script, nil
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
