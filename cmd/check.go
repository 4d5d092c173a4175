package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/check"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

type checkOptions struct {
	*cli.App
	as     cli.AsFlags
	memory int64
	zone   cli.ZoneFlag
}

// ahead is by how much an id may be ahead of the clock before it is called one of
// the future: clocks differ, and ids are read while they are made.
const ahead = 10 * time.Minute

func newCheck(a *cli.App, f *cli.Flags) cli.Run {
	o := &checkOptions{App: a, memory: check.DefaultMemory}
	f.Takes(nil, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault))
	o.as.Add(f, false)
	f.Output("json")
	f.Var("memory", cli.MemoryFlag(&o.memory))
	o.zone.Add(f)
	return o.run
}

func (o *checkOptions) run(ctx context.Context, args []string) error {
	opts := check.Options{Memory: o.memory, Now: o.Now().Add(ahead)}
	if err := o.reading(&opts); err != nil {
		return err
	}
	files, err := o.Files(args, cli.Usage("check has no file; use one as an argument, or ids on stdin").
		Hinted("idscope check FILE, or idscope check < FILE; idscope check --help shows more"))
	if err != nil {
		return err
	}
	for i := range files {
		files[i].R = lines.WithoutMark(files[i].R)
	}
	bar := o.Bar()
	last := int64(0)
	opts.Progress = func(done, total int64) {
		if last = max(last, done); done < last { // all was read
			bar.Steps("comparing", done, total)
		} else {
			bar.Bytes("reading", done, total)
		}
	}
	ctx, stopped := cli.UntilSignal(ctx, true)
	report, err := check.Run(ctx, files, opts)
	bar.Clear()
	if signal := stopped(); signal != 0 && err != nil {
		return &cli.Failure{Status: signal}
	}
	switch {
	case errors.Is(err, check.ErrNoPlace):
		return cli.Refused("%w", err).Hinted("use a larger --memory, or name a directory with room in $TMPDIR")
	case err != nil:
		return cli.Refused("%s", cli.Unreadable(err))
	}
	err = o.Answer([]checkRecord{{1, report.OK(), report}}, func(pen *screen.Pen) string {
		return (&checkScreen{pen.Page(screen.IDColumn), o.App, o.zone.Zone, opts.As}).report(report)
	})
	if err == nil && !report.OK() {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}

// checkRecord is a report as JSON shows it. Numbers that come out of ids are decimal strings; what does not apply is
// absent.
type checkRecord struct {
	Schema int  `json:"schema"`
	OK     bool `json:"ok"`
	*check.Report
}

// reading decides how lines are read: as one scheme, as one of a family, or by shape, and those
// of no common shape by detection.
func (o *checkOptions) reading(opts *check.Options) error {
	as, err := o.as.Schemes(o.App)
	switch {
	case err != nil:
		return err
	case len(as) == 1 && as[0].Affix == nil:
		opts.As = as[0]
		return nil
	case len(as) > 1 && as[1].Family == "": // UUIDs of any version: one encoding, whatever the bits
		opts.As = &gen.Scheme{Name: o.as.Name,
			Encoding: gen.Encoding{Text: as[0].Text},
			Bits:     gen.Bits{Layout: gen.Layout{{Name: "bits", Source: gen.Data, Bits: as[0].Layout.Size()}}},
		}
		return nil
	}
	// Texts around bits, or a family: the one that reads a line counts.
	in, err := o.NewInspector(inspect.Options{As: as, Letters: true})
	opts.Classify, opts.NoShapes = classifier(in, nil, as), len(as) > 0
	if len(as) == 0 {
		opts.Learn = func(first [][]byte) check.Classifier {
			usual := usualOf(in, first)
			if len(usual) == 0 {
				return opts.Classify
			}
			alone, _ := inspect.New(inspect.Options{Now: o.Now(), Schemes: usual, All: true})
			return classifier(in, alone, as)
		}
	}
	return err
}

// usualOf returns the scheme that nearly all lines can be of, though none is more than possibly, and those that make
// the same ids, for it may be too young for some; nil without one.
func usualOf(in *inspect.Inspector, first [][]byte) (list []*gen.Scheme) {
	var usual *gen.Scheme
	same := map[*gen.Scheme][]string{}
	var r inspect.Result
	fits, best := map[*gen.Scheme]int{}, map[*gen.Scheme]int{}
	for _, line := range first {
		if in.InspectInto(&r, string(line)); r.OK() {
			best[r.Readings[0].Scheme]++
		}
		for i := range r.Readings {
			s := r.Readings[i].Scheme
			if r.Readings[0].Confidence == inspect.Possible && r.Readings[i].Plausible &&
				!slices.ContainsFunc(r.Readings[:i], func(o inspect.Reading) bool { return o.Scheme == s }) {
				fits[s]++
				same[s] = r.Readings[i].SameAs
			}
		}
	}
	for s, n := range fits {
		if n*10 >= len(first)*9 && (usual == nil || cmp.Or(cmp.Compare(n, fits[usual]),
			cmp.Compare(best[s], best[usual]),
			cmp.Compare(s.Prior, usual.Prior), cmp.Compare(usual.Name, s.Name)) > 0) {
			usual = s
		}
	}
	if usual != nil {
		list = append(list, usual)
		for _, name := range same[usual] {
			if s, ok := known.Get(name); ok {
				list = append(list, s)
			}
		}
	}
	return list
}

// classifier reads lines by detection: the best reading counts, but that of the usual schemes, which usual alone knows,
// where a line has one as a whole.
func classifier(in, usual *inspect.Inspector, as []*gen.Scheme) check.Classifier {
	pool := sync.Pool{New: func() any { return new(inspect.Result) }}
	return func(line []byte) (check.Class, error) {
		r := pool.Get().(*inspect.Result)
		defer pool.Put(r)
		if usual != nil {
			usual.DetectInto(r, line)
		}
		possible := usual != nil && r.OK() && r.Readings[0].Plausible && len(r.Found) == 0
		if !possible {
			in.DetectInto(r, line)
			possible = len(as) == 0 && r.OK() && r.Readings[0].Confidence == inspect.Possible
		}
		if n := len(r.Found); n > 1 {
			return check.Class{}, fmt.Errorf("holds %d ids; use one a line", n)
		}
		var class check.Class
		if bare := r.Bare(); len(bare) < len(line) {
			class.Bare = []byte(bare)
		}
		if !r.OK() {
			return class, errors.New(r.Err.Message)
		}
		best := &r.Readings[0]
		class.Kind, class.Bits, class.ID, class.Text = best.Scheme.Name, best.Bits(), best.ID, best.Scheme.Text
		class.Possible = possible
		if best.Scheme.Pattern != nil {
			class.Bits = gen.MaxBits
			class.ID, class.Write = best.Key()
		}
		if best.Timed {
			class.Time = best.Time
		}
		class.Worker, class.HasWorker = best.Worker()
		return class, nil
	}
}

// mostDescents is how many breaks of the order are shown: one is seldom alone.
const mostDescents = 3

// mostText is how much is shown of a line: as much as of one of ASCII.
const mostText = 48 + len("...")

// checkScreen is the screen of a check: the answer first, then each kind, then what is
// wrong.
type checkScreen struct {
	*screen.Page
	app  *cli.App
	zone *time.Location
	as   *gen.Scheme // that every line is read as; nil for detection
}

func (c *checkScreen) report(r *check.Report) string {
	c.answer(r)
	for i := range r.Kinds {
		c.Line()
		c.kind(&r.Kinds[i])
	}
	if g := r.Gaps; g != nil && g.Missing > 0 {
		numbers := screen.Plural(g.Missing, "number of the sequence is", "numbers of the sequence are")
		c.Say("gaps", fmt.Sprintf("%d %s missing in %s", g.Missing, numbers, quantity.Counted(g.Ticks, "tick")))
	}
	c.Line()
	c.invalid(&r.Invalid)
	c.duplicates(&r.Duplicates)
	return c.String()
}

// answer says in a line whether all is well, and counts the lines.
func (c *checkScreen) answer(r *check.Report) {
	var wrong []string
	if n := r.Invalid.Lines; n > 0 {
		wrong = append(wrong, quantity.Counted(n, "invalid line"))
	}
	if n := r.Duplicates.IDs; n > 0 {
		wrong = append(wrong, quantity.Counted(n, "duplicate id"))
	}
	answer := screen.Bold.Of("ok: every line is an id, and none is a duplicate")
	switch {
	case len(wrong) > 0:
		answer = screen.Warn.Of("not ok: " + strings.Join(wrong, ", "))
	case r.IDs == 0:
		answer.Text = "ok: there are no ids"
	}
	c.Line(answer)
	c.Line()
	text := fmt.Sprint(r.Lines)
	if r.Blank > 0 {
		text += fmt.Sprintf(", %d of them blank", r.Blank)
	}
	c.Say("lines", text)
	c.Say("ids", fmt.Sprint(r.IDs))
}

func (c *checkScreen) kind(k *check.Kind) {
	count := "  " + quantity.Counted(k.IDs, "id")
	if k.Bits > 0 { // patterns of text have no size
		count += fmt.Sprintf(" of %d bits", k.Bits)
	}
	c.Fact("kind", screen.Bold.Of(k.Name), screen.Plain.Of(count))
	s, err := c.app.Scheme(k.Name, cli.LayoutFlags{}) // or nil: a shape, say
	if k.Span != nil {
		unit := "second"
		if of := cmp.Or(s, c.as); of != nil && of.Tick > time.Second {
			unit = "tick of " + quantity.FormatDuration(of.Tick)
		}
		c.times(k.Span, unit)
	}
	if k.Workers != nil {
		c.Say("workers", workersSeen(s, k.Workers))
	}
	switch {
	case err == nil && !s.Ordered() && !s.TimeOrdered(): // there is no order to break
	case k.Descents == 0 && k.IDs > 1:
		c.Say("order", "none is below the one before it")
	case k.Descents > 0:
		c.Say("order", fmt.Sprintf("%d %s below the one before", k.Descents,
			screen.Plural(k.Descents, "id is", "ids are")))
		shown := k.First[:min(len(k.First), mostDescents)]
		for _, d := range shown {
			c.Say("", fmt.Sprintf("%s  %s  behind %s", placeText(d.Place), screen.Escaped(d.Text),
				screen.Escaped(d.Before)))
		}
		c.more(k.Descents, len(shown))
	}
}

// times says of what time the ids are, and how many came at once.
func (c *checkScreen) times(s *check.Span, unit string) {
	c.Say("time", quantity.FormatTime(s.First.In(c.zone))+"  to  "+quantity.FormatTime(s.Last.In(c.zone)))
	var rate []string
	if s.PerSecond > 0 {
		rate = append(rate, perTime(s.PerSecond)+" on average")
	}
	if s.Peak > 0 {
		from := s.PeakAt.In(c.zone).Format(time.RFC3339)
		rate = append(rate, fmt.Sprintf("at most %d, in the %s from %s", s.Peak, unit, from))
	}
	if len(rate) > 0 {
		c.Say("rate", strings.Join(rate, "; "))
	}
	if s.Future > 0 {
		ids := screen.Plural(s.Future, "id is", "ids are")
		c.Fact("future", screen.Warn.Of(fmt.Sprintf("%d %s more than 10 minutes later than this clock", s.Future, ids)))
	}
}

// perTime writes a rate in a unit in which it is no small fraction.
func perTime(perSecond float64) string {
	switch day := perSecond * 86400; {
	case perSecond >= 1000:
		return quantity.FormatNumber(perSecond) + " a second"
	case perSecond >= 0.1:
		return fmt.Sprintf("%.4g a second", perSecond)
	case day >= 1:
		return quantity.FormatNumber(day) + " a day"
	default:
		return fmt.Sprintf("%.3g a year", perSecond*quantity.Year.Seconds())
	}
}

// workersSeen lists the workers of a scheme as inspect shows them.
func workersSeen(s *gen.Scheme, w *check.Workers) string {
	if w.More {
		return fmt.Sprintf("more than %d", w.Count)
	}
	lowest := slices.Clone(w.Lowest)
	for i, decimal := range lowest {
		if v, err := strconv.ParseUint(decimal, 10, 64); err == nil && s != nil {
			lowest[i] = inspect.ShownWorker(s, v)
		}
	}
	text := fmt.Sprintf("%d: %s", w.Count, strings.Join(lowest, ", "))
	if w.Count > len(w.Lowest) {
		text += " ..."
	}
	return text
}

func (c *checkScreen) invalid(v *check.InvalidLines) {
	for _, line := range v.First {
		text, reason := screen.Cut(screen.Escaped(line.Text), mostText), screen.Escaped(line.Reason)
		c.Item("invalid", screen.Dim.Of(placeText(line.Place)), screen.Plain.Of("  "+text), screen.Warn.Of("  "+reason))
	}
	c.more(v.Lines, len(v.First))
}

func (c *checkScreen) duplicates(d *check.Duplicates) {
	for _, one := range d.Lowest {
		times := fmt.Sprintf("  %d times", one.Lines)
		c.Item("duplicate", screen.Plain.Of(screen.Escaped(one.Text)), screen.Warn.Of(times))
	}
	c.more(d.IDs, len(d.Lowest))
}

// more says how many are not shown.
func (c *checkScreen) more(all int64, shown int) {
	if all > int64(shown) {
		c.Fact("", screen.Dim.Of(fmt.Sprintf("and %d more", all-int64(shown))))
	}
}

func placeText(p check.Place) string { return screen.Escaped(fmt.Sprintf("%s:%d", p.File, p.Line)) }
