package collide

import (
	"cmp"
	"time"

	"idscope/gen"
)

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
