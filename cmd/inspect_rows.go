package cmd

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"text/template/parse"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// rows writes the values of each id, one row an id.
type rows struct {
	*screen.View
	in     *inspect.Inspector
	out    lines.Writer
	names  []string // folded
	row    []string
	safe   bool // whether values may be shown as they are
	write  func(row []string) error
	warn   func(string)
	result inspect.Result

	total, bad int
}

// rows returns what writes rows in the chosen format.
func (o *inspectOptions) rows(in *inspect.Inspector) (*rows, error) {
	r := &rows{View: o.view(), in: in, out: lines.Writer{To: o.Out}, names: o.fields, warn: o.Warn,
		safe: !o.OutTerminal}
	if o.template != "" {
		return r, o.templated(r)
	}
	head := len(r.names) == 0
	if head {
		r.names = screen.TableValues()
	}
	if err := o.knownValues("--field", r.names); err != nil {
		return nil, err
	}
	r.write = r.tsv
	if o.format.Value == "csv" {
		r.write = r.csv()
		if err := r.write(r.names); err != nil {
			return nil, err
		}
	}
	for i, name := range r.names {
		r.names[i] = gen.Fold(name)
	}
	return r, nil
}

// knownValues refuses names that no id has.
func (o *inspectOptions) knownValues(flag string, names []string) error {
	own, err := o.KnownSchemes()
	if err != nil {
		return err
	}
	asked, _ := o.as.Schemes(o.App) // which may have a layout that flags give
	all := screen.ValueNames(slices.Concat(known.All(), known.Unlisted(), own, asked))
	all = append(all, known.FindingNames()...)
	for _, name := range names {
		if slices.ContainsFunc(all, func(known string) bool { return gen.Fold(known) == gen.Fold(name) }) {
			continue
		}
		f := cli.Usage("%s %q is of no id; use a name of the JSON, such as time, scheme or worker", flag, name)
		if list := strings.ReplaceAll(name, ",", " "+flag+" "); list != name {
			return f.Hinted("one value each: %s %s", flag, screen.Escaped(list))
		}
		return f.Hinted("idscope schemes SCHEME lists the fields of one").Near("", name, all)
	}
	return nil
}

// tsv writes a row with tabs between its values, which have none.
func (r *rows) tsv(row []string) error {
	r.out.Text = screen.AppendTSV(r.out.Text, row)
	return r.out.Full()
}

// csv returns what writes a row as RFC 4180 has it.
func (r *rows) csv() func([]string) error {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	return func(row []string) error {
		_ = w.Write(row)
		w.Flush() // into memory
		r.out.Text = append(r.out.Text, buf.Bytes()...)
		buf.Reset()
		return r.out.Full()
	}
}

// templated makes the rows those of the template, whose names become the columns.
func (o *inspectOptions) templated(r *rows) error {
	t, err := parseTemplate(o.template)
	if err != nil {
		return cli.Usage("--template %w", err)
	}
	if err := o.knownValues("--template", t.Names); err != nil {
		return err
	}
	for _, name := range t.Names {
		r.names = append(r.names, gen.Fold(name))
	}
	r.write = func(row []string) error {
		for i, name := range t.Names {
			t.Values[name] = row[i]
		}
		if r.out.Text = t.Append(r.out.Text); !bytes.HasSuffix(r.out.Text, []byte("\n")) {
			r.out.Text = append(r.out.Text, '\n')
		}
		return r.out.Full()
	}
	return nil
}

// add writes the row of an id, and of each other that is in one text.
func (r *rows) add(text []byte) error {
	r.total++
	if r.in.InspectInto(&r.result, string(text)); !r.result.OK() {
		if r.bad++; r.result.Err.Code == inspect.CodeTooLong && !slices.Contains(r.names, "detail") {
			r.warn(r.result.Err.Message)
		}
	}
	for found := r.result.Found; ; {
		r.row = r.row[:0]
		for _, name := range r.names {
			value := r.Value(&r.result, name)
			if !r.safe {
				value = screen.Printable(value)
			}
			r.row = append(r.row, value)
		}
		if err := r.write(r.row); err != nil || len(found) < 2 {
			return err
		}
		found = found[1:] // the other ids in the text
		r.in.InspectInto(&r.result, found[0])
	}
}

// sorted reads all ids, each of several in one text, and returns them in the order of their times, those of one time in
// their own.
func (o *inspectOptions) sorted(args []string, in *inspect.Inspector) ([]string, error) {
	type timed struct {
		text, canonical string
		id              gen.ID
		at              time.Time
		last            int // 1 without a time
	}
	var all []timed
	var r inspect.Result
	err := o.EachID("inspect", args, func() error { return nil }, func(text []byte) error {
		in.DetectInto(&r, text)
		found := []string{string(text)}
		if len(r.Found) > 1 {
			found = slices.Clone(r.Found)
		}
		for _, text := range found {
			if len(found) > 1 {
				in.DetectInto(&r, []byte(text))
			}
			one := timed{text: text, last: 1}
			if r.OK() && r.Readings[0].Timed {
				best := &r.Readings[0]
				one = timed{text, best.Canonical(), best.ID, best.Time, 0}
			}
			all = append(all, one)
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b timed) int {
		return cmp.Or(a.last-b.last, a.at.Compare(b.at), a.id.Cmp(b.id), strings.Compare(a.canonical, b.canonical))
	})
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = one.text
	}
	return texts, err
}

// idTemplate is a Go template over the values of an id, which are texts. It is parsed by
// Go's own parser; what runs it is here, as that of text/template makes the linker keep
// every method of the program, and every call a tenth of a millisecond slower.
type idTemplate struct {
	Names  []string          // of the values that it uses, as it writes them
	Values map[string]string // of the id
	text   value
	err    error // the first of parsing
}

// value is a part of a template that gives a text; empty is false.
type value func() string

// templateFuncs are the functions of a template, with the fewest arguments that each takes.
var templateFuncs = [...]templateFunc{
	{"print", 1, func(args []value) string { return strings.Join(texts(args), "") }},
	{"println", 0, func(args []value) string { return strings.Join(texts(args), " ") + "\n" }},
	{"printf", 1, func(args []value) string {
		list := make([]any, len(args)-1)
		for i, a := range args[1:] {
			list[i] = a()
		}
		return fmt.Sprintf(args[0](), list...)
	}},
	{"eq", 2, func(args []value) string { return truth(slices.Contains(texts(args[1:]), args[0]())) }},
	{"ne", 2, func(args []value) string { return truth(!slices.Contains(texts(args[1:]), args[0]())) }},
	{"not", 1, func(args []value) string { return truth(args[0]() == "") }},
	{"and", 1, func(args []value) string { return until(args, false) }},
	{"or", 1, func(args []value) string { return until(args, true) }},
}

// until returns the first argument that is true or false, else the last.
func until(args []value, found bool) string {
	for _, a := range args[:len(args)-1] {
		if text := a(); (text != "") == found {
			return text
		}
	}
	return args[len(args)-1]()
}

type templateFunc struct {
	name  string
	least int
	call  func(args []value) string
}

func texts(args []value) []string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = a()
	}
	return list
}

func truth(is bool) string {
	if is {
		return "true"
	}
	return ""
}

// parseTemplate reads a template.
func parseTemplate(text string) (*idTemplate, error) {
	known := map[string]any{}
	for _, f := range templateFuncs {
		known[f.name] = f.call
	}
	trees, err := parse.Parse("", text, "", "", known)
	if err != nil {
		_, what, _ := strings.Cut(strings.TrimPrefix(err.Error(), "template: "), ": ") // behind its line
		return nil, fmt.Errorf("does not parse: %s", what)
	}
	t := &idTemplate{Values: map[string]string{}, text: constant("")}
	if tree := trees[""]; tree != nil {
		t.text = t.node(tree.Root)
	}
	return t, t.err
}

// Append appends what the template says of the values.
func (t *idTemplate) Append(dst []byte) []byte { return append(dst, t.text()...) }

func constant(text string) value { return func() string { return text } }

// refuse keeps the first error; what is returned is never called.
func (t *idTemplate) refuse(format string, values ...any) value {
	if t.err == nil {
		t.err = fmt.Errorf(format, values...)
	}
	return nil
}

// node returns the text of a part of the template.
func (t *idTemplate) node(n parse.Node) value {
	switch n := n.(type) {
	case *parse.TextNode:
		return constant(inspect.Redact(string(n.Text)))
	case *parse.CommentNode:
		return constant("")
	case *parse.ListNode:
		if n == nil {
			return constant("")
		}
		all := make([]value, len(n.Nodes))
		for i, sub := range n.Nodes {
			all[i] = t.node(sub)
		}
		return func() string { return strings.Join(texts(all), "") }
	case *parse.ActionNode:
		return t.pipe(n.Pipe)
	case *parse.IfNode:
		is, then, other := t.pipe(n.Pipe), t.node(n.List), t.node(n.ElseList)
		return func() string {
			if is() != "" {
				return then()
			}
			return other()
		}
	}
	return t.refuse("%s is not understood; use names, if, else, print, printf, eq, ne, not, and, or", n)
}

// pipe returns the text of a pipeline: each command's last argument is the text before.
func (t *idTemplate) pipe(p *parse.PipeNode) (last value) {
	if len(p.Decl) > 0 {
		return t.refuse("%s sets a variable; use names and functions alone", p)
	}
	for i, c := range p.Cmds {
		var args []value
		for _, a := range c.Args[1:] {
			args = append(args, t.argument(a))
		}
		if i > 0 {
			args = append(args, last)
		}
		if name, called := c.Args[0].(*parse.IdentifierNode); called {
			last = t.call(name.Ident, c.Args[1:], args)
			continue
		}
		if last = t.argument(c.Args[0]); len(args) > 0 {
			return t.refuse("%s takes no argument; use a function, such as printf", c.Args[0])
		}
	}
	return last
}

// call returns the text of a function; of its arguments the last may be the text before it, which is not given.
func (t *idTemplate) call(name string, given []parse.Node, args []value) value {
	f := templateFuncs[slices.IndexFunc(templateFuncs[:], func(f templateFunc) bool { return f.name == name })]
	switch {
	case len(args) < f.least || name == "not" && len(args) > 1:
		return t.refuse("%s has %s; use %d", name, quantity.Counted(len(args), "argument"), f.least)
	case name == "printf":
		t.checkFormat(given, len(args)-1)
	}
	return func() string { return f.call(args) }
}

// checkFormat refuses a format that does not fit as many values, which are texts.
func (t *idTemplate) checkFormat(args []parse.Node, values int) {
	if len(args) == 0 {
		t.refuse("printf has no format; use a text in quotes as its first argument")
		return
	}
	format, ok := args[0].(*parse.StringNode)
	if !ok {
		t.refuse("%s is not a format of printf; use a text in quotes", args[0])
		return
	}
	texts := slices.Repeat([]any{""}, values)
	if strings.Contains(fmt.Sprintf(strings.ReplaceAll(format.Text, "%%", ""), texts...), "%!") {
		t.refuse("printf cannot write %s as %s: they are texts, so use one %%s or %%q per value",
			quantity.Counted(values, "value"), format)
	}
}

// argument returns the text of a name or a constant.
func (t *idTemplate) argument(n parse.Node) value {
	named := func(name string) value {
		t.Names = append(t.Names, name)
		return func() string { return t.Values[name] }
	}
	switch n := n.(type) {
	case *parse.FieldNode:
		if len(n.Ident) == 1 {
			return named(n.Ident[0])
		}
	case *parse.VariableNode:
		if len(n.Ident) == 2 && n.Ident[0] == "$" {
			return named(n.Ident[1])
		}
	case *parse.StringNode:
		return constant(n.Text)
	case *parse.NumberNode:
		return constant(n.Text)
	case *parse.BoolNode:
		return constant(truth(n.True))
	case *parse.PipeNode:
		return t.pipe(n)
	}
	return t.refuse("%s is not understood; use a name such as .Time, or a text in quotes", n)
}
