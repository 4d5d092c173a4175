package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen/server/service"
)

// serveGroupOptions are those of the file that the servers of a group share.
type serveGroupOptions struct {
	serveOptions
	name    string
	path    string // of the file
	replace bool
}

// serveGroups lists the commands below serve group.
func serveGroups() []cli.Command {
	return []cli.Command{
		{Name: "show", Short: "Print the shared configuration of a cluster",
			Build: func(a *cli.App, f *cli.Flags) cli.Run {
				o := newServeGroup(a, f)
				return func(ctx context.Context, _ []string) error { return o.within(ctx, o.show) }
			}},
		{Name: "check", Arguments: "<file>", Short: "Check a configuration before it is put",
			Build: func(a *cli.App, f *cli.Flags) cli.Run {
				o := newServeGroup(a, f)
				return o.ofFile(f, o.check)
			}},
		{Name: "put", Arguments: "<file>", Short: "Replace the shared configuration of a cluster",
			Build: func(a *cli.App, f *cli.Flags) cli.Run {
				o := newServeGroup(a, f)
				f.Switch("replace", &o.replace)
				return o.ofFile(f, func(ctx context.Context) error { return o.within(ctx, o.put) })
			}},
	}
}

func newServeGroup(a *cli.App, f *cli.Flags) *serveGroupOptions {
	o := &serveGroupOptions{serveOptions: serveOptions{App: a}}
	f.Text("cluster", &o.group)
	f.Text("group", &o.name)
	return o
}

// ofFile runs what takes a file.
func (o *serveGroupOptions) ofFile(f *cli.Flags, run func(context.Context) error) cli.Run {
	f.Takes(oneFile, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault))
	return func(ctx context.Context, args []string) error {
		o.path = args[0]
		return run(ctx)
	}
}

func (o *serveGroupOptions) show(ctx context.Context, g service.Group) error {
	text, version, err := g.File(ctx)
	if err == nil && version == "" {
		return cli.Negative("the group has no file; use idscope serve group put FILE")
	}
	if err != nil {
		return cli.Refused("%w", err)
	}
	return o.Print(versionMark + version + "\n" + string(text))
}

func (o *serveGroupOptions) check(ctx context.Context) error {
	if o.group == "" {
		_, _, err := o.checked(nil)
		return err
	}
	return o.within(ctx, func(ctx context.Context, g service.Group) error {
		before, _, err := g.File(ctx)
		if err == nil {
			_, _, err = o.checked(before)
		}
		return err
	})
}

func oneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Usage("%s takes one file, got %d; use %s FILE, or - for stdin", c.CommandPath(), len(args),
			c.CommandPath())
	}
	return nil
}

// versionMark begins the line that show prints before a file.
const versionMark = "# version of the group's file: "

// cutVersion takes the line of versionMark off a file, where it begins with one.
func cutVersion(text []byte) (rest []byte, version string, found bool) {
	line, rest, ended := bytes.Cut(text, []byte{'\n'})
	word, found := bytes.CutPrefix(bytes.TrimSuffix(line, []byte{'\r'}), []byte(versionMark))
	if !ended || !found || len(word) == 0 || bytes.ContainsFunc(word, unicode.IsSpace) {
		return text, "", false
	}
	return rest, string(word), true
}

func (o *serveGroupOptions) put(ctx context.Context, g service.Group) error {
	before, version, err := g.File(ctx)
	if err != nil {
		return cli.Refused("%w", err)
	}
	text, from, err := o.checked(before)
	if err != nil {
		return err
	}
	if from != version && !o.replace {
		had := "version " + from
		if from == "" {
			had = "no version"
		}
		return cli.Refused("%s was taken from %s, and the group has version %s; reapply your changes to what "+
			"idscope serve group show prints, or --replace", o.path, had, version)
	}
	err = g.Replace(ctx, text, version)
	if errors.Is(err, service.ErrGroupChanged) {
		return cli.Refused("%w; nothing was written", err).Hinted("idscope serve group show prints it")
	}
	if err != nil {
		return cli.Refused("%w", err)
	}
	return nil
}

// checked returns a file without its version, prints what it changes, and refuses what
// servers would not take.
func (o *serveGroupOptions) checked(before []byte) (text []byte, version string, err error) {
	if o.Engines.Server == nil {
		return nil, "", o.RunFull("idscope serve group")
	}
	if _, err := o.KnownSchemes(); err != nil {
		return nil, "", err
	}
	if o.path == "-" {
		text, err = io.ReadAll(o.In)
	} else {
		text, err = os.ReadFile(o.path)
	}
	if err != nil {
		return nil, "", cli.Refused("%s cannot be read: %w", o.path, cli.FileCause(err))
	}
	changes, err := o.Engines.Server.CheckGroup(o.path, text, before, o.scheme)
	if err != nil {
		return nil, "", cli.Refused("%w", err)
	}
	if rest, named, found := cutVersion(text); found {
		text, version = rest, named
	}
	var b strings.Builder
	for _, change := range changes {
		fmt.Fprintf(&b, "%-8s %s\n", change.What, change.Table)
	}
	if len(changes) == 0 {
		b.WriteString("nothing changes\n")
	}
	return text, version, o.Print(b.String())
}

// within opens the group for a while.
func (o *serveGroupOptions) within(ctx context.Context, do func(context.Context, service.Group) error) error {
	if o.group == "" {
		return cli.Usage("there is no group of servers; use --cluster etcd://HOST:2379")
	}
	if o.Engines.Server == nil {
		return o.RunFull("idscope serve group")
	}
	g, err := o.Engines.Server.OpenGroup(ctx, o.group, o.name)
	if err != nil {
		return cli.Refused("%w", err)
	}
	defer g.Close()
	return do(ctx, g)
}
