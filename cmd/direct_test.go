package cmd

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// direct runs what ExecuteContext runs: the same words give the same output and
// the same error, good and bad ones.
func TestDirectIsExecute(t *testing.T) {
	call := func(text string, short bool) (out string, taken bool) {
		var stdout, stderr bytes.Buffer
		env := Environment{
			In: strings.NewReader(""), Out: &stdout, Err: &stderr,
			Getenv: func(string) string { return "" }, Clock: gen.FixedClock(time.Unix(1767225600, 0)),
		}
		a := cli.New(env)
		root := newRoot(a, commands())
		args := cli.Dashed(root, strings.Fields(text))
		var err error
		if short {
			taken, err = direct(context.Background(), root, args)
		}
		if !taken {
			root.SetArgs(args)
			err = root.ExecuteContext(context.Background())
		}
		status := a.Report(err)
		return fmt.Sprintf("%d\n%s\n%s", status, stdout.String(), stderr.String()), taken
	}
	for _, c := range []struct {
		words string
		taken bool
	}{
		{"version", true},
		{"version extra", true},
		{"version --color never", true},
		{"version --color red", true},
		{"--color never version", true},
		{"gen uuidv7 --at 2026-01-02 --seed 1", true},
		{"gen uuidv7 -n 3 --at 2026-01-02 --seed=1 --format json", true},
		{"generate ulid --at 2026-01-02 --seed 1", true},
		{"gen uuidv7 uuidv4", true},
		{"gen", true},
		{"gen uuidv7 --nonsense", true},
		{"gen uuidv7 -n", true},
		{"gen uuidv7 -n x", true},
		{"gen -- uuidv7 --at 2026-01-02 --seed 1", true},
		{"gen uuidv7 --help", false},
		{"gen uuidv7 -h", false},
		{"gen --name -h uuidv5 --namespace dns", false},
		{"inspect 018f4e2d-7c1a-7c1a-8c1a-0123456789ab --json", true},
		{"inspect -L0cRwGd5dBvQyDhN8aK --json", false}, // a word with an h
		{"schemes ulid", true},
		{"schemes nothing", true},
		{"bench", false},
		{"bench birthday --bits 122 -n 1e9", true},
		{"worker", false},
		{"help gen", false},
		{"nonsense", false},
		{"", false},
		{"--help", false},
	} {
		want, _ := call(c.words, false)
		got, taken := call(c.words, true)
		if got != want || taken != c.taken {
			t.Errorf("idscope %s: direct %t:\n%s\nwant direct %t, as cobra does:\n%s", c.words, taken, got, c.taken, want)
		}
	}
}

// No command has what direct leaves out.
func TestDirectLeavesNothingOut(t *testing.T) {
	walk(tree(), func(c *cobra.Command) {
		for name, set := range map[string]bool{
			"PersistentPreRun": c.PersistentPreRun != nil || c.PersistentPreRunE != nil, "PreRun": c.PreRun != nil || c.PreRunE != nil, "Run": c.Run != nil,
			"PostRun": c.PostRun != nil || c.PostRunE != nil, "PersistentPostRun": c.PersistentPostRun != nil || c.PersistentPostRunE != nil,
			"Version": c.Version != "", "Deprecated": c.Deprecated != "", "DisableFlagParsing": c.DisableFlagParsing, "TraverseChildren": c.TraverseChildren,
		} {
			if set {
				t.Errorf("%s has %s, which direct does not run", c.CommandPath(), name)
			}
		}
		if err := c.ValidateRequiredFlags(); err != nil {
			t.Errorf("%s: %v", c.CommandPath(), err)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for key := range f.Annotations {
				if key == cobra.BashCompOneRequiredFlag || strings.Contains(key, "cobra_annotation_") {
					t.Errorf("%s --%s has %s, which direct does not ask for", c.CommandPath(), f.Name, key)
				}
			}
		})
	})
}
