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
		{Name: string(OneHost), Help: "one host generates all ids"},
		{Name: string(Server), Help: "a server is asked for ids, or for blocks of them"},
	}
}

// CoordinationOf is what nodes that generate ids of a scheme have to agree on.
func CoordinationOf(s *gen.Scheme) Coordination {
	switch {
	case s.Counter != "":
		return Server
	case s.WorkerBits() > 0 && s.WorkerRule == gen.WorkerNumber:
		return Number
	case !s.Recorded() || s.WorkerBits() > 0: // a node drawn at random, and kept
		return None
	case s.Layout.Width(gen.Data) > 0:
		return Fields
	}
	return OneHost
}

// What an id may reveal.
const (
	revealsTime    = "time"
	revealsNode    = "node"
	revealsHost    = "host"
	revealsProcess = "process"
	revealsRate    = "rate"
	revealsNext    = "next"
	revealsData    = "data"
	revealsName    = "name"
	revealsClock   = "clock"
	revealsCount   = "count"
)

// Reveals lists what an id may tell a stranger, with help.
func Reveals() []gen.Choice {
	return []gen.Choice{
		{Name: revealsTime, Help: "when it was generated"},
		{Name: revealsNode, Help: "which node generated it, by number"},
		{Name: revealsHost, Help: "which host generated it: a node that it keeps, its MAC address where that is used"},
		{Name: revealsProcess, Help: "which process generated it: ids of one are told from those of others"},
		{Name: revealsRate, Help: "how many ids are generated: a sequence counts them"},
		{Name: revealsNext, Help: "its neighbours: predictable from one id"},
		{Name: revealsData, Help: "what the data fields hold"},
		{Name: revealsName, Help: "whether it is of a name that one guesses"},
		{Name: revealsClock, Help: "that the clock moved backwards"},
		{Name: revealsCount, Help: "how many ids there are"},
	}
}

// reveals derives what an id tells from where its bits come from, in the order of
// Reveals.
func reveals(s *gen.Scheme) []string {
	has := func(source gen.Source) bool { return s.Layout.Width(source) > 0 || s.Pattern.Has(source) }
	worker := map[gen.WorkerRule]string{gen.WorkerNumber: revealsNode, gen.WorkerNode: revealsHost,
		gen.WorkerRandom: revealsProcess}[s.WorkerRule]
	list := []string{}
	add := func(reveals bool, name string) {
		if reveals {
			list = append(list, name)
		}
	}
	kept, drawn := false, s.Pattern == nil && has(gen.Random) || has(gen.Digest)
	for _, p := range s.Pattern {
		kept = kept || p.Keep
		drawn = drawn || p.Source == gen.Random && !p.Keep
	}
	add(has(gen.Time), revealsTime)
	add(has(gen.Worker) && worker == revealsNode, revealsNode)
	add(has(gen.Worker) && worker == revealsHost, revealsHost)
	add(has(gen.Worker) && worker == revealsProcess || kept, revealsProcess)
	add(has(gen.Seq), revealsRate)
	add(s.Growth == gen.GrowthOne || !drawn, revealsNext) // nothing of it is drawn for each id
	add(has(gen.Data), revealsData)
	add(has(gen.Digest), revealsName)
	add(has(gen.Rollback), revealsClock)
	add(s.Counter != "", revealsCount)
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
		{Name: string(Ordered), Help: "at the end: each id is above all of its node before"},
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
