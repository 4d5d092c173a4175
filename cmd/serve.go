package cmd

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"golang.org/x/term"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/server/service"
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
	f.Text("listen", &o.listen)
	f.Text("http", &o.http)
	f.Text("config", &o.config)
	f.Text("cluster", &o.group)
	f.Text("announce", &o.named)
	o.state.Add(f)
	o.store.Add(f, "store", "group", "lease-field", "create", "lease", "accept-best-effort", "no-store")
	return o.run
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
	ctx, status := cli.UntilSignal(ctx)
	err = o.Engines.Server.Serve(ctx, service.Options{
		Listen: o.listen, HTTP: o.http, File: o.config, Cluster: o.group, Announce: o.named, Own: own, Log: o.Err,
		Scheme: o.scheme,
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
		d, err := quantity.ParseDuration(over.Tick, 1, math.MaxInt64)
		if err != nil {
			return nil, cli.Usage("tick %w", err)
		}
		flags.Tick = &d
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
	h, err := cli.Hold(ctx, f, leased, w, func(err error) { o.Warn(err.Error()) })
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
