package compare

import (
	"cmp"
	"math"

	"idscope/gen"
	"idscope/gen/sqids"
)

// counter is a way of numbering that a server does: facts, for no layout tells them.
type counter struct {
	name      string
	source    string    // of a baseline, which is no scheme
	order     gen.Order // of all its numbers; hosts that take a range each begin a run each
	libraries string
	types     [2]string // of a baseline in PostgreSQL and MySQL
}

const everySQL = "every SQL database"

// counters are the baselines, integers of 64 bits with sign that count up from 1, and the schemes
// that a counter numbers.
var counters = [...]counter{
	{"auto-increment", "MySQL AUTO_INCREMENT, PostgreSQL GENERATED AS IDENTITY: one insert, one number; gaps where a " +
		"transaction fails",
		gen.FullOrder, everySQL, [2]string{"bigint GENERATED ALWAYS AS IDENTITY", "BIGINT AUTO_INCREMENT"}},
	{"redis-incr", "Redis INCR: one round trip, one number, of 64 bits with sign; as durable as the append-only file " +
		"is",
		gen.FullOrder, "every client of Redis", [2]string{"bigint", "BIGINT"}},
	{name: "autoinc", order: gen.FullOrder, libraries: everySQL},
	{name: "ticket", order: gen.Unordered, libraries: everySQL},
	{name: "segment", order: gen.Unordered, libraries: "Java Leaf"},
	{name: "date-seq", order: gen.FullOrder, libraries: "every client of Redis"},
}

// setBack is what makes the counter of a scheme repeat.
var setBack = []string{
	"the store loses no count that it gave out: a replica that takes over gives out again what it lacks, a restored " +
		"backup all since it was taken, a lost key all",
	"a host refuses what is not above the numbers that it saw itself; idscope bench collisions counts what that " +
		"leaves, with --fault failover, restore and lose-key",
}

// BaselineNames lists the baselines.
func BaselineNames() []gen.Choice {
	var list []gen.Choice
	for _, c := range counters {
		if c.source != "" {
			list = append(list, gen.Choice{Name: c.name, Help: "for comparison, needs a server: " + c.source})
		}
	}
	return list
}

// Baseline returns the row of a baseline under a load; ok is false for a name of none.
func Baseline(name string, load Load) (r Row, ok bool) {
	for _, c := range counters {
		if c.name != name || c.source == "" {
			continue
		}
		r = Row{Scheme: c.name, Baseline: c.source, Bits: 64, Length: len("9223372036854775807"),
			Reveals: []string{"rate", "next", "count"}, URLSafe: true, FileSafe: true, AnyCase: true,
			Stores: integers(c.types[0], c.types[1])}
		r.numbered(&c, "the server never loses a count that it gave out")
		r.whole(load)
		return r, true
	}
	return Row{}, false
}

// counted completes the row of a scheme that a counter numbers.
func (r *Row) counted(s *gen.Scheme, load Load) {
	r.Baseline, r.TextOrder = s.Counter, s.Timed() // else 10 sorts before 9
	for _, c := range counters {
		if c.name == s.Name {
			r.numbered(&c, setBack...)
		}
	}
	if !s.Timed() {
		r.whole(load)
	}
}

// numbered puts the facts of a counter into a row. The server is the limit of its rate.
func (r *Row) numbered(c *counter, assume ...string) {
	if r.Locality = Ordered; c.order != gen.FullOrder {
		r.Locality = Runs
	}
	r.Coordination, r.Order, r.HotSpot = Server, c.order.String(), r.Locality.hotSpot()
	r.PerSecond, r.Libraries = 0, c.libraries
	r.Chance = &Chance{Model: "none: one counter", Assume: assume}
}

// whole says what fits the numbers of a load, from 1 on.
func (r *Row) whole(load Load) {
	bits := load.Count().BitLen()
	r.Aloud = bits < 47
	r.JSSafe.Always, r.Bigint.Always = bits <= 53, bits <= 63
	if !r.Bigint.Always {
		r.Chance = nil
		r.problem("%s ids are more than 2^63-1", countText(load.Count()))
	}
}

// counterSqids is the name of a counter whose numbers are written by Sqids.
const counterSqids = "counter+sqids"

// encoded is the row of a counter of a server whose numbers Sqids writes in an alphabet, the usual
// one where it is empty.
func encoded(load Load, alphabet string) (Row, error) {
	r, _ := Baseline("auto-increment", load)
	codec, err := sqids.New(sqids.Options{Alphabet: alphabet})
	if err != nil {
		return r, err
	}
	last := uint64(math.MaxUint64)
	if n := load.Count(); n.IsUint64() {
		last = n.Uint64()
	}
	text, err := codec.Append(nil, []uint64{last})
	if err != nil {
		return r, err
	}
	r.Scheme, r.Baseline = counterSqids, "a counter of a server, its numbers encoded by Sqids: anyone who knows the "+
		"alphabet can decode them"
	r.Bits, r.JSSafe, r.Bigint = 0, Fit{}, Fit{}
	r.Length, r.TextOrder, r.shape = len(text), false, Shape{Alphabet: alphabet}
	r.written([]symbols{anyOf(cmp.Or(alphabet, sqids.DefaultAlphabet), false)})
	r.Stores = integers("bigint", "BIGINT")
	r.Libraries = "Go sqids-go, Java sqids-java, Python sqids, JS sqids, Rust sqids, C# Sqids"
	return r, nil
}
