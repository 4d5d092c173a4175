package database

import (
	"embed"
	"fmt"
	"strings"
	"text/template/parse"

	"idscope/gen"
)

// templates are the statements of each dialect, with named values.
//
//go:embed *.sql.tmpl
var templates embed.FS

// values are what a template names: numbers, names as the dialect quotes them, and
// expressions in its syntax.
func (p *plan) values() map[string]any {
	bits := p.scheme.Layout.Width(gen.Random)
	v := map[string]any{
		"Scheme": p.scheme.Name, "Kind": string(p.kind), "Session": strings.ReplaceAll(p.scheme.Name, "-", "_"),
		"Schema": p.Schema, "TableName": p.Table, // as they were given
		"Table": p.of(p.Table), "Function": p.of(p.Name), "State": p.of(p.Name + "_seq"),
		"Lock": p.of(p.Name + "_lock"), "Fields": p.of(p.Name + "_fields"), "Trigger": p.of(p.trigger()),
		"Checked": p.quote(p.Name + "_checked"), "Tag": p.tag(), "Alphabet": crockfordSymbols, "Symbols": []string(nil),
		"Columns": []map[string]any(nil), "Explain": "", "Floor": 0,
		"HighMask": gen.Mask(bits - bits/2).Lo, "LowMask": gen.Mask(bits / 2).Lo, // of the halves of the random bits
		"HasTime": p.time > 0, "Unsigned": p.unsigned(), "Original": p.Original,
	}
	if p.text.Form == gen.Crockford {
		v["Symbols"] = p.symbols() // of an id, as numbers
	}
	if p.time > 0 {
		v["Span"], v["Explain"] = p.span(), p.explain()
		v["Refusal"] = p.scheme.Name + " has no ids for this time; its time is " + p.span()
		v["Tick"], v["Clock"] = p.tickOf(), p.syntax.clock // the clock in ticks, and in microseconds since 1970
		v["Ticks"], v["Micros"] = p.ticks(), p.micros()    // of an id, of ticks
		v["Last"], v["Epoch"], v["TickMicros"] = p.last, p.epoch, p.tick
	}
	v["SeqBits"], v["SeqMask"], v["Steps"] = p.seq, gen.Mask(p.seq).Lo, uint64(1)<<p.seq
	if p.kind != counted {
		return v
	}
	v["Number"], v["Start"], v["Columns"], v["Floor"] = p.bits(0, p.size), p.start(), p.columns(), p.floor()
	// Ticks ahead of the clock that are usual, and that are waited for; by how many an id is more ahead than it may be.
	v["Lead"], v["Most"], v["Excess"] = p.lead(), p.patience()+p.lead(), "ahead"
	v["Continues"] = p.continues()
	if p.lead() > 0 {
		v["Excess"] = fmt.Sprintf("(ahead - %d)", p.lead())
	}
	if p.Original {
		layout := p.scheme.Layout
		v["OriginalEpoch"], v["Shard"] = p.epoch/1000, p.data["shard"] // in milliseconds
		v["TimeShift"], v["ShardShift"] = p.lsb[layout.Index("timestamp")], p.lsb[layout.Index("shard")]
	}
	return v
}

// tag is the mark around a function's text in PostgreSQL, which must not be in it.
func (p *plan) tag() string {
	tag := "$idscope$"
	for n := 1; strings.Contains(p.Schema+" "+p.Table+" "+p.Name, tag); n++ {
		tag = fmt.Sprintf("$idscope%d$", n)
	}
	return tag
}

// script fills the templates of the dialect.
func (p *plan) script() (*Script, error) {
	text, err := templates.ReadFile(string(p.Dialect) + ".sql.tmpl")
	if err != nil {
		return nil, err
	}
	f := filler{funcs: map[string]any{
		"quote": p.quote, "text": p.quoted, "bits": p.bits,
		"comment": func(text string) string { return "-- " + strings.ReplaceAll(text, "\n", "\n-- ") },
		"eq":      func(a, b any) bool { return a == b },
		"ne":      func(a, b any) bool { return a != b },
		"not":     func(a bool) bool { return !a },
	}}
	if f.trees, err = parse.Parse("", string(text), "", "", f.funcs); err != nil {
		return nil, err
	}
	v := p.values()
	name := "create"
	if p.Original {
		name = "original"
	}
	create, remove := f.fill(name, v), f.fill("remove", v)
	s := &Script{Title: p.title(), Remove: strings.Split(remove, "\n"), dialect: p.Dialect}
	for text := range strings.SplitSeq(create, "\n;\n") {
		s.Statements = append(s.Statements, statement(text))
	}
	return s, nil
}

// statement takes the comment off a statement.
func statement(text string) Statement {
	var comment []string
	for {
		line, rest, _ := strings.Cut(text, "\n")
		about, ok := strings.CutPrefix(line, "-- ")
		if !ok {
			return Statement{Comment: strings.Join(comment, "\n"), SQL: text}
		}
		comment, text = append(comment, about), rest
	}
}
