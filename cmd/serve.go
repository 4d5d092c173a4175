package cmd

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/worker"
)

type serveOptions struct {
	*cli.App
	listen string
	http   string
	config string
	group  string // URL of the store of a group of servers
	named  string
	state  cli.StateFlags
	store  cli.StoreFlags
	leased *cli.Store // where numbers are leased; nil is nowhere
}

// serves lists the commands below serve.
func serves() []cli.Command {
	return []cli.Command{
		{Name: "group", Short: "Show and write the configuration that a cluster shares", Below: serveGroups},
		{Name: "passwd", Short: "Hash a password for serve.toml", Build: newServePasswd},
	}
}

func newServe(a *cli.App, f *cli.Flags) cli.Run {
	o := &serveOptions{App: a}
	f.Var("listen", cli.Value(&o.listen, "", cli.ParseAddress))
	f.Var("http", cli.Value(&o.http, "", func(text string) (string, error) {
		if text == "none" {
			return text, nil
		}
		return cli.ParseAddress(text)
	}))
	f.Text("config", &o.config)
	f.Var("cluster", cli.Value(&o.group, "", parseCluster))
	f.Var("announce", cli.Value(&o.named, "", cli.ParseAddress))
	o.state.Add(f)
	o.store.Add(f, "store", "group", "lease-field", "create", "lease", "accept-best-effort", "no-store")
	return o.run
}

// parseCluster reads the URL of the store of a group of servers.
func parseCluster(text string) (string, error) {
	_, err := store.Parse(text)
	return text, err
}

func (o *serveOptions) run(ctx context.Context, _ []string) error {
	if o.Engines.Server == nil {
		return o.RunFull("idscope serve")
	}
	own, err := o.KnownSchemes()
	if err != nil {
		return err
	}
	socket, err := o.state.Socket(o.App)
	if err != nil {
		return err
	}
	if o.leased, err = o.store.Chosen(o.App); err != nil {
		return err
	}
	counted := ""
	if o.leased != nil {
		counted = o.leased.Text
	}
	ctx, status := cli.UntilSignal(ctx, false)
	err = o.Engines.Server.Serve(ctx, service.Options{
		Listen: o.listen, HTTP: o.http, File: o.config, Cluster: o.group, Announce: o.named, Own: own, Log: o.Err,
		Scheme: o.scheme,
		Worker: func(s *gen.Scheme) (*uint64, error) { return o.WorkerNumber("", s) },
		Reload: cli.ReloadSignals(ctx), Socket: socket,
		Hold: o.hold, Stores: o.Drivers(), Store: counted,
		Folder: func() (worker.Folder, error) { return o.state.Folder(o.App, "") },
	})
	status()
	if err != nil {
		return cli.Refused("%w", err)
	}
	return nil
}

// scheme returns a scheme by its name, with what the file changes of it.
func (o *serveOptions) scheme(name string, over service.Override) (*gen.Scheme, error) {
	flags := cli.LayoutFlags{Layout: over.Layout, Epoch: over.Epoch}
	if over.Tick != "" {
		var err error
		if flags.Tick, err = cli.ParseTick(over.Tick); err != nil {
			return nil, cli.Usage("tick %w", err)
		}
	}
	return o.Scheme(name, flags)
}

func newServePasswd(a *cli.App, _ *cli.Flags) cli.Run {
	return func(context.Context, []string) error {
		if a.Engines.Server == nil {
			return a.RunFull("idscope serve passwd")
		}
		password, err := readPassword(a)
		if err != nil {
			return err
		}
		hash, err := a.Engines.Server.Hash(password)
		if err != nil {
			return cli.Usage("%w", err)
		}
		return a.Print(strings.TrimSpace(hash) + "\n")
	}
}

// readPassword reads a password: twice from a terminal, where it is not shown, or the
// first line of stdin.
func readPassword(a *cli.App) ([]byte, error) {
	if !a.InTerminal {
		line, err := bufio.NewReader(io.LimitReader(a.In, 1<<10)).ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, cli.Refused("stdin cannot be read: %w", err)
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
	ask := func(prompt string) ([]byte, error) {
		fmt.Fprint(a.Err, prompt)
		text, err := term.ReadPassword(int(os.Stdin.Fd()))
		fmt.Fprintln(a.Err)
		if err != nil {
			return nil, cli.Refused("the terminal cannot be read: %w", err)
		}
		return text, nil
	}
	first, err := ask("password: ")
	if err != nil {
		return nil, err
	}
	second, err := ask("again: ")
	if err == nil && !bytes.Equal(first, second) {
		err = cli.Usage("the passwords do not match")
	}
	return first, err
}

// hold takes the record of a generator; a grant of the store is renewed until it is closed.
func (o *serveOptions) hold(ctx context.Context, w service.Wanted) (*service.Holding, error) {
	f, err := o.state.Folder(o.App, "")
	if err != nil {
		return nil, err
	}
	leased := o.leased
	if !cli.Leasable(w.Scheme) {
		leased = nil
	}
	f.Granted = leased != nil || o.store.None
	h, err := cli.Hold(ctx, f, leased, w, func(err error) {
		text := err.Error()
		if hint := fault.Hint(err); hint != "" {
			text += "; " + hint
		}
		o.Warn(text)
	})
	if err != nil {
		return nil, err
	}
	if leased == nil && w.Worker == nil { // else the generator that this one replaces waits for the lock
		if err = h.Record.Close(); err != nil {
			return nil, err
		}
	}
	return &h.Holding, nil
}

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
	f.Var("cluster", cli.Value(&o.group, "", parseCluster))
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
	v, err := g.Load(ctx, service.GroupFile)
	if err == nil && v.Version == "" {
		return cli.Negative("the group has no file; use idscope serve group put FILE")
	}
	if err != nil {
		return cli.Refused("%w", err)
	}
	return o.Print(versionMark + string(v.Version) + "\n" + string(v.Data))
}

func (o *serveGroupOptions) check(ctx context.Context) error {
	if o.group == "" {
		_, _, err := o.checked(nil)
		return err
	}
	return o.within(ctx, func(ctx context.Context, g service.Group) error {
		before, err := g.Load(ctx, service.GroupFile)
		if err == nil {
			_, _, err = o.checked(before.Data)
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
	before, err := g.Load(ctx, service.GroupFile)
	if err != nil {
		return cli.Refused("%w", err)
	}
	text, from, err := o.checked(before.Data)
	if err != nil {
		return err
	}
	if from != string(before.Version) && !o.replace {
		had := "version " + from
		if from == "" {
			had = "no version"
		}
		return cli.Refused("%s was taken from %s, and the group has version %s; reapply your changes to what "+
			"idscope serve group show prints, or --replace", o.path, had, before.Version)
	}
	_, err = g.Swap(ctx, 0, service.GroupFile, before.Version, text)
	if errors.Is(err, store.ErrConflict) {
		return cli.Refused("the file of the group was changed by another; nothing was written").
			Hinted("idscope serve group show prints it")
	}
	return err
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
	changes, err := o.Engines.Server.CheckGroup(o.path, text, before,
		service.Options{Scheme: o.scheme, Stores: o.Drivers()})
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
