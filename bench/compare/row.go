// Package compare puts schemes side by side, so that one can be chosen. Every
// fact about a scheme is derived from its declaration; two ways of numbering
// that need a server are beside them, as declared facts ([Baselines]).
package compare

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"

	"idscope/bench/birthday"
	"idscope/bench/collide"
	"idscope/gen"
	"idscope/gen/quantity"
)

// Load is what ids are made for.
type Load struct {
	Nodes *big.Int // that make ids, 1 or more
	Rate  *big.Rat // ids a second, all nodes together, above 0
	For   *big.Rat // seconds, above 0
}

// Count is how many ids the load makes, rounded up.
func (l Load) Count() *big.Int {
	all := new(big.Rat).Mul(l.Rate, l.For)
	n, rest := new(big.Int).QuoRem(all.Num(), all.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		n.Add(n, big.NewInt(1))
	}
	return n
}

// each is how many ids a second a node makes.
func (l Load) each() float64 {
	v, _ := new(big.Rat).Quo(l.Rate, new(big.Rat).SetInt(l.Nodes)).Float64()
	return v
}

// End is when the last id of the load is made; a load that lasts for more than
// 30 000 years ends then.
func (l Load) End(now time.Time) time.Time {
	v, _ := l.For.Float64()
	return time.Unix(now.Unix()+int64(math.Ceil(min(v, 1e12))), 0).UTC()
}

// Row is all about one scheme, or one baseline, under a load. What does not
// apply is absent.
type Row struct {
	Scheme     string            `json:"scheme"`
	Baseline   string            `json:"baseline,omitempty" csv:"-"` // where the facts of a baseline are from
	Bits       int               `json:"size_bits,omitempty"`        // none where ids are texts
	Length     int               `json:"length"`                     // of the longest text
	Order      string            `json:"order"`                      // gen.Order
	TextOrder  bool              `json:"text_order"`                 // the texts sort as the ids do
	Resolution int64             `json:"resolution_ns,omitempty"`
	Ends       *quantity.Instant `json:"ends,omitempty"` // first instant that cannot be held
	// Nodes is how many can be told apart; none is no limit.
	Nodes        birthday.Count `json:"nodes,omitzero"`
	PerSecond    float64        `json:"per_second_and_node,omitempty"` // 0 is no limit
	Coordination Coordination   `json:"coordination"`
	Chance       *Chance        `json:"collisions,omitempty"` // nil where the load cannot be carried
	JSSafe       Fit            `json:"js_safe"`              // within 2^53-1
	Bigint       Fit            `json:"bigint"`               // within 2^63-1
	Locality     Locality       `json:"index"`
	Reveals      []string       `json:"reveals"`
	Problems     []string       `json:"problems,omitempty" csv:",sep=; "` // why it cannot carry the load
	Rejected     []string       `json:"rejected,omitempty" csv:",sep=; "` // needs that it does not meet
	// Unguessable is how many bits of an id stay open to one who knows all ids before, at
	// least: in the tick of another. UnguessableMost is how many where no other id has its tick.
	Unguessable     float64 `json:"unguessable_bits"`
	UnguessableMost float64 `json:"unguessable_bits_most"`
	URLSafe         bool    `json:"url_safe"`  // only A-Za-z0-9 and -._~, which no link escapes (RFC 3986 section 2.3)
	FileSafe        bool    `json:"file_safe"` // a name of a file on every system; no - or . in front
	AnyCase         bool    `json:"any_case"`  // no two texts differ in letter case alone
	Aloud           bool    `json:"aloud"`     // short, any case, no two symbols look alike: to be read on a telephone
	Check           string  `json:"check,omitempty"`
	HotSpot         string  `json:"hot_spot"` // of a store that is cut into ranges of keys: one, node or none
	Standard        string  `json:"standard,omitempty"`
	Stores          Types   `json:"stores"`
	Libraries       string  `json:"libraries,omitempty"` // declared, not derived
	// Originals are its collisions by the rules of the systems themselves.
	Originals []Original `json:"originals,omitempty" csv:"original_"`
	Brand     bool       `json:"brand,omitempty" csv:"-"` // of one product or protocol

	shape Shape // what of the shape asked for it has, and its own
	sorts bool  // ids of all nodes together are ordered by time, or by one counter
}

// A Chance is how likely any two ids of the load are the same.
type Chance struct {
	Probability float64  `json:"probability"`
	Model       string   `json:"model" csv:"-"`
	Assume      []string `json:"assume,omitempty" csv:"-"`
	// IfDrawn is the probability where nodes draw the numbers that should be given
	// to them; absent elsewhere.
	IfDrawn *float64 `json:"probability_if_numbers_are_drawn,omitempty" csv:"-"`
}

// instant is a time, nil where there is none.
func instant(t time.Time, ok bool) *quantity.Instant {
	if !ok {
		return nil
	}
	return new(quantity.Exactly(t))
}

// Fit is whether ids fit a type of integers.
type Fit struct {
	Always bool              `json:"always"`
	Until  *quantity.Instant `json:"until,omitempty"` // those before it do
}

// At reports whether ids made up to a time fit.
func (f Fit) At(t time.Time) bool { return f.Always || f.Until != nil && !t.After(f.Until.Time) }

// Of derives the row of a scheme. It refuses one that makes no ids, or one alone.
func Of(s *gen.Scheme, load Load, now time.Time) (Row, error) {
	switch {
	case s.ReadOnly != "":
		return Row{}, fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	case !s.Varies() && !s.Named():
		return Row{}, fmt.Errorf("%s is always the same id", s.Name)
	}
	r := Row{
		Scheme: s.Name, Bits: s.Layout.Size(), Length: s.TextLength(), Order: s.Order().String(),
		TextOrder: s.Order() >= gen.TickOrder && (s.Pattern != nil || s.Text.Sorted(s.Layout.Size())),
		Ends:      instant(s.End()), Nodes: birthday.Count{Int: nodes(s)},
		Coordination: CoordinationOf(s), JSSafe: fit(s, 53), Bigint: fit(s, 63), Locality: locality(s),
		Reveals: reveals(s), Standard: standard(s.Spec), Libraries: s.Libraries, Brand: s.Brand,
	}
	if r.sorts = Sortable(s); r.Locality == Ordered {
		r.Order, r.TextOrder = gen.FullOrder.String(), s.Pattern != nil || s.Text.Sorted(s.Layout.Size())
	}
	if s.Timed() {
		r.Resolution = int64(s.Tick >> s.Fraction)
	}
	if n, ok := s.PerSecond(); ok {
		r.PerSecond, _ = n.Float64()
	}
	if s.Affix != nil && s.Affix.Sum != nil {
		r.Check = "checksum"
	}
	r.Unguessable, r.UnguessableMost = unguessable(s)
	r.HotSpot, r.Stores = r.Locality.hotSpot(), stores(s, r.Length)
	r.lasts(s, load, now)
	if s.Counter != "" {
		r.counted(s, load, now)
	} else {
		r.carry(s, load)
	}
	r.written(symbolsOf(s))
	return r, nil
}

// nodes is how many makers a layout tells apart by number; nil where random bits do, or
// nothing has to.
func nodes(s *gen.Scheme) *big.Int {
	bits := uint(0)
	switch CoordinationOf(s) {
	case Number, Fields:
		bits = uint(s.Layout.Width(birthday.Owner(s)))
	case OneHost:
	default:
		return nil
	}
	return new(big.Int).Lsh(big.NewInt(1), bits)
}

// lasts finds out whether the load is within the time of the scheme.
func (r *Row) lasts(s *gen.Scheme, load Load, now time.Time) {
	if r.Ends != nil && r.Ends.Before(load.End(now)) {
		verb := "ends"
		if !r.Ends.After(now) {
			verb = "has ended"
		}
		moves := "; a later epoch moves that"
		if s.Counter != "" {
			moves = "" // dates have no epoch
		}
		r.problem("%s on %s, within the time asked for%s", verb, r.Ends.Format("2006-01-02"), moves)
	}
	if s.Timed() && s.Epoch.After(now) {
		r.problem("begins on %s, its epoch; an earlier epoch moves that", s.Epoch.Format("2006-01-02"))
	}
}

// carry finds out whether the scheme can make the load, and with what chance.
func (r *Row) carry(s *gen.Scheme, load Load) {
	if r.Nodes.Int != nil && load.Nodes.Cmp(r.Nodes.Int) > 0 {
		r.exceeds("%s nodes are more than the %s it tells apart", whole(load.Nodes), whole(r.Nodes.Int))
	}
	if each := load.each(); r.PerSecond > 0 && each > r.PerSecond {
		r.exceeds("%s ids a second and node are more than its %s", big.NewFloat(each), big.NewFloat(r.PerSecond))
	}
	if n, ok := s.PerTick(); ok && !s.Timed() {
		all := new(big.Int).SetBytes(n.AppendBytes(nil, gen.MaxBits/8))
		if count := load.Count(); count.Cmp(all.Mul(all, load.Nodes)) > 0 {
			r.exceeds("%s ids are more than the %s that its nodes can ever generate", whole(count), whole(all))
		}
	}
	if len(r.Problems) > 0 {
		return
	}
	m, drawn, err := Models(s, load)
	if errors.Is(err, birthday.ErrSpace) {
		r.Chance = &Chance{Model: fmt.Sprintf("next to none: more than 2^%d values", birthday.MaxBits)}
		return
	}
	if err != nil {
		r.problem("%s", err)
		return
	}
	r.Chance = &Chance{probability(m, load), m.Name, m.Assume, nil}
	r.Originals = originals(s, load)
	if drawn != nil {
		r.Chance.IfDrawn = new(probability(drawn, load))
	}
}

// Models are what may collide under a load, where each node has a number of its own if the
// scheme has one to give; and where nodes draw theirs, nil if that is no choice.
func Models(s *gen.Scheme, load Load) (m, drawn *birthday.Model, err error) {
	o, needs := birthday.Options{Rate: load.Rate}, CoordinationOf(s)
	switch needs { // numbers have one owner each
	case None:
		o.Nodes = load.Nodes
	case OneHost:
		o.Nodes = big.NewInt(1)
	}
	if m, err = birthday.Of(s, o); err == nil && needs == Number {
		drawn, _ = birthday.Of(s, birthday.Options{Nodes: load.Nodes}) // not for every scheme
	}
	return m, drawn, err
}

func probability(m *birthday.Model, load Load) float64 {
	if m.Unit == birthday.Nodes {
		return m.Chance(load.Nodes).Probability()
	}
	return m.Chance(load.Count()).Probability()
}

func (r *Row) problem(format string, values ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, values...))
}

// exceeds is the problem that a figure is above the most, with more digits where rounding would hide that.
func (r *Row) exceeds(format string, is, most *big.Float) {
	x, _ := is.Float64()
	y, _ := most.Float64()
	a, b := quantity.FormatNumber(x), quantity.FormatNumber(y)
	for digits := 0; a == b; digits++ {
		a, b = is.Text('f', digits), most.Text('f', digits)
	}
	r.problem(format, a, b)
}

func whole(n *big.Int) *big.Float { return new(big.Float).SetInt(n) }

func fit(s *gen.Scheme, bits int) Fit {
	all, until := fits(s, gen.Mask(bits))
	return Fit{all, instant(until, !all && !until.IsZero())}
}

// fits tells whether all IDs of s are at most limit, as integers. Where the time orders them and only those up to some
// time are, until is the end of that time; else it is zero.
func fits(s *gen.Scheme, limit gen.ID) (all bool, until time.Time) {
	codec, err := s.Layout.Compile()
	most := s.Largest()
	within := func(tick uint64) bool {
		return codec.WithSource(most, gen.Time, gen.ID{Lo: tick}).Cmp(limit) <= 0
	}
	switch {
	case s.Pattern != nil || err != nil:
		return false, time.Time{}
	case most.Cmp(limit) <= 0:
		return true, time.Time{}
	case !s.TimeOrdered() || !within(0):
		return false, time.Time{}
	}
	low, high := uint64(0), s.LastTick() // the first fits, the second does not
	for high-low > 1 {
		if mid := low + (high-low)/2; within(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return false, s.Timeline().Time(high)
}

// countText rounds a number for a sentence.
func countText(n *big.Int) string {
	return quantity.FormatNumber(birthday.Count{Int: n}.Float())
}

// Original is how likely a collision is by the rules of a scheme's own system, as it runs
// without any setting, where those differ from ours.
type Original struct {
	Rules string `json:"rules"` // as collide.RulesOf takes them
	// Probability is of any collision under the load, while clocks go on and no process ends.
	Probability float64 `json:"probability"`
	By          string  `json:"by,omitempty" csv:"-"`     // what decides it; nothing where nothing does
	Unless      string  `json:"unless,omitempty" csv:"-"` // where the probability is 0 anyway
	// AfterIncident is how many duplicates a node generates, of its share of the load, after
	// collide.Incident, by a closed form; absent where there is none.
	AfterIncident *float64 `json:"duplicates_after_incident,omitempty" csv:"after_incident"`
}

// originals derives them from the rules that are simulated, not from a declaration.
func originals(s *gen.Scheme, load Load) (list []Original) {
	for _, r := range collide.Systems(s) {
		o := Original{Rules: r.Name}
		o.causes(s, &r, load)
		if n, ok := r.AfterIncident(s, load.each()); ok {
			o.AfterIncident = &n
		}
		list = append(list, o)
	}
	return list
}

// causes adds how likely nodes are not told apart, random bits that are drawn again for each
// id meet, and a sequence begins again within its tick.
func (o *Original) causes(s *gen.Scheme, r *collide.Rules, load Load) {
	if mark := r.Mark; mark.Values > 0 {
		o.Unless = mark.Unless
		o.and(birthday.In(new(big.Int).SetUint64(mark.Values)).Chance(load.Nodes).Probability(), mark.By)
	}
	if r.Redraws {
		if m, err := birthday.Of(s, birthday.Options{Rate: load.Rate}); err == nil { // of nodes without number
			o.and(probability(m, load), "all random bits are drawn again for each id")
		}
	}
	seconds, _ := load.For.Float64()
	if n := load.Nodes; n.BitLen() <= 31 { // no layout that wraps tells more apart
		o.and(-math.Expm1(-r.Wrapped(s, load.each(), int(n.Int64()), seconds)),
			"a tick's sequence begins again when it is exhausted")
	}
}

// and adds a cause that is independent of those before.
func (o *Original) and(p float64, by string) {
	if p == 0 {
		return
	}
	if o.By != "" {
		by = o.By + "; " + by
	}
	o.Probability, o.By = o.Probability+p-o.Probability*p, by
}
