package cmd

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports holds the direction of dependencies: who may import whom.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}}{{if .Standard}} std{{else}} own{{end}}{{range .Imports}} {{.}}{{end}}`, "idscope/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	standard := map[string]bool{}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		standard[words[0]] = words[1] == "std"
		imports[words[0]] = words[2:]
	}
	allowed := map[string][]string{
		"idscope":                  {"idscope/cmd"},
		"idscope/gen":              {},
		"idscope/gen/scheme":       {"idscope/gen"},
		"idscope/gen/worker":       {"idscope/gen", "github.com/gofrs/flock", "golang.org/x/sys/unix", "golang.org/x/sys/windows"},
		"idscope/inspect":          {"idscope/gen", "idscope/gen/scheme", "idscope/inspect/check"},
		"idscope/inspect/check":    {"idscope/gen", "idscope/gen/scheme"},
		"idscope/bench/chart":      {},
		"idscope/cmd/idscope-full": {"idscope/cmd"},
	}
	for from, list := range imports {
		if !strings.HasPrefix(from+"/", "idscope/") || from == "idscope/cmd" {
			continue
		}
		rule, ok := allowed[from]
		if !ok {
			t.Errorf("package %s has no rule; want one in this test, after design.md section 2", from)
		}
		for _, to := range list {
			if to != "C" && !standard[to] && !slices.Contains(rule, to) {
				t.Errorf("%s imports %s; want only %q and the standard library", from, to, rule)
			}
		}
	}
	for from, list := range imports {
		if slices.Contains(list, "github.com/spf13/cobra") && strings.HasPrefix(from, "idscope") && from != "idscope/cmd" {
			t.Errorf("%s imports cobra; want cmd alone to do so", from)
		}
	}
}
