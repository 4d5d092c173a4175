package cmd

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	cobradoc "github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/testing/try"
)

// manDir is where the man pages are: they are made here, in a test, so that what turns
// the tree of commands into them is not linked into the program.
const manDir = "../completions/man"

// TestManPages compares the man pages with the commands and topics.
func TestManPages(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(7)) // pages are the same on every machine
	want := manPages(t)
	for _, path := range try.Of(filepath.Glob(filepath.Join(manDir, "*"))).Or(t) {
		var err error
		if want[filepath.Base(path)] == nil {
			if *try.Update {
				err = os.Remove(path)
			}
			if !*try.Update || err != nil {
				t.Errorf("%s is of no command (%v); run go generate ./cmd", path, err)
			}
		}
	}
	for name, page := range want {
		try.File(t, filepath.Join(manDir, name), string(page))
	}
}

// TestManRenders: what man formats pages with has no warning about any of them.
func TestManRenders(t *testing.T) {
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("there is no groff to render them with")
	}
	pages := manPages(t)
	dir, args := t.TempDir(), []string{"-t", "-mandoc", "-Tutf8", "-ww", "-P-cbou"}
	for name, page := range pages {
		path := filepath.Join(dir, name)
		try.Works(t, os.WriteFile(path, page, 0o644))
		args = append(args, path)
	}
	c := exec.Command("groff", args...) // all at once, for man takes 0.2 s a page
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if shown := bytes.Count(out, []byte("\nNAME\n")); err != nil || errs.Len() > 0 || shown != len(pages) {
		t.Errorf("%d of %d pages are shown, %v, %q; want all, and no warning", shown, len(pages), err, errs.String())
	}
}

// manPages are the man pages by the names of their files: of commands in section 1, of
// topics in section 7.
func manPages(t *testing.T) map[string][]byte {
	t.Helper()
	a, root := tree()
	pages := map[string][]byte{}
	root.InitDefaultHelpCmd()
	page := func(c *cobra.Command, d doc, section string) []byte {
		var b bytes.Buffer
		date := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		header := &cobradoc.GenManHeader{Section: section, Date: &date, Source: "idscope", Manual: "idscope"}
		c.DisableAutoGenTag = true
		c.InitDefaultHelpFlag()
		name, rest, _ := strings.Cut(c.Use, " ")
		c.Use = strings.TrimSpace(name + " " + markdown(rest))
		c.Long, c.Short = markdown(d.about), markdown(c.Short)
		examples := screen.New(false, manWidth).Page(0)
		for _, line := range d.examples {
			examples.Shell(2, line)
		}
		c.Example = strings.TrimSuffix(examples.String(), "\n")
		flag := func(f *pflag.Flag) { manFlag(a.Row(c, f.Name), f) }
		c.Flags().VisitAll(flag)
		c.PersistentFlags().VisitAll(flag)
		try.Works(t, cobradoc.GenMan(c, header, &b))
		text := bytes.ReplaceAll(b.Bytes(), []byte("[=]"), nil) // of flags without a value
		return flagParagraph.ReplaceAll(text, []byte(".TP\n$1\n"))
	}
	walk(root, func(c *cobra.Command) {
		if c.Name() == "help" && c.Parent() != root {
			return // cobra gives one to each command with commands
		}
		pages[strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"] = page(c, commandDoc(c.CommandPath()), "1")
	})
	all := "\n.SH TOPICS\n.PP\n"
	for i, topic := range topicNames() {
		name := "idscope-" + topic
		d, _ := topicDoc(topic)
		c := &cobra.Command{Use: name, Short: topicShort(topic), Run: func(*cobra.Command, []string) {}}
		text := strings.Replace(string(page(c, d, "7")), `\fB`+name+` [flags]\fP`, `\fBidscope help `+topic+`\fP`, 1)
		before, options, _ := strings.Cut(text, ".SH OPTIONS")
		_, examples, _ := strings.Cut(options, ".SH EXAMPLE")
		text = before + ".SH EXAMPLE" + examples // a topic has no flags
		pages[name+".7"] = []byte(text)
		if i > 0 {
			all += ", "
		}
		all += `\fB` + name + `(7)\fP`
	}
	pages["idscope.1"] = append(pages["idscope.1"], all+"\n"...)
	return pages
}

// flagParagraph is a flag and what is said of it, which cobra puts behind a tab.
var flagParagraph = regexp.MustCompile(`(?m)^(?:\.PP\n)?(\\fB-.*)\n[ \t]+`)

// manWidth is how wide the lines are that man leaves alone: 80 columns without its margin.
const manWidth = 72

// markdown is a text of help as a man page is made from: indented lines stay as they
// are.
func markdown(text string) string {
	var b strings.Builder
	listed := false
	for line := range strings.Lines(text) {
		if item := strings.HasPrefix(line, " "); item != listed {
			b.WriteString("\n```\n")
			listed = item
		}
		if !listed {
			line = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`).
				Replace(line)
		} else {
			p := screen.New(false, manWidth).Page(0)
			p.Prose(line)
			line = p.String()
		}
		b.WriteString(line)
	}
	if listed {
		b.WriteString("\n```\n")
	}
	return b.String()
}

// manFlag names what a flag takes, and below it its values and default.
func manFlag(row *cli.Flag, f *pflag.Flag) {
	if _, done := f.Value.(manValue); done {
		return
	}
	kind, usage := cli.ValueName(f), f.Usage
	if c, ok := f.Value.(*cli.Choice); ok {
		usage += ": " + c.Values()
	}
	if shown := row.Default(f.DefValue); shown != "" {
		usage += fmt.Sprintf(" (default %s)", shown)
	}
	f.Value, f.DefValue, f.Usage = manValue{f.Value}, kind, markdown(usage)
}

// manValue is a value that cobra does not quote.
type manValue struct{ pflag.Value }

// Type is anything but string.
func (manValue) Type() string { return "value" }
