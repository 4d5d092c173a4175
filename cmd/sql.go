package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/database"
	"idscope/gen/lease"
)

type sqlOptions struct {
	*cli.App
	custom  cli.LayoutFlags
	dialect cli.Choice
	wanted  database.Options // what the flags say of it
	store   cli.StoreFlags
	note    string
}

func newSQL(a *cli.App, f *cli.Flags) cli.Run {
	o := &sqlOptions{App: a, wanted: database.Options{Table: "ids"}, dialect: cli.Choice{List: database.Dialects()}}
	wanted := &o.wanted
	f.Takes(cli.OneScheme("idscope schemes lists them"), a.OneOf(cli.Generated))
	f.Var("dialect", &o.dialect)
	f.Text("schema", &wanted.Schema)
	f.Text("table", &wanted.Table)
	f.Text("name", &wanted.Name)
	f.Var("worker", cli.OptionalFlag(&wanted.Worker, fixedWorker))
	f.Var("set", cli.AssignmentFlag(&wanted.Set))
	f.Switch("original", &wanted.Original)
	f.Output("copy")
	o.custom.Add(f)
	o.store.Add(f, "store", "group", "lease-field", "create")
	f.Text("note", &o.note)
	return o.run
}

// fixedWorker reads a worker number: a database keeps the one that it is given.
func fixedWorker(text string) (uint64, error) {
	n, err := cli.ParseWorker(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a worker number; use one that nothing else uses", text)
	}
	return n, nil
}

func (o *sqlOptions) run(ctx context.Context, args []string) error {
	s, err := o.Scheme(args[0], o.custom)
	if err != nil {
		return err
	}
	if o.dialect.Value == "" {
		return cli.Usage("--dialect is required: %s", o.dialect.Values())
	}
	wanted := o.wanted
	for _, name := range []string{wanted.Schema, wanted.Table, wanted.Name} {
		if cli.OneLine(name) != name {
			return cli.Usage("%q is not a name that can be shown; use letters, digits and underscores", name)
		}
	}
	wanted.Dialect, wanted.Now = database.Dialect(o.dialect.Value), o.Now()
	script, err := database.New(s, wanted)
	if o.note != "" && (err == nil || errors.Is(err, database.ErrWorker)) { // else nothing is reserved
		if err := o.reserve(ctx, s, &wanted); err != nil {
			return err
		}
		script, err = database.New(s, wanted)
	}
	switch {
	case errors.Is(err, database.ErrTime):
		return cli.Refused("%w", err).Hinted("count from another time: --epoch")
	case errors.Is(err, database.ErrWorker):
		return cli.Usage("%w", err).Hinted("idscope sql %s --dialect %s%s; or --note TEXT --store URL, which "+
			"reserves one", o.custom.Named(args[0]), o.dialect.Value, o.missing(s))
	case err != nil:
		return cli.Usage("%w", err)
	}
	for _, w := range script.Warnings {
		o.Warn(w)
	}
	return o.Print(script.Text())
}

// missing are the flags that complete the worker number: its fields where --set gives one of them.
func (o *sqlOptions) missing(s *gen.Scheme) (flags string) {
	if cli.Want(s, lease.WorkerField, o.wanted.Set, nil).Mask == 0 {
		return " --worker N"
	}
	for _, f := range s.Layout {
		value := "N"
		set := o.wanted.Set
		if i := slices.IndexFunc(set, func(a gen.Assignment) bool { return a.Field == f.Name }); i >= 0 {
			value = set[i].Value.Decimal()
		}
		if f.Source == gen.Worker {
			flags += fmt.Sprintf(" --set %s=%s", f.Name, value)
		}
	}
	return flags
}

// reserve reserves the number that the flags give, or one that nobody has, in the store.
func (o *sqlOptions) reserve(ctx context.Context, s *gen.Scheme, wanted *database.Options) error {
	if !cli.Leasable(s) {
		return cli.Usage("%s has no number to reserve: random bits keep its ids apart; remove --note", s.Name)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	folder, err := (&cli.StateFlags{}).Folder(o.App, "") // what this host knows, where it has one
	if err != nil && o.store.Create && folder.State != "" {
		return err
	}
	chosen, open, err := o.store.Connect(ctx, o.App, "--note", s, folder)
	if err != nil {
		return err
	}
	defer open.Close()
	g, err := chosen.GroupOf(ctx, open, s, folder)
	if err != nil {
		return err
	}
	if o.store.Create {
		if err := chosen.Make(ctx, g, s, folder); err != nil {
			return err
		}
	}
	want := cli.Want(s, g.Config.Field, wanted.Set, wanted.Worker)
	g.Config.Mask, g.Config.Value = want.Mask, want.Value
	var n lease.Number
	if want.Mask == g.Config.Top {
		n, err = g.Reserve(ctx, want.Value, o.note)
	} else {
		n, err = g.ReserveAny(ctx, o.note)
	}
	if err != nil {
		return err
	}
	wanted.After = n.High
	wanted.Reserved = fmt.Sprintf("%s %d is reserved for %q in group %s of %s; once the database is gone it is given "+
		"back by\n%s", g.Config.Field, n.Worker, cli.OneLine(o.note), chosen.Group, chosen.Shown(),
		g.Command("reserve", chosen.Shown(), strconv.FormatUint(n.Worker, 10), "--undo"))
	wanted.Set = slices.DeleteFunc(slices.Clone(wanted.Set), func(a gen.Assignment) bool {
		return a.Field == g.Config.Field || s.Layout[s.Layout.Index(a.Field)].Source == gen.Worker
	})
	if g.Config.Field == lease.WorkerField {
		wanted.Worker = &n.Worker
	} else {
		wanted.Set = append(wanted.Set, gen.Assignment{Field: g.Config.Field, Value: gen.ID{Lo: n.Worker}})
	}
	return nil
}
