package cmd

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports holds the direction of dependencies: who may import whom.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f",
		`{{.ImportPath}}{{if .Standard}} std{{else}} own{{end}}{{range .Imports}} {{.}}{{end}}`, "idscope/...").Output()
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
		"idscope":                    {"idscope/cmd"},
		"idscope/gen":                {"idscope/gen/sequence", "idscope/gen/text"},
		"idscope/gen/sequence":       {"idscope/gen/text"},
		"idscope/gen/text":           {},
		"idscope/gen/scheme":         {"idscope/gen"},
		"idscope/gen/hashids":        {"idscope/gen/internal/lists"},
		"idscope/gen/sqids":          {"idscope/gen/internal/lists"},
		"idscope/gen/internal/lists": {},
		"idscope/gen/worker": {"idscope/gen", "github.com/gofrs/flock", "golang.org/x/sys/unix",
			"golang.org/x/sys/windows"},
		"idscope/inspect": {"idscope/gen", "idscope/gen/scheme", "idscope/gen/text", "idscope/inspect/check",
			"idscope/inspect/numeral"},
		"idscope/inspect/numeral": {"idscope/gen"},
		"idscope/inspect/check": {"idscope/gen", "idscope/gen/scheme", "idscope/inspect/lines",
			"idscope/inspect/numeral"},
		"idscope/inspect/find":   {"idscope/inspect", "idscope/inspect/lines"},
		"idscope/inspect/lines":  {},
		"idscope/bench/chart":    {},
		"idscope/bench/collide":  {"idscope/gen", "idscope/gen/sequence"},
		"idscope/bench/birthday": {"idscope/gen", "idscope/bench/chart"},
		"idscope/bench/plot": {"idscope/bench/chart", "gonum.org/v1/plot", "gonum.org/v1/plot/font", "gonum.org/v1/plot/text",
			"gonum.org/v1/plot/vg", "gonum.org/v1/plot/vg/draw", "gonum.org/v1/plot/vg/vgimg", "gonum.org/v1/plot/vg/vgsvg"},

		"idscope/bench/index":        {"idscope/gen", "idscope/bench/chart", "idscope/bench/stats"},
		"idscope/bench/index/bolt":   {"idscope/gen", "idscope/bench/index", "go.etcd.io/bbolt"},
		"idscope/bench/index/sqlite": {"idscope/gen", "idscope/bench/index", "modernc.org/sqlite"},
		"idscope/bench/index/postgres": {"idscope/gen", "idscope/bench/index", "github.com/jackc/pgx/v5",
			"github.com/jackc/pgx/v5/pgconn"},
		"idscope/bench/index/mysql":      {"idscope/gen", "idscope/bench/index", "github.com/go-sql-driver/mysql"},
		"idscope/bench/index/indextest":  {"idscope/gen", "idscope/gen/scheme", "idscope/bench/index"},
		"idscope/bench/index/testserver": {},

		"idscope/bench/report": {"idscope/gen", "idscope/bench/birthday", "idscope/bench/chart", "idscope/bench/compare",
			"idscope/bench/index", "idscope/bench/throughput"},
		"idscope/bench/report/page": {"idscope/bench/report", "idscope/bench/chart"},

		"idscope/bench/compare":    {"idscope/gen", "idscope/gen/sqids", "idscope/bench/birthday"},
		"idscope/bench/stats":      {"golang.org/x/perf/benchmath"},
		"idscope/bench/throughput": {"idscope/gen", "idscope/bench/chart", "idscope/bench/stats"},
		"idscope/bench/rival": {"idscope/gen", "idscope/bench/throughput", "github.com/google/uuid",
			"github.com/oklog/ulid/v2", "github.com/rs/xid", "github.com/segmentio/ksuid"},
		"idscope/cmd/internal/ui": {"github.com/charmbracelet/lipgloss", "github.com/charmbracelet/lipgloss/table",
			"github.com/aymanbagabas/go-osc52/v2",
			"github.com/muesli/termenv"},
		"idscope/cmd/internal/show": {"idscope/cmd/internal/ui", "idscope/gen", "idscope/gen/scheme",
			"idscope/gen/sequence", "idscope/gen/worker", "idscope/inspect", "idscope/inspect/check", "idscope/inspect/find",
			"idscope/inspect/lines",
			"idscope/bench/birthday", "idscope/bench/chart", "idscope/bench/collide", "idscope/bench/compare",
			"idscope/bench/index",
			"idscope/bench/stats", "idscope/bench/throughput", "github.com/guptarohit/asciigraph"},
		"idscope/cmd/internal/cli": {"idscope/cmd/internal/ui", "idscope/gen", "idscope/gen/hashids", "idscope/gen/sqids",
			"idscope/gen/scheme", "idscope/gen/worker",
			"idscope/inspect", "idscope/inspect/lines",
			"idscope/bench/birthday", "idscope/bench/chart", "idscope/bench/collide", "idscope/bench/index",
			"idscope/bench/report", "idscope/bench/throughput",
			"github.com/pelletier/go-toml/v2", "github.com/spf13/cobra", "github.com/spf13/pflag",
			"golang.org/x/sys/unix", "golang.org/x/term"},
		"idscope/cmd/idscope-full": {"idscope/cmd", "idscope/bench/plot", "idscope/bench/report/page",
			"idscope/bench/rival", "idscope/bench/index", "idscope/bench/index/bolt", "idscope/bench/index/mysql",
			"idscope/bench/index/postgres", "idscope/bench/index/sqlite"},
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
	only := map[string][]string{ // also of packages without a rule
		"github.com/spf13/cobra":            {"idscope/cmd", "idscope/cmd/internal/cli"},
		"github.com/charmbracelet/lipgloss": {"idscope/cmd/internal/ui"},
	}
	for library, users := range only {
		for from, list := range imports {
			uses := slices.ContainsFunc(list, func(to string) bool { return strings.HasPrefix(to+"/", library+"/") })
			if uses && strings.HasPrefix(from+"/", "idscope/") && !slices.Contains(users, from) {
				t.Errorf("%s imports %s; want only %q to do so", from, library, users)
			}
		}
	}
}
