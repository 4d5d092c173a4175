package database

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names refuses what cannot be a name, with what is appended to it.
func (p *plan) names() error {
	if p.Dialect == SQLite && p.Schema != "" {
		return fmt.Errorf("schema %q: SQLite has none; remove it", p.Schema)
	}
	for _, n := range []struct{ kind, name, longest string }{
		{"schema", p.Schema, p.Schema}, {"table", p.Table, p.Table}, {"name", p.Name, p.Name + "_fields"},
		{"table and name together", p.Table + "_" + p.Name, p.trigger()},
	} {
		if n.name == "" {
			continue
		}
		if !utf8.ValidString(n.name) || strings.ContainsFunc(n.name, unicode.IsControl) ||
			strings.TrimSpace(n.name) != n.name {
			return fmt.Errorf("%s %q is not usable; use a text without control characters, and without spaces at its "+
				"ends",
				n.kind, n.name)
		}
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

// quote writes a name as SQL does.
func (p *plan) quote(name string) string {
	mark := p.syntax.mark
	return mark + strings.ReplaceAll(name, mark, mark+mark) + mark
}

// of is a name of something in the schema, as SQL writes it.
func (p *plan) of(name string) string {
	schema := p.Schema
	if p.Dialect == Postgres {
		schema = cmp.Or(schema, "public")
	}
	if schema == "" {
		return p.quote(name)
	}
	return p.quote(schema) + "." + p.quote(name)
}

// quoted writes a text as SQL does.
func (p *plan) quoted(text string) string {
	if p.Dialect == MariaDB {
		text = strings.ReplaceAll(text, `\`, `\\`)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
