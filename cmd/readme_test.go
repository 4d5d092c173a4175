package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
	"idscope/gen/scheme"
)

// readme is the first page, pages all that have examples.
const readme = "../README.md"

var pages = []string{readme, "../gen/scheme/README.md", "../bench/README.md"}

// TestReadmeSize: the first page is read in one go.
func TestReadmeSize(t *testing.T) {
	if n := len(pageText(t, readme)); n < 6000 || n > 8192 {
		t.Errorf("README.md has %d bytes; want 6 to 8 KB", n)
	}
}

// TestReadmeTables compares what pages say of the schemes with the declarations.
func TestReadmeTables(t *testing.T) {
	var table, names strings.Builder
	row := func(cells []string) { table.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	schemes := show.SchemesTable(scheme.All())
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
	for _, s := range scheme.All() {
		if s.ReadOnly == "" {
			generated = append(generated, s.Name)
		} else {
			read++
		}
	}
	pen := ui.New(false, 120)
	text := fmt.Sprintf("Generated and read: %s. Only read: %d more, from tokens of GitHub and keys of Stripe to ISBNs and hashes.",
		strings.Join(generated, ", "), read)
	names.WriteString(pen.Wrap(0, 0, ui.Plain.Of(text)) + "\n")
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
	case !*update:
		t.Errorf("the %s of %s are not up to date; run go generate ./cmd", mark, path)
	default:
		text = before + "<!-- " + mark + " start" + line + "\n" + want + "<!-- " + mark + " end -->" + after
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
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
	if n != 10 {
		t.Errorf("README.md has %d figures of speed; want 5 rows of 2", n)
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
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// example is a command line of a page with what it prints, warnings included.
type readmeExample struct{ line, want string }

// TestReadmeExamples runs every command of the pages, and compares what it prints: in
// full, or where ids are new each time, its shape.
func TestReadmeExamples(t *testing.T) {
	for _, path := range pages {
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
		if old := "$ " + e.line + "\n" + e.want; *update && !same {
			text = strings.Replace(text, old, "$ "+e.line+"\n"+got, 1)
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !same {
			t.Errorf("$ %s\n%swant\n%s", e.line, got, e.want)
		}
	}
}

// today is when pages and pictures are of.
const today = "2026-11-21"

// TestHelpExamples runs every example of the help of every command and topic.
func TestHelpExamples(t *testing.T) {
	run := func(of, examples string) {
		for line := range strings.Lines(examples) {
			if line = strings.TrimSpace(line); !strings.Contains(line, "idscope ") {
				t.Errorf("%s has the example %q; want a call of idscope", of, line)
			} else if _, err := shell(t, line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	walk(tree(), func(c *cobra.Command) { run(c.CommandPath(), c.Example) })
	for _, topic := range topics() {
		run("the topic "+topic.name, topic.examples)
	}
}

// shape puts x for all letters and digits.
func shape(s string) string {
	return regexp.MustCompile("[0-9A-Za-z_-]").ReplaceAllString(s, "x")
}

// shell runs a command line with folders of its own, in which there is one
// record to look at.
func shell(t *testing.T, line string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	dir := t.TempDir()
	for _, d := range []string{".zsh/completions", ".config/fish/completions",
		".local/share/bash-completion/completions"} {
		if err := os.MkdirAll(filepath.Join(dir, "home", d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("sh", "-c", "idscope gen snowflake --worker 7 >/dev/null 2>&1; "+line)
	c.Dir = dir
	c.Env = os.Environ()
	for name, value := range private(dir) {
		c.Env = append(c.Env, name+"="+value)
	}
	out, err := c.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		err = fmt.Errorf("%w: %s", exit, exit.Stderr)
	}
	return string(out), err
}
