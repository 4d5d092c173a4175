package collide

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"idscope/bench/birthday"
	"idscope/gen"
	"idscope/gen/quantity"
)

// Config says what to simulate. The zero values of Nodes, Rules, For, Faults and
// Memory mean one node, the core's own rules, as long as Count lasts, none, and
// DefaultMemory.
type Config struct {
	Scheme  *gen.Scheme
	Rules   Rules
	Nodes   int
	Each    bool    // a process for every id, of schemes that chance alone keeps apart
	Rate    float64 // ids asked for per second, of all nodes together
	Poisson bool    // arrivals at random, independent of each other; else evenly spaced
	Count   uint64  // ids to ask for, bursts not included; 0 where For says it
	For     time.Duration
	Faults  []Fault
	Seed    uint64
	Memory  int64 // bytes that may be used for ids

	// Progress is called now and then with how much of the total is done.
	Progress func(done, total int64)
}

// DefaultMemory is how much ids may take.
const DefaultMemory = 1 << 30

// MaxNodes and MaxSpan bound a simulation.
const (
	MaxNodes = 1 << 16
	MaxSpan  = 200 * quantity.Year

	mostCounting = 1000 // nodes that count in a store
)

// span is how long the arrivals last.
func (c *Config) span() time.Duration {
	if c.For > 0 {
		return c.For
	}
	return time.Duration(math.Ceil(float64(c.Count) / c.Rate * 1e9))
}

// total is how many ids will be asked for; with random arrivals and a
// span it is the mean.
func (c *Config) total() float64 {
	n := float64(c.Count)
	if c.Count == 0 {
		n = c.Rate * c.For.Seconds()
	}
	for _, f := range c.Faults {
		if f.Kind == Burst {
			n += float64(f.Count)
		}
	}
	return n
}

// Check completes the configuration and refuses what cannot be simulated.
func (c *Config) Check() error {
	c.Memory, c.Nodes = cmp.Or(c.Memory, DefaultMemory), cmp.Or(c.Nodes, 1)
	if c.Rules.Name == "" {
		c.Rules = Ours()
	}
	s := c.Scheme
	switch {
	case s.ReadOnly != "":
		return fmt.Errorf("%s is only read, never generated: %s", s.Name, s.ReadOnly)
	case s.Pattern != nil:
		return fmt.Errorf("%s is a text of parts, not a layout of bits; use another scheme", s.Name)
	case s.Named():
		return fmt.Errorf("%s is generated from a namespace and a name, not from time or chance; use a scheme with a "+
			"time, a sequence or random bits", s.Name)
	case !s.Varies():
		return fmt.Errorf("all ids of %s are the same; use a scheme with a time, a sequence or random bits", s.Name)
	case c.Nodes < 1 || c.Nodes > MaxNodes:
		return fmt.Errorf("%d nodes are too many; use 1 to %d", c.Nodes, MaxNodes)
	case !(c.Rate > 0) || c.Rate > 1e12:
		return fmt.Errorf("a rate of %s ids per second cannot be simulated; use more than 0, at most 1e12",
			quantity.FormatNumber(c.Rate))
	case c.Count == 0 && c.For <= 0:
		return errors.New("nothing is to be generated; use a count or a span of time")
	case c.Count > 0 && c.For > 0:
		return errors.New("a count and a span of time contradict each other; use one of them, and the rate")
	case c.For > MaxSpan || c.Count > 0 && float64(c.Count)/c.Rate > MaxSpan.Seconds():
		return fmt.Errorf("%s ids at %s per second take longer than 200 years; use fewer, or a higher rate",
			quantity.FormatNumber(c.total()), quantity.FormatNumber(c.Rate))
	case c.total() > 1e15:
		return fmt.Errorf("%s ids are too many; use at most 1e15", quantity.FormatNumber(c.total()))
	case c.Each && !TakesEach(s):
		return fmt.Errorf("processes of %s share a record or a worker number, so each id cannot have one of its own; "+
			"use a number of nodes", s.Name)
	}
	if err := c.Rules.fits(s); err != nil {
		return err
	}
	switch w := c.numberBits(); {
	case s.Counter != "" && c.Nodes > mostCounting:
		return fmt.Errorf("%d nodes are too many for %s; use 1 to %d", c.Nodes, s.Name, mostCounting)
	case s.Counter != "" && c.span() > 30*quantity.Year:
		return fmt.Errorf("%s is too long for %s; use at most 30 years", quantity.FormatDuration(c.span()), s.Name)
	case w > 0 && w < 17 && c.Nodes > 1<<w:
		return fmt.Errorf("%d nodes are too many for the %d-bit %s of %s; use 1 to %d", c.Nodes, w, birthday.Owner(s),
			s.Name, 1<<w)
	}
	if err := c.checkFaults(); err != nil || s.Counter != "" {
		return err
	}
	return c.checkSize()
}

// checkSize refuses what would not fit the layout's time, the numbers of the
// simulation, or memory.
func (c *Config) checkSize() error {
	s := c.Scheme
	switch kindOf(s) {
	case timeless:
		if s.Layout.Width(gen.Seq) > 0 {
			return fmt.Errorf("%s has a sequence beside its random bits, but no time; use a layout with one of the "+
				"two, or a time", s.Name)
		}
		// the count with six deviations above it is what [newIDs] has room for, and [sim.check] permits
		most := math.Sqrt(float64(c.Memory/8*7-blockBytes)/float64(keySize(s))+5) - 3
		if most *= most; c.total() > most {
			return fmt.Errorf("%s ids of %s do not fit %s: without a time each can meet every other, so all are kept; "+
				"use at most %.0f, or more memory",
				quantity.FormatNumber(c.total()), s.Name, quantity.FormatSize(c.Memory), math.Floor(most))
		}
		return nil
	case drawn: // those of a tick are compared at once: 24 bytes each, and 8 for who is asked
		if 32*min(c.total(), c.Rate*s.Timeline().Span(1).Seconds()) > float64(c.Memory) && c.independentTicks() {
			return &FullError{c.Memory}
		}
	case counted:
		bits := s.Layout.Width(gen.Seq)
		ticks := (c.span() + c.margin()).Seconds() / s.Timeline().Span(1).Seconds()
		if s.Timed() && math.Log2(ticks)+float64(bits)+1 > 63 || !s.Timed() && bits > 63 {
			return fmt.Errorf("%d sequence bits over %s do not fit the simulation; use fewer bits or a shorter time",
				bits, quantity.FormatDuration(c.span()))
		}
	}
	_, err := c.start()
	return err
}

// margin is a bound on how far a reading of any clock, and the logical time of
// any system, can be from the true time.
func (c *Config) margin() time.Duration {
	m := 2*c.Scheme.Lead() + 4*c.Scheme.Timeline().Span(1) + time.Second
	for _, f := range c.Faults {
		m += f.Shift.Abs()
	}
	return m
}

// start is the true time at which a simulation begins: 2026, or where the layout
// does not hold all of it, soon after its epoch.
func (c *Config) start() (time.Time, error) {
	s := c.Scheme
	if !s.Timed() {
		return time.Unix(0, 0).UTC(), nil
	}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	end, ends := s.End()
	holds := func(t time.Time) bool {
		last := t.Add(c.span()).Add(c.margin())
		return t.Add(-c.margin()).After(s.Epoch) && (!ends || last.Before(end))
	}
	if !holds(at) {
		tick := s.Timeline().Span(1)
		at = s.Epoch.Add(c.margin() + tick)
	}
	if !holds(at) {
		return at, fmt.Errorf("the time of %s ends before %s are over; use a shorter time", s.Name,
			quantity.FormatDuration(c.span()))
	}
	return at, nil
}

func (c *Config) checkFaults() error {
	s, workers := c.Scheme, 0
	for _, f := range c.Faults {
		numbers := f.Kind == SameWorker || f.Kind == RandomWorker
		if numbers {
			workers++
		}
		switch counter := s.Counter != ""; {
		case counter && !f.Kind.counter():
			return fmt.Errorf("%s is counted in a store, which fault %s does not touch; use failover, restore or "+
				"lose-key", s.Name, f.Kind)
		case !counter && f.Kind.counter():
			return fmt.Errorf("%s is not counted in a store; remove fault %s", s.Name, f.Kind)
		case f.Node < 0 || f.Node > c.Nodes:
			return fmt.Errorf("fault %s is of node %d; use 1 to %d", f.Kind, f.Node, c.Nodes)
		case f.At < 0 || f.At >= c.span():
			return fmt.Errorf("fault %s is after %s, the simulation ends after %s; use an earlier time", f.Kind,
				quantity.FormatDuration(f.At), quantity.FormatDuration(c.span()))
		case counter && f.Kind != LoseKey && f.Shift <= 0:
			return fmt.Errorf("fault %s loses %s; use more than 0", f.Kind, quantity.FormatDuration(f.Shift))
		case counter: // what follows is of clocks and processes
		case f.Shift.Abs() > MaxSpan/10:
			return fmt.Errorf("fault %s of %s is too long; use at most 20 years", f.Kind,
				quantity.FormatDuration(f.Shift))
		case f.Kind != Step && f.Shift < 0:
			return fmt.Errorf("fault %s of %s is negative; use 0 or more", f.Kind, quantity.FormatDuration(f.Shift))
		case (f.Kind == Step || f.Kind == Freeze || f.Kind == Skew) && f.Shift == 0:
			return fmt.Errorf("fault %s of 0 changes nothing; use a duration", f.Kind)
		case f.Kind == SameWorker && (f.Count < 2 || f.Count > uint64(c.Nodes)):
			return fmt.Errorf("fault same-worker=%d names no nodes that could share a number; use 2 to the number of "+
				"nodes, %d", f.Count, c.Nodes)
		case f.Kind == Burst && (f.Count < 1 || f.Count > 1e12):
			return fmt.Errorf("fault burst is of %d ids; use 1 to 1e12", f.Count)
		case numbers && workers > 1:
			return fmt.Errorf("fault %s is given beside another rule for worker numbers; use one", f.Kind)
		case numbers && c.numberBits() == 0:
			return fmt.Errorf("%s has no worker number; remove fault %s", s.Name, f.Kind)
		case c.Each && f.Process():
			return fmt.Errorf("with a process for each id there is none to restart or to number; remove fault %s, or "+
				"use a number of nodes", f.Kind)
		case kindOf(s) == timeless:
			return fmt.Errorf("%s has no time and no record that a fault could touch; remove the faults", s.Name)
		}
	}
	return nil
}

// rng returns random numbers that depend on the seed and a purpose alone.
func (c *Config) rng(purpose, index uint64) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, purpose<<32|index))
}

// The purposes of random numbers.
const (
	forClock uint64 = iota + 1
	forArrivals
	forProcess
	forWorkers
	forBits
	forNodes
)

// slack is how many ticks below the lowest reading of a clock rules may use:
// those that go down from the last tick take one for each id.
func (c *Config) slack() uint64 {
	if c.Rules.back != backBelow {
		return 0
	}
	back := 0.0
	for _, f := range c.Faults {
		if f.Kind == Step && f.Shift < 0 {
			back += -f.Shift.Seconds() * c.Rate
		}
		back += float64(f.Count)
	}
	return uint64(1.2*back) + 1000
}

// independent reports whether random bits are drawn independently for each id,
// and neither walked through by their process nor paced by it.
func (c *Config) independent() bool {
	return c.Each || c.Rules.Redraws || !c.Scheme.Paced()
}

// independentTicks reports whether nothing but time and random bits tells ids
// apart, no fault strikes, and no tick comes near to being exhausted: then ticks
// are independent of each other.
func (c *Config) independentTicks() bool {
	return kindOf(c.Scheme) == drawn && len(c.Faults) == 0 && TakesEach(c.Scheme) &&
		(c.independent() || c.Rate*c.Scheme.Timeline().Span(1).Seconds() < c.space()/1000)
}

// space is how many random values there are.
func (c *Config) space() float64 { return math.Ldexp(1, c.Scheme.Layout.Width(gen.Random)) }

// kind is how ids of a scheme are told apart.
type kind uint8

const (
	counted  kind = iota // by tick, worker and sequence
	drawn                // by random bits within a tick
	timeless             // by random bits alone
)

func kindOf(s *gen.Scheme) kind {
	switch random := s.Layout.Width(gen.Random) > 0; {
	case random && !s.Timed():
		return timeless
	case random:
		return drawn
	}
	return counted
}

// TakesEach reports whether chance alone keeps ids of a scheme apart, so that each may come from a
// process of its own.
func TakesEach(s *gen.Scheme) bool {
	return kindOf(s) != counted && !s.Recorded() &&
		s.Layout.Width(gen.Seq)+s.Layout.Width(gen.Worker)+s.Layout.Width(gen.Rollback) == 0
}

// Fault is something that goes wrong at one time, or all the time. Faults of the
// same time happen in the order clock, then process.
type Fault struct {
	Kind  FaultKind
	At    time.Duration // since the start, of faults that have a time
	Timed bool          // At is given
	Shift time.Duration // of Skew, Step, Freeze; how long a Restart takes
	Count uint64        // of SameWorker the nodes, of Burst the ids
	Node  int           // 1 to the number of nodes; 0 is all of them
}

// FaultKind names what goes wrong.
type FaultKind uint8

// The kinds of faults.
const (
	Skew      FaultKind = iota + 1 // each clock is wrong by a random constant within +-Shift
	Step                           // the clock is set, by Shift
	Freeze                         // the clock is frozen for Shift, then is right again
	Restart                        // the process ends and begins again, Shift later
	LoseState                      // a restart without what was recorded; untimed: every restart
	// a restart with a record of the clock alone, not of what was borrowed ahead of it
	LoseLead
	SameWorker   // the first Count nodes have one number
	RandomWorker // every node draws its number at random
	Burst        // Count ids are asked for at once
	Failover     // a replica takes over from the counter's store, which lacks the last Shift
	Restore      // the counter's store is put back from a backup that is Shift old
	LoseKey      // the counter's key is lost, and it begins at 1

	thaw FaultKind = 0 // the end of a Freeze
)

// Takes is what can follow the name of a kind.
type Takes struct {
	Duration, Count bool // a value, of one of the two kinds
	Time, NeedsTime bool // a time at which it happens
	Node            bool // a node; else it is of all
}

// faultKinds are in the order of their constants.
var faultKinds = [...]struct {
	name, help string
	takes      Takes
}{
	{"skew", "skew=50ms: each clock is wrong by a constant of at most this", Takes{Duration: true, Node: true}},
	{"step", "step=-2s@10m: the clocks are set back by 2 s after 10 minutes", ofNode},
	{"freeze", "freeze=5s@10m: the clocks are frozen for 5 s, then are right again", ofNode},
	{"restart", "restart@10m, restart=30s@10m: the processes are started again, at once or 30 s later", ofNode},
	{"lose-state", "lose-state@10m, lose-state: a restart, or every restart, is without the record", ofRecord},
	{"lose-lead", "lose-lead@10m, lose-lead: the same with a record that knows of no borrowed lead", ofRecord},
	{"same-worker", "same-worker=2: two nodes, of different hosts, have one number", Takes{Count: true}},
	{"random-worker", "random-worker: the nodes draw their numbers, as from an address", Takes{}},
	{"burst", "burst=100000@10m: so many more ids are asked for at one time",
		Takes{Count: true, Time: true, NeedsTime: true, Node: true}},
	{"failover", "failover=200ms@10m: of a counter: a replica takes over that lacks the last 200 ms", ofCounter},
	{"restore", "restore=1h@10h: of a counter: a backup that is an hour old is put back", ofCounter},
	{"lose-key", "lose-key@10m: of a counter: its key is lost, and it begins at 1", Takes{Time: true, NeedsTime: true}},
}

var (
	ofNode    = Takes{Duration: true, Time: true, NeedsTime: true, Node: true}
	ofRecord  = Takes{Time: true, Node: true}
	ofCounter = Takes{Duration: true, Time: true, NeedsTime: true}
)

// FaultChoices lists the kinds of faults in the order of their constants.
func FaultChoices() []gen.Choice {
	list := make([]gen.Choice, len(faultKinds))
	for i, k := range faultKinds {
		list[i] = gen.Choice{Name: k.name, Help: k.help}
	}
	return list
}

// String returns the name.
func (k FaultKind) String() string { return faultKinds[k-1].name }

// Takes says what can follow the name.
func (k FaultKind) Takes() Takes { return faultKinds[k-1].takes }

// Process reports whether a fault is of a process, and so not of simulations
// with one for each id.
func (f Fault) Process() bool {
	return f.Kind != Skew && f.Kind != Step && f.Kind != Freeze && f.Kind != Burst
}

// counter reports whether a fault is of a counter in a store.
func (k FaultKind) counter() bool { return k == Failover || k == Restore || k == LoseKey }

// of reports whether a fault strikes node i, counted from 0.
func (f *Fault) of(i int) bool { return f.Node == 0 || f.Node == i+1 }

// byTime orders faults by the time at which they strike.
func byTime(a, b Fault) int { return cmp.Compare(a.At, b.At) }
