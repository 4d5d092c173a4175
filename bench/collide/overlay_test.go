package collide

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// librariesModule is a module of its own, so that nothing of idscope requires or links
// the libraries in it, some of which no other test needs.
const librariesModule = "testdata/libraries"

// buildReal builds the program of a library with an overlay: over the library's sources
// lie copies in which nothing differs but whom they ask for the time, and to sleep. The
// library is copied before, for the go tool takes no overlay over its module cache. A
// module that cannot be had, as without a network, is no failure, and is said.
func buildReal(t *testing.T, tag, module string) string {
	t.Helper()
	if why := ownClock(tag); why != "" {
		t.Skip("left out: " + why)
	}
	var at struct{ Dir, Error string }
	out, err := goTool(librariesModule, "mod", "download", "-json", module)
	if json.Unmarshal(out, &at); err != nil || at.Error != "" || at.Dir == "" {
		t.Skipf("left out: the module %s cannot be had: %v %s", module, err, at.Error)
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	programs, library, clocks, overlay, program := in("programs"), in("library"), in("clocks"), in("overlay.json"), in(tag)
	err = errors.Join(os.CopyFS(programs, os.DirFS(librariesModule)), os.CopyFS(library, os.DirFS(at.Dir)),
		os.Mkdir(clocks, 0o777))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(library, "go.mod")); err != nil { // it is from before there were modules
		if err := os.WriteFile(filepath.Join(library, "go.mod"), []byte("module "+module+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": fakeClock(t, library, clocks)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"mod", "edit", "-replace", module + "=" + library},
		{"build", "-ldflags=-s -w", "-overlay", overlay, "-tags", tag, "-o", program, "."}} {
		if out, err := goTool(programs, words...); err != nil {
			t.Fatalf("go %s: %v: %s", words, err, out)
		}
	}
	return program
}

func goTool(dir string, words ...string) ([]byte, error) {
	c := exec.Command("go", words...)
	c.Dir = dir
	return c.CombinedOutput()
}

// fakeClock writes the sources of a module that read a clock or sleep anew, into a
// folder, and tells which file lies over which.
func fakeClock(t *testing.T, module, folder string) map[string]string {
	t.Helper()
	replace := map[string]string{}
	err := filepath.WalkDir(module, func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text, changed, err := rewriteClock(source)
		if err != nil || !changed {
			return err
		}
		replace[path] = filepath.Join(folder, fmt.Sprintf("%d_%s", len(replace), filepath.Base(path)))
		return os.WriteFile(replace[path], text, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(replace) == 0 {
		t.Fatalf("nothing in %s reads a clock", module)
	}
	return replace
}

// rewriteClock lets a source ask package clock where it asked package time. Lines stay
// where they are.
func rewriteClock(source []byte) (text []byte, changed bool, err error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, false, err
	}
	var at []int // of the word time, last first
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok || !slices.Contains([]string{"Now", "Since", "Sleep", "NewTicker"}, s.Sel.Name) {
			return true
		}
		if of, ok := s.X.(*ast.Ident); ok && of.Name == "time" {
			at = append(at, files.Position(of.Pos()).Offset)
		}
		return true
	})
	if len(at) == 0 {
		return source, false, nil
	}
	slices.Sort(at)
	text = slices.Clone(source)
	for _, from := range slices.Backward(at) {
		text = slices.Replace(text, from, from+len("time"), []byte("clock")...)
	}
	end := files.Position(f.Name.End()).Offset
	text = slices.Insert(text, end, []byte(`; import "idscope.test/libraries/clock"`)...)
	return append(bytes.TrimRight(text, "\n"), "\nvar _ time.Duration\n"...), true, nil
}
