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
	Append func(dst []byte) []byte
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
	{"and", 1, func(args []value) string {
		for _, a := range args[:len(args)-1] {
			if a() == "" {
				return ""
			}
		}
		return args[len(args)-1]()
	}},
	{"or", 1, func(args []value) string {
		for _, a := range args[:len(args)-1] {
			if text := a(); text != "" {
				return text
			}
		}
		return args[len(args)-1]()
	}},
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
	t = &Template{Values: map[string]string{}}
	t.Append = func(dst []byte) []byte { return dst }
	if tree := trees[""]; tree != nil && tree.Root != nil {
		t.Append, err = t.node(tree.Root)
	}
	slices.Sort(t.Names)
	t.Names = slices.Compact(t.Names)
	return t, err
}

// node returns what writes a part of the template.
func (t *Template) node(n parse.Node) (func(dst []byte) []byte, error) {
	switch n := n.(type) {
	case *parse.TextNode:
		text := inspect.Redact(string(n.Text))
		return func(dst []byte) []byte { return append(dst, text...) }, nil
	case *parse.CommentNode:
		return func(dst []byte) []byte { return dst }, nil
	case *parse.ListNode:
		var all []func([]byte) []byte
		for _, sub := range n.Nodes {
			one, err := t.node(sub)
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		return func(dst []byte) []byte {
			for _, one := range all {
				dst = one(dst)
			}
			return dst
		}, nil
	case *parse.ActionNode:
		v, err := t.pipe(n.Pipe)
		return func(dst []byte) []byte { return append(dst, v()...) }, err
	case *parse.IfNode:
		is, err := t.pipe(n.Pipe)
		if err != nil {
			return nil, err
		}
		then, err := t.node(n.List)
		if err != nil || n.ElseList == nil {
			return func(dst []byte) []byte {
				if is() != "" {
					dst = then(dst)
				}
				return dst
			}, err
		}
		other, err := t.node(n.ElseList)
		return func(dst []byte) []byte {
			if is() != "" {
				return then(dst)
			}
			return other(dst)
		}, err
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
		f := templateFuncs[slices.IndexFunc(templateFuncs[:], func(f templateFunc) bool { return f.name == name.Ident })]
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
	constant := func(text string) (value, error) { return func() string { return text }, nil }
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
		return constant(n.Text)
	case *parse.NumberNode:
		return constant(n.Text)
	case *parse.BoolNode:
		return constant(truth(n.True))
	case *parse.PipeNode:
		return t.pipe(n)
	}
	return nil, fmt.Errorf("%s is not understood; use a name such as .Time, or a text in quotes", n)
}
