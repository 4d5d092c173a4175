package cmd

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/quantity"
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

func newServe(a *cli.App) *cobra.Command {
	o := &serveOptions{App: a}
	c := &cobra.Command{
		Use:  "serve",
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c) },
	}
	f := a.Flags(c, "serve")
	f.Text("listen", &o.listen)
	f.Text("http", &o.http)
	f.Text("config", &o.config)
	f.Text("cluster", &o.group)
	f.Text("announce", &o.named)
	o.state.Add(f)
	o.store.Add(f, "store", "group", "lease-field", "create", "lease", "accept-best-effort", "no-store")
	return c
}

func (o *serveOptions) run(c *cobra.Command) error {
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
	ctx, status := cli.UntilSignal(c.Context())
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

func newServePasswd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use: "passwd",
		RunE: func(*cobra.Command, []string) error {
			if a.Engines.Server == nil {
				return a.RunFull("idscope serve passwd")
			}
			password, err := a.ReadPassword()
			if err != nil {
				return err
			}
			hash, err := a.Engines.Server.Hash(password)
			if err != nil {
				return cli.Usage("%w", err)
			}
			return a.Print(strings.TrimSpace(hash) + "\n")
		},
	}
}

// hold takes the record that keeps a generator's ids apart from those of others: of the
// number that is given or free, or that the store grants this host. It goes on renewing
// a grant until ctx ends.
func (o *serveOptions) hold(ctx context.Context, w service.Wanted) (*service.Holding, error) {
	f, err := o.state.Folder(o.App, "")
	if err != nil {
		return nil, err
	}
	s := w.Scheme
	leased := o.leased != nil && cli.Leasable(s)
	if f.Granted = leased || o.store.None(); leased {
		return o.holdLeased(ctx, f, w)
	}
	var r *worker.Record
	if w.Worker != nil {
		r, err = f.Number(ctx, s, *w.Worker, w.Lead, w.Set...)
	} else if r, err = f.Auto(ctx, s, w.Lead, w.Set...); err == nil {
		err = r.Close() // else the generator that this one replaces waits for the lock until the first request
	}
	if err != nil {
		return nil, err
	}
	return &service.Holding{Ledger: r, Worker: r.Worker(), Set: w.Set, Close: r.Close}, nil
}

// holdLeased is hold of a number that the store grants.
func (o *serveOptions) holdLeased(ctx context.Context, f worker.Folder, w service.Wanted) (*service.Holding, error) {
	s := w.Scheme
	field, err := o.leased.Field(s)
	if err != nil {
		return nil, err
	}
	want := cli.Want(s, field, w.Set, w.Worker)
	want.Lead = w.Lead
	l, err := o.leased.LeaseOf(s, f, want, w.Clock)
	if err != nil {
		return nil, err
	}
	if open := l.Open; open != nil {
		l.Open = func(ctx context.Context) (store.Store, error) {
			s, err := open(ctx)
			if err != nil {
				return nil, err
			}
			return store.Watched(s, w.Store), nil
		}
	}
	if err := l.Acquire(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	number, set := l.Worker(), w.Set
	if want.Field != lease.WorkerField {
		if want.Mask == 0 {
			set = append(set[:len(set):len(set)], gen.Assignment{Field: want.Field, Value: gen.FromUint64(number)})
		}
		number = 0
	}
	r, err := f.Number(ctx, s, number, w.Lead, set...)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	renewing.Go(func() {
		if err := l.Renew(ctx); ctx.Err() == nil {
			o.Warn(err.Error())
		}
	})
	return &service.Holding{Ledger: l.Ledger(r), Worker: number, Set: set, Ceiling: l.Ceiling(), Close: func() error {
		end()
		renewing.Wait()
		return errors.Join(r.Close(), l.Close())
	}}, nil
}
