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
