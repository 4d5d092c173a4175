package cmd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/sequence"
	"idscope/gen/server/service"
	"idscope/gen/text"
	"idscope/inspect/lines"
)

// genCall is what the flags of a call mean: where its IDs come from, and how they are written.
type genCall struct {
	from       gen.IDSource
	count      uint64            // IDs; of names and numbers elsewhere a source may end before
	processors int               // that work
	waits      bool              // the source waits for input
	explain    func(error) error // adds the way out to what the source refused; nil where there is none
}

// bits is the call of a scheme that is a layout of bits.
func (o *genOptions) bits(ctx context.Context, s *gen.Scheme, write gen.Write) (*genCall, error) {
	g, err := o.generator(ctx, s, o.count)
	if err != nil {
		return nil, err
	}
	return &genCall{from: gen.Texts(g.Scheme(), g, write), count: o.count, processors: o.processors(),
		explain: func(err error) error { return o.explain(g.Scheme(), err) }}, nil
}

// generator turns the flags into a generator, and opens the record of what was
// generated, where the scheme has one. Every flag is checked before a record is
// touched.
func (o *genOptions) generator(ctx context.Context, s *gen.Scheme, total uint64) (*gen.Generator, error) {
	number, set, err := o.number(s)
	if err == nil {
		err = o.refuse(s, number)
	}
	if err != nil {
		return nil, err
	}
	opts, err := o.options(s)
	if err != nil {
		return nil, err
	}
	opts.Worker, opts.Set = number, set
	if !o.alone() && cli.Leasable(s) { // what is set for all calls does not concern other schemes
		if o.leased, err = o.store.Chosen(o.App); err != nil {
			return nil, err
		}
	}
	changed := *s.Numbered(number)
	s = &changed
	if o.alone() && s.Overflow == gen.OverflowWait {
		s.Overflow = gen.OverflowFail // the clock of --at does not move
	}
	opts.Total = total
	if !o.alone() && s.Recorded() && o.count > 0 {
		opts.Hold = func(s *gen.Scheme, opts *gen.Options) (io.Closer, error) {
			h, err := o.hold(ctx, s, opts)
			if err != nil && !errors.As(err, new(*cli.Failure)) {
				err = cli.Refused("%w", err)
			}
			if err != nil {
				return nil, err
			}
			o.moveBack = h.Record.MoveBack
			opts.Ledger, opts.Ceiling = h.Ledger, h.Ceiling
			opts.Set = append(opts.Set, h.Set...)
			if s.WorkerBits() > 0 {
				opts.Worker = &h.Worker
			}
			return h, nil
		}
	}
	g, err := gen.New(s, opts)
	if err != nil && !errors.As(err, new(*cli.Failure)) {
		err = cli.Usage("%w", err)
	}
	return g, err
}

// genSource is the source of what is timed: the generators of gen, for many IDs. A record is
// kept in a directory of its own, which close removes, so that nothing of one sample slows
// the next one down and no store or state of the user is touched.
func genSource(ctx context.Context, a *cli.App) throughput.Source {
	return func(s *gen.Scheme, overflow gen.Overflow, lead time.Duration, total uint64) (*gen.Generator, func() error,
		error) {
		o := &genOptions{App: a, count: many, worker: cli.Choice{Value: "auto"}, maxLead: &lead,
			store: cli.StoreFlags{None: true}}
		if overflow != 0 {
			o.overflow.Value = overflow.String()
		}
		remove := func() error { return nil }
		if s.Recorded() {
			dir, err := os.MkdirTemp("", "idscope-bench-")
			if err != nil {
				return nil, nil, cli.Refused("no temporary directory for a record: %w", err).
					Hinted("name a directory that can be written with $TMPDIR")
			}
			o.state = cli.PrivateState(dir)
			remove = func() error { return os.RemoveAll(dir) }
		}
		g, err := o.generator(ctx, s, total)
		if err != nil {
			return nil, nil, cmp.Or(err, remove())
		}
		return g, func() error { return cmp.Or(g.Close(), remove()) }, nil
	}
}

// alone reports whether the ids come from no record.
func (o *genOptions) alone() bool { return o.at != "" || o.seed != nil }

// longestLead is the longest lead of ids that a record keeps apart: a record that is lost
// costs as much time as was borrowed.
const longestLead = time.Hour

// hold takes the record of the number that is given, leased or free.
func (o *genOptions) hold(ctx context.Context, s *gen.Scheme, opts *gen.Options) (*cli.Held, error) {
	f, err := o.state.Folder(o.App, o.custom.Named(o.called))
	if err != nil {
		return nil, err
	}
	lead := s.Lead()
	if o.maxLead != nil {
		lead = *o.maxLead
		if limit := max(longestLead, s.Lead()); lead > limit && !o.force {
			return nil, cli.BadFlag("max-lead", fmt.Errorf("%s is too long: use at most %s, or add --force",
				quantity.FormatDuration(lead), quantity.FormatDuration(limit)))
		}
	}
	f.Granted = o.leased != nil || o.store.None
	w := service.Wanted{Scheme: s, Worker: opts.Worker, Set: o.set, Lead: lead, Clock: opts.Clock}
	if o.count < many {
		return cli.Hold(ctx, f, o.leased, w, nil)
	}
	if o.leased != nil && !o.Linked(o.leased.URL) { // it lasts: who runs it has to renew
		return nil, o.leased.RunFull()
	}
	return cli.Hold(ctx, f, o.leased, w, func(error) {}) // the ceiling stops the generator, which says so
}

// options are those that need no record.
func (o *genOptions) options(s *gen.Scheme) (gen.Options, error) {
	opts := gen.Options{MaxLead: o.maxLead, MaxWait: o.maxWait, Random: cli.SystemRandom(o.count),
		OnWait: func(d time.Duration, why error) {
			o.Warn(fmt.Sprintf("waiting %v: %v", d.Round(100*time.Millisecond), why))
		}}
	opts.Clock = o.Present()
	if o.at != "" {
		t, err := o.Time("at", o.at, time.UTC)
		if err != nil {
			return opts, err
		}
		if t.Before(s.Epoch) {
			return opts, cli.Usage("--at %s is before the epoch of %s; use %s or later", t.Format(time.RFC3339Nano),
				s.Name, s.Epoch.UTC().Format(time.RFC3339Nano))
		}
		if end, ok := s.End(); ok && !t.Before(end) {
			return opts, cli.Usage("--at %s is past the end of %s; use a time before %s", t.Format(time.RFC3339Nano),
				s.Name, end.Format(time.RFC3339Nano))
		}
		opts.Clock = gen.FixedClock(t)
	}
	if o.seed != nil {
		opts.Random = gen.SeededRandom(*o.seed)
	}
	opts.Backward, _ = sequence.ParseBackward(o.backward.Value) // checked by the flags; none leaves the scheme's own
	opts.Overflow, _ = sequence.ParseOverflow(o.overflow.Value)
	opts.Start, _ = sequence.ParseStart(o.start.Value)
	return opts, nil
}

// number is the worker that the flags give, nil for none; set is the assignments to other fields.
func (o *genOptions) number(s *gen.Scheme) (number *uint64, set []gen.Assignment, err error) {
	number, set, err = s.WorkerOf(nil, o.set)
	if number != nil && o.worker.Value != "" {
		part := slices.IndexFunc(o.set, func(v gen.Assignment) bool { return !slices.Contains(set, v) })
		return nil, nil, cli.Usage("--worker and --set %s both give the worker of %s; use one of the two",
			o.set[part].Field, s.Name)
	}
	if err == nil && number == nil && s.WorkerBits() > 0 {
		number, err = o.WorkerNumber(o.worker.Value, s)
	}
	return number, set, err
}

// processors returns how many work: one for few ids, and where the order in which
// random bits are drawn has to be the same each time.
func (o *genOptions) processors() int {
	if o.count >= many && o.seed == nil {
		return runtime.GOMAXPROCS(0)
	}
	return 1
}

// many is from how many IDs on all processors work.
const many = 1 << 16

// poisoned is from how far ahead on a record was rather made with a wrong clock
// than that the present one is wrong.
const poisoned = 24 * time.Hour

// explain adds the way out to what a generator refused.
func (o *genOptions) explain(s *gen.Scheme, err error) error {
	f := cli.Refused("%w", err)
	var at *gen.ClockError
	switch {
	case errors.Is(err, gen.ErrBeforeEpoch):
		return f.Hinted("use an earlier --epoch, or set the clock right")
	case o.moveBack != nil && errors.As(err, &at) && at.Retry.Sub(at.Now) > poisoned:
		goOn := "--on-backward continue"
		if errors.Is(err, gen.ErrUsedUp) {
			goOn = "--on-overflow borrow"
		}
		return f.Hinted("if the clock was wrong when that was generated: %s; else set the clock right, or go on from "+
			"there with %s --max-lead %dd --force", o.moveBack(), goOn,
			(at.Retry.Sub(at.Now)+*cmp.Or(o.maxLead, new(s.Lead())))/(24*time.Hour)+1)
	case errors.Is(err, gen.ErrRepeats):
		return cli.Usage("%w; use -n 1", err)
	case !s.Timed() && errors.Is(err, gen.ErrUsedUp):
		return cli.Refused("%s has no more ids: its sequence is exhausted, and it has no time to go on with", s.Name)
	case o.alone() && errors.Is(err, gen.ErrUsedUp):
		return cli.Refused("%s has no more ids at this time: its sequence is exhausted", s.Name).
			Hinted("the clock of --at does not move: generate fewer ids, or carry into the next ticks with " +
				"--on-overflow borrow")
	case o.alone() && errors.Is(err, gen.ErrStalled):
		return f.Hinted("the clock of --at does not move: generate fewer ids, or allow a longer --max-lead")
	}
	return f
}

// formats is what --format takes: the scheme's own text, the forms that the table
// of package text offers for it, and JSON.
func formats() []gen.Choice {
	list := []gen.Choice{{Name: "text", Help: "as the scheme writes them"}}
	for _, f := range gen.Forms() {
		if f.Format {
			list = append(list, gen.Choice{Name: f.Name, Help: f.Help})
		}
	}
	list = append(list, cli.Codecs()...)
	return append(list, gen.Choice{Name: "json", Help: "an object with time and fields, one a line"})
}

// writer returns what writes the IDs of a scheme in the chosen format.
func (o *genOptions) writer(s *gen.Scheme) (gen.Write, error) {
	written, bits := s.Text, s.Layout.Size()
	if f := o.format.Value; o.upper && (s.Affix != nil && f == "text" || f == "json" || cli.IsCodec(f)) {
		return nil, o.noUpper(s)
	}
	prefix := o.prefix
	switch {
	case s.Affix != nil && !o.given.Changed("prefix"):
		prefix = s.Affix.Default
	case s.Affix == nil && s.Counter == "":
		prefix = ""
	}
	switch format := o.format.Value; format {
	case "text":
		if s.Affix != nil {
			return each(func(dst []byte, id gen.ID) []byte { return append(s.AppendPrefixed(dst, id, prefix), '\n') }),
				nil
		}
	case "json":
		line, err := jsonWriter(s, prefix)
		if err != nil {
			return nil, cli.Usage("%w", err)
		}
		return each(line), nil
	case "sqids", "hashids":
		return o.obfuscated(s, prefix)
	default:
		form, err := text.Named(format)
		if err != nil {
			return nil, cli.BadFlag("format", err)
		}
		if form.Binary() && o.output == "" && o.OutTerminal {
			return nil, cli.Usage("--format raw on a terminal is unreadable; use a file or a pipe").
				Hinted("-o FILE writes to a file, -o - to the terminal anyway")
		}
		if form.Binary() {
			o.WriteBytes()
		}
		if form != written.Form { // else the scheme may pad
			written = gen.Text{Form: form}
		}
	}
	if o.upper {
		return o.upperCase(s, written)
	}
	if s.Counter != "" && prefix != "" {
		return each(func(dst []byte, id gen.ID) []byte {
			return append(written.Append(append(dst, prefix...), id, bits), '\n')
		}), nil
	}
	return gen.Lines(written, bits), nil
}

// upperCase returns what writes IDs in upper case, in a form that is read in either case.
func (o *genOptions) upperCase(s *gen.Scheme, t gen.Text) (gen.Write, error) {
	if _, fold := t.Form.Symbols(); !fold {
		return nil, o.noUpper(s)
	}
	write := gen.Lines(t, s.Layout.Size())
	return func(dst []byte, ids []gen.ID) ([]byte, error) {
		longer, err := write(dst, ids)
		for i := len(dst); i < len(longer); i++ {
			if c := longer[i]; 'a' <= c && c <= 'z' {
				longer[i] = c - 'a' + 'A'
			}
		}
		return longer, err
	}, nil
}

// noUpper refuses --upper of texts that are others in upper case.
func (o *genOptions) noUpper(s *gen.Scheme) error {
	return cli.Usage("%s as %s is not the same ID in upper case; remove --upper", s.Name, o.format.Value)
}

// each writes one ID after the other.
func each(line func(dst []byte, id gen.ID) []byte) gen.Write {
	return func(dst []byte, ids []gen.ID) ([]byte, error) {
		for _, id := range ids {
			dst = line(dst, id)
		}
		return dst, nil
	}
}

// obfuscated writes IDs of a scheme as numbers by a codec: for --format sqids and hashids.
func (o *genOptions) obfuscated(s *gen.Scheme, prefix string) (gen.Write, error) {
	name := o.format.Value
	switch {
	case s.Text.Form == gen.DateDigits: // of which the whole text is a number
	case s.Pattern != nil || !s.Text.Form.Encodes():
		return nil, cli.Usage("--format %s writes numbers, and texts of %s are not numbers; use another scheme", name,
			s.Name)
	case s.Layout.Size() > 64:
		return nil, cli.Usage("%s has %d bits; --format %s writes numbers of up to 64: use a scheme of 64 bits or "+
			"less, as snowflake", s.Name, s.Layout.Size(), name)
	}
	f := o.codec
	f.Alphabet = o.alphabet
	c, err := f.Open(cli.AsFlags{Name: name})
	if err != nil {
		return nil, err
	}
	if s.Affix != nil {
		prefix = ""
	}
	return func(dst []byte, ids []gen.ID) (longer []byte, err error) {
		before := dst
		for _, id := range ids {
			one := [1]uint64{id.Lo}
			if s.Text.Form == gen.DateDigits {
				text := string(s.Append(nil, id))
				if one[0], err = strconv.ParseUint(text, 10, 64); err != nil {
					return before, cli.Usage("%s does not fit 64 bits; use --digits 10 or fewer with --format %s", text,
						name)
				}
			}
			c.WarnUnsafe(o.App, one[:])
			if dst, err = c.Append(append(dst, prefix...), one[:]); err != nil {
				return before, cli.Usage("%d: %w", one[0], err)
			}
			dst = append(dst, '\n')
		}
		return dst, nil
	}, nil
}

// write writes the IDs of a call, and ends the output. When the source refuses, what it gave
// before is written anyway.
func (o *genOptions) write(ctx context.Context, c *genCall) error {
	loop := gen.NewLoop(ctx, c.from, c.count)
	write, done := o.progress(c)
	defer done()
	var err error
	if c.processors > 1 || c.waits {
		err = lines.Run(ctx, lines.Pool{Workers: c.processors, Leave: c.waits},
			func() lines.Worker[[]byte] { return &blocks{loop: loop} }, write)
	} else {
		err = loop.Run(write)
	}
	if err != nil && c.explain != nil && !errors.As(err, new(*cli.Failure)) {
		err = c.explain(err)
	}
	return o.end(err)
}

// blocks implements [lines.Worker]: one of several that go through a loop together, a block
// at a time. While one takes a block, the others write theirs.
type blocks struct {
	loop *gen.Loop
	last gen.Block
}

func (b *blocks) Take() (err error) {
	b.last, err = b.loop.Take()
	return err
}

func (b *blocks) Work(old []byte) ([]byte, error) { return b.last.Append(old[:0]) }

// progress returns what writes the text of a call, with a bar where that takes a while and goes
// elsewhere than to the terminal; done takes it away.
func (o *genOptions) progress(c *genCall) (write func([]byte) error, done func()) {
	if c.count < many || c.waits {
		return o.put, func() {}
	}
	var bar *screen.Bar
	if o.file == nil || o.file.Direct {
		bar, done = o.BarUntilSignal()
	} else { // the file is as it was after a signal: see run
		bar = o.Bar()
		done = bar.Clear
	}
	if bar == nil {
		return o.put, done
	}
	written := int64(0)
	return func(text []byte) error {
		written += int64(bytes.Count(text, []byte{'\n'}))
		bar.Steps("generating", min(written, int64(c.count)), int64(c.count))
		return o.put(text)
	}, done
}

// put writes text to the file or stdout; its error is a *cli.Failure.
func (o *genOptions) put(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	to := o.Out
	if o.file != nil {
		to = o.file
	} else if !o.begun {
		cli.WidenPipe(to, o.count)
	}
	o.begun = true
	return lines.Write(to, text)
}

// end ends the output: a file is as it was unless all of it was written. It returns the
// first error.
func (o *genOptions) end(err error) error {
	switch {
	case o.file == nil:
		return err
	case err != nil:
		o.file.Discard()
		return err
	}
	return o.file.Commit()
}

// jsonWriter returns what writes an ID of a scheme as a JSON object in a line. The parts that do not
// change are written once: this is a path for millions of ids.
func jsonWriter(s *gen.Scheme, prefix string) (func(dst []byte, id gen.ID) []byte, error) {
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, err
	}
	line, digits := s.Timeline(), s.TimeLayout()
	head := `{"schema":1,"scheme":` + strconv.Quote(s.Name) + `,"id":"`
	heads, comma := make([]string, len(s.Layout)), ""
	for i, f := range s.Layout {
		if lsb := codec.LSB(i); !f.Unused() {
			heads[i] = fmt.Sprintf(`%s{"name":%q,"source":%q,"msb":%d,"lsb":%d,"width":%d,"value":"`,
				comma, f.Name, f.Source, lsb+f.Bits-1, lsb, f.Bits)
			comma = ","
		}
	}
	return func(dst []byte, id gen.ID) []byte {
		dst = append(s.AppendPrefixed(append(dst, head...), id, prefix), '"')
		if s.Timed() {
			dst = append(dst, `,"time":"`...)
			dst = line.Time(codec.Source(id, gen.Time).Lo).AppendFormat(dst, digits)
			dst = append(dst, '"')
		}
		dst = append(dst, `,"fields":[`...)
		for i, head := range heads {
			if head != "" {
				dst = gen.Text{Form: gen.Decimal}.Append(append(dst, head...), codec.Field(id, i), gen.MaxBits)
				dst = append(dst, `"}`...)
			}
		}
		return append(dst, "]}\n"...)
	}, nil
}
