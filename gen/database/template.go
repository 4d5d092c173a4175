package database

import (
	"fmt"
	"reflect"
	"strings"
	"text/template/parse"
)

// filler fills a template of statements: text, values by name, if, with, range, template, and functions.
// It is parsed by Go's own parser and run here: text/template calls methods by their names, for which the
// linker keeps every method of the program, and each call of idscope would take longer by 0.8 ms.
type filler struct {
	trees map[string]*parse.Tree
	funcs map[string]func(args []any) any
	out   strings.Builder
}

// newFiller parses the templates of a text.
func newFiller(text string, funcs map[string]func(args []any) any) (*filler, error) {
	known := map[string]any{}
	for name, f := range funcs {
		known[name] = f
	}
	trees, err := parse.Parse("", text, "", "", known)
	return &filler{trees: trees, funcs: funcs}, err
}

// scope is what names mean at a place of a template.
type scope struct {
	dot       any
	variables map[string]any // with their sign; "$" is what the template was called with
}

// fill returns the template of a name with values, a pointer to a struct.
func (f *filler) fill(name string, values any) string {
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
	case *parse.CommentNode:
	case *parse.ListNode:
		for _, part := range n.Nodes {
			f.node(part, s)
		}
	case *parse.ActionNode:
		fmt.Fprint(&f.out, f.pipe(n.Pipe, s))
	case *parse.TemplateNode:
		f.call(n.Name, f.pipe(n.Pipe, s))
	case *parse.IfNode:
		f.either(&n.BranchNode, s, f.pipe(n.Pipe, s), false)
	case *parse.WithNode:
		f.either(&n.BranchNode, s, f.pipe(n.Pipe, s), true)
	case *parse.RangeNode:
		f.each(n, s)
	default:
		panic(fmt.Sprintf("the template has %s, which is not understood", n))
	}
}

// either writes one of two branches; with moves the dot to what was asked.
func (f *filler) either(n *parse.BranchNode, s scope, value any, with bool) {
	if !reflect.ValueOf(value).IsZero() {
		if with {
			s.dot = value
		}
		f.node(n.List, s)
	} else if n.ElseList != nil {
		f.node(n.ElseList, s)
	}
}

// each writes the list of a range for each element, which is the dot, or is named by variables.
func (f *filler) each(n *parse.RangeNode, s scope) {
	list := reflect.ValueOf(f.pipe(n.Pipe, s))
	for i := range list.Len() {
		inner := scope{list.Index(i).Interface(), map[string]any{"$": s.variables["$"]}}
		if d := n.Pipe.Decl; len(d) == 2 {
			inner.variables[d[0].Ident[0]], inner.variables[d[1].Ident[0]] = i, inner.dot
		}
		f.node(n.List, inner)
	}
}

// pipe is the value of an expression: a value, or a function of values.
func (f *filler) pipe(p *parse.PipeNode, s scope) any {
	words := p.Cmds[0].Args
	function, called := words[0].(*parse.IdentifierNode)
	if !called {
		return f.value(words[0], s)
	}
	args := make([]any, len(words)-1)
	for i, w := range words[1:] {
		args[i] = f.value(w, s)
	}
	return f.funcs[function.Ident](args)
}

// value is that of a name or a constant.
func (f *filler) value(n parse.Node, s scope) any {
	switch n := n.(type) {
	case *parse.DotNode:
		return s.dot
	case *parse.FieldNode:
		return field(s.dot, n.Ident[0])
	case *parse.VariableNode:
		if len(n.Ident) == 2 {
			return field(s.variables[n.Ident[0]], n.Ident[1])
		}
		return s.variables[n.Ident[0]]
	case *parse.StringNode:
		return n.Text
	case *parse.NumberNode:
		return int(n.Int64)
	}
	panic(fmt.Sprintf("the template has %s, which is not understood", n))
}

// field is a field of a struct or of what a pointer leads to.
func field(of any, name string) any {
	return reflect.Indirect(reflect.ValueOf(of)).FieldByName(name).Interface()
}
