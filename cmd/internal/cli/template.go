package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/template/parse"

	"idscope/inspect"
)

// Template is a Go template over the values of an id, which are texts. It is parsed by
// Go's own parser; what runs it is here, as that of text/template makes the linker keep
// every method of the program, and every call a tenth of a millisecond slower.
type Template struct {
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

// ParseTemplate reads a template.
func ParseTemplate(text string) (*Template, error) {
	known := map[string]any{}
	for _, f := range templateFuncs {
		known[f.name] = f.call
	}
	trees, err := parse.Parse("", text, "", "", known)
	if err != nil {
		_, what, _ := strings.Cut(strings.TrimPrefix(err.Error(), "template: "), ": ") // behind its line
		return nil, fmt.Errorf("does not parse: %s", what)
	}
	t := &Template{Values: map[string]string{}, text: constant("")}
	if tree := trees[""]; tree != nil {
		t.text = t.node(tree.Root)
	}
	slices.Sort(t.Names)
	t.Names = slices.Compact(t.Names)
	return t, t.err
}

// Append appends what the template says of the values.
func (t *Template) Append(dst []byte) []byte { return append(dst, t.text()...) }

func constant(text string) value { return func() string { return text } }

// refuse keeps the first error; what is returned is never called.
func (t *Template) refuse(format string, values ...any) value {
	if t.err == nil {
		t.err = fmt.Errorf(format, values...)
	}
	return nil
}

// node returns the text of a part of the template.
func (t *Template) node(n parse.Node) value {
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
func (t *Template) pipe(p *parse.PipeNode) (last value) {
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
func (t *Template) call(name string, given []parse.Node, args []value) value {
	f := templateFuncs[slices.IndexFunc(templateFuncs[:], func(f templateFunc) bool { return f.name == name })]
	switch {
	case len(args) < f.least || name == "not" && len(args) > 1:
		return t.refuse("%s has %d arguments; use %d", name, len(args), f.least)
	case name == "printf":
		t.checkFormat(given, len(args)-1)
	}
	return func() string { return f.call(args) }
}

// checkFormat refuses a format that does not fit as many values, which are texts.
func (t *Template) checkFormat(args []parse.Node, values int) {
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
		t.refuse("printf cannot write %d values as %s: they are texts, so use one %%s or %%q per value",
			values, format)
	}
}

// argument returns the text of a name or a constant.
func (t *Template) argument(n parse.Node) value {
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
