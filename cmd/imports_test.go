package cmd

import (
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// mayImport is what each package may import besides the standard library; one of idscope is without that name.
const mayImport = `
.: cmd
gen: gen/fault gen/quantity gen/sequence gen/text
gen/sequence: gen/fault gen/text
gen/text: gen/fault gen/quantity
gen/scheme: gen gen/text
gen/quantity: gen/fault
gen/database: gen
gen/hashids: gen/internal/lists
gen/sqids: gen/internal/lists
gen/internal/histories: gen/internal/guard gen/testing/try
gen/internal/lists:
gen/internal/pool:
gen/internal/volume: golang.org/x/sys/unix golang.org/x/sys/windows
gen/internal/guard: gen/fault gen/internal/volume golang.org/x/sys/unix golang.org/x/sys/windows
gen/worker: gen gen/fault gen/internal/guard gen/internal/volume gen/quantity golang.org/x/sys/unix
  golang.org/x/sys/windows
gen/fault:
gen/secret:
gen/store: gen/secret
gen/counter: gen gen/fault gen/internal/pool gen/store gen/worker
gen/store/file: gen/internal/guard gen/internal/volume gen/store
gen/store/storetest/memory: gen/store
gen/store/target: gen/quantity gen/secret gen/store
gen/store/sqlstore: gen/counter gen/store gen/store/target
gen/store/postgres: gen/counter gen/store gen/store/sqlstore gen/store/target github.com/jackc/pgx/v5
  github.com/jackc/pgx/v5/pgconn github.com/jackc/pgx/v5/stdlib
gen/store/mysql: gen/counter gen/store gen/store/sqlstore gen/store/target github.com/go-sql-driver/mysql
gen/store/redis: gen/counter gen/fault gen/store gen/store/target github.com/redis/go-redis/v9
  github.com/redis/go-redis/v9/maintnotifications
gen/store/zookeeper: gen/store gen/store/target github.com/go-zookeeper/zk
gen/store/etcd: gen/store gen/store/target go.etcd.io/etcd/client/v3 go.etcd.io/etcd/api/v3/etcdserverpb
  go.etcd.io/etcd/api/v3/mvccpb go.etcd.io/etcd/api/v3/v3rpc/rpctypes go.uber.org/zap google.golang.org/grpc
  google.golang.org/grpc/codes google.golang.org/grpc/credentials google.golang.org/grpc/status
gen/internal/lists/liststest: gen/testing/try
gen/testing/try:
gen/store/testserver: gen/testing/try
gen/store/etcd/etcdtest: gen/testing/try go.etcd.io/etcd/api/v3/etcdserverpb go.etcd.io/etcd/api/v3/mvccpb
  go.etcd.io/etcd/api/v3/v3rpc/rpctypes google.golang.org/grpc
gen/scheme/schemetest: gen gen/testing/try
gen/store/storetest: gen/counter gen/fault gen/store gen/store/sqlstore gen/store/target gen/store/testserver gen/testing/try
gen/lease: gen gen/fault gen/internal/guard gen/quantity gen/store
gen/tomlfile: github.com/pelletier/go-toml/v2 github.com/pelletier/go-toml/v2/unstable
gen/server: gen/quantity gen gen/counter gen/fault gen/internal/pool gen/scheme gen/server/service gen/server/web
  gen/store gen/store/etcd gen/tomlfile gen/worker inspect golang.org/x/sys/unix
  github.com/coreos/go-systemd/v22/activation github.com/coreos/go-systemd/v22/daemon github.com/pelletier/go-toml/v2
  github.com/prometheus/client_golang/prometheus github.com/prometheus/client_golang/prometheus/collectors
  github.com/prometheus/client_golang/prometheus/promhttp github.com/hashicorp/golang-lru/v2/simplelru
  golang.org/x/crypto/bcrypt
gen/server/web: gen/fault
gen/server/client: gen
gen/server/service: gen gen/store gen/worker
inspect: gen gen/fault gen/quantity gen/scheme gen/secret gen/text inspect/check inspect/known inspect/lines
inspect/known: gen gen/scheme gen/text golang.org/x/crypto/sha3
inspect/check: gen gen/quantity inspect inspect/known inspect/lines
inspect/find: gen gen/secret inspect inspect/lines
inspect/lines:
bench/chart:
bench/chart/charttest:
bench/collide: gen/quantity bench/birthday gen gen/sequence
bench/birthday: gen/quantity gen gen/fault bench/chart
bench/plot: gen/quantity bench/chart gonum.org/v1/plot gonum.org/v1/plot/font gonum.org/v1/plot/plotter
  gonum.org/v1/plot/text gonum.org/v1/plot/vg gonum.org/v1/plot/vg/draw gonum.org/v1/plot/vg/vgimg
  gonum.org/v1/plot/vg/vgsvg
bench/index: gen/quantity gen gen/secret bench/chart bench/stats
bench/index/bolt: gen bench/index go.etcd.io/bbolt
bench/index/sqlengine: gen gen/secret bench/index modernc.org/sqlite github.com/jackc/pgx/v5
  github.com/jackc/pgx/v5/pgconn github.com/jackc/pgx/v5/stdlib github.com/go-sql-driver/mysql
bench/index/indextest: gen gen/scheme gen/testing/try bench/index
bench/report: gen/quantity gen gen/secret bench/birthday bench/chart bench/collide bench/compare bench/index
  bench/throughput
bench/report/page: bench/report bench/chart
bench/compare: gen/quantity gen gen/sqids gen/text bench/birthday bench/chart bench/collide
bench/stats: golang.org/x/perf/benchmath
bench/throughput: gen gen/quantity bench/chart bench/stats
bench/rival: gen bench/throughput github.com/google/uuid github.com/oklog/ulid/v2 github.com/rs/xid
  github.com/segmentio/ksuid
cmd/internal/answer: gen gen/fault gen/quantity inspect inspect/known inspect/lines bench/birthday bench/chart
  bench/compare
cmd/idscope-web: cmd/internal/answer
cmd/internal/screen: gen gen/counter gen/quantity inspect inspect/find inspect/lines bench/chart
  github.com/charmbracelet/lipgloss github.com/charmbracelet/lipgloss/table github.com/guptarohit/asciigraph
  github.com/muesli/termenv
cmd/internal/cli: gen/quantity cmd/internal/screen gen gen/hashids github.com/aymanbagabas/go-osc52/v2 gen/sqids
  gen/counter gen/fault gen/lease gen/store gen/store/file gen/scheme gen/server/service gen/tomlfile
  gen/worker inspect inspect/known inspect/lines bench/birthday bench/chart bench/collide bench/compare bench/index
  bench/report bench/throughput github.com/pelletier/go-toml/v2 github.com/spf13/cobra github.com/spf13/pflag
  golang.org/x/sys/unix golang.org/x/term
cmd/idscope-full: cmd gen/server gen/server/web bench/plot bench/report/page bench/rival bench/index
  bench/index/bolt bench/index/sqlengine gen/store gen/store/mysql
  gen/store/postgres gen/store/etcd gen/store/redis gen/store/zookeeper
`

// importRules are the packages of each line of mayImport. A line with blanks before it goes on with the list above.
func importRules() map[string][]string {
	rules := map[string][]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(strings.ReplaceAll(mayImport, "\n ", "")), "\n") {
		from, list, _ := strings.Cut(line, ":")
		words := strings.Fields(list)
		for i, to := range words {
			if first, _, _ := strings.Cut(to, "/"); !strings.Contains(first, ".") {
				words[i] = "idscope/" + to
			}
		}
		rules[path.Join("idscope", from)] = words
	}
	return rules
}

// TestImports holds the direction of dependencies: who may import whom.
func TestImports(t *testing.T) {
	t.Parallel()
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
	allowed := importRules()
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
