package cmd

import (
	"os"
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
	browser := exec.Command("go", "list", "-f", `{{.ImportPath}} own{{range .Imports}} {{.}}{{end}}`,
		"idscope/cmd/idscope-web")
	browser.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	web, err := browser.Output()
	if err != nil {
		t.Fatalf("go list for browsers: %v", err)
	}
	for line := range strings.Lines(string(out) + string(web)) {
		words := strings.Fields(line)
		standard[words[0]] = words[1] == "std"
		imports[words[0]] = words[2:]
	}
	allowed := map[string][]string{
		"idscope":                        {"idscope/cmd"},
		"idscope/gen":                    {"idscope/gen/fault", "idscope/gen/sequence", "idscope/gen/text"},
		"idscope/gen/sequence":           {"idscope/gen/fault", "idscope/gen/text"},
		"idscope/gen/text":               {"idscope/gen/fault"},
		"idscope/gen/scheme":             {"idscope/gen", "idscope/gen/text"},
		"idscope/gen/quantity":           {"idscope/gen/fault"},
		"idscope/gen/database":           {"idscope/gen"},
		"idscope/gen/hashids":            {"idscope/gen/internal/lists"},
		"idscope/gen/sqids":              {"idscope/gen/internal/lists"},
		"idscope/gen/internal/histories": {"idscope/gen/internal/guard", "idscope/gen/testing/try"},
		"idscope/gen/internal/lists":     {},
		"idscope/gen/internal/pool":      {},
		"idscope/gen/internal/volume":    {"golang.org/x/sys/unix", "golang.org/x/sys/windows"},
		"idscope/gen/internal/guard": {"idscope/gen/internal/volume", "golang.org/x/sys/unix",
			"golang.org/x/sys/windows"},
		"idscope/gen/worker": {"idscope/gen", "idscope/gen/fault", "idscope/gen/internal/guard",
			"idscope/gen/internal/volume", "idscope/gen/quantity", "golang.org/x/sys/unix", "golang.org/x/sys/windows"},

		"idscope/gen/fault":  {},
		"idscope/gen/secret": {},
		"idscope/gen/store":  {},
		"idscope/gen/counter": {"idscope/gen", "idscope/gen/fault", "idscope/gen/internal/pool",
			"idscope/gen/store", "idscope/gen/worker"},
		"idscope/gen/store/file":             {"idscope/gen/store", "idscope/gen/internal/volume", "github.com/gofrs/flock"},
		"idscope/gen/store/storetest/memory": {"idscope/gen/store"},
		"idscope/gen/store/target":           {"idscope/gen/quantity", "idscope/gen/secret", "idscope/gen/store"},
		"idscope/gen/store/sqlstore":         {"idscope/gen/counter", "idscope/gen/store", "idscope/gen/store/target"},
		"idscope/gen/store/postgres": {"idscope/gen/counter", "idscope/gen/store", "idscope/gen/store/sqlstore",
			"idscope/gen/store/target", "github.com/jackc/pgx/v5", "github.com/jackc/pgx/v5/pgconn",
			"github.com/jackc/pgx/v5/stdlib"},
		"idscope/gen/store/mysql": {"idscope/gen/counter", "idscope/gen/store", "idscope/gen/store/sqlstore",
			"idscope/gen/store/target", "github.com/go-sql-driver/mysql"},
		"idscope/gen/store/redis": {"idscope/gen/counter", "idscope/gen/fault", "idscope/gen/store",
			"idscope/gen/store/target",
			"github.com/redis/go-redis/v9",
			"github.com/redis/go-redis/v9/maintnotifications"},
		"idscope/gen/store/zookeeper": {"idscope/gen/store", "idscope/gen/store/target", "github.com/go-zookeeper/zk"},
		"idscope/gen/store/etcd": {"idscope/gen/store", "idscope/gen/store/target",
			"go.etcd.io/etcd/client/v3",
			"go.etcd.io/etcd/api/v3/etcdserverpb", "go.etcd.io/etcd/api/v3/mvccpb",
			"go.etcd.io/etcd/api/v3/v3rpc/rpctypes", "go.uber.org/zap", "google.golang.org/grpc",
			"google.golang.org/grpc/codes", "google.golang.org/grpc/credentials", "google.golang.org/grpc/status"},
		"idscope/gen/internal/lists/liststest": {"idscope/gen/testing/try"},
		"idscope/gen/testing/try":              {},
		"idscope/gen/store/testserver":         {"idscope/gen/testing/try"},
		"idscope/gen/scheme/schemetest":        {"idscope/gen", "idscope/gen/testing/try"},
		"idscope/gen/store/storetest": {"idscope/gen/store", "idscope/gen/store/testserver",
			"idscope/gen/testing/try"},

		"idscope/gen/lease": {"idscope/gen", "idscope/gen/fault", "idscope/gen/internal/guard", "idscope/gen/store"},
		"idscope/gen/server": {"idscope/gen/quantity",
			"idscope/gen", "idscope/gen/counter", "idscope/gen/fault", "idscope/gen/internal/pool",
			"idscope/gen/scheme", "idscope/gen/server/service", "idscope/gen/server/web",
			"idscope/gen/store",
			"idscope/gen/store/etcd", "idscope/gen/worker", "idscope/inspect", "golang.org/x/sys/unix",
			"github.com/coreos/go-systemd/v22/activation", "github.com/coreos/go-systemd/v22/daemon",
			"github.com/pelletier/go-toml/v2", "github.com/prometheus/client_golang/prometheus",
			"github.com/prometheus/client_golang/prometheus/collectors",
			"github.com/prometheus/client_golang/prometheus/promhttp", "golang.org/x/crypto/bcrypt"},
		"idscope/gen/server/web":     {"idscope/gen/fault"},
		"idscope/gen/server/client":  {"idscope/gen"},
		"idscope/gen/server/service": {"idscope/gen", "idscope/gen/store", "idscope/gen/worker"},

		"idscope/inspect": {"idscope/gen", "idscope/gen/fault", "idscope/gen/quantity", "idscope/gen/scheme",
			"idscope/gen/secret", "idscope/gen/text", "idscope/inspect/check", "idscope/inspect/known", "idscope/inspect/lines"},
		"idscope/inspect/known": {"idscope/gen", "idscope/gen/scheme", "idscope/gen/text", "golang.org/x/crypto/sha3"},
		"idscope/inspect/check": {"idscope/gen", "idscope/gen/quantity", "idscope/inspect", "idscope/inspect/known",
			"idscope/inspect/lines"},
		"idscope/inspect/find":          {"idscope/gen", "idscope/gen/secret", "idscope/inspect", "idscope/inspect/lines"},
		"idscope/inspect/lines":         {},
		"idscope/bench/chart":           {},
		"idscope/bench/chart/charttest": {},
		"idscope/bench/collide": {"idscope/gen/quantity", "idscope/bench/birthday",
			"idscope/gen", "idscope/gen/sequence"},
		"idscope/bench/birthday": {"idscope/gen/quantity",
			"idscope/gen", "idscope/gen/fault", "idscope/bench/chart"},
		"idscope/bench/plot": {"idscope/gen/quantity",
			"idscope/bench/chart", "gonum.org/v1/plot", "gonum.org/v1/plot/font",
			"gonum.org/v1/plot/plotter", "gonum.org/v1/plot/text",
			"gonum.org/v1/plot/vg", "gonum.org/v1/plot/vg/draw", "gonum.org/v1/plot/vg/vgimg",
			"gonum.org/v1/plot/vg/vgsvg"},

		"idscope/bench/index": {"idscope/gen/quantity",
			"idscope/gen", "idscope/gen/secret", "idscope/bench/chart",
			"idscope/bench/stats"},
		"idscope/bench/index/bolt":      {"idscope/gen", "idscope/bench/index", "go.etcd.io/bbolt"},
		"idscope/bench/index/sqlengine": {"idscope/gen", "idscope/bench/index"},
		"idscope/bench/index/sqlite":    {"idscope/bench/index", "idscope/bench/index/sqlengine", "modernc.org/sqlite"},
		"idscope/bench/index/postgres": {"idscope/gen/secret", "idscope/bench/index", "idscope/bench/index/sqlengine",
			"github.com/jackc/pgx/v5", "github.com/jackc/pgx/v5/pgconn", "github.com/jackc/pgx/v5/stdlib"},
		"idscope/bench/index/mysql": {"idscope/gen/secret", "idscope/bench/index", "idscope/bench/index/sqlengine",
			"github.com/go-sql-driver/mysql"},
		"idscope/bench/index/indextest": {"idscope/gen", "idscope/gen/scheme", "idscope/bench/index"},

		"idscope/bench/report": {"idscope/gen/quantity", "idscope/gen", "idscope/gen/secret",
			"idscope/bench/birthday", "idscope/bench/chart",
			"idscope/bench/collide", "idscope/bench/compare", "idscope/bench/index", "idscope/bench/throughput"},
		"idscope/bench/report/page": {"idscope/bench/report", "idscope/bench/chart"},

		"idscope/bench/compare": {"idscope/gen/quantity", "idscope/gen", "idscope/gen/sqids",
			"idscope/bench/birthday",
			"idscope/bench/chart", "idscope/bench/collide"},
		"idscope/bench/stats":      {"golang.org/x/perf/benchmath"},
		"idscope/bench/throughput": {"idscope/gen", "idscope/gen/quantity", "idscope/bench/chart", "idscope/bench/stats"},
		"idscope/bench/rival": {"idscope/gen", "idscope/bench/throughput", "github.com/google/uuid",
			"github.com/oklog/ulid/v2", "github.com/rs/xid", "github.com/segmentio/ksuid"},
		"idscope/cmd/internal/answer": {"idscope/gen", "idscope/gen/fault", "idscope/gen/quantity", "idscope/inspect",
			"idscope/inspect/known", "idscope/inspect/lines", "idscope/bench/birthday", "idscope/bench/chart",
			"idscope/bench/compare"},
		"idscope/cmd/idscope-web": {"idscope/cmd/internal/answer"},
		"idscope/cmd/internal/screen": {"idscope/gen", "idscope/gen/counter", "idscope/gen/quantity", "idscope/inspect",
			"idscope/inspect/find", "idscope/inspect/lines", "idscope/bench/chart", "github.com/charmbracelet/lipgloss",
			"github.com/charmbracelet/lipgloss/table", "github.com/guptarohit/asciigraph", "github.com/muesli/termenv"},
		"idscope/cmd/internal/cli": {"idscope/gen/quantity",
			"idscope/cmd/internal/screen", "idscope/gen", "idscope/gen/hashids", "github.com/aymanbagabas/go-osc52/v2",
			"idscope/gen/sqids",
			"idscope/gen/counter", "idscope/gen/fault", "idscope/gen/lease", "idscope/gen/store",
			"idscope/gen/store/file",
			"idscope/gen/scheme", "idscope/gen/server/service", "idscope/gen/worker",
			"idscope/inspect", "idscope/inspect/known", "idscope/inspect/lines",
			"idscope/bench/birthday", "idscope/bench/chart", "idscope/bench/collide", "idscope/bench/index",
			"idscope/bench/report", "idscope/bench/throughput",
			"github.com/pelletier/go-toml/v2", "github.com/spf13/cobra", "github.com/spf13/pflag",
			"golang.org/x/sys/unix", "golang.org/x/term"},
		"idscope/cmd/idscope-full": {"idscope/cmd", "idscope/gen/server", "idscope/gen/server/web", "idscope/bench/plot",
			"idscope/bench/report/page",
			"idscope/bench/rival", "idscope/bench/index", "idscope/bench/index/bolt", "idscope/bench/index/mysql",
			"idscope/bench/index/postgres", "idscope/bench/index/sqlite", "idscope/gen/store",
			"idscope/gen/store/mysql",
			"idscope/gen/store/postgres", "idscope/gen/store/etcd",
			"idscope/gen/store/redis",
			"idscope/gen/store/zookeeper"},
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
			if to != "C" && to != "syscall/js" && !standard[to] && !slices.Contains(rule, to) {
				t.Errorf("%s imports %s; want only %q and the standard library", from, to, rule)
			}
		}
	}
	only := map[string][]string{ // also of packages without a rule
		"github.com/spf13/cobra":            {"idscope/cmd", "idscope/cmd/internal/cli"},
		"github.com/charmbracelet/lipgloss": {"idscope/cmd/internal/screen"},

		"github.com/santhosh-tekuri/jsonschema": {}, // of tests alone
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
