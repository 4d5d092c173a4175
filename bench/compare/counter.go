package compare

import (
	"idscope/gen"
)

// counters are the facts about the schemes that a counter numbers which no layout tells.
var counters = map[string]struct {
	order     gen.Order
	locality  Locality
	libraries string
}{
	"autoinc":  {gen.FullOrder, Ordered, "every SQL database"},
	"ticket":   {gen.Unordered, Runs, "every SQL database"},
	"segment":  {gen.Unordered, Runs, "Java Leaf"},
	"date-seq": {gen.FullOrder, Ordered, "every client of Redis"},
}

// setBack is what makes a counter repeat.
var setBack = []string{
	"the store loses no count that it gave out: a replica that takes over gives out again what it lacks, a restored " +
		"backup all since it was taken, a lost key all",
	"a host refuses what is not above the numbers that it saw itself; idscope bench collisions counts what that " +
		"leaves, with --fault failover, restore and lose-key",
}

// counted completes the row of a scheme that a counter numbers.
func (r *Row) counted(s *gen.Scheme, load Load) {
	facts := counters[s.Name]
	r.Baseline, r.Coordination, r.Order, r.Locality = s.Counter, Server, facts.order.String(), facts.locality
	r.TextOrder = s.Timed() // else 10 sorts before 9
	r.PerSecond = 0         // the server is the limit
	r.HotSpot, r.Libraries = hotSpot(facts.locality), facts.libraries
	r.Chance = &Chance{Model: "none: one counter", Assume: setBack}
	if s.Timed() {
		return
	}
	r.Aloud = load.Count().BitLen() < 47
	r.JSSafe.Always, r.Bigint.Always = counts(load, 53), counts(load, 63)
	if !r.Bigint.Always {
		r.Chance = nil
		r.problem("%s ids are more than 2^63-1", countText(load.Count()))
	}
}
