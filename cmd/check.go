package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/show"
	"idscope/inspect/check"
)

type checkOptions struct {
	*app
	as     asFlags
	json   bool
	memory int64
	zone   zoneFlag
}

// ahead is by how much an id may be ahead of the clock before it is called one of
// the future: clocks differ, and ids are read while they are made.
const ahead = 10 * time.Minute

func newCheck(a *app) *cobra.Command {
	o := &checkOptions{app: a, memory: check.DefaultMemory}
	c := &cobra.Command{
		Use: "check [file...]",
		Long: `check reads ids, one a line, of files or of stdin, and says which lines are none, which
ids stand more than once, where the order breaks, what kinds there are, of which time
and which workers. The exit status is 1 where a line is invalid or an id stands twice.

Two ids are the same when they are the same bits of one scheme, however spelled. The
answer is exact for any size: what does not fit --memory goes to temporary files, which
are gone at the end. Without --as, integers are just that; --as SCHEME reads every line
strictly as an id of it, and finds gaps in its sequence too.`,
		Example: strings.Join([]string{
			"  idscope gen uuidv7 -n 1000 | idscope check",
			"  idscope gen snowflake -n 1000 | idscope check --as snowflake",
			"  idscope gen ulid -n 1000 -o ids.txt && idscope check ids.txt --json",
			"  idscope gen order -n 1000 | idscope check --memory 512M",
		}, "\n"),
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	o.as.add(a, c, "read every line as this `SCHEME`, strictly")
	f.BoolVar(&o.json, "json", false, "one JSON object")
	f.Var(&parsed[int64]{&o.memory, "SIZE", "1G", parseSize}, "memory", "keep ids in this much memory, as 512M or 4G; the rest goes to temporary files")
	o.zone.add(c, "show times in this `ZONE`, as Europe/Berlin or local; JSON stays in UTC")
	return c
}

func (o *checkOptions) run(ctx context.Context, args []string) error {
	_, now, err := o.present()
	if err != nil {
		return err
	}
	opts := check.Options{Memory: o.memory, Now: now.Add(ahead)}
	if err := o.reading(&opts, now); err != nil {
		return err
	}
	files, err := o.inputs(args, usage("check has no file; want one as an argument, or ids on stdin").
		hinted("idscope check FILE, or idscope check < FILE; idscope check --help shows more"))
	if err != nil {
		return err
	}
	inputs := make([]check.Input, len(files))
	for i, f := range files {
		inputs[i] = check.Input{Name: f.name, R: f.r, Size: f.size}
	}
	bar := o.progress()
	opts.Progress = bar.update
	ctx, stopped := untilSignal(ctx)
	report, err := check.Run(ctx, inputs, opts)
	bar.clear()
	if signal := stopped(); signal != 0 && err != nil {
		return &failure{status: signal}
	}
	if err != nil {
		return refused("%s", cause(err))
	}
	if o.json {
		err = checkJSON(o.out, report)
	} else {
		view := show.View{Pen: o.pen(0), Zone: o.zone.to, Now: now}
		if o.OutTerminal {
			view.Pen = o.pen(o.width())
		}
		_, err = io.WriteString(o.out, view.Check(report))
	}
	if err == nil && !report.OK() {
		return &failure{status: statusNegative}
	}
	return stdout(err)
}

// cause says what could not be read, without the name of the call.
func cause(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return fmt.Sprintf("%s can not be read: %v", p.Path, p.Err)
	}
	return err.Error()
}

// parseSize reads a number of bytes: 512M, 4G, 1073741824; units are of 1024.
func parseSize(text string) (int64, error) {
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	shift := 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, shift = rest, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	switch {
	case err != nil || n < 0 || n > 1<<(62-shift):
		return 0, fmt.Errorf("%q is not a size; want bytes, as in 512M or 4G", text)
	case n<<shift < 1<<20:
		return 0, fmt.Errorf("%q is too small; want 1M or more", text)
	}
	return n << shift, nil
}
