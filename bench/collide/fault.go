package collide

import (
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
	Count uint64        // of SameWorker the nodes, of Burst the identifiers
	Node  int           // 1 to the number of nodes; 0 is all of them
}

// FaultKind names what goes wrong.
type FaultKind uint8

// The kinds of faults.
const (
	Skew         FaultKind = iota + 1 // each clock is wrong by a random constant within +-Shift
	Step                              // the clock is set, by Shift
	Freeze                            // the clock stands still for Shift, then is right again
	Restart                           // the process ends and begins anew, Shift later
	LoseState                         // a restart without what was recorded; untimed: every restart
	LoseLead                          // a restart with a record of the clock alone, not of what was borrowed ahead of it
	SameWorker                        // the first Count nodes have one number
	RandomWorker                      // every node draws its number at random
	Burst                             // Count identifiers are asked for at once
	Failover                          // a replica takes over from the counter's store, which lacks the last Shift
	Restore                           // the counter's store is put back from a backup that is Shift old
	LoseKey                           // the counter's key is lost, and it begins at 1
)

var faultChoices = [...]gen.Choice{
	{Name: "skew", Help: "skew=50ms: each clock is wrong by a constant of at most this"},
	{Name: "step", Help: "step=-2s@10m: the clocks are set back by 2 s after 10 minutes"},
	{Name: "freeze", Help: "freeze=5s@10m: the clocks stand still for 5 s, then are right again"},
	{Name: "restart", Help: "restart@10m, restart=30s@10m: the processes start anew, at once or 30 s later"},
	{Name: "lose-state", Help: "lose-state@10m, lose-state: a restart, or every restart, is without the record"},
	{Name: "lose-lead", Help: "lose-lead@10m, lose-lead: the same with a record that knows of no borrowed lead"},
	{Name: "same-worker", Help: "same-worker=2: two nodes, of different hosts, have one number"},
	{Name: "random-worker", Help: "random-worker: the nodes draw their numbers, as from an address"},
	{Name: "burst", Help: "burst=100000@10m: so many more ids are asked for at one time"},
	{Name: "failover", Help: "failover=200ms@10m: of a counter: a replica takes over that lacks the last 200 ms"},
	{Name: "restore", Help: "restore=1h@10h: of a counter: a backup that is an hour old is put back"},
	{Name: "lose-key", Help: "lose-key@10m: of a counter: its key is lost, and it begins at 1"},
}

// FaultChoices lists the kinds of faults in the order of their constants.
func FaultChoices() []gen.Choice { return faultChoices[:] }

// String returns the name.
func (k FaultKind) String() string { return faultChoices[k-1].Name }

// Takes is what can stand behind the name of a kind.
type Takes struct {
	Duration, Count bool // a value, of one of the two kinds
	Time, NeedsTime bool // a time at which it happens
	Node            bool // a node; else it is of all
}

// Takes tells what can stand behind the name.
func (k FaultKind) Takes() Takes {
	switch k {
	case Skew:
		return Takes{Duration: true, Node: true}
	case Failover, Restore:
		return Takes{Duration: true, Time: true, NeedsTime: true}
	case LoseKey:
		return Takes{Time: true, NeedsTime: true}
	case Step, Freeze, Restart:
		return Takes{Duration: true, Time: true, NeedsTime: true, Node: true}
	case LoseState, LoseLead:
		return Takes{Time: true, Node: true}
	case SameWorker:
		return Takes{Count: true}
	case Burst:
		return Takes{Count: true, Time: true, NeedsTime: true, Node: true}
	}
	return Takes{}
}

// Process reports whether a fault is of a process, and so not of simulations
// with one for each identifier.
func (f Fault) Process() bool {
	return f.Kind != Skew && f.Kind != Step && f.Kind != Freeze && f.Kind != Burst
}

// counter reports whether a fault is of a counter in a store.
func (k FaultKind) counter() bool { return k == Failover || k == Restore || k == LoseKey }

// of reports whether a fault strikes node i, counted from 0.
func (f *Fault) of(i int) bool { return f.Node == 0 || f.Node == i+1 }
