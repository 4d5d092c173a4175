// Command measure times whole processes: idscope beside what else is installed
// that does the same, in turn, so that a busy machine slows all alike. It writes
// one Markdown table with medians and ratios, the machine and the versions.
//
//	go run ./.ci/measure            some minutes
//	go run ./.ci/measure -full      with 100 million integers
//
// What is not installed is left out and named at the end.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == "loop" { // this program is also the loop over a library
		if err := loop(os.Args[2], os.Args[3]); err != nil {
			fail(err)
		}
		return
	}
	full := flag.Bool("full", false, "measure the duplicates of 20 million UUIDs and 100 million integers too")
	rounds := flag.Int("rounds", 7, "how often each process runs")
	starts := flag.Int("starts", 150, "how often each process of the start-up rows runs")
	flag.Parse()
	dir, err := os.MkdirTemp("", "idscope-measure")
	if err != nil {
		fail(err)
	}
	defer os.RemoveAll(dir)
	m, err := prepare(dir, *rounds, *starts)
	if err != nil {
		fail(err)
	}
	m.startup()
	m.bulk()
	m.pipe()
	m.strict()
	m.inspect()
	m.check(*full)
	fmt.Print(m.markdown())
}

// machine is what the measurements share.
type measurement struct {
	dir            string
	idscope, self  string
	bare           string
	rounds, starts int
	rows           []row
	missing        []string
	versions       []string
}

// prepare builds the programs that are compared.
func prepare(dir string, rounds, starts int) (*measurement, error) {
	m := &measurement{dir: dir, rounds: rounds, starts: starts, idscope: filepath.Join(dir, "idscope"), bare: filepath.Join(dir, "bare")}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	m.self = self
	if err := build(m.idscope, "."); err != nil {
		return nil, err
	}
	source := filepath.Join(dir, "bare.go")
	text := "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"0123456789abcdef\\n\") }\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return nil, err
	}
	if err := build(m.bare, source); err != nil {
		return nil, err
	}
	os.Setenv("IDSCOPE_STATE", filepath.Join(dir, "state"))
	os.Setenv("IDSCOPE_CLAIMS", filepath.Join(dir, "claims"))
	m.versions = append(m.versions, runtime.Version())
	for _, tool := range []struct{ name, flag string }{{"uuidgen", "--version"}, {"uuid", "--version"}, {"sort", "--version"}} {
		if out, err := exec.Command(tool.name, tool.flag).Output(); err == nil {
			m.versions = append(m.versions, firstLine(string(out)))
		}
	}
	return m, nil
}

func build(to, what string) error {
	c := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", to, what)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	return c.Run()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "measure:", err)
	os.Exit(1)
}
