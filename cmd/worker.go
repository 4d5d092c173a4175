package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/lease"
	"idscope/gen/quantity"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// workerOptions are the flags of the commands below worker, each of which has some of them.
type workerOptions struct {
	*cli.App
	given func(flag string) bool

	custom cli.LayoutFlags
	state  cli.StateFlags
	store  cli.StoreFlags
	worker *uint64
	set    []gen.Assignment
	from   *uint64

	adopt, undo, accept, force bool
	note, assumeLast           string
}

// workerCommand is a command below worker. Of its flags, layout and state imply those that go together
// with them.
type workerCommand struct {
	name, arguments, short string
	args                   cobra.PositionalArgs // nil takes none
	flags                  string
	run                    func(o *workerOptions, ctx context.Context, args []string) error
}

// workers lists the commands below worker.
func workers() (list []cli.Command) {
	leased := cli.OneScheme("idscope worker list --store URL shows those that hosts lease")
	for _, w := range [...]workerCommand{
		{"list", "", "List saved state, or the leases of a store", nil, "state json store group",
			(*workerOptions).list},
		{"show", "<scheme>", "Show the saved state or the leases of a scheme",
			cli.OneScheme("idscope worker list shows those that have records"),
			"state json worker set layout store group", (*workerOptions).show},
		{"repair", "[scheme]", "Repair saved state that cannot be used", cli.AnyScheme,
			"state json worker set layout adopt assume-last", (*workerOptions).repair},
		{"release", "<scheme>", "Release a leased worker ID", leased, "json layout store group state worker",
			(*workerOptions).release},
		{"reserve", "<scheme> <N|N-M>", "Keep worker IDs out of the lease", schemeAndRange,
			"json layout store group lease-field create note undo", (*workerOptions).reserve},
		{"fence", "[scheme]", "Repair a store that lost data", cli.AnyScheme,
			"json layout store group lease-field create lease state from", (*workerOptions).fence},
		{"leave", "", "Leave a lease group", nil, "json store group state force", (*workerOptions).leave},
		{"join", "<scheme>", "Accept a lease group as it is in the store now", leased,
			"json layout store group state accept", (*workerOptions).join},
		{"doctor", "", "Report what a store guarantees", nil, "store state json", (*workerOptions).doctor},
	} {
		list = append(list, cli.Command{Name: w.name, Arguments: w.arguments, Short: w.short, Build: w.build})
	}
	return list
}

func (w workerCommand) build(a *cli.App, f *cli.Flags) cli.Run {
	o := &workerOptions{App: a, given: f.Changed}
	if w.args != nil {
		f.Takes(w.args, a.OneOf(cli.Generated))
	}
	for name := range strings.FieldsSeq(w.flags) {
		o.add(f, name)
	}
	return func(ctx context.Context, args []string) error { return w.run(o, ctx, args) }
}

// add defines a flag, or those that go together.
func (o *workerOptions) add(f *cli.Flags, name string) {
	switch name {
	case "state":
		o.state.Add(f)
	case "layout":
		o.custom.Add(f)
	case "store", "group", "lease-field", "create", "lease":
		o.store.Add(f, name)
	case "worker":
		f.Var(name, cli.OptionalFlag(&o.worker, cli.ParseWorker))
	case "set":
		f.Var(name, cli.AssignmentFlag(&o.set))
	case "from":
		f.Var(name, cli.OptionalFlag(&o.from, parseSequence))
	case "json":
		f.Output(name)
	case "note":
		f.Text(name, &o.note)
	case "assume-last":
		f.Text(name, &o.assumeLast)
	default:
		f.Switch(name, map[string]*bool{"adopt": &o.adopt, "undo": &o.undo, "accept": &o.accept,
			"force": &o.force}[name])
	}
}

// chosen returns the scheme of the arguments, nil for none, and the folder.
func (o *workerOptions) chosen(args []string) (s *gen.Scheme, f worker.Folder, err error) {
	named := ""
	if len(args) > 0 {
		if s, err = o.Scheme(args[0], o.custom); err != nil {
			return nil, f, err
		}
		s = s.Fix(o.set...).Numbered(cmp.Or(o.worker, new(uint64))) // what has a record has a number
		named = o.custom.Named(args[0])
		if err := cmp.Or(inRange(s, o.worker), valued(s, o.set)); err != nil {
			return nil, f, err
		}
	}
	f, err = o.state.Folder(o.App, named)
	return s, f, err
}

func (o *workerOptions) list(ctx context.Context, _ []string) error {
	if o.given("store") || o.given("group") {
		list, err := o.leases(ctx, nil)
		if err != nil {
			return err
		}
		return o.Answer(list, func(pen *screen.Pen) string { return leasesScreen(pen, list) })
	}
	_, f, err := o.chosen(nil)
	if err != nil {
		return err
	}
	list, damage := f.List(nil)
	return cmp.Or(o.Answer(list, func(pen *screen.Pen) string { return recordsScreen(pen, list) }), damage)
}

func (o *workerOptions) show(ctx context.Context, args []string) error {
	if o.given("store") || o.given("group") {
		return o.showLeases(ctx, args[0])
	}
	s, f, err := o.chosen(args)
	if err != nil {
		return err
	}
	list, err := o.records(f, s)
	if err != nil {
		return err
	}
	return o.Answer(list, cardsOf(list, func(pen *screen.Pen, r *worker.Info) string {
		return recordScreen(pen, s, r)
	}))
}

// cardsOf draws a card for each of a list, with empty lines between them.
func cardsOf[T any](list []T, card func(*screen.Pen, *T) string) func(*screen.Pen) string {
	return func(pen *screen.Pen) string {
		all := make([]string, len(list))
		for i := range list {
			all[i] = card(pen, &list[i])
		}
		return strings.Join(all, "\n")
	}
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
	case !s.Recorded():
		return cli.Usage("%s has no saved state; use a scheme with a sequence or a worker ID", s.Name)
	case n != nil && s.WorkerBits() == 0:
		return cli.Usage("%s has no worker ID; remove --worker", s.Name)
	case n != nil && *n > top.Lo:
		return gen.OutOfRange(s.Name, "worker", gen.ID{Lo: *n}, top)
	}
	return nil
}

// valued wants values of data fields that fit.
func valued(s *gen.Scheme, set []gen.Assignment) error {
	for _, v := range set {
		i := s.Layout.Index(v.Field)
		if i < 0 || s.Layout[i].Source != gen.Data {
			return cli.Usage("--set %s is not a data field of %s; use one whose values have records of their own",
				v.Field, s.Name)
		}
		if f := s.Layout[i]; v.Value.Len() > f.Bits {
			return gen.OutOfRange(s.Name, f.Name, v.Value, f.Max())
		}
	}
	return nil
}

const (
	doctorLoads = 50               // enough for a median, and to see an outlier
	doctorTime  = 30 * time.Second // for all of it
	doctorKey   = "idscope/doctor" // which there is not
)

func (o *workerOptions) doctor(ctx context.Context, _ []string) error {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	folder, err := o.state.Folder(o.App, "")
	if err != nil {
		return err
	}
	chosen, open, err := o.store.Connect(ctx, o.App, "worker doctor", nil, folder)
	if err != nil {
		return err
	}
	defer open.Close()
	e, err := store.Examine(ctx, open, doctorKey, doctorLoads, o.Present().Now)
	if err != nil {
		return err
	}
	place := counter.Place{Store: chosen.URL, Setup: counter.Setup{Accept: true}} // it does not count
	counters, err := cli.CountersOf(ctx, o.App, place, folder)
	if err != nil {
		return cli.CounterFailure(err)
	}
	d := doctorOf(chosen.Shown(), e, counters)
	err = o.Answer([]doctorReport{d}, d.screen)
	if err == nil && !d.Good() {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}

func (o *workerOptions) repair(ctx context.Context, args []string) error {
	if len(args) == 0 && (o.worker != nil || o.assumeLast != "" || len(o.set) > 0 || o.custom != cli.LayoutFlags{}) {
		return cli.Usage("--worker, --set, --assume-last, --layout, --epoch and --tick are of one scheme; use its " +
			"name").
			Hinted("idscope worker list shows those that have records")
	}
	s, f, err := o.chosen(args)
	if err != nil {
		return err
	}
	opts := worker.RepairOptions{Scheme: s, Worker: o.worker, Set: o.set, Adopt: o.adopt}
	if o.assumeLast != "" {
		if opts.AssumeLast, err = o.Time("assume-last", o.assumeLast, time.UTC); err != nil {
			return err
		}
		if opts.AssumeLast.Before(s.Epoch) {
			return cli.Usage("--assume-last %s is before the epoch of %s; use %s or later",
				o.assumeLast, s.Name, quantity.FormatTime(s.Epoch.UTC()))
		}
	}
	done, left := f.Repair(ctx, opts)
	err = o.Answer(done, func(*screen.Pen) string {
		if len(done) == 0 && left == nil {
			return "nothing to repair in " + cli.OneLine(f.State) + "\n"
		}
		return repairedScreen(done)
	})
	return cmp.Or(err, absent(left))
}

// absent makes a negative answer of a record that does not exist.
func absent(err error) error {
	if errors.Is(err, worker.ErrNoRecord) {
		return &cli.Failure{Status: cli.StatusNegative, Err: err}
	}
	return err
}

// recordsScreen is the table of the records of workers.
func recordsScreen(pen *screen.Pen, list []worker.Info) string {
	t := &screen.Table{Head: []string{"SCHEME", ">WORKER", "STATE", "LAST-ID", "WRITTEN"}}
	t.Style = func(row, column int) screen.Style {
		if row >= 0 && column == 2 && list[row].State != "ok" {
			return screen.Warn
		}
		return screen.BoldNames(row, column)
	}
	valued := slices.ContainsFunc(list, func(r worker.Info) bool { return r.Values != "" })
	if valued {
		t.Head = append(t.Head, "VALUES")
	}
	keys := map[string]string{} // by name
	others := slices.ContainsFunc(list, func(r worker.Info) bool {
		name := r.Scheme + " " + string(r.Values)
		keys[name] = cmp.Or(keys[name], r.Key)
		return keys[name] != r.Key
	})
	if others {
		t.Head = append(t.Head, "LAYOUT")
	}
	for _, r := range list {
		row := []string{r.Scheme, strconv.FormatUint(r.Worker, 10), r.State,
			cmp.Or(quantity.FormatTime(r.LastTime.UTC()), "-"), cmp.Or(quantity.FormatTime(r.Updated.UTC()), "-")}
		if valued {
			row = append(row, cmp.Or(string(r.Values), "-"))
		}
		if others {
			row = append(row, recordLayout(&r))
		}
		t.Rows = append(t.Rows, row)
	}
	return pen.Panels(t)
}

// recordScreen shows a record of a scheme in full.
func recordScreen(pen *screen.Pen, s *gen.Scheme, r *worker.Info) string {
	last := cmp.Or(quantity.FormatTime(r.LastTime.UTC()), "not known")
	if !r.Used && !r.Updated.IsZero() { // of one that cannot be read nothing is known
		last = "none was generated"
	}
	list := []screen.Fact{{"state", r.State}, {"last id", last}}
	if r.Lead > 0 {
		list = append(list, screen.Fact{"lead", quantity.FormatDuration(r.Lead)})
	}
	if !r.Updated.IsZero() {
		list = append(list, screen.Fact{"written", fmt.Sprintf("%s by process %d", quantity.FormatTime(r.Updated.UTC()),
			r.PID)})
	}
	if r.Owner != "" {
		list = append(list, screen.Fact{"claimed by", r.Owner + ", for " + r.Folder})
	}
	list = append(list, screen.Fact{"file", r.Path}, screen.Fact{"layout", recordLayout(r)})
	if r.State != "ok" {
		list = append(list, screen.Fact{"way out",
			"idscope worker repair, with --assume-last now if the clock was wrong; see its --help"})
	}
	return pen.Facts([]screen.Styled{screen.Bold.Of(recordName(s.Name, s.WorkerBits() > 0, r.Worker, r.Values))},
		list).String()
}

// recordLayout is what tells a record from others of its name.
func recordLayout(r *worker.Info) string {
	if r.Tick == 0 {
		return r.Layout
	}
	return fmt.Sprintf("epoch %s, tick %s, %s", quantity.FormatTime(r.Epoch.UTC()), quantity.FormatDuration(r.Tick),
		r.Layout)
}

// recordName is how a record is called.
func recordName(scheme string, numbered bool, n uint64, values worker.Values) string {
	if numbered {
		scheme += " worker " + strconv.FormatUint(n, 10)
	}
	if values != "" {
		scheme += " with " + string(values)
	}
	return scheme
}

// repairedScreen says in a line each what was done with records, and with what is no record of a number.
func repairedScreen(list []worker.Repaired) string {
	var b strings.Builder
	for _, r := range list {
		name := r.Path
		if strings.HasSuffix(r.Path, ".rec") {
			name = recordName(r.Scheme, true, r.Worker, r.Values)
		}
		b.WriteString(name + ": was " + r.Was + "; " + r.Did)
		if !r.After.IsZero() {
			b.WriteString(", after " + quantity.FormatTime(r.After.UTC()))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// doctorReport is what a store guarantees, as JSON shows it.
type doctorReport struct {
	Schema int    `json:"schema"`
	Store  string `json:"store"`
	store.Examination
	Clocks bool   `json:"clocks_agree"` // within 10 s; true where the store has no clock
	Advice string `json:"advice,omitempty"`

	Counters []cli.CounterRow `json:"counters,omitempty"` // those that are there, and those that this host counted with
}

// doctorOf adds to what was measured what follows from it.
func doctorOf(url string, e store.Examination, counters []cli.CounterRow) doctorReport {
	d := doctorReport{Schema: 1, Store: url, Examination: e, Clocks: !e.Clock || e.Ahead.Abs() <= lease.Skew,
		Counters: counters}
	switch {
	case d.behind() > 0:
		d.Advice = "the store was restored from an older backup: raise the counters above what every host saw " +
			"(idscope help counters), and run idscope worker fence"
	case !d.Clocks:
		d.Advice = fmt.Sprintf("set the clocks right (NTP): hosts that differ by more than %s are refused",
			quantity.FormatDuration(lease.Skew))
	case e.Class == store.BestEffort:
		d.Advice = "the store may forget what it granted, and two hosts generate the same ids; " +
			"gen needs --accept-best-effort with it"
	case e.Class == store.Conditional:
		d.Advice = "unique as long as the condition holds; after it did not: idscope worker fence"
	}
	return d
}

// Good reports whether nothing is left to mend.
func (d *doctorReport) Good() bool { return d.Class == store.Proven && d.Clocks && d.behind() == 0 }

// behind is how many counters would give out what this host saw before.
func (d *doctorReport) behind() (n int) {
	for _, c := range d.Counters {
		if c.Behind {
			n++
		}
	}
	return n
}

// screen says it in words.
func (d *doctorReport) screen(pen *screen.Pen) string {
	class := screen.Bold
	if !d.Good() {
		class = screen.Warn
	}
	said := d.Class.String() + ": " + d.Reason
	list := []screen.Fact{{"server", cmp.Or(d.Engine, "not known")}, {"guarantee", said}}
	for _, s := range d.Settings {
		text := s.Name + ": " + s.Value
		if s.Want != "" {
			text += "; use " + s.Want
		}
		if s.Why != "" {
			text += "; " + s.Why
		}
		if s.Class < store.Proven {
			text += " (" + s.Class.String() + ")"
		}
		list = append(list, screen.Fact{"setting", text})
	}
	list = append(list, screen.Fact{"round trip",
		fmt.Sprintf("median %s, p99 %s of %d loads", quantity.FormatSeconds(d.Median.Seconds()),
			quantity.FormatSeconds(d.P99.Seconds()), d.Loads)})
	clock := "the store has none; hosts are compared with each other"
	switch {
	case d.Clock && d.Ahead.Abs() < time.Millisecond:
		clock = "the store's agrees with this host's"
	case d.Clock:
		which := "ahead of"
		if d.Ahead < 0 {
			which = "behind"
		}
		clock = fmt.Sprintf("the store's is %s %s this host's", quantity.FormatSeconds(d.Ahead.Abs().Seconds()), which)
	}
	list = append(list, screen.Fact{"clock", clock})
	list = append(list, d.counted()...)
	if d.Advice != "" {
		list = append(list, screen.Fact{"so", d.Advice})
	}
	list = append(list, screen.Fact{"no time",
		"conditional at most for layouts without a time, best effort on Redis: a restart " +
			"of the server has to keep what it confirmed; after a restore run idscope worker fence SCHEME --from N"})
	list = append(list, screen.Fact{"not seen",
		"a store restored from a backup, which no host that saw more has met yet: " +
			"run idscope worker fence after each restore, and compare the counters on each host that counts"})
	return pen.Facts([]screen.Styled{screen.Bold.Of(d.Store), screen.Plain.Of("  "),
		class.Of(d.Class.String())}, list).String()
}

// counted says of the counters which are behind; a host that never saw one cannot know.
func (d *doctorReport) counted() (list []screen.Fact) {
	seen := 0
	for _, c := range d.Counters {
		if c.Seen > 0 {
			seen++
		}
		if c.Behind {
			list = append(list, screen.Fact{"counter", fmt.Sprintf("%s %q is %s", c.Kind, c.Key, c.Note)})
		}
	}
	if len(d.Counters) > 0 && len(list) == 0 {
		list = append(list, screen.Fact{"counters",
			fmt.Sprintf("%d, of which this host counted with %d: none is behind what it "+
				"saw; of the others it cannot know", len(d.Counters), seen)})
	}
	return list
}
