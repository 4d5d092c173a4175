package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
	"idscope/gen/worker"
)

// workerOptions are what list, show and repair have in common.
type workerOptions struct {
	*cli.App
	custom cli.LayoutFlags
	state  cli.StateFlags
	store  cli.StoreFlags
	worker *uint64
	set    cli.Assignments
	json   bool
}

// workers lists the commands below worker.
func workers() []cli.Command {
	return []cli.Command{
		{Name: "list", Short: "List saved state, or the leases of a store", Build: newWorkerList},
		{Name: "show", Short: "Show the saved state or the leases of a scheme", Build: newWorkerShow},
		{Name: "repair", Short: "Repair saved state that cannot be used", Build: newWorkerRepair},
		{Name: "release", Short: "Release a leased worker ID", Build: newWorkerRelease},
		{Name: "reserve", Short: "Keep worker IDs out of the lease", Build: newWorkerReserve},
		{Name: "fence", Short: "Repair a store that lost data", Build: newWorkerFence},
		{Name: "leave", Short: "Leave a lease group", Build: newWorkerLeave},
		{Name: "join", Short: "Accept a lease group as it is in the store now", Build: newWorkerJoin},
		{Name: "doctor", Short: "Report what a store guarantees", Build: newWorkerDoctor},
	}
}

func newWorker(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:  "worker",
		Args: cobra.ArbitraryArgs,
		RunE: cli.Topmost,
	}
	a.AddCommands(c, workers(), 1)
	return c
}

// flags adds those of the records' place; with a scheme also those that choose it.
func (o *workerOptions) flags(f *cli.Flags, scheme bool) {
	o.state.Add(f)
	f.Switch("json", &o.json)
	if !scheme {
		return
	}
	f.Var("worker", cli.OptionalFlag(&o.worker, cli.ParseWorker))
	f.Var("set", &o.set)
	o.custom.Add(f)
}

// chosen returns the scheme of the arguments, nil for none, and the folder.
func (o *workerOptions) chosen(args []string) (s *gen.Scheme, f worker.Folder, err error) {
	named := ""
	if len(args) > 0 {
		if s, err = o.Scheme(args[0], o.custom); err != nil {
			return nil, f, err
		}
		s = s.Fix(gen.FieldsOf(o.set)...)
		named = o.custom.Named(args[0])
		if err := inRange(s, o.worker); err != nil {
			return nil, f, err
		}
		if err := valued(s, o.set); err != nil {
			return nil, f, err
		}
	}
	f, err = o.state.Folder(o.App, named)
	return s, f, err
}

func newWorkerList(a *cli.App) *cobra.Command {
	o := &workerOptions{App: a}
	c := &cobra.Command{
		Use:               "list",
		Args:              cli.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, _ []string) error {
			if given := c.Flags().Changed; given("store") || given("group") {
				return o.listLeases(c.Context())
			}
			return o.list()
		},
	}
	f := a.Flags(c, "worker list")
	o.flags(f, false)
	o.store.AddGroup(f)
	return c
}

func (o *workerOptions) list() error {
	_, f, err := o.chosen(nil)
	if err != nil {
		return err
	}
	list, damage := f.List(nil)
	if o.json {
		err = o.printRecords(list)
	} else {
		err = o.Print(show.Records(o.Pen(0), list))
	}
	if err != nil {
		return err
	}
	return damage
}

func (o *workerOptions) printRecords(list []worker.Info) error {
	for _, r := range list {
		if err := o.PrintJSON(show.RecordObject(r)); err != nil {
			return err
		}
	}
	return nil
}

func newWorkerShow(a *cli.App) *cobra.Command {
	o := &workerOptions{App: a}
	c := &cobra.Command{
		Use:               "show <scheme>",
		ValidArgsFunction: a.CompleteGenerated,
		Args:              cli.OneScheme("idscope worker list shows those that have records"),
		RunE: func(c *cobra.Command, args []string) error {
			given := c.Flags().Changed
			if !given("store") && !given("group") {
				return o.show(args)
			}
			s, err := o.Scheme(args[0], o.custom)
			if err != nil {
				return err
			}
			return o.showLeases(c.Context(), s)
		},
	}
	f := a.Flags(c, "worker show")
	o.flags(f, true)
	o.store.AddGroup(f)
	return c
}

func (o *workerOptions) show(args []string) error {
	s, f, err := o.chosen(args)
	if err != nil {
		return err
	}
	list, err := o.records(f, s)
	if err != nil {
		return err
	}
	if o.json {
		return o.printRecords(list)
	}
	cards := make([]string, len(list))
	for i := range list {
		cards[i] = show.Record(o.Pen(0), s, &list[i])
	}
	return o.Print(strings.Join(cards, "\n"))
}

// records returns those of a scheme, or the one of the chosen number.
func (o *workerOptions) records(f worker.Folder, s *gen.Scheme) ([]worker.Info, error) {
	number := uint64(0)
	if o.worker != nil {
		number = *o.worker
	}
	list, err := f.List(s, o.set...)
	if o.worker != nil {
		list = slices.DeleteFunc(list, func(i worker.Info) bool { return i.Worker != number })
	}
	if len(list) == 0 && err == nil {
		_, err = f.Show(s, number, o.set...) // says that there is none
	}
	return list, absent(err)
}

func inRange(s *gen.Scheme, n *uint64) error {
	switch top := gen.Mask(s.WorkerBits()); {
	case !cli.Recorded(s):
		return cli.Usage("%s has no saved state; use a scheme with a sequence or a worker ID", s.Name)
	case n != nil && s.WorkerBits() == 0:
		return cli.Usage("%s has no worker ID; remove --worker", s.Name)
	case n != nil && *n > top.Lo:
		return gen.OutOfRange(s.Name, "worker", gen.FromUint64(*n), top)
	}
	return nil
}

// valued wants values of data fields that fit.
func valued(s *gen.Scheme, set cli.Assignments) error {
	for _, v := range set {
		i := s.Layout.Index(v.Field)
		if i < 0 || s.Layout[i].Source != gen.Data {
			return cli.Usage("--set %s is not a data field of %s; use one whose values have records of their own", v.Field,
				s.Name)
		}
		if f := s.Layout[i]; v.Value.Len() > f.Bits {
			return gen.OutOfRange(s.Name, f.Name, v.Value, f.Max())
		}
	}
	return nil
}
