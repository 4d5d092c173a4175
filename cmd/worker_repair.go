package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"idscope/gen/worker"
)

type repairOptions struct {
	workerOptions
	adopt      bool
	assumeLast string
}

func newWorkerRepair(a *app) *cobra.Command {
	o := &repairOptions{workerOptions: workerOptions{app: a}}
	c := &cobra.Command{
		Use:   "repair [scheme]",
		Short: "mend records that can not be used",
		Long: `repair mends records that are damaged, or that the clock left in the future, so that
nothing is repeated: such a record begins anew past all that it may have made. Good
records stay as they are. Without a scheme it looks at all of them.

--adopt takes over what belonged to another machine or to another state folder: say
so only when it is not in use there any more.

--assume-last says when the last id was made, where you know it; it moves good
records too, also back.`,
		Example: strings.Join([]string{
			"  idscope worker repair",
			"  idscope worker repair snowflake --worker 7",
			"  idscope worker repair snowflake --worker 7 --adopt",
			"  idscope worker repair snowflake --worker 7 --assume-last now-1d",
		}, "\n"),
		ValidArgsFunction: a.completeScheme,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("repair takes one scheme, got %d; want one or none", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	o.flags(c, true)
	c.Flags().BoolVar(&o.adopt, "adopt", false, "take over what another machine or folder had")
	c.Flags().StringVar(&o.assumeLast, "assume-last", "", "the last id was made at `TIME`")
	return c
}

func (o *repairOptions) run(c *cobra.Command, args []string) error {
	if len(args) == 0 && (o.worker != nil || o.assumeLast != "" || len(o.set) > 0 || o.custom != layoutFlags{}) {
		return usage("--worker, --set, --assume-last, --layout, --epoch and --tick are of one scheme; want its name").hinted("idscope worker list shows those that have records")
	}
	s, f, err := o.chosen(args)
	if err != nil {
		return err
	}
	_, now, err := o.present()
	if err != nil {
		return err
	}
	opts := worker.RepairOptions{Scheme: s, Worker: o.worker, Set: o.set, Adopt: o.adopt}
	if o.assumeLast != "" {
		if opts.AssumeLast, err = parseTime(o.assumeLast, now); err != nil {
			return badFlag("assume-last", err)
		}
		if opts.AssumeLast.Before(s.Epoch) {
			return usage("--assume-last %s is before the epoch of %s; want %s or later", o.assumeLast, s.Name, instant(s.Epoch))
		}
	}
	done, left := f.Repair(c.Context(), opts)
	if err := o.write(done); err != nil {
		return stdout(err)
	}
	if len(done) == 0 && left == nil && !o.json {
		_, err := fmt.Fprintf(o.out, "nothing to repair in %s\n", f.State)
		return stdout(err)
	}
	return absent(left)
}

// repaired is what was done, as JSON shows it.
type repaired struct {
	Schema int               `json:"schema"`
	Scheme string            `json:"scheme,omitempty"`
	Values map[string]string `json:"values,omitempty"`
	Worker string            `json:"worker"`
	Path   string            `json:"path"`
	Was    string            `json:"was"`
	Did    string            `json:"did"`
	After  string            `json:"after,omitempty"`
}

func (o *repairOptions) write(done []worker.Repaired) error {
	e := json.NewEncoder(o.out)
	for _, d := range done {
		n := strconv.FormatUint(d.Worker, 10)
		if o.json {
			if err := e.Encode(repaired{1, d.Scheme, valueMap(d.Values), n, d.Path, d.Was, d.Did, instant(d.After)}); err != nil {
				return err
			}
			continue
		}
		name := d.Path
		if strings.HasSuffix(d.Path, ".rec") {
			name = d.Scheme + " worker " + n
			if d.Values != "" {
				name += " with " + d.Values
			}
		}
		text := name + ": was " + d.Was + "; " + d.Did
		if !d.After.IsZero() {
			text += ", after " + instant(d.After)
		}
		if _, err := io.WriteString(o.out, text+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// absent makes a negative answer of a record that does not exist.
func absent(err error) error {
	if errors.Is(err, worker.ErrNoRecord) {
		return &failure{status: statusNegative, err: err}
	}
	return err
}
