package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// readme is the first page, pages all that have examples.
const readme = "../README.md"

var pages = []string{readme, "../gen/scheme/README.md", "../bench/README.md", "../gen/database/README.md",
	"../gen/counter/README.md"}

// TestReadmeSize: the first page is read in one go.
func TestReadmeSize(t *testing.T) {
	if n := len(pageText(t, readme)); n < 6000 || n > 8000 {
		t.Errorf("README.md has %d bytes; want 6 to 8 KB", n)
	}
}

// TestReadmeTables compares what pages say of the schemes with the declarations.
func TestReadmeTables(t *testing.T) {
	var table, names strings.Builder
	row := func(cells []string) { table.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	schemes := schemesTable(known.All())
	head := make([]string, len(schemes.Head))
	for i, title := range schemes.Head {
		head[i] = strings.TrimPrefix(title, ">")
	}
	row(head)
	table.WriteString(strings.Repeat("|---", len(head)) + "|\n")
	for _, cells := range schemes.Rows {
		row(cells)
	}
	var generated []string
	read := 0
	for _, s := range known.All() {
		if s.ReadOnly == "" {
			generated = append(generated, s.Name)
		} else {
			read++
		}
	}
	pen := screen.New(false, 120)
	text := fmt.Sprintf("Generated and read: %s. Only read: %d more, from tokens of GitHub and keys of Stripe to "+
		"ISBNs and hashes.",
		strings.Join(generated, ", "), read)
	names.WriteString(pen.Wrap(0, 0, screen.Plain.Of(text)) + "\n")
	replaceMarked(t, pages[1], "schemes", table.String())
	replaceMarked(t, readme, "names", names.String())
}

// replaceMarked holds what stands between two marks of a page to a text.
func replaceMarked(t *testing.T, path, mark, want string) {
	t.Helper()
	text := pageText(t, path)
	before, rest, begins := strings.Cut(text, "<!-- "+mark+" start")
	line, rest, _ := strings.Cut(rest, "\n")
	have, after, ends := strings.Cut(rest, "<!-- "+mark+" end -->")
	switch {
	case !begins || !ends:
		t.Fatalf("%s has no marks for %s; want them", path, mark)
	case have == want:
	case !*try.Update:
		t.Errorf("the %s of %s are not up to date; run go generate ./cmd", mark, path)
	default:
		text = before + "<!-- " + mark + " start" + line + "\n" + want + "<!-- " + mark + " end -->" + after
		try.Works(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

// TestReadmeSpeed: each figure of the short table is one of bench/README.md.
func TestReadmeSpeed(t *testing.T) {
	_, rows, _ := strings.Cut(pageText(t, readme), "## Speed\n")
	all, n := pageText(t, pages[2]), 0
	for _, figure := range regexp.MustCompile(`[0-9.]+ (ms|M/s)`).FindAllString(rows, -1) {
		if n++; !strings.Contains(all, "| "+figure+" |") {
			t.Errorf("README.md says %s, and %s does not; want one of its medians", figure, pages[2])
		}
	}
	try.Equal(t, n, 10, "the figures of speed in README.md are")
}

// standInLinker is what go calls its tools by, so that the programs of the tests are not linked again.
const standInLinker = `#!/bin/sh
case $1,$2 in
*/link,-o) exec cp "$(command -v ${TOOLEXEC_IMPORTPATH##*/})" "$3" ;;
esac
exec "$@"
`

// TestReadmeInstall runs the first block of the first page, in its order, as a user who has nothing but Go: but for the
// tests, of which this is one, and for what these have done: compiled as they are, with or without cgo, and linked.
func TestReadmeInstall(t *testing.T) {
	t.Parallel()
	_, block, _ := strings.Cut(pageText(t, readme), "```sh\n")
	block, _, _ = strings.Cut(block, "```")
	before, after, tests := strings.Cut(block, "\ngo test ./... ")
	_, after, installs := strings.Cut(after, "\nCGO_ENABLED=0 go install ./...\n")
	if !strings.HasPrefix(before, "go run . gen uuidv7 ") || !tests || !installs {
		t.Fatalf("the first page begins with\n%s\nwant go run . gen uuidv7, go test ./..., go install ./...", block)
	}
	env := private(t.TempDir())
	caches := strings.Fields(string(try.Of(exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()).Or(t)))
	env["GOCACHE"], env["GOMODCACHE"] = caches[0], caches[1]
	env["GOPATH"] = filepath.Join(env["HOME"], "go")
	linker := filepath.Join(t.TempDir(), "linker")
	try.Works(t, os.WriteFile(linker, []byte(standInLinker), 0o755))
	install := "\nGOFLAGS=\"$GOFLAGS -toolexec=" + linker + "\" go install ./...\n"
	out, err := shellIn("..", env, "set -e\n"+before+install+after+
		"test -s ~/.local/share/bash-completion/completions/idscope; test -x $GOPATH/bin/idscope; "+
		"test -x $GOPATH/bin/idscope-full")
	if err != nil || len(out) != 37 {
		t.Errorf("the first block prints\n%s%v\nwant one id", out, err)
	}
}

// TestReadmeLinks: what a page leads to is there.
func TestReadmeLinks(t *testing.T) {
	for _, path := range append([]string{"../inspect/README.md", "../gen/worker/README.md", "../.github/CONTRIBUTING.md"},
		pages...) {
		for _, link := range regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(pageText(t, path), -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), link[1])); err != nil {
				t.Errorf("%s leads to %s: %v", path, link[1], err)
			}
		}
	}
}

func pageText(t *testing.T, path string) string {
	t.Helper()
	text := try.Of(os.ReadFile(path)).Or(t)
	return string(text)
}

// example is a command line of a page with what it prints, warnings included.
type readmeExample struct{ line, want string }

// TestReadmeExamples runs every command of the pages, and compares what it prints: in
// full, or where ids are new each time, its shape.
func TestReadmeExamples(t *testing.T) {
	t.Parallel()
	for _, path := range pages {
		if strings.Contains(path, "/counter/") {
			continue // its examples need servers: idscope-full runs them, TestClientsOfReadme
		}
		testExamples(t, path)
	}
}

func testExamples(t *testing.T, path string) {
	t.Helper()
	text := pageText(t, path)
	var list []readmeExample
	inside := false
	for line := range strings.Lines(text) {
		command, ok := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console\n"
		case !inside:
		case ok:
			list = append(list, readmeExample{line: strings.TrimSpace(command)})
		default:
			list[len(list)-1].want += line
		}
	}
	if path == readme && len(list) < 9 {
		t.Errorf("%s has %d examples; want three or more of three tasks", path, len(list))
	}
	for _, e := range list {
		run := e.line
		if strings.HasPrefix(run, "idscope inspect ") { // as on a terminal of that day
			run += " --now " + today + " --width 80"
		}
		got, err := shell(t, "{ "+run+"; } 2>&1")
		if err != nil {
			t.Errorf("$ %s\n%v", e.line, err)
		}
		varies := strings.Contains(e.line, " gen ") && !strings.Contains(e.line, "--seed") &&
			!strings.Contains(e.line, "--name")
		same := got == e.want || varies && shape(got) == shape(e.want)
		if old := "$ " + e.line + "\n" + e.want; *try.Update && err == nil && !same {
			text = strings.Replace(text, old, "$ "+e.line+"\n"+got, 1)
			try.Works(t, os.WriteFile(path, []byte(text), 0o644))
		} else if !same {
			t.Errorf("$ %s\n%swant\n%s", e.line, got, e.want)
		}
	}
}

// today is when pages and pictures are of.
const today = "2026-11-21"

// TestHelpExamples runs every example of the help of every command and topic.
func TestHelpExamples(t *testing.T) {
	if apart(t) {
		return
	}
	var groups []string // of the file of a group
	done := map[string]bool{}
	run := func(of string, examples []string) {
		for _, line := range examples {
			if done[line] {
				continue // another page has it, too
			}
			done[line] = true
			if !strings.Contains(line, "idscope ") {
				t.Errorf("%s has the example %q; want a call of idscope", of, line)
			} else if strings.HasPrefix(line, "idscope serve group ") {
				groups = append(groups, line)
			} else if strings.Contains(line, " --cluster ") {
				t.Run("group", func(t *testing.T) {
					etcd := testserver.Etcd(t, "the example of a group of servers")
					serveExample(t, strings.ReplaceAll(line, "etcd://127.0.0.1:2379", etcd.URL))
				})
			} else if strings.HasPrefix(line, "idscope serve") && !strings.Contains(line, "passwd") {
				serveExample(t, line)
			} else if strings.HasPrefix(line, "idscope page ") && !pageBuilt() {
				_, err := shell(t, line)
				try.Says(t, err, "go generate ./cmd/idscope-full", "%s:", line)
			} else {
				t.Run(line, func(t *testing.T) {
					if out, err := runExample(t, line); err != nil {
						t.Error(err)
					} else if strings.Contains(line, " bench index ") && len(out) < 200 {
						t.Errorf("it writes %q; want a table", out)
					} else if calls := strings.Split(line, "idscope "); strings.Contains(line, "json") {
						try.Works(t, checkJSON(strings.Fields(calls[len(calls)-1]), out))
					}
				})
			}
		}
	}
	_, root := tree()
	walk(root, func(c *cobra.Command) { run(c.CommandPath(), commandDoc(c.CommandPath()).examples) })
	for _, name := range topicNames() {
		d, _ := topicDoc(name)
		run("the topic "+name, d.examples)
	}
	t.Run("group file", func(t *testing.T) { groupExamples(t, groups) })
}

// oneCall is a line that a shell would pass on as it is.
var oneCall = regexp.MustCompile(`^idscope( [\w=,.:@%+/-]+)*$`)

// runExample runs one call within the test, if what it needs is linked there, for a process takes ten times as long,
// but where the garbage of the whole test would be collected before each sample.
func runExample(t *testing.T, line string) (string, error) {
	t.Helper()
	dir := home(t)
	line = standIn(t, dir, line)
	if !oneCall.MatchString(line) || strings.HasPrefix(line, "idscope bench throughput ") {
		t.Parallel()
		return shellIn(dir, private(dir), line)
	}
	t.Chdir(dir)
	got := callIn(t, dir, strings.Fields(line)[1:]...)
	switch {
	case strings.Contains(got.err, noFull):
		return shellIn(dir, private(dir), line)
	case got.status != cli.StatusDone:
		return got.out, errors.New(got.err)
	}
	return got.out, nil
}

// callIn runs the program inside the test, with the records of a folder.
func callIn(t *testing.T, dir string, args ...string) result {
	t.Helper()
	vars := private(dir)
	return call(t, func(e *Environment) {
		e.Getenv = func(name string) string { return vars[name] }
		withoutFull(e)
	}, args...)
}

// pageBuilt reports whether idscope-full was built with the program for browsers.
func pageBuilt() bool {
	_, err := os.Stat("idscope-full/wasm/idscope.wasm.gz")
	return err == nil
}

// aStore is a store that an example names, where another host may have left something.
var aStore = regexp.MustCompile(`(file:/|etcd://|postgres://|mysql://)[^ ;]*`)

// standIn lets a folder stand in for the store of an example, with what the example
// takes for granted: its group, whose number 7 is another host's. What is measured
// is measured once; minutes of a simulation are seconds.
func standIn(t *testing.T, dir, line string) string {
	t.Helper()
	if strings.Contains(line, " bench collisions ") {
		return strings.NewReplacer("20m", "20s", "@10m", "@10s", "--for 1m", "--for 10s", "@30s", "@5s").Replace(line)
	}
	if strings.Contains(line, " bench index ") && !strings.Contains(line, " --repeats ") {
		return line + " --repeats 1"
	}
	if strings.Contains(line, " bench ") && !strings.Contains(line, " birthday ") {
		return strings.NewReplacer("--samples 6", "--samples 1", "--samples 2", "--samples 1",
			"--check 10000", "--check 10", "--rows 500", "--rows 100",
			"uuidv4 uuidv7 --dsn sqlite: --beyond", "uuidv7 --dsn sqlite: --beyond").Replace(line)
	}
	gen := func(host string, args ...string) {
		if got := callIn(t, host, append([]string{"gen"}, args...)...); got.status != cli.StatusDone {
			t.Fatalf("before %s: gen %q: %s", line, args, got.err)
		}
	}
	if strings.Contains(line, "idscope worker ") {
		gen(dir, "snowflake", "--worker", "7") // for a call that looks at records
	}
	if !aStore.MatchString(line) || !strings.Contains(strings.ToLower(line), "store") {
		return line
	}
	group := "default"
	if _, words, named := strings.Cut(line, " --group "); named {
		group = strings.Fields(words)[0]
	}
	store := filepath.Join(dir, "stand-in")
	of := []string{"snowflake", "--store", "file:" + store, "--group", group}
	if strings.Contains(line, " worker join ") { // what it was a member of is lost
		gen(dir, append(of, "--create")...)
		try.Works(t, os.RemoveAll(store))
	}
	gen(t.TempDir(), append(of, "--worker", "7", "--create")...)
	gen(dir, of...)
	if strings.Contains(line, " worker fence custom ") {
		gen(t.TempDir(), "custom", "--layout", "worker:8 seq:40", "--store", "file:"+store, "--create")
	}
	return aStore.ReplaceAllString(line, "file:"+store)
}

// groupExamples runs the examples of the file of a group, each with a file that is there.
func groupExamples(t *testing.T, lines []string) {
	etcd := testserver.Etcd(t, "the examples of the file of a group")
	at := " --cluster " + etcd.URL
	before := `echo '[generators.a]' > serve.toml; echo 'scheme = "march"' >> serve.toml; ` +
		"idscope serve group put serve.toml --replace" + at + " && idscope serve group show" + at + " > shared.toml && "
	for _, line := range lines {
		if _, err := shell(t, before+strings.ReplaceAll(line, "etcd://127.0.0.1:2379", etcd.URL)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// serveExample starts the server of an example, at addresses that are free.
func serveExample(t *testing.T, line string) {
	t.Helper()
	dir := t.TempDir()
	try.Works(t, os.WriteFile(filepath.Join(dir, "serve.toml"), []byte("[generators.a]\nscheme = \"ulid\"\n"),
		0o600))
	args := append(strings.Fields(line)[1:], "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0")
	_, log := serving(t, dir, "idscope", args...)
	logged(t, log, "msg=ready")
}

// serving starts a server in a folder until the end of the test, and returns the lines of its log.
func serving(t *testing.T, dir, program string, args ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	c := exec.Command(program, args...)
	c.Dir, c.Env = dir, environ(private(dir))
	log := try.Of(c.StderrPipe()).Or(t)
	try.Works(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	return c, bufio.NewScanner(log)
}

// logged returns the next line of a log with a text.
func logged(t *testing.T, lines *bufio.Scanner, what string) string {
	t.Helper()
	for lines.Scan() {
		if strings.Contains(lines.Text(), what) {
			return lines.Text()
		}
	}
	t.Fatalf("the log ends without %q", what)
	return ""
}

// readOut reads a log to its end: a full pipe would hold the server up.
func readOut(lines *bufio.Scanner) {
	for lines.Scan() {
	}
}

// shape puts x for all letters and digits.
func shape(s string) string {
	return regexp.MustCompile("[0-9A-Za-z_-]").ReplaceAllString(s, "x")
}

// shell runs a command line with folders of its own.
func shell(t *testing.T, line string) (string, error) {
	t.Helper()
	dir := home(t)
	return shellIn(dir, private(dir), line)
}

// home is a folder with the home of a user whose shells complete.
func home(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	dir := t.TempDir()
	for _, d := range []string{".zsh/completions", ".config/fish/completions",
		".local/share/bash-completion/completions"} {
		try.Works(t, os.MkdirAll(filepath.Join(dir, "home", d), 0o755))
	}
	return dir
}

// environ is the environment of the test with these variables besides.
func environ(vars map[string]string) []string {
	list := os.Environ()
	for name, value := range vars {
		list = append(list, name+"="+value)
	}
	return list
}

// shellIn runs a command line in a folder, with these variables besides those of the test.
func shellIn(dir string, vars map[string]string, line string) (string, error) {
	c := exec.Command("sh", "-c", line)
	c.Dir = dir
	c.Env = environ(vars)
	out, err := c.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		err = fmt.Errorf("%w: %s", exit, exit.Stderr)
	}
	return string(out), err
}
