package cli

import (
	"cmp"
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
func ParseTemplate(text string) (t *Template, err error) {
	known := map[string]any{}
	for _, f := range templateFuncs {
		known[f.name] = f.call
	}
	trees, err := parse.Parse("", text, "", "", known)
	if err != nil {
		return nil, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "template: :"))
	}
	t = &Template{Values: map[string]string{}, text: constant("")}
	if tree := trees[""]; tree != nil {
		t.text, err = t.node(tree.Root)
	}
	slices.Sort(t.Names)
	t.Names = slices.Compact(t.Names)
	return t, err
}

// Append appends what the template says of the values.
func (t *Template) Append(dst []byte) []byte { return append(dst, t.text()...) }

func constant(text string) value { return func() string { return text } }

// node returns the text of a part of the template.
func (t *Template) node(n parse.Node) (value, error) {
	switch n := n.(type) {
	case *parse.TextNode:
		return constant(inspect.Redact(string(n.Text))), nil
	case *parse.CommentNode:
		return constant(""), nil
	case *parse.ListNode:
		if n == nil {
			return constant(""), nil
		}
		all := make([]value, len(n.Nodes))
		for i, sub := range n.Nodes {
			var err error
			if all[i], err = t.node(sub); err != nil {
				return nil, err
			}
		}
		return func() string { return strings.Join(texts(all), "") }, nil
	case *parse.ActionNode:
		return t.pipe(n.Pipe)
	case *parse.IfNode:
		is, err1 := t.pipe(n.Pipe)
		then, err2 := t.node(n.List)
		other, err3 := t.node(n.ElseList)
		return func() string {
			if is() != "" {
				return then()
			}
			return other()
		}, cmp.Or(err1, err2, err3)
	}
	return nil, fmt.Errorf("%s is not understood; use names, if, else, print, printf, eq, ne, not, and, or", n)
}

// pipe returns the text of a pipeline: each command's last argument is the text before.
func (t *Template) pipe(p *parse.PipeNode) (value, error) {
	if len(p.Decl) > 0 {
		return nil, fmt.Errorf("%s sets a variable; use names and functions alone", p)
	}
	var last value
	for _, c := range p.Cmds {
		var args []value
		for _, a := range c.Args[1:] {
			v, err := t.argument(a)
			if err != nil {
				return nil, err
			}
			args = append(args, v)
		}
		if last != nil {
			args = append(args, last)
		}
		name, called := c.Args[0].(*parse.IdentifierNode)
		if !called {
			v, err := t.argument(c.Args[0])
			if err != nil {
				return nil, err
			}
			if len(args) > 0 {
				return nil, fmt.Errorf("%s takes no argument; use a function, such as printf", c.Args[0])
			}
			last = v
			continue
		}
		f := templateFuncs[slices.IndexFunc(templateFuncs[:],
			func(f templateFunc) bool { return f.name == name.Ident })]
		if len(args) < f.least || name.Ident == "not" && len(args) > 1 {
			return nil, fmt.Errorf("%s has %d arguments; use %d", name.Ident, len(args), f.least)
		}
		if name.Ident == "printf" {
			if err := checkFormat(c.Args[1:], len(args)-1); err != nil {
				return nil, err
			}
		}
		last = func() string { return f.call(args) }
	}
	return last, nil
}

// checkFormat refuses a format that does not fit as many values, which are texts.
func checkFormat(args []parse.Node, values int) error {
	if len(args) == 0 {
		return fmt.Errorf("printf has no format; use a text in quotes as its first argument")
	}
	format, ok := args[0].(*parse.StringNode)
	if !ok {
		return fmt.Errorf("%s is not a format of printf; use a text in quotes", args[0])
	}
	texts := make([]any, values)
	for i := range texts {
		texts[i] = ""
	}
	if strings.Contains(fmt.Sprintf(strings.ReplaceAll(format.Text, "%%", ""), texts...), "%!") {
		return fmt.Errorf("printf cannot write %d values as %s: they are texts, so use one %%s or %%q per value",
			values, format)
	}
	return nil
}

// argument returns the text of a name or a constant.
func (t *Template) argument(n parse.Node) (value, error) {
	named := func(name string) (value, error) {
		t.Names = append(t.Names, name)
		return func() string { return t.Values[name] }, nil
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
		return constant(n.Text), nil
	case *parse.NumberNode:
		return constant(n.Text), nil
	case *parse.BoolNode:
		return constant(truth(n.True)), nil
	case *parse.PipeNode:
		return t.pipe(n)
	}
	return nil, fmt.Errorf("%s is not understood; use a name such as .Time, or a text in quotes", n)
}
