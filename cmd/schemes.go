package cmd

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	bday "idscope/bench/birthday"
	"idscope/bench/compare"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/sequence"
)

type schemesOptions struct {
	*cli.App
	custom cli.LayoutFlags

	sortable, readable bool // which schemes are listed
	bits               uint64
	needs              cli.Choice
}

func newSchemes(a *cli.App, f *cli.Flags) cli.Run {
	o := &schemesOptions{App: a}
	f.Takes(cli.AnyScheme, a.OneOf(cli.Any))
	f.Output("json")
	f.Switch("sortable", &o.sortable)
	f.Switch("readable", &o.readable)
	f.Var("bits", cli.CountWithin(&o.bits, 1, 1024))
	o.needs = cli.Choice{List: compare.Coordinations()}
	f.Var("needs", &o.needs)
	f.Output("no-pager")
	o.custom.Add(f)
	return o.run
}

func (o *schemesOptions) run(_ context.Context, args []string) error {
	var list []*gen.Scheme
	var err error
	switch {
	case len(args) == 1:
		list = make([]*gen.Scheme, 1)
		list[0], err = o.Scheme(args[0], o.custom)
	case o.custom != cli.LayoutFlags{}:
		err = cli.Usage("--layout, --epoch and --tick change one scheme; use its name").
			Hinted("idscope schemes custom --layout ...")
	default:
		list, err = o.EveryScheme()
		list = slices.DeleteFunc(list, func(s *gen.Scheme) bool { return !o.takes(s) })
	}
	if err != nil {
		return err
	}
	switch {
	case o.JSON:
		return o.objects(list)
	case len(args) == 1:
		d, err := describe(list[0])
		if err != nil {
			return err
		}
		return o.Page(schemeScreen(o.Pen(0), list[0], d, o.Now()))
	case len(list) == 0:
		return cli.Negative("no scheme matches; remove one of --sortable, --readable, --bits and --needs")
	}
	return o.Page(schemesScreen(o.Pen(0), list))
}

// takes reports whether a scheme passes.
func (o *schemesOptions) takes(s *gen.Scheme) bool {
	switch {
	case o.sortable && !compare.Sortable(s),
		o.readable && !readAloud(s),
		o.bits > 0 && (s.Pattern != nil || s.Layout.Size() != int(o.bits)),
		o.needs.Value != "" && (s.ReadOnly != "" || !s.Varies() || string(compare.CoordinationOf(s)) != o.needs.Value):
		return false
	}
	return true
}

// readAloud reports whether the texts of a scheme are of 26 characters at most, none of
// which has a capital beside it that means something else.
func readAloud(s *gen.Scheme) bool {
	if s.TextLength() > 26 {
		return false
	}
	symbols, fold := s.Text.Form.Symbols()
	if s.Pattern != nil {
		symbols, fold = "", true
		for _, p := range s.Pattern {
			symbols += p.Alphabet + strings.Join(p.Texts, "")
			fold = fold && p.Fold
		}
	}
	return symbols != "" && (fold || strings.ToLower(symbols) == symbols || strings.ToUpper(symbols) == symbols)
}

// objects shows schemes as JSON.
func (o *schemesOptions) objects(list []*gen.Scheme) error {
	all := make([]*description, len(list))
	for i, s := range list {
		var err error
		if all[i], err = describe(s); err != nil {
			return err
		}
	}
	return o.PrintRecords("json", all)
}

// schemesScreen draws the table of schemes below headings, the common ones first. In a pipe it is as wide as it takes;
// on a screen the columns that schemes NAME tells as well are left out until the summary has room.
func schemesScreen(pen *screen.Pen, list []*gen.Scheme) string {
	slices.SortStableFunc(list, func(a, b *gen.Scheme) int { return useOf(a) - useOf(b) })
	t := schemesTable(list)
	headings, last := [...]string{"Common:", "Others:", "Counters:", "Decoded only:"}, -1
	var rows [][]string
	for i, s := range list {
		if at := max(useOf(s), 0); at != last {
			heading := make([]string, len(t.Head))
			heading[0], last = headings[at], at
			rows = append(rows, heading)
		}
		rows = append(rows, t.Rows[i])
	}
	if t.Rows = rows; pen.Width() > 0 {
		t = t.Narrow(pen.Width(), "TEXT", ">PER-TICK", ">WORKERS", ">TICK", ">ENDS", "ORDER", ">CHARS", ">BITS")
	}
	return pen.Table(t)
}

// schemesTable is the table of schemes.
func schemesTable(list []*gen.Scheme) *screen.Table {
	t := &screen.Table{Head: []string{"NAME", "SUMMARY", ">BITS", ">CHARS", "TEXT", ">TICK", ">ENDS", ">WORKERS",
		">PER-TICK", "ORDER"}}
	const summary = 1
	t.Style = func(row, column int) screen.Style {
		if row >= 0 && column == summary {
			return screen.Dim
		}
		return screen.BoldNames(row, column)
	}
	for _, s := range list {
		t.Rows = append(t.Rows, schemeRow(s))
	}
	return t
}

// commonSchemes are those that most people look for, in the order of the list.
var commonSchemes = [...]string{"uuidv7", "uuidv4", "ulid", "nanoid", "snowflake", "objectid", "ksuid", "xid", "typeid"}

// useOf is the place of a scheme in the list: below 0 of a common one, else that of the heading it is below.
func useOf(s *gen.Scheme) int {
	switch i := slices.Index(commonSchemes[:], s.Name); {
	case i >= 0:
		return i - len(commonSchemes)
	case s.ReadOnly != "":
		return 3
	case s.Counter != "":
		return 2
	}
	return 1
}

func schemeRow(s *gen.Scheme) []string {
	bits, chars, text, ends, workers := "-", s.TextLength(), "parts", "-", "-"
	if end, ok := s.End(); ok {
		ends = strconv.Itoa(end.Year())
	}
	if s.Pattern == nil {
		bits, text = strconv.Itoa(s.Layout.Size()), s.Text.Form.String()
	}
	if s.WorkerBits() > 0 {
		workers = power(s.WorkerBits())
	}
	return []string{s.Name, s.Summary, bits, strconv.Itoa(chars), text, tickText(s), ends, workers, perTick(s),
		s.Order().String()}
}

func tickText(s *gen.Scheme) string {
	if !s.Timed() {
		return "-"
	}
	return quantity.FormatDuration(s.Tick >> s.Fraction)
}

func perTick(s *gen.Scheme) string {
	n, ok := s.PerTick()
	switch {
	case !s.Varies(), s.EntropyMost() == 0 && !ok:
		return "-"
	case !ok:
		return "random"
	}
	return power(n.Len() - 1)
}

// power writes how many numbers so many bits hold.
func power(bits int) string {
	return quantity.FormatPower(new(big.Int).Lsh(big.NewInt(1), uint(bits)))
}

// schemeScreen shows a scheme in full. All of it is derived from the declaration.
func schemeScreen(pen *screen.Pen, s *gen.Scheme, d *description, now time.Time) string {
	list := append(append(about(s, d), lifetime(s, d, now)...), capacity(s, d)...)
	if d.Example != nil {
		list = append(list, screen.Fact{"example", strings.TrimSuffix(d.Example.ID+"  "+d.Example.Time, "  ")})
	}
	p := pen.Facts([]screen.Styled{screen.Bold.Of(s.Name)}, list)
	p.Line()
	if s.Pattern != nil {
		p.Text(partTable(pen, s.Pattern))
	} else {
		letters := s.Layout.Letters()
		bits := screen.BitsOf(s.Layout, func(field, _ int) byte { return letters[field] })
		for _, row := range pen.AtMost(screen.TextWidth).Bits(bits) {
			p.Line(screen.Plain.Of("  " + row))
		}
		p.Line()
		p.Text(fieldTable(pen, s, d.Fields))
	}
	p.Line()
	p.SayAll(uniqueness(s, d))
	if d.Policies != nil {
		p.Line()
		p.Text(policyTable(pen, s))
	}
	if len(s.Notes) > 0 {
		p.Line()
	}
	for _, note := range s.Notes {
		p.Paragraph("  note: ", note)
	}
	return p.String()
}

func about(s *gen.Scheme, d *description) []screen.Fact {
	facts := []screen.Fact{{"title", s.Title}, {"summary", s.Summary}, {"source", s.Spec}}
	if len(s.Aliases) > 0 {
		facts = append(facts, screen.Fact{"also called", strings.Join(s.Aliases, ", ")})
	}
	if s.Pattern != nil {
		text := fmt.Sprintf("%d characters, no layout of bits; %s", d.Length, s.Pattern)
		return append(facts, screen.Fact{"text", text},
			screen.Fact{"entropy", fmt.Sprintf("%.4g random bits", s.Entropy())})
	}
	text := fmt.Sprintf("%d bits as %s, %d characters", d.SizeBits, d.Text, d.Length)
	return append(facts, screen.Fact{"text", text})
}

// soon is how long before the end of a layout one should be told.
const soon = 2 * quantity.Year

func lifetime(s *gen.Scheme, d *description, now time.Time) []screen.Fact {
	if !s.Timed() {
		return nil
	}
	tick := quantity.FormatDuration(s.Tick)
	if s.Fraction > 0 {
		tick += fmt.Sprintf(", and %d bits of its fraction", s.Fraction)
	}
	facts := []screen.Fact{{"epoch", d.Epoch}, {"tick", tick}}
	end, ok := s.End()
	if !ok {
		return append(facts, screen.Fact{"ends", "never, as far as clocks go"})
	}
	text := d.Ends
	switch left := end.Unix() - now.Unix(); {
	case left <= 0:
		text += " - it has ended: gen refuses, give a later --epoch"
	case left < int64(soon/time.Second):
		within := "in " + quantity.Counted(left/86400, "day")
		if left < 86400 {
			within = "in less than a day"
		}
		text += " - " + within + ": choose a later --epoch, or another scheme, now"
	default:
		text += fmt.Sprintf(", in %d years", left/int64(quantity.Year/time.Second))
	}
	return append(facts, screen.Fact{"ends", text})
}

func capacity(s *gen.Scheme, d *description) []screen.Fact {
	var facts []screen.Fact
	if bits := s.WorkerBits(); bits > 0 {
		facts = append(facts, screen.Fact{"workers", "0 to " + gen.Mask(bits).Decimal()})
	}
	switch {
	case s.ReadOnly != "":
		return facts
	case s.Named():
		return append(facts, screen.Fact{"capacity", "one id for each name in a namespace"})
	case !s.Varies():
		return append(facts, screen.Fact{"capacity", "one id"})
	case d.PerTick == "" && s.EntropyMost() == 0:
		return facts // a number that is counted up
	case d.PerTick == "":
		return append(facts, screen.Fact{"capacity", "as many as you like; random bits keep them apart"})
	}
	text := d.PerTick + " ids"
	if d.PerTick == "1" {
		text = "1 id"
	}
	if s.Timed() {
		text += " a tick"
		if d.PerSecond != "" {
			text += ", " + d.PerSecond + " a second"
		}
	}
	if s.WorkerBits() > 0 {
		text += ", for each worker"
	}
	return append(facts, screen.Fact{"capacity", text})
}

// example is the scheme's first published id, with its time; nil where there is none.
func example(s *gen.Scheme) *exampleObject {
	if s.Example.Text == "" {
		return nil
	}
	made, err := time.Parse(time.RFC3339, s.Example.Time)
	if err != nil { // it has none
		return &exampleObject{ID: s.Example.Text}
	}
	return &exampleObject{s.Example.Text, made.Format(s.TimeLayout())}
}

// description is what there is to say of a scheme, as JSON shows it. Counts that may pass 2^53 are
// decimal strings; what does not apply is absent.
type description struct {
	Schema      int            `json:"schema"`
	Scheme      string         `json:"scheme"`
	Aliases     []string       `json:"aliases,omitempty"`
	Title       string         `json:"title"`
	Summary     string         `json:"summary"`
	Spec        string         `json:"spec"`
	SizeBits    int            `json:"size_bits,omitempty"`
	Text        string         `json:"text"`
	Length      int            `json:"length"`
	Resolution  int64          `json:"resolution_ns,omitempty"`
	Epoch       string         `json:"epoch,omitempty"`
	Ends        string         `json:"ends,omitempty"`
	Workers     string         `json:"workers,omitempty"`
	PerTick     string         `json:"per_tick,omitempty"`
	PerSecond   string         `json:"per_second,omitempty"`
	RandomBits  float64        `json:"random_bits"`
	Ordered     bool           `json:"ordered"`
	TimeOrdered bool           `json:"time_ordered"`
	Recorded    bool           `json:"recorded"`
	ReadOnly    string         `json:"read_only,omitempty"`
	Policies    *policies      `json:"policies,omitempty"`
	Fields      []descField    `json:"fields"`
	Parts       []descPart     `json:"parts,omitempty"`
	Notes       []string       `json:"notes,omitempty"`
	Example     *exampleObject `json:"example,omitempty"`
}

type policies struct {
	Backward string `json:"on_backward,omitempty"`
	Overflow string `json:"on_overflow,omitempty"`
	Start    string `json:"start,omitempty"`
	MaxLead  int64  `json:"max_lead_ns"`
	MaxWait  int64  `json:"max_wait_ns"`
}

type descField struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	MSB    int    `json:"msb"`
	LSB    int    `json:"lsb"`
	Width  int    `json:"width"`
	Value  string `json:"value,omitempty"` // of a constant
}

// descPart is a part of a pattern of text.
type descPart struct {
	Name     string   `json:"name"`
	Source   string   `json:"source"`
	Texts    []string `json:"texts,omitempty"`
	Alphabet string   `json:"alphabet,omitempty"`
	Min      int      `json:"min,omitempty"`
	Max      int      `json:"max,omitempty"`
	Length   int      `json:"length,omitempty"`
}

type exampleObject struct {
	ID   string `json:"id"`
	Time string `json:"time,omitempty"`
}

// describe derives what there is to say of a scheme from its declaration.
func describe(s *gen.Scheme) (*description, error) {
	var codec *gen.Codec
	text := "parts"
	if s.Pattern == nil {
		var err error
		if codec, err = s.Layout.Compile(); err != nil {
			return nil, cli.Usage("%w", err)
		}
		text = s.Text.Form.String()
	}
	d := &description{
		Schema: 1, Scheme: s.Name, Aliases: s.Aliases, Title: s.Title, Summary: s.Summary, Spec: s.Spec,
		SizeBits: s.Layout.Size(), Text: text, Length: s.TextLength(),
		RandomBits: math.Round(100*s.EntropyMost()) / 100,
		Ordered:    s.Ordered(), TimeOrdered: s.TimeOrdered(), Recorded: s.Recorded(),
		ReadOnly: s.ReadOnly, Notes: s.Notes,
	}
	if s.Timed() {
		d.Resolution = int64(s.Tick >> s.Fraction)
		d.Epoch = s.Epoch.UTC().Format(time.RFC3339Nano)
	}
	if end, ok := s.End(); ok {
		d.Ends = end.Format(time.RFC3339Nano)
	}
	if bits := s.WorkerBits(); bits > 0 {
		d.Workers = gen.ID{Lo: 1}.Shl(uint(bits)).Decimal()
	}
	if n, ok := s.PerTick(); ok && s.Varies() {
		d.PerTick = n.Decimal()
		if rate, limited := s.PerSecond(); limited && rate.Num().Cmp(rate.Denom()) >= 0 { // whole IDs of one worker
			d.PerSecond = new(big.Int).Quo(rate.Num(), rate.Denom()).String()
		}
	}
	if s.Paced() {
		d.Policies = &policies{named(s.Backward != 0, s.Backward.String()), named(s.Overflow != 0, s.Overflow.String()),
			named(s.Start.Rule != 0, s.Start.String()), int64(s.Lead()), int64(s.Wait())}
	}
	for _, p := range s.Pattern {
		d.Parts = append(d.Parts, descPart{p.Name, p.Source.String(), p.Texts, p.Alphabet, p.Min, p.Max, p.Symbols()})
	}
	d.Fields = []descField{}
	for i, f := range s.Layout {
		lsb := codec.LSB(i)
		out := descField{Name: f.Name, Source: f.Source.String(), MSB: lsb + f.Bits - 1, LSB: lsb, Width: f.Bits}
		if f.Source == gen.Const {
			out.Value = gen.ID{Lo: f.Value}.Decimal()
		}
		d.Fields = append(d.Fields, out)
	}
	d.Example = example(s)
	return d, nil
}

func named(ok bool, name string) string {
	if ok {
		return name
	}
	return ""
}

// fieldTable lists the fields of a layout with their places.
func fieldTable(pen *screen.Pen, s *gen.Scheme, list []descField) string {
	letters := s.Layout.Letters()
	t, styles := &screen.Table{Head: []string{"", "field", ">bits", ">width", "from"}}, screen.FieldStyles(s.Layout)
	t.Style = func(row, column int) screen.Style {
		if row >= 0 && column == 0 {
			return styles[row]
		}
		return screen.DimHead(row, column)
	}
	for i, f := range s.Layout {
		bits, source := fmt.Sprint(list[i].LSB), list[i].Source
		if f.Bits > 1 {
			bits = fmt.Sprintf("%d-%d", list[i].MSB, list[i].LSB)
		}
		switch {
		case f.Source == gen.Const:
			source += " " + list[i].Value
		case f.Bits != s.Layout.Width(f.Source) && f.Source != gen.Data:
			source += fmt.Sprintf(", its bits %d-%d", f.From+f.Bits-1, f.From)
		}
		t.Rows = append(t.Rows, []string{"  " + string(letters[i]), f.Name, bits, fmt.Sprint(f.Bits), source})
	}
	return pen.Table(t)
}

// partTable lists the parts of a pattern of text.
func partTable(pen *screen.Pen, p gen.Pattern) string {
	letters := p.Letters()
	t := &screen.Table{Head: []string{"", "part", "length", "from", "symbols"},
		Rows: make([][]string, len(p)), Prose: true}
	t.Style = func(row, column int) screen.Style {
		if row >= 0 && column == 0 {
			return screen.SourceStyles[p[row].Source]
		}
		return screen.DimHead(row, column)
	}
	for i, part := range p {
		low, high, symbols := part.Min, part.Max, gen.Ranges(part.Alphabet)
		if len(part.Texts) > 0 {
			low, high = gen.Pattern{part}.Len()
			if symbols = strings.Join(part.Texts, " "); len(symbols) > 40 {
				symbols = fmt.Sprintf("%s ... (%d)", part.Texts[0], len(part.Texts))
			}
		}
		length := fmt.Sprint(low)
		if low < high {
			length += fmt.Sprintf("-%d", high)
		}
		if low < high && part.Length > 0 {
			length += fmt.Sprintf(", %d by default", part.Length)
		}
		t.Rows[i] = []string{"  " + string(letters[i]), part.Name, length, part.Source.String(), symbols}
	}
	return pen.Table(t)
}

// growthHelp says what the random bits do within a tick.
var growthHelp = [...]string{
	gen.GrowthOne:    "random bits grow by 1 within a tick",
	gen.GrowthRandom: "random bits grow by 1 to 2^32 within a tick",
	gen.GrowthStride: "random bits take each value once within a tick",
}

// policyTable lists the policies that the scheme has unless flags say otherwise.
func policyTable(pen *screen.Pen, s *gen.Scheme) string {
	var rows [][]string
	add := func(flag, value string, list []gen.Choice) {
		rule, _, _ := strings.Cut(value, ":")
		for _, c := range list {
			if c.Name == rule {
				help := c.Help[:strings.IndexAny(c.Help+",", ",;")] // the flag's help says the rest
				rows = append(rows, []string{"  --" + flag, value, help})
			}
		}
	}
	add("on-backward", s.Backward.String(), sequence.BackwardChoices[:])
	add("on-overflow", s.Overflow.String(), sequence.OverflowChoices[:])
	if s.Start.Rule != 0 {
		add("start", s.Start.String(), sequence.StartChoices[:])
		if s.Start.Rule == gen.StartDraw && !s.Recorded() { // ids are unique by it
			rows[len(rows)-1][0], rows[len(rows)-1][1] = "  (fixed)", "start"
		}
	}
	rows = append(rows, []string{"  --max-lead", quantity.FormatDuration(s.Lead()),
		"longest time borrowed from the future"},
		[]string{"  --max-wait", quantity.FormatDuration(s.Wait()), "longest wait for a clock that moved backwards"})
	if s.Growth != gen.GrowthNone {
		rows = append(rows, []string{"  (fixed)", "growth", growthHelp[s.Growth]})
	}
	return pen.Table(&screen.Table{Head: []string{"  policy", "default", "meaning"}, Rows: rows, Prose: true})
}

// uniqueness says what keeps the ids of a scheme apart, and what the user has to
// do for it on several hosts.
func uniqueness(s *gen.Scheme, d *description) []screen.Fact {
	switch {
	case s.ReadOnly != "":
		return []screen.Fact{{"only read", s.ReadOnly}}
	case s.Counter != "":
		return []screen.Fact{{"counted", s.Counter},
			{"unique", "as long as the store loses no count that it gave out: idscope help counters"}}
	case s.Named():
		return []screen.Fact{{"unique", "as names are: the same namespace and name give the same id, anywhere"}}
	case !s.Varies():
		return []screen.Fact{{"unique", "no: it is always the same"}}
	case d.Policies == nil:
		return append([]screen.Fact{{"unique", "by random bits, anywhere, with no record"}}, collisions(s)...)
	case !d.Recorded:
		text := "within one process always; between processes and hosts by random bits, with no record"
		return append([]screen.Fact{{"unique", text}}, collisions(s)...)
	}
	return []screen.Fact{{"unique", "on this host always: what was generated is recorded"},
		{"many hosts", severalHosts(s)}}
}

func severalHosts(s *gen.Scheme) string {
	var data []string
	for _, f := range s.Layout {
		if f.Source == gen.Data && (s.Node == "" || f.Name == s.Node) {
			data = append(data, "--set "+f.Name+"=N")
		}
	}
	switch {
	case s.WorkerBits() > 0 && s.WorkerRule == gen.WorkerNode:
		return "each draws a random node and keeps it in its state directory; --worker N or $IDSCOPE_WORKER gives " +
			"one, --worker mac is the real address"
	case s.WorkerBits() > 0:
		return "--worker auto is unique on this host; several hosts lease their numbers by --store, or each has its " +
			"own --worker"
	case s.Node != "":
		return "no worker in the layout: several hosts lease " + s.Node +
			" by --store, or each has values of its own, by " + strings.Join(data, " ")
	case len(data) > 0:
		return "no worker in the layout: with several hosts give each values of its own, by " + strings.Join(data, " ")
	}
	return "no worker in the layout: generate all ids on one host"
}

// collisions is the probability of a duplicate as bench birthday has them, for ids of one tick or
// of all time, or for nodes that draw a worker or a part of their own.
func collisions(s *gen.Scheme) []screen.Fact {
	m, err := bday.Of(s, bday.Options{})
	if err != nil || m.Never() {
		return nil
	}
	what := "ids"
	switch {
	case m.Unit == bday.Nodes:
		what = "nodes that draw the same worker"
		if s.Pattern != nil {
			what = "nodes that draw the same part"
		}
	case m.PerTick:
		what = "ids in one tick of " + tickText(s)
	}
	counts := []int64{10, 100, 1000}
	if m.Space.BitLen() > 60 {
		counts = []int64{1e3, 1e6, 1e9}
	}
	parts := make([]string, len(counts))
	for i, k := range counts {
		p := m.Chance(big.NewInt(k)).Probability()
		parts[i] = fmt.Sprintf("%s with %s", strconv.FormatFloat(p, 'g', 2, 64), quantity.FormatWhole(big.NewInt(k)))
	}
	return []screen.Fact{{"collisions", fmt.Sprintf("probability for %s: %s", what, strings.Join(parts, ", "))}}
}
