package compare

import (
	"slices"

	"idscope/gen"
)

// fact is something that holds of a scheme or not, as it is asked for.
type fact struct {
	name, help string
	holds      bool
	not        string // what is said where it is needed and does not hold
}

// choices are the names and the help of facts, each with words in front.
func choices(name, help string, list []fact) (all []gen.Choice) {
	for _, f := range list {
		all = append(all, gen.Choice{Name: name + f.name, Help: help + f.help})
	}
	return all
}

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

// position is where the fact of a name is in the list; -1 for a name of none.
func position(list []fact, name string) int {
	return slices.IndexFunc(list, func(f fact) bool { return f.name == name })
}

// revelations derive what ids tell from where their bits come from.
func revelations(s *gen.Scheme) []fact {
	has := func(source gen.Source) bool { return s.Layout.Width(source) > 0 || s.Pattern.Has(source) }
	worker := func(rule gen.WorkerRule) bool { return has(gen.Worker) && s.WorkerRule == rule }
	kept, drawn := false, s.Pattern == nil && has(gen.Random) || has(gen.Digest) // drawn for each id
	for _, p := range s.Pattern {
		kept = kept || p.Keep
		drawn = drawn || p.Source == gen.Random && !p.Keep
	}
	return []fact{
		{"time", "when it was generated", has(gen.Time), ""},
		{"node", "which node generated it, by number", worker(gen.WorkerNumber), ""},
		{"host", "which host generated it: a node that it keeps, its MAC address where that is used",
			worker(gen.WorkerNode), ""},
		{"process", "which process generated it: ids of one are told from those of others",
			worker(gen.WorkerRandom) || kept, ""},
		{"rate", "how many ids are generated: a sequence counts them", has(gen.Seq), ""},
		{"next", "its neighbours: predictable from one id", s.Growth == gen.GrowthOne || !drawn, ""},
		{"data", "what the data fields hold", has(gen.Data), ""},
		{"name", "whether it is of a name that one guesses", has(gen.Digest), ""},
		{"clock", "that the clock moved backwards", has(gen.Rollback), ""},
		{"count", "how many ids there are", s.Counter != "", ""},
	}
}

// Reveals lists what an id may tell a stranger, with help.
func Reveals() []gen.Choice { return choices("", "", revelations(&gen.Scheme{})) }

// reveals are the names of what ids of a scheme tell, in the order of Reveals.
func reveals(s *gen.Scheme) []string {
	list := []string{}
	for _, r := range revelations(s) {
		if r.holds {
			list = append(list, r.name)
		}
	}
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
		{Name: string(Runs), Help: "at one end for each node: its number is above the time"},
		{Name: string(Cycles), Help: "around and around: low bits of the time or the sequence come first"},
		{Name: string(Anywhere), Help: "anywhere: every insert may need another page"},
	}
}

// locality derives the class from what is above what counts, in a layout or a pattern.
func locality(s *gen.Scheme) Locality {
	nodes := false // a part that tells nodes apart is above
	for _, p := range s.Pattern {
		switch {
		case s.Order() == gen.TickOrder:
			return ByTick
		case p.Source == gen.Const && len(p.Texts) == 1:
		case p.Keep: // a process begins a run of it
			nodes = true
		case p.Source == gen.Seq && nodes:
			return Runs
		default:
			return Anywhere
		}
	}
	for _, f := range s.Layout {
		switch f.Source {
		case gen.Const:
			continue
		case gen.Worker, gen.Data, gen.Rollback:
			nodes = true
			continue
		case gen.Time, gen.Seq:
		default:
			return Anywhere
		}
		whole := f.From+f.Bits == s.Layout.Width(f.Source)
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
	return Anywhere
}
