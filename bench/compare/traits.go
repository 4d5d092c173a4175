package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"idscope/bench/birthday"
	"idscope/gen"
)

// aloudMost is how many symbols are read on a telephone without a mistake.
const aloudMost = 14

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// symbols are those that a part of a text is of, and those of them that it can begin with.
type symbols struct {
	set, first string
	fold       bool // letter case does not matter
}

func anyOf(set string, fold bool) symbols { return symbols{set, set, fold} }

// symbolsOf lists the parts of a scheme's texts, in order.
func symbolsOf(s *gen.Scheme) []symbols {
	if s.Pattern == nil {
		list := []symbols{anyOf(s.Text.Form.Symbols())}
		if marks := s.Text.Form.Punctuation(); marks != "" {
			list = append(list, anyOf(marks, false))
		}
		if a := s.Affix; a != nil {
			list = append(list, anyOf(a.Symbols+string(a.Separator), false))
		}
		return list
	}
	var list []symbols
	for _, p := range s.Pattern {
		part := anyOf(p.Alphabet, p.Fold)
		if len(p.Texts) > 0 {
			part = symbols{set: strings.Join(p.Texts, ""), fold: len(p.Texts) == 1 || p.Fold}
			for _, text := range p.Texts {
				part.first += text[:min(1, len(text))]
			}
		}
		list = append(list, part)
		if p.Group > 0 {
			list = append(list, anyOf("-", false))
		}
	}
	return list
}

// written says where texts of those parts and of the row's length can go.
func (r *Row) written(all []symbols) {
	r.URLSafe, r.FileSafe, r.AnyCase, r.Aloud = true, true, true, r.Length <= aloudMost
	for i, part := range all {
		r.URLSafe = r.URLSafe && strings.Trim(part.set, unreserved) == ""
		r.FileSafe = r.FileSafe && !strings.ContainsAny(part.set, "<>:\"/\\|?*") &&
			(i > 0 || !strings.ContainsAny(part.first, "-."))
		r.AnyCase = r.AnyCase && (part.fold || !bothCases(part.set))
		r.Aloud = r.Aloud && r.AnyCase && !alike(part.set)
	}
}

// bothCases reports whether a set has a letter in both cases, with two meanings.
func bothCases(set string) bool {
	return strings.ContainsFunc(set, func(r rune) bool {
		u := strings.ToUpper(string(r))
		return u != string(r) && strings.Contains(set, u)
	})
}

// alike reports whether two symbols of a set are taken for each other.
func alike(set string) bool {
	return slices.ContainsFunc([]string{"0O", "0o", "1I", "1l", "1L", "1i", "Il"}, func(pair string) bool {
		return strings.Contains(set, pair[:1]) && strings.Contains(set, pair[1:])
	})
}

// hotSpot is where the new rows of all nodes go in a store cut into ranges of keys: to one, to
// one for each node, or to none more than to others.
func (l Locality) hotSpot() string {
	switch l {
	case Ordered, ByTick:
		return "one"
	case Runs:
		return "node"
	}
	return "none"
}

// unguessable counts what is drawn for each id: not the time, not what is kept, not a
// sequence. Where random bits grow within a tick, the least is their step.
func unguessable(s *gen.Scheme) (least, most float64) {
	least, most = s.Guess(), float64(s.Layout.Width(gen.Random))
	switch {
	case s.Growth == gen.GrowthStride:
		return 0, most
	case s.Pattern == nil:
		return least, most
	}
	for _, p := range s.Pattern {
		if p.Source == gen.Seq && p.Stride[1] > 0 {
			least += math.Log2(float64(p.Stride[1] - p.Stride[0] + 1))
		}
	}
	return least, least
}

// standard is the body and number in front of a specification: "RFC 9562".
func standard(spec string) string {
	words := strings.Fields(spec)
	switch {
	case strings.HasPrefix(spec, "w3.org/TR/"):
		return "W3C"
	case len(words) > 1 && slices.Contains([]string{"RFC", "ISO", "ISO/IEC"}, words[0]):
		return words[0] + " " + strings.Trim(words[1], ";,")
	}
	return ""
}

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
	case birthday.Owner(s) == gen.Data:
		return Fields
	case !s.Recorded() || s.WorkerBits() > 0: // a node drawn at random, and kept
		return None
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
	kept := slices.ContainsFunc(s.Pattern, func(p gen.Part) bool { return p.Keep })
	return []fact{
		{"time", "when it was generated", has(gen.Time), ""},
		{"node", "which node generated it, by number", worker(gen.WorkerNumber), ""},
		{"host", "which host generated it: a node that it keeps, its MAC address where that is used",
			worker(gen.WorkerNode), ""},
		{"process", "which process generated it: ids of one are told from those of others",
			worker(gen.WorkerRandom) || kept, ""},
		{"rate", "how many ids are generated: a sequence counts them", has(gen.Seq), ""},
		{"next", "its neighbours: predictable from one id", s.Guess() == 0 && !has(gen.Digest), ""},
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
	switch {
	case s.Name == "segment", s.Name == "ticket": // hosts begin a run each: their numbers do not increase together
		return Runs
	case s.Counter != "":
		return Ordered
	}
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

// Sortable reports whether ids of a scheme are ordered by time at least from tick to tick, those
// of all nodes together.
func Sortable(s *gen.Scheme) bool {
	at := locality(s)
	return at == Ordered || at != Runs && s.Order() >= gen.TickOrder
}

// Type is how a database keeps ids in the fewest bytes that keep their order.
type Type struct {
	Store string `json:"store"` // of Stores
	Type  string `json:"type"`  // as the database calls it
	// Bytes are those of a key in an index, the length in front of what varies included,
	// alignment and the overhead of a row not.
	Bytes int `json:"bytes"`
}

// The databases whose types are known.
const (
	Postgres = "postgres"
	MySQL    = "mysql"
	MongoDB  = "mongodb"
)

// Types are those of the databases of [Stores], in their order.
type Types []Type

// Columns are two for each database.
func (t Types) Columns() (names, cells []string) {
	for _, s := range Stores() {
		names = append(names, s.Name, s.Name+"_bytes")
	}
	for _, one := range t {
		cells = append(cells, one.Type, strconv.Itoa(one.Bytes))
	}
	return names, cells
}

// Stores lists the databases with their help.
func Stores() []gen.Choice {
	return []gen.Choice{
		{Name: Postgres, Help: "PostgreSQL: heap tables, B-tree indexes beside them"},
		{Name: MySQL, Help: "MySQL: rows of InnoDB lie in the order of the primary key, which every other index " +
			"repeats"},
		{Name: MongoDB, Help: "MongoDB: _id has an index of its own"},
	}
}

// stores are the types of a scheme, in the order of Stores.
func stores(s *gen.Scheme, length int) Types {
	bits := s.Layout.Size()
	all, until := fits(s, gen.Mask(63))
	switch {
	case s.Name == "objectid" || s.Name == "objectid-2017":
		list := binary(12)
		list[2] = Type{MongoDB, "ObjectId", 12}
		return list
	case s.Pattern != nil || bits == 0:
		return texts(length)
	case bits <= 64 && (all || !until.IsZero()):
		return integers()
	case bits <= 64:
		list := binary(8)
		list[1] = Type{MySQL, "BIGINT UNSIGNED", 8}
		return list
	case bits == 128:
		return Types{{Postgres, "uuid", 16}, {MySQL, "BINARY(16)", 16}, {MongoDB, "UUID, BinData 4", 21}}
	}
	return binary((bits + 7) / 8)
}

func integers() Types {
	return Types{{Postgres, "bigint", 8}, {MySQL, "BIGINT", 8}, {MongoDB, "long", 8}}
}

// binary has 1 byte of length in PostgreSQL, 4 and a kind in BSON.
func binary(n int) Types {
	return Types{{Postgres, "bytea", n + 1}, {MySQL, fmt.Sprintf("BINARY(%d)", n), n}, {MongoDB, "BinData", n + 5}}
}

// texts are ASCII, compared by bytes; BSON has 4 bytes of length and a zero behind.
func texts(n int) Types {
	header := 1
	if n > 126 {
		header = 4
	}
	return Types{{Postgres, `text COLLATE "C"`, n + header}, {MySQL, fmt.Sprintf("CHAR(%d) ascii_bin", n), n},
		{MongoDB, "string", n + 5}}
}
