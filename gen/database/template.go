package database

import (
	"embed"
	"fmt"
	"strings"
	"text/template/parse"

	"idscope/gen"
)

// filler fills a template of statements: text, {{.Name}}, {{if .Name}} and {{template "name"}}. It is parsed by Go's
// own parser and run here: text/template calls methods by their names, for which the linker keeps every method of the
// program, and each call of idscope would take longer by 0.8 ms.
type filler struct {
	trees  map[string]*parse.Tree
	values map[string]any
	out    strings.Builder
}

// fill returns the template of a name.
func (f *filler) fill(name string) string {
	f.out.Reset()
	f.write(f.trees[name].Root)
	return f.out.String()
}

// write writes a part. The templates are fixed, and tests fill all of them: what is not understood is a mistake here.
func (f *filler) write(n parse.Node) {
	switch n := n.(type) {
	case *parse.TextNode:
		f.out.Write(n.Text)
	case *parse.ListNode:
		for _, part := range n.Nodes {
			f.write(part)
		}
	case *parse.ActionNode:
		fmt.Fprint(&f.out, f.value(n.Pipe))
	case *parse.TemplateNode:
		f.write(f.trees[n.Name].Root)
	case *parse.IfNode:
		if v := f.value(n.Pipe); v != false && v != "" && v != uint64(0) {
			f.write(n.List)
		} else if n.ElseList != nil {
			f.write(n.ElseList)
		}
	default:
		panic(fmt.Sprintf("the template has %s, which is not understood", n))
	}
}

// value is that of a name.
func (f *filler) value(p *parse.PipeNode) any {
	v, ok := f.values[p.Cmds[0].Args[0].(*parse.FieldNode).Ident[0]]
	if !ok {
		panic(fmt.Sprintf("the template has the value %s, which there is not", p))
	}
	return v
}

// templates are the statements of each dialect, with named values.
//
//go:embed *.sql.tmpl
var templates embed.FS

// values are what a template names: numbers, names as the dialect quotes them, and
// expressions in its syntax.
func (p *plan) values() map[string]any {
	bits := p.scheme.Layout.Width(gen.Random)
	v := map[string]any{
		"Counted": p.kind == counted, "Ordered": p.kind == ordered, "Growing": p.kind == growing,
		"Random": p.kind == random, "Original": p.Original, "HasTime": p.time > 0, "Unsigned": p.unsigned(),
		"Scheme": p.scheme.Name, "Session": strings.ReplaceAll(p.scheme.Name, "-", "_"),
		"Table": p.of(p.Table), "Function": p.of(p.Name), "State": p.of(p.Name + "_seq"),
		"Lock": p.of(p.Name + "_lock"), "Fields": p.of(p.fields()), "Trigger": p.of(p.trigger()),
		"Checked": p.quote(p.Name + "_checked"), "Tag": p.tag(),
		// names as texts: as they were given, and with the schema
		"Schema": "", "TableName": p.quoted(p.Table), "TableText": p.quoted(p.of(p.Table)),
		"StateText": p.quoted(p.of(p.Name + "_seq")), "FunctionName": p.quoted(p.Name),
		"FunctionText": p.quoted(p.of(p.Name)), "Settings": p.quoted(p.settings()),
		"Other":    p.quote("the last number is of " + p.settings() + "; use another --name, or take that away first"),
		"HighMask": gen.Mask(bits - bits/2).Lo, "LowMask": gen.Mask(bits / 2).Lo, // of the halves of the random bits
		// of a wide id: its symbols, or the parts of a UUID and its halves
		"Symbols": "", "Groups": p.parts(32, 16, 16, 16, 48), "UpperHalf": p.bits(64, 64), "LowerHalf": p.bits(0, 64),
		"SeqBits": p.seq, "SeqMask": gen.Mask(p.seq).Lo, "Steps": uint64(1) << p.seq,
		"Columns": "", "Declared": "", "Read": "", "Explain": "", "Floor": uint64(0),
	}
	if p.Schema != "" {
		v["Schema"] = p.quoted(p.Schema)
	}
	if p.kind != counted && p.scheme.Text.Form == gen.Crockford {
		v["Symbols"] = p.symbols()
	}
	if p.time > 0 {
		v["Explain"] = "-- " + strings.ReplaceAll(p.explain(), "\n", "\n-- ")
		v["Refusal"] = p.quoted(p.scheme.Name + " has no ids for this time; its time is " + p.span())
		v["Tick"], v["Clock"] = p.tickOf(), p.syntax.clock // the clock in ticks, and in microseconds since 1970
		v["Ticks"], v["Micros"] = p.ticks(), p.micros()    // of an id, of ticks
		v["Last"], v["Epoch"], v["TickMicros"] = p.last, p.epoch, p.tick
	}
	if p.kind != counted {
		return v
	}
	v["Number"], v["Start"], v["Floor"] = p.bits(0, p.size), p.start(), p.floor()
	v["Columns"], v["Declared"], v["Read"] = p.columns()
	// Ticks ahead of the clock that are usual, and that are waited for; by how many an id is more ahead than it may be.
	v["Lead"], v["Most"], v["Excess"] = p.lead(), p.patience()+p.lead(), "ahead"
	v["Refuses"] = !p.continues()
	if p.lead() > 0 {
		v["Excess"] = fmt.Sprintf("(ahead - %d)", p.lead())
	}
	if p.Original {
		shard := p.scheme.Layout.Index("shard")
		v["OriginalEpoch"], v["Shard"] = p.epoch/1000, p.codec.Field(p.fixed, shard).Lo // in milliseconds
		v["TimeShift"], v["ShardShift"] = p.lsb[p.scheme.Layout.Index("timestamp")], p.lsb[shard]
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

// script fills the templates of the dialect, which there are, and whose syntax is right.
func (p *plan) script() *Script {
	text, _ := templates.ReadFile(string(p.Dialect) + ".sql.tmpl")
	f := filler{values: p.values()}
	f.trees, _ = parse.Parse("", string(text), "", "")
	s := &Script{Title: p.title(), Remove: strings.Split(f.fill("remove"), "\n"), dialect: p.Dialect}
	if shared := f.fill("shared"); shared != "" {
		s.Shared = strings.Split(shared, "\n")
	}
	name := "create"
	if p.Original {
		name = "original"
		s.Warnings = []string{fmt.Sprintf("this is the original, and it repeats ids: past %d in a millisecond, and "+
			"after the clock moved backwards", uint64(1)<<p.seq)}
	}
	for text := range strings.SplitSeq(f.fill(name), "\n;\n") {
		s.Statements = append(s.Statements, statement(text))
	}
	return s
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
