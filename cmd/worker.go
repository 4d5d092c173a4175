package cmd

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/gen"
	"idscope/gen/worker"
)

// workerOptions are what list, show and repair have in common.
type workerOptions struct {
	*app
	custom  layoutFlags
	state   string
	network bool
	worker  *uint64
	set     assignments
	json    bool
}

func newWorker(a *app) *cobra.Command {
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
			err := usage("worker has no command %q; want list, show or repair", args[0])
			if near := nearest(args[0], []string{"list", "show", "repair"}); len(near) > 0 {
				return err.hinted("did you mean: idscope worker %s", near[0])
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
	networkFlag(f, &o.network)
	f.BoolVar(&o.json, "json", false, "one JSON object a line")
	if !scheme {
		return
	}
	f.VarP(&parsed[*uint64]{&o.worker, "N", "", func(text string) (*uint64, error) {
		n, err := parseWorker(text)
		return &n, err
	}}, "worker", "w", "only the record of this worker number")
	f.Var(&o.set, "set", "only the records of this value of a data field; repeatable")
	o.custom.add(c)
}

// chosen returns the scheme of the arguments, nil for none, and the folder.
func (o *workerOptions) chosen(args []string) (s *gen.Scheme, f worker.Folder, err error) {
	named := ""
	if len(args) > 0 {
		if s, err = o.scheme(args[0], o.custom); err != nil {
			return nil, f, err
		}
		s = s.Fix(o.set.fields()...)
		named = o.custom.named(args[0])
		if err := inRange(s, o.worker); err != nil {
			return nil, f, err
		}
		if err := valued(s, o.set); err != nil {
			return nil, f, err
		}
	}
	f, err = o.folder(o.state, named)
	f.AllowNetwork = f.AllowNetwork || o.network
	return s, f, err
}

// networkFlag permits what a lock can not be trusted on.
func networkFlag(f *pflag.FlagSet, allow *bool) {
	f.BoolVar(allow, "allow-network-state", false, "allow state on a network file system that only this host uses; also $IDSCOPE_ALLOW_NETWORK_STATE=1")
}

func inRange(s *gen.Scheme, n *uint64) error {
	switch top := gen.Mask(s.WorkerBits()); {
	case !recorded(s):
		return usage("%s keeps no record; want a scheme with a sequence or a worker number", s.Name)
	case n != nil && s.WorkerBits() == 0:
		return usage("%s has no worker; want no --worker", s.Name)
	case n != nil && *n > top.Lo:
		return &gen.RangeError{Scheme: s.Name, Field: "worker", Value: gen.FromUint64(*n), Max: top}
	}
	return nil
}

// valued wants values of data fields that fit.
func valued(s *gen.Scheme, set assignments) error {
	for _, v := range set {
		i := s.Layout.Index(v.Field)
		if i < 0 || s.Layout[i].Source != gen.Data {
			return usage("--set %s is not a data field of %s; want one whose values have records of their own", v.Field, s.Name)
		}
		if f := s.Layout[i]; v.Value.Len() > f.Bits {
			return &gen.RangeError{Scheme: s.Name, Field: f.Name, Value: v.Value, Max: f.Max()}
		}
	}
	return nil
}

// record is an Info as JSON shows it.
type record struct {
	Schema  int               `json:"schema"`
	Scheme  string            `json:"scheme"`
	Values  map[string]string `json:"values,omitempty"`
	Worker  string            `json:"worker"`
	State   string            `json:"state"`
	Used    bool              `json:"used"`
	Last    string            `json:"last,omitempty"`
	Lead    int64             `json:"lead_ns"`
	PID     int               `json:"pid,omitempty"`
	Updated string            `json:"updated,omitempty"`
	Owner   string            `json:"owner,omitempty"`
	Folder  string            `json:"folder,omitempty"`
	Path    string            `json:"path"`
	Layout  string            `json:"layout"`
	Key     string            `json:"key"`
}

func recordOf(i worker.Info) record {
	return record{1, i.Scheme, valueMap(i.Values), strconv.FormatUint(i.Worker, 10), i.State, i.Used, instant(i.LastTime), int64(i.Lead),
		i.PID, instant(i.Updated), i.Owner, i.Folder, i.Path, i.Layout, i.Key}
}

// valueMap is "shard=7 user=3" as JSON shows it.
func valueMap(text string) map[string]string {
	var m map[string]string
	for _, word := range strings.Fields(text) {
		if m == nil {
			m = make(map[string]string)
		}
		name, value, _ := strings.Cut(word, "=")
		m[name] = value
	}
	return m
}

// instant writes a time, and nothing for none.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z07:00")
}

// or replaces an empty text.
func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
