package cmd

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/gen/testing/try"
)

// tree is the whole command tree, as help and completion see it.
func tree() (*cli.App, *cobra.Command) {
	a := cli.New(Environment{Getenv: func(string) string { return "" }, Out: &bytes.Buffer{}})
	return a, newRoot(a, commands())
}

func walk(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		walk(sub, visit)
	}
}

// TestCompletionFiles compares the folder completions with what the program writes.
func TestCompletionFiles(t *testing.T) {
	for shell, file := range map[string]string{"bash": "idscope.bash", "zsh": "_idscope", "fish": "idscope.fish",
		"powershell": "idscope.ps1"} {
		got := call(t, nil, "completion", shell)
		if got.status != 0 || got.out == "" {
			t.Fatalf("completion %s = %+v; want a script", shell, got)
		}
		try.File(t, filepath.Join("..", "completions", file), got.out)
	}
}

// TestEveryValueCompletes: each flag with a value has a completer, if only one that
// says that there is nothing to propose; so has each command for its arguments.
func TestEveryValueCompletes(t *testing.T) {
	a, root := tree()
	a.Propose(root)
	walk(root, func(c *cobra.Command) {
		flags := func(f *pflag.Flag) {
			if f.NoOptDefVal != "" || f.Name == "help" {
				return
			}
			if _, ok := c.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("%s --%s has no completion; want one", c.CommandPath(), f.Name)
			}
		}
		c.LocalFlags().VisitAll(flags)
		c.InheritedFlags().VisitAll(flags)
		if c != root && !c.HasSubCommands() && c.ValidArgsFunction == nil {
			t.Errorf("%s completes no arguments; want ValidArgsFunction", c.CommandPath())
		}
	})
}

// TestDocs: each command and topic has a file of help with a title, a text and three examples or
// more, and each file is of one of them. What is derived is filled in.
func TestDocs(t *testing.T) {
	files := map[string]bool{}
	try.Works(t, fs.WalkDir(docFiles, "docs", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[path] = true
		}
		return err
	}))
	check := func(path, title string) {
		d := readDoc(path)
		if !files[path] || !strings.HasPrefix(d.title, title) || d.about == "" || len(d.examples) < 3 {
			t.Errorf("%s (%v) has the title %q, %d bytes of text and %d examples; want the title %q, a text and 3", path,
				files[path], d.title, len(d.about), len(d.examples), title)
		}
		for name := range derived() {
			if strings.Contains(d.about, name) {
				t.Errorf("%s shows %s; want what it is for", path, name)
			}
		}
		delete(files, path)
	}
	_, root := tree()
	root.InitDefaultHelpCmd()
	walk(root, func(c *cobra.Command) {
		if c.Name() == "help" && c.Parent() != root {
			return // cobra gives one to each command with commands
		}
		if c.Long != "" || c.Example != "" || c.Short == "" {
			t.Errorf("%s has the help %q, %q, %q; want a short one, the others in cmd/docs", c.CommandPath(), c.Short, c.Long,
				c.Example)
		}
		check("docs/"+docName(c.CommandPath())+".md", c.CommandPath())
	})
	for _, name := range topicNames() {
		check("docs/topics/"+name+".md", name+": ")
	}
	try.Equal(t, len(files), 0, "%v are files of help of no command and no topic, in number", files)
}

// shellCalls are how a shell is asked for what its script proposes for the line $1, of which the words are $2 and on.
// zsh and bash keep what is proposed in a variable; fish tells it.
var shellCalls = map[string]string{
	"bash": `source /usr/share/bash-completion/bash_completion
compopt() { :; }
source ../completions/idscope.bash
ask() {
	COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=63 COMP_KEY=9; shift
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COLUMNS=200
	__start_idscope
	printf '%s\n' "${COMPREPLY[@]}"
}`,
	"zsh": `compdef() { :; }
_describe() { while [[ $1 == -* ]]; do shift; done; print -rl -- ${(M)${(P)2}:#${words[-1]##*=}*} }
source ../completions/_idscope
ask() { words=("${@:2}"); CURRENT=$#words; _idscope }`,
	"fish": `source ../completions/idscope.fish
function ask; complete -C $argv[1]; end`,
}

// TestShells: in each shell that is here the script proposes what the program does.
func TestShells(t *testing.T) {
	t.Parallel()
	flags := map[string]string{"bash": "--norc", "zsh": "-f", "fish": "--no-config"}
	for shell, script := range shellCalls {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("there is no %s", shell)
			}
			if _, err := os.Stat("/usr/share/bash-completion/bash_completion"); shell == "bash" && err != nil {
				t.Skip("there is no bash-completion, which the script of bash needs")
			}
			lines := map[string][]string{ // parts of what is proposed for each
				"idscope gen uuidv":                    {"uuidv4", "122 random bits"},
				"idscope gen uuidv4 --o":               {"--output"},
				"idscope gen snowflake --on-overflow ": {"borrow", "refuse"},
				"idscope inspect --as=dis":             {"discord"},
				"idscope help ti":                      {"times"},
			}
			for line := range lines {
				script += fmt.Sprintf("\necho '== %s'\nask '%[1]s' '%s'", line, strings.ReplaceAll(line, " ", "' '"))
			}
			c := exec.Command(path, flags[shell], "-c", script)
			c.Env = environ(private(t.TempDir()))
			out, err := c.CombinedOutput()
			for line, wants := range lines {
				_, proposed, _ := strings.Cut(string(out), "== "+line+"\n")
				proposed, _, _ = strings.Cut(proposed, "== ")
				for _, want := range wants {
					if !strings.Contains(proposed, want) {
						t.Errorf("%s proposes for %q: %s (%v); want %q", shell, line, proposed, err, want)
					}
				}
			}
		})
	}
}
