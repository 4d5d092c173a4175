package scheme

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"idscope/gen"
)

var update = flag.Bool("update", false, "write index.go")

// declared is what the index takes from a declaration.
type declared struct {
	name, function, file string
	aliases              []string
}

// TestIndex compares index.go with the declarations of this folder.
func TestIndex(t *testing.T) {
	list, err := readDeclarations(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := clashes(list); err != nil {
		t.Error(err)
	}
	want, err := format.Source(writeIndex(list))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("index.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("index.go")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("index.go does not match the declarations (%v); run: go generate ./gen/scheme", err)
	}
}

func TestIndexFindsClashes(t *testing.T) {
	for _, c := range []struct {
		words string
		list  []declared
		want  string
	}{
		{"two schemes of one name", []declared{{name: "a", file: "x.go"}, {name: "a", file: "y.go"}},
			`name "a" is declared in x.go and y.go`},
		{"an alias that is a name", []declared{{name: "a", file: "x.go"},
			{name: "b", aliases: []string{"a"}, file: "y.go"}}, `name "a" is declared in x.go and y.go`},
		{"a name but for its hyphens", []declared{{name: "a-b", file: "x.go"}, {name: "AB", file: "y.go"}},
			`name "AB" is declared in x.go and y.go`},
		{"the name for layouts of one's own", []declared{{name: CustomName, file: "x.go"}},
			`name "custom" is declared in custom.go and x.go`},
	} {
		err := clashes(c.list)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: clashes = %v; want %s", c.words, err, c.want)
		}
	}
}

// clashes reports a name or alias that is declared twice.
func clashes(list []declared) error {
	files := map[string]string{CustomName: "custom.go"}
	for _, d := range list {
		for _, name := range append([]string{d.name}, d.aliases...) {
			if first, ok := files[gen.Fold(name)]; ok {
				return fmt.Errorf("name %q is declared in %s and %s", name, first, d.file)
			}
			files[gen.Fold(name)] = d.file
		}
	}
	return nil
}

// readDeclarations finds the functions of the form func x() *gen.Scheme.
func readDeclarations(dir string) ([]declared, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var list []declared
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return nil, err
		}
		for _, decl := range tree.Decls {
			facts, name := declaration(decl)
			if facts == nil {
				continue
			}
			d, err := readFacts(facts)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", file, name, err)
			}
			d.function, d.file = name, filepath.Base(file)
			list = append(list, d)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	return list, nil
}

// declaration returns what a declaration function says, by field; nil for other
// functions. A scheme is the literal that is returned, or that which makes a variant of
// another: return instagram().Variant(gen.Scheme{...}).
func declaration(decl ast.Decl) (facts map[string]ast.Expr, name string) {
	f, ok := decl.(*ast.FuncDecl)
	if !ok || f.Recv != nil || f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() != 1 {
		return nil, ""
	}
	star, ok := f.Type.Results.List[0].Type.(*ast.StarExpr)
	if !ok {
		return nil, ""
	}
	of, ok := star.X.(*ast.SelectorExpr)
	if !ok || of.Sel.Name != "Scheme" {
		return nil, ""
	}
	facts = map[string]ast.Expr{}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, element := range literal.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				facts[pair.Key.(*ast.Ident).Name] = pair.Value
			}
		}
		return false // the first literal is the scheme
	})
	return facts, f.Name.Name
}

func readFacts(facts map[string]ast.Expr) (d declared, err error) {
	if facts["Name"] == nil {
		return d, fmt.Errorf("no Name")
	}
	if d.name, err = literalText(facts["Name"]); err != nil {
		return d, err
	}
	if facts["Aliases"] == nil {
		return d, nil
	}
	list, ok := facts["Aliases"].(*ast.CompositeLit)
	if !ok {
		return d, fmt.Errorf("Aliases is not a literal")
	}
	for _, e := range list.Elts {
		alias, err := literalText(e)
		if err != nil {
			return d, err
		}
		d.aliases = append(d.aliases, alias)
	}
	return d, nil
}

func literalText(e ast.Expr) (string, error) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", fmt.Errorf("Name and Aliases have to be string literals")
	}
	return strconv.Unquote(literal.Value)
}

// writeIndex writes the source of index.go: a literal without any call, so that
// the linker lays it out and nothing runs at start.
func writeIndex(list []declared) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by go generate ./gen/scheme; DO NOT EDIT.\n\npackage scheme\n\nvar index = " +
		"[]entry{\n")
	for _, d := range list {
		fmt.Fprintf(&b, "\t{%q, %q, %s},\n", d.name, strings.Join(d.aliases, " "), d.function)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
