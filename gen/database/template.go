package database

import (
	"embed"
	"fmt"
	"reflect"
	"strings"
	"text/template/parse"

	"idscope/gen"
)

// filler fills a template of statements: text, values by name, if, with, range, template, and functions.
// It is parsed by Go's own parser and run here: text/template calls methods by their names, for which the
// linker keeps every method of the program, and each call of idscope would take longer by 0.8 ms.
type filler struct {
	trees map[string]*parse.Tree
	funcs map[string]any
	out   strings.Builder
}

// scope is what names mean at a place of a template.
type scope struct {
	dot       any
	variables map[string]any // with their sign; "$" is what the template was called with
}

// fill returns the template of a name with values.
func (f *filler) fill(name string, values map[string]any) string {
	f.out.Reset()
	f.call(name, values)
	return f.out.String()
}

func (f *filler) call(name string, dot any) {
	f.node(f.trees[name].Root, scope{dot, map[string]any{"$": dot}})
}

// node writes a part. The templates are fixed, and tests fill all of them: what is not understood is a mistake here.
func (f *filler) node(n parse.Node, s scope) {
	switch n := n.(type) {
	case *parse.TextNode:
		f.out.Write(n.Text)
	case *parse.ListNode:
		for _, part := range n.Nodes {
			f.node(part, s)
		}
	case *parse.ActionNode:
		fmt.Fprint(&f.out, f.value(n.Pipe, s))
	case *parse.TemplateNode:
		f.call(n.Name, f.value(n.Pipe, s))
	case *parse.IfNode:
		f.either(&n.BranchNode, s, s)
	case *parse.WithNode:
		f.either(&n.BranchNode, s, scope{f.value(n.Pipe, s), s.variables})
	case *parse.RangeNode:
		list := reflect.ValueOf(f.value(n.Pipe, s))
		for i := range list.Len() { // each element is the dot, or is named by variables
			inner := scope{list.Index(i).Interface(), map[string]any{"$": s.variables["$"]}}
			if d := n.Pipe.Decl; len(d) == 2 {
				inner.variables[d[0].Ident[0]], inner.variables[d[1].Ident[0]] = i, inner.dot
			}
			f.node(n.List, inner)
		}
	default:
		panic(fmt.Sprintf("the template has %s, which is not understood", n))
	}
}

// either writes one of two branches, the first one with names as they are inside.
func (f *filler) either(n *parse.BranchNode, s, inside scope) {
	if !reflect.ValueOf(f.value(n.Pipe, s)).IsZero() {
		f.node(n.List, inside)
	} else if n.ElseList != nil {
		f.node(n.ElseList, s)
	}
}

// value is that of a constant, a name, or a function of those.
func (f *filler) value(n parse.Node, s scope) any {
	switch n := n.(type) {
	case *parse.PipeNode:
		words := n.Cmds[0].Args
		function, called := words[0].(*parse.IdentifierNode)
		if !called {
			return f.value(words[0], s)
		}
		var args []reflect.Value
		for _, w := range words[1:] {
			args = append(args, reflect.ValueOf(f.value(w, s)))
		}
		return reflect.ValueOf(f.funcs[function.Ident]).Call(args)[0].Interface()
	case *parse.DotNode:
		return s.dot
	case *parse.FieldNode:
		return field(s.dot, n.Ident)
	case *parse.VariableNode:
		return field(s.variables[n.Ident[0]], n.Ident[1:])
	case *parse.StringNode:
		return n.Text
	case *parse.NumberNode:
		return int(n.Int64)
	}
	panic(fmt.Sprintf("the template has %s, which is not understood", n))
}

// field is the value of a name; the value itself without one.
func field(of any, names []string) any {
	for _, name := range names {
		value, ok := of.(map[string]any)[name]
		if !ok {
			panic("the template has the value " + name + ", which there is not")
		}
		of = value
	}
	return of
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
