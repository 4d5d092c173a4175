package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// mostFiles is how many files the commands may have: what does not fit is shared,
// and belongs to one of the packages below.
const mostFiles = 35

// TestFiles holds what a file of this folder is: a part of one command, named after
// it, which refers to no file of another. Only main.go refers to commands.
func TestFiles(t *testing.T) {
	names := try.Of(filepath.Glob("*.go")).Or(t)
	files := map[string]any{}
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			files[name] = nil
		}
	}
	if len(files) > mostFiles {
		t.Errorf("there are %d files; want at most %d", len(files), mostFiles)
	}
	known := []string{"main", "help"}
	for _, c := range commands() {
		known = append(known, c.Name)
	}
	for name := range files {
		if !slices.Contains(known, commandOf(name)) {
			t.Errorf("%s is of no command; want a name that begins with one of %q", name, known)
		}
	}
	for _, c := range crossings(t, files) {
		t.Error(c)
	}
}

// commandOf is the command that a file is of: its name up to the first _.
func commandOf(file string) string {
	name, _, _ := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
	return name
}

// crossings lists where a file of one command refers to a file of another, in the
// order of the files. A file without source is read from the folder.
func crossings(t *testing.T, sources map[string]any) []string {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for name, source := range sources {
		f := try.Of(parser.ParseFile(set, name, source, parser.SkipObjectResolution)).Or(t)
		files = append(files, f)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: noImports{}, Error: func(error) {}} // what is imported does not matter
	pkg, _ := config.Check("cmd", set, files, &info)
	var list []string
	for id, object := range info.Uses {
		if object.Pkg() != pkg {
			continue
		}
		from, to := set.Position(id.Pos()).Filename, set.Position(object.Pos()).Filename
		if commandOf(from) != commandOf(to) && from != "main.go" {
			list = append(list, from+" refers to "+object.Name()+" of "+to)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// noImports stands for packages of which nothing is known.
type noImports struct{}

// Import returns an empty package.
func (noImports) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}
