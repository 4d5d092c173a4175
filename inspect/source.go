package inspect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
)

// Report is what many identifiers of one unknown origin have in common.
type Report struct {
	Schema   int    `json:"schema"` // 1
	Count    int    `json:"ids"`
	Distinct int    `json:"distinct"`
	Encoding string `json:"encoding"`  // in which they are written
	Bits     int    `json:"size_bits"` // the size that was looked at
	// Of each bit, most significant first: how often it differs from one identifier to the next in the order of their
	// values, and how often it is one.
	Change   []Share  `json:"change"`
	Ones     []Share  `json:"ones"`
	Runs     []Run    `json:"runs"`    // the stretches between the borders that show
	Layouts  []Fit    `json:"layouts"` // the known layouts that fit, best first
	Proposal Proposal `json:"proposal,omitzero"`
	Warnings []string `json:"warnings"`
}

// Share is a part of one; its JSON is that to a ten thousandth.
type Share float64

// MarshalJSON implements [json.Marshaler].
func (s Share) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, math.Round(float64(s)*1e4)/1e4, 'f', -1, 64), nil
}

// Run is bits side by side, between two borders.
type Run struct {
	MSB       int       `json:"msb"`
	LSB       int       `json:"lsb"`
	Width     int       `json:"width"`
	Behaviour Behaviour `json:"behaviour"`
	Values    int       `json:"values"` // distinct values
	Max       gen.ID    `json:"-"`      // the largest
}

// Behaviour is what such bits do from one identifier to the next.
type Behaviour uint8

// The behaviours.
const (
	Fixed Behaviour = iota // never changes
	Grows                  // the lower a bit, the more often it changes: a time
	Few                    // takes few values: a worker
	Small                  // takes small values: a sequence
	Even                   // all values alike: chance, or a hash
)

// String returns the words that results show.
func (b Behaviour) String() string {
	return [...]string{"fixed", "grows", "few values", "small values", "random"}[b]
}

// MarshalText is String.
func (b Behaviour) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// enough identifiers show the borders of fields.
const enough = 30

// SameSource compares identifiers of one unknown origin, which are that many bits
// wide (0: 32, 64, 96, 128, 160 or 192, as the largest needs), and ranks the
// schemes, those that write the encoding themselves before others that are the same or as
// likely; nil is all. Now is the present, for plausible times. It needs two
// identifiers at least; with few, the borders are guesses, and a warning says so.
func SameSource(ids []gen.ID, bits int, encoding string, schemes []*gen.Scheme, now time.Time) (Report, error) {
	r := Report{Schema: 1, Count: len(ids), Bits: bits, Encoding: encoding, Warnings: []string{}}
	if bits == 0 {
		for _, id := range ids {
			r.Bits = max(r.Bits, (id.Len()+31)/32*32, 32)
		}
	}
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, gen.ID.Cmp)
	sorted = slices.Compact(sorted)
	r.Distinct = len(sorted)
	if r.Distinct < len(ids) {
		r.Warnings = append(r.Warnings, "some ids are duplicates; they were counted once")
	}
	if r.Distinct < enough {
		r.Warnings = append(r.Warnings, "fewer than 30 ids: the borders of fields are guesses")
	}
	in, err := New(Options{Now: now, Schemes: schemes})
	if err != nil {
		return r, err
	}
	r.Change, r.Ones = changes(sorted, r.Bits), shares(sorted, r.Bits)
	r.Runs = runs(sorted, r.Change)
	r.Layouts = in.fits(ids, &r)
	r.Proposal = propose(&r, in)
	return r, nil
}

// changes is the share of neighbours that differ, for each bit.
func changes(ids []gen.ID, bits int) []Share {
	var differ []gen.ID
	for i := 1; i < len(ids); i++ {
		a, b := ids[i-1], ids[i]
		differ = append(differ, gen.ID{Hi: a.Hi ^ b.Hi, Mid: a.Mid ^ b.Mid, Lo: a.Lo ^ b.Lo})
	}
	return shares(differ, bits)
}

// shares is how often each bit is one, of which the first counts most.
func shares(ids []gen.ID, bits int) []Share {
	n := make([]Share, bits)
	for _, id := range ids {
		for b := bits - 1; b >= 0; b-- {
			n[b] += Share(id.Lo & 1)
			id = id.Shr(1)
		}
	}
	for i := range n {
		n[i] /= Share(max(1, len(ids)))
	}
	return n
}

// runs cuts the bits where their rate of change falls. Down a field that counts
// the rate rises, for its lowest bits change most; where it falls, the upper bits
// of another field begin, which change less. Identifiers are sorted and distinct.
// Two fields that both change all the time have no border that could be seen.
func runs(ids []gen.ID, change []Share) []Run {
	list := []Run{}
	bits := len(change)
	start := 0
	for i := range change {
		if i+1 < bits && !falls(change[i], change[i+1], len(ids)-1) {
			continue
		}
		list = append(list, newRun(ids, change[start:i+1], bits-1-start, bits-1-i))
		start = i + 1
	}
	return list
}

// falls reports whether the rate drops by half or more, and not by chance.
func falls(from, to Share, pairs int) bool {
	n := Share(max(1, pairs))
	return to < from/2 && (from-to)*n > 3*Share(math.Sqrt(float64(from*n)))
}

func newRun(ids []gen.ID, change []Share, msb, lsb int) Run {
	r := Run{MSB: msb, LSB: lsb, Width: msb - lsb + 1}
	seen := map[gen.ID]struct{}{}
	for _, id := range ids {
		v := id.Shr(uint(lsb)).And(gen.Mask(msb - lsb + 1))
		seen[v] = struct{}{}
		if r.Max.Cmp(v) < 0 {
			r.Max = v
		}
	}
	r.Values = len(seen)
	first := 0
	for first < len(change)-1 && change[first] == 0 {
		first++
	}
	const often = 0.35
	switch {
	case r.Values <= 1:
		r.Behaviour = Fixed
	case r.Values > len(ids)/2 && change[first] < often && len(change)-first > 3:
		r.Behaviour = Grows
	case r.Values <= max(2, len(ids)/8) && r.Values <= 1<<10:
		r.Behaviour = Few
	case first > 0 || r.Max.Len() < msb-lsb+1:
		r.Behaviour = Small
	default:
		r.Behaviour = Even
	}
	return r
}

// time is the first run that grows; ok is false where none does.
func (r *Report) time() (run Run, ok bool) {
	for _, run := range r.Runs {
		if run.Behaviour == Grows {
			return run, true
		}
	}
	return Run{}, false
}

// Fit is how well a known layout explains the identifiers.
type Fit struct {
	Scheme    *gen.Scheme      `json:"-"`
	Name      string           `json:"scheme"`
	SameAs    []string         `json:"same_as,omitempty"`
	Score     Share            `json:"score"`
	Matches   Share            `json:"matches"`   // of the identifiers, with the right constant bits
	Plausible Share            `json:"plausible"` // with a plausible time as well
	Ordered   Share            `json:"ordered"`   // of neighbours, as given, whose time does not go back
	First     quantity.Instant `json:"first,omitzero"`
	Last      quantity.Instant `json:"last,omitzero"`
	Workers   int              `json:"workers,omitempty"` // distinct workers; 0 of a layout without
	Border    bool             `json:"-"`                 // its lowest bit of time is where the rate of change falls
	Recent    bool             `json:"-"`                 // the newest is of the last 30 days
}

// The weights of Score, together 1. What counts most is that the field borders
// are where the bits show them, then that the times make sense at all.
const (
	weighTime    = 0.35
	weighBorder  = 0.25
	weighOrder   = 0.15
	weighWorkers = 0.15
	weighRecent  = 0.10
)

// fits ranks the schemes of that size that more than half of the identifiers fit: where constants tell, those that
// have them.
func (in *Inspector) fits(ids []gen.ID, r *Report) []Fit {
	list := []Fit{}
	seen := map[int]bool{}
	other := func(s *gen.Scheme) int {
		if s.Text.Form.String() == r.Encoding {
			return 0
		}
		return 1
	}
	members := in.sorted()
	slices.SortStableFunc(members, func(a, b *member) int { return other(a.scheme) - other(b.scheme) })
	for _, m := range members {
		only := m.scheme.Alternatives // not nil, but empty: it is written in one way
		alone := r.Encoding != "" && only != nil && len(only) == 0
		if m.codec == nil || !m.scheme.Text.Form.Encodes() || m.size > r.Bits || m.size <= r.Bits-32 || seen[m.kind] ||
			alone && other(m.scheme) > 0 {
			continue
		}
		seen[m.kind] = true
		if f := m.fit(ids, r, in.opts.Now); f.Matches > 0.5 && f.Plausible > 0.5 {
			list = append(list, f)
		}
	}
	if slices.ContainsFunc(list, Fit.told) { // by those of the version of a UUID
		list = slices.DeleteFunc(list, func(f Fit) bool { return !f.told() })
	}
	slices.SortStableFunc(list, func(a, b Fit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), other(a.Scheme)-other(b.Scheme),
			cmp.Compare(b.Scheme.Prior, a.Scheme.Prior))
	})
	return list
}

// told reports whether all identifiers have constants that are no chance: then they are of no layout without.
func (f Fit) told() bool { return f.Matches == 1 && f.Scheme.Layout.Width(gen.Const) >= 6 }

// fit measures one layout. One that is right puts all identifiers into the
// scheme's own life, in the order in which they came, and on few workers.
func (c *member) fit(ids []gen.ID, r *Report, now time.Time) Fit {
	f := Fit{Scheme: c.scheme, Name: c.scheme.Name, SameAs: c.same}
	workers := map[uint64]bool{}
	var high, before uint64
	low := uint64(math.MaxUint64)
	matches, plausible, forward := 0, 0, 0
	for _, id := range ids {
		if !c.codec.Matches(id) {
			continue
		}
		matches++
		tick := c.tick(id)
		if !c.plausible(tick) {
			continue
		}
		if plausible++; tick >= before {
			forward++
		}
		before, low, high = tick, min(low, tick), max(high, tick)
		workers[c.codec.Source(id, gen.Worker).Lo] = true
	}
	n := Share(max(1, len(ids)))
	f.Matches, f.Plausible = Share(matches)/n, Share(plausible)/n
	if c.scheme.WorkerBits() > 0 {
		f.Workers = len(workers)
	}
	if plausible > 1 {
		f.Ordered = Share(forward-1) / Share(plausible-1)
	}
	if !c.timed { // constants are all that speaks for it
		f.Score = f.Matches * min(1, Share(ones(c.codec.Mask(gen.Const)))/8)
		return f
	}
	if plausible > 0 {
		layout := c.scheme.TimeLayout()
		f.First = quantity.Instant{Time: c.line.Time(c.shown(low)), Layout: layout}
		f.Last = quantity.Instant{Time: c.line.Time(c.shown(high)), Layout: layout}
		f.Recent = now.Sub(f.Last.Time) < 30*day
	}
	border, known := r.border()
	f.Border = known && border == c.lowestTime()
	f.Score = c.score(f, known, n)
	return f
}

func (c *member) score(f Fit, bordered bool, n Share) Share {
	score := weighTime + weighOrder*f.Ordered
	switch {
	case f.Border:
		score += weighBorder
	case !bordered:
		score += weighBorder / 2
	}
	few := Share(0.5)
	if c.scheme.WorkerBits() > 0 && c.scheme.WorkerRule == gen.WorkerNumber {
		few = 1 - Share(f.Workers-1)/n
	}
	score += weighWorkers * few
	if f.Recent {
		score += weighRecent
	}
	return f.Plausible * score
}

// lowestTime is the position of the lowest bit of a time that is on top in one piece,
// -1 for others.
func (m *member) lowestTime() int {
	if m.top.time == 0 || m.top.from > m.scheme.Fraction {
		return -1
	}
	return m.size - m.top.lead - m.top.time
}

// border is the lowest bit of the time as the rates of change show it; known is
// false where the rate does not fall, as random bits that follow change as much.
func (r *Report) border() (bit int, known bool) {
	run, ok := r.time()
	return run.LSB, ok && run.LSB > 0
}

// Proposal is a layout that explains the identifiers, as gen.ParseLayout reads
// it; empty where nothing in them grows.
type Proposal struct {
	Layout string           `json:"layout"`
	Tick   time.Duration    `json:"tick_ns"`
	Epoch  quantity.Instant `json:"epoch,omitzero"` // zero where nothing speaks for one
	Why    []string         `json:"why,omitempty"`
}

// IsZero reports whether no layout is proposed; why says the reason.
func (p Proposal) IsZero() bool { return p.Layout == "" }

// propose names the stretches between the borders. Where a known layout has its
// border in the same place, its own words are better.
func propose(r *Report, in *Inspector) Proposal {
	for _, f := range r.Layouts {
		if f.Border && f.Ordered > 0 && f.Scheme.Timed() {
			return f.proposal("the rate of change falls where the time of "+f.Scheme.Name+" ends",
				fmt.Sprintf("%.0f %% then", 100*f.Plausible))
		}
	}
	p := fromRuns(r, in)
	if len(r.Layouts) == 0 {
		return p
	}
	clock, _ := r.time()
	absurd := p.Epoch.IsZero() && clock.Max.Len() <= 64 && back(in.opts.Now, clock.Max.Lo, p.Tick).Year() < 1970
	f, l := r.Layouts[0], gen.Layout(nil)
	if p.Layout != "" {
		l, _ = gen.ParseLayout(p.Layout) // finish has parsed it
	}
	switch width := l.Width(gen.Time); {
	case !f.Scheme.Timed() || f.Plausible < 1:
	case len(r.Runs) < 2 && f.Recent, // too few or too even
		width > 0 && width < leastTime, absurd:
		return f.proposal("the bits show no border between a time and the rest", "read as "+f.Scheme.Name+" all")
	}
	return p
}

// proposal is a known layout; all says how many identifiers have a plausible time.
func (f *Fit) proposal(why, all string) Proposal {
	times := all + " have a plausible time"
	if f.Workers > 0 {
		times += ", on " + quantity.Counted(f.Workers, "worker")
	}
	return Proposal{plainLayout(f.Scheme.Layout), f.Scheme.Tick, quantity.Exactly(f.Scheme.Epoch), []string{why, times}}
}

// leastTime is the narrowest time that is believed: 28 bits of seconds are the
// shortest of all layouts that are declared.
const leastTime = 28

func fromRuns(r *Report, in *Inspector) Proposal {
	clock, ok := r.time()
	if !ok {
		return Proposal{Why: []string{"nothing in them grows: there is no time, or it is not on top"}}
	}
	var p Proposal
	var words []string
	say := func(name string, run Run, why string) {
		words = append(words, fmt.Sprintf("%s:%d", name, run.MSB-run.LSB+1))
		p.Why = append(p.Why, fmt.Sprintf("bits %d-%d: %s", run.MSB, run.LSB, why))
	}
	below := 0
	for i, run := range r.Runs {
		switch last := r.Runs[len(r.Runs)-1]; {
		case run == clock:
			if run.MSB == 63 && r.Bits == 64 && r.Ones[0] == 0 {
				words = append(words, "unused:1")
				run.MSB--
			}
			say("time", run, "the lower, the more often they change")
			p.guess(run, in)
		case run.LSB > clock.LSB: // above the time
			say(fmt.Sprintf("data%d", i), run, fmt.Sprintf("%s, %d of them", run.Behaviour, run.Values))
		case below == 0 && run != last && (run.Behaviour == Few || run.Behaviour == Fixed):
			below++
			say("worker", run, fmt.Sprintf("%d values", run.Values))
		default: // the rest is one: what a sequence has seen so far has borders of its own
			whole := Run{MSB: run.MSB, LSB: 0, Behaviour: last.Behaviour}
			if run == last && run.Behaviour == Even {
				say("random", whole, "all values alike")
			} else {
				say("seq", whole, "what is left")
			}
			return p.finish(words)
		}
	}
	return p.finish(words)
}

// finish checks the layout.
func (p Proposal) finish(words []string) Proposal {
	p.Layout = strings.Join(words, " ")
	if _, err := gen.ParseLayout(p.Layout); err != nil {
		return Proposal{Why: append(p.Why, err.Error())}
	}
	return p
}

// guess looks for the tick under which the newest identifier, were it made
// today, counts from a known epoch.
func (p *Proposal) guess(run Run, in *Inspector) {
	p.Tick = time.Millisecond
	for _, tick := range [...]time.Duration{time.Millisecond, 10 * time.Millisecond, time.Second,
		10 * time.Microsecond, time.Microsecond} {
		if run.Max.Len() > 64 {
			return
		}
		epoch := back(in.opts.Now, run.Max.Lo, tick)
		for back := range 45 { // the newest may be some days old
			known, at := in.knownEpoch(epoch.Add(-time.Duration(back) * day))
			if known == "" {
				continue
			}
			p.Tick, p.Epoch = tick, quantity.Exactly(at)
			p.Why = append(p.Why, fmt.Sprintf("with ticks of %s the newest would be %d days old, counted from the %s",
				tick, back, known))
			return
		}
	}
}
