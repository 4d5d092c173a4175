package compare

import (
	"idscope/gen"
)

// Coordination is what nodes have to agree on before they make ids.
type Coordination string

// The kinds of coordination.
const (
	None    Coordination = "none"
	Number  Coordination = "number"
	Fields  Coordination = "fields"
	OneHost Coordination = "one-host"
	Server  Coordination = "server"
)

// Coordinations lists them with their help.
func Coordinations() []gen.Choice {
	return []gen.Choice{
		{Name: string(None), Help: "nodes know nothing of each other"},
		{Name: string(Number), Help: "each node needs a worker number of its own"},
		{Name: string(Fields), Help: "each node needs values of its own in the data fields"},
		{Name: string(OneHost), Help: "one host makes all ids"},
		{Name: string(Server), Help: "a server is asked for ids, or for blocks of them"},
	}
}

// CoordinationOf is what nodes that generate ids of a scheme have to agree on.
func CoordinationOf(s *gen.Scheme) Coordination {
	switch {
	case s.WorkerBits() > 0 && s.WorkerRule == gen.WorkerNumber:
		return Number
	case !s.Recorded() || s.WorkerBits() > 0: // a node drawn at random, and kept
		return None
	case s.Layout.Width(gen.Data) > 0:
		return Fields
	}
	return OneHost
}

// The leaks.
const (
	leakTime    = "time"
	leakNode    = "node"
	leakHost    = "host"
	leakProcess = "process"
	leakRate    = "rate"
	leakNext    = "next"
	leakData    = "data"
	leakName    = "name"
	leakClock   = "clock"
	leakCount   = "count"
)

// Leaks lists what an id may tell a stranger, with help.
func Leaks() []gen.Choice {
	return []gen.Choice{
		{Name: leakTime, Help: "when it was made"},
		{Name: leakNode, Help: "which node made it, by number"},
		{Name: leakHost, Help: "which host made it: a node that it keeps, its MAC address where that is used"},
		{Name: leakProcess, Help: "which process made it: ids of one are told from those of others"},
		{Name: leakRate, Help: "how many ids are made: a sequence counts them"},
		{Name: leakNext, Help: "its neighbours: they can be guessed from one id"},
		{Name: leakData, Help: "what the data fields hold"},
		{Name: leakName, Help: "whether it is of a name that one guesses"},
		{Name: leakClock, Help: "that the clock went back"},
		{Name: leakCount, Help: "how many ids there are"},
	}
}

// leaks derives what an id tells from where its bits come from, in the order of
// Leaks.
func leaks(s *gen.Scheme) []string {
	has := func(source gen.Source) bool { return s.Layout.Width(source) > 0 || s.Pattern.Has(source) }
	worker := map[gen.WorkerRule]string{gen.WorkerNumber: leakNode, gen.WorkerNode: leakHost,
		gen.WorkerRandom: leakProcess}[s.WorkerRule]
	list := []string{}
	add := func(leaks bool, name string) {
		if leaks {
			list = append(list, name)
		}
	}
	kept, drawn := false, s.Pattern == nil && has(gen.Random) || has(gen.Digest)
	for _, p := range s.Pattern {
		kept = kept || p.Keep
		drawn = drawn || p.Source == gen.Random && !p.Keep
	}
	add(has(gen.Time), leakTime)
	add(has(gen.Worker) && worker == leakNode, leakNode)
	add(has(gen.Worker) && worker == leakHost, leakHost)
	add(has(gen.Worker) && worker == leakProcess || kept, leakProcess)
	add(has(gen.Seq), leakRate)
	add(s.Growth == gen.GrowthOne || !drawn, leakNext) // nothing of it is drawn for each id
	add(has(gen.Data), leakData)
	add(has(gen.Digest), leakName)
	add(has(gen.Rollback), leakClock)
	return list
}

// Locality is where in an index new ids go, those of all nodes together.
type Locality string

// The classes of locality, best first.
const (
	Ordered  Locality = "ordered"
	ByTick   Locality = "tick"
	Runs     Locality = "runs"
	Cycles   Locality = "cycles"
	Anywhere Locality = "random"
)

// Localities lists the classes with their help, best first.
func Localities() []gen.Choice {
	return []gen.Choice{
		{Name: string(Ordered), Help: "at the end: each id is above all of its maker before"},
		{Name: string(ByTick), Help: "near the end: ordered by tick, in no order within one"},
		{Name: string(Runs), Help: "at one end for each node: its number stands above the time"},
		{Name: string(Cycles), Help: "around and around: low bits of the time or the sequence come first"},
		{Name: string(Anywhere), Help: "anywhere: every insert may need another page"},
	}
}

// locality goes down from the most significant bit to the first that decides where
// ids go.
func locality(s *gen.Scheme) Locality {
	if s.Pattern != nil {
		return patternLocality(s)
	}
	nodes := false // a part that tells nodes apart stands above
	for _, f := range s.Layout {
		whole := f.From+f.Bits == s.Layout.Width(f.Source)
		switch f.Source {
		case gen.Const:
			continue
		case gen.Worker, gen.Data, gen.Rollback:
			nodes = true
			continue
		case gen.Time, gen.Seq:
			switch {
			case !whole, f.Source == gen.Seq && s.Timed(): // a sequence comes round from tick to tick, or sooner
				return Cycles
			case nodes:
				return Runs
			case f.Source == gen.Time && s.Order() != gen.FullOrder:
				return ByTick
			}
			return Ordered
		}
		break
	}
	return Anywhere
}

// patternLocality is that of texts: a part that a process keeps begins a run of it.
func patternLocality(s *gen.Scheme) Locality {
	if s.Order() == gen.TickOrder {
		return ByTick
	}
	kept := false
	for _, p := range s.Pattern {
		switch {
		case p.Source == gen.Const && len(p.Texts) == 1:
			continue
		case p.Keep:
			kept = true
			continue
		case p.Source == gen.Seq && kept:
			return Runs
		}
		break
	}
	return Anywhere
}
