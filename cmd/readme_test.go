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
	"idscope/gen/scheme"
)

const readme = "../README.md"

// TestReadmeTable compares the table of schemes with the declarations.
func TestReadmeTable(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
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
	between := regexp.MustCompile(`(?s)(<!-- schemes start[^\n]*\n).*(<!-- schemes end -->)`)
	want := between.ReplaceAllString(string(text), "${1}"+strings.ReplaceAll(table.String(), "$", "$$")+"${2}")
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatal("the table of schemes in README.md is not up to date; run go test ./cmd -update")
	}
	if err := os.WriteFile(readme, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// example is a command line of the README with what it prints.
type readmeExample struct{ line, want string }

// TestReadmeExamples runs every command of the README, and compares what it
// prints: in full, or where ids are new each time, its shape.
func TestReadmeExamples(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	var list []readmeExample
	inside := false
	for line := range strings.Lines(string(text)) {
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
	if len(list) < 5 {
		t.Fatalf("README.md has %d examples; want 5 or more", len(list))
	}
	for _, e := range list {
		run := e.line
		if strings.HasPrefix(run, "idscope inspect ") { // as on a terminal of that day
			run += " --now 2026-11-21 --width 80"
		}
		got, err := shell(t, run)
		if err != nil {
			t.Errorf("$ %s\n%v", e.line, err)
		}
		varies := strings.Contains(e.line, " gen ") && !strings.Contains(e.line, "--seed") &&
			!strings.Contains(e.line, "--name")
		same := got == e.want || varies && shape(got) == shape(e.want)
		if old := "$ " + e.line + "\n" + e.want; *update && !same {
			text = []byte(strings.Replace(string(text), old, "$ "+e.line+"\n"+got, 1))
			if err := os.WriteFile(readme, text, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !same {
			t.Errorf("$ %s\n%swant\n%s", e.line, got, e.want)
		}
	}
}

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
	return regexp.MustCompile("[0-9A-Za-z]").ReplaceAllString(s, "x")
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
	c := exec.Command("sh", "-c", "idscope gen snowflake --worker 7 >/dev/null; "+line)
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
