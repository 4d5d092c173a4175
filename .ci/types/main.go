// Command types tells whether all packages and their tests have the right types on each PLATFORM, as windows/amd64. It
// goes by sources, as to compile all that they need for each platform takes minutes; of other modules it reads what
// they declare, without the bodies of their functions.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) == 1 {
		log.Fatal("usage: types PLATFORM...")
	}
	failed := false
	for _, platform := range os.Args[1:] {
		wrong, err := check(platform)
		if err != nil {
			log.Fatal(err)
		}
		for _, each := range wrong {
			fmt.Println(platform+":", each)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check returns what is wrong in the module of the working directory.
func check(platform string) ([]packages.Error, error) {
	system, machine, _ := strings.Cut(platform, "/")
	own, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes,
		Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+machine),
		Tests: true,
		ParseFile: func(files *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(files, name, text, parser.AllErrors|parser.SkipObjectResolution)
			if file != nil && strings.HasSuffix(name, ".go") && !strings.HasPrefix(name, own+"/") {
				dropBodies(file)
			}
			return file, err
		},
	}, "./...")
	var wrong []packages.Error
	for _, each := range loaded {
		wrong = append(wrong, each.Errors...)
	}
	return wrong, err
}

func dropBodies(file *ast.File) {
	for _, each := range file.Decls {
		if function, ok := each.(*ast.FuncDecl); ok {
			function.Body = nil
		}
	}
}
