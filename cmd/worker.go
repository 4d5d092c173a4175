package cmd

import (
	"strconv"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/gen/worker"
)

// workerOptions are what list, show and repair have in common.
type workerOptions struct {
	*cli.App
	custom cli.LayoutFlags
	state  string
	worker *uint64
	json   bool
}

func newWorker(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use: "worker",
		Long: `worker looks at the records of what was made on this host: one for each layout and
worker number, in the state folder.`,
		Example: "  idscope worker list\n  idscope worker show snowflake --worker 7\n  idscope worker repair snowflake --worker 7",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			err := cli.Usage("worker has no command %q; want list, show or repair", args[0])
			if near := cli.Nearest(args[0], []string{"list", "show", "repair"}); len(near) > 0 {
				return err.Hinted("did you mean: idscope worker %s", near[0])
			}
			return err
		},
	}
	c.AddCommand(newWorkerList(a), newWorkerShow(a), newWorkerRepair(a))
	return c
}

// flags adds those of the records' place; with a scheme also those that choose it.
func (o *workerOptions) flags(c *cobra.Command, scheme bool) {
	f := c.Flags()
	f.StringVar(&o.state, "state", "", "look in this `DIR`; default $IDSCOPE_STATE, else the host's or the user's")
	f.BoolVar(&o.json, "json", false, "one JSON object a line")
	if !scheme {
		return
	}
	f.VarP(cli.Flag(&o.worker, "N", "", func(text string) (*uint64, error) {
		n, err := cli.ParseWorker(text)
		return &n, err
	}), "worker", "w", "only the record of this worker number")
	o.custom.Add(c)
}

// chosen returns the scheme of the arguments, nil for none, and the folder.
func (o *workerOptions) chosen(args []string) (s *gen.Scheme, f worker.Folder, err error) {
	named := ""
	if len(args) > 0 {
		if s, err = o.Scheme(args[0], o.custom); err != nil {
			return nil, f, err
		}
		named = o.custom.Named(args[0])
		if err := inRange(s, o.worker); err != nil {
			return nil, f, err
		}
	}
	f, err = o.StateFolder(o.state, named)
	return s, f, err
}

func inRange(s *gen.Scheme, n *uint64) error {
	switch top := gen.Mask(s.WorkerBits()); {
	case !cli.Recorded(s):
		return cli.Usage("%s keeps no record; want a scheme with a sequence or a worker number", s.Name)
	case n != nil && s.WorkerBits() == 0:
		return cli.Usage("%s has no worker; want no --worker", s.Name)
	case n != nil && *n > top.Lo:
		return &gen.RangeError{Scheme: s.Name, Field: "worker", Value: gen.FromUint64(*n), Max: top}
	}
	return nil
}

// record is an Info as JSON shows it.
type record struct {
	Schema  int    `json:"schema"`
	Scheme  string `json:"scheme"`
	Worker  string `json:"worker"`
	State   string `json:"state"`
	Used    bool   `json:"used"`
	Last    string `json:"last,omitempty"`
	Lead    int64  `json:"lead_ns"`
	PID     int    `json:"pid,omitempty"`
	Updated string `json:"updated,omitempty"`
	Owner   string `json:"owner,omitempty"`
	Folder  string `json:"folder,omitempty"`
	Path    string `json:"path"`
	Layout  string `json:"layout"`
	Key     string `json:"key"`
}

func recordOf(i worker.Info) record {
	return record{1, i.Scheme, strconv.FormatUint(i.Worker, 10), i.State, i.Used, ui.Instant(i.LastTime), int64(i.Lead),
		i.PID, ui.Instant(i.Updated), i.Owner, i.Folder, i.Path, i.Layout, i.Key}
}
