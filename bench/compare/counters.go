package compare

import (
	"cmp"
	"math"
	"time"

	"idscope/gen"
	"idscope/gen/sqids"
)

// counter is a way of numbering that a server does: facts, for no layout tells them.
type counter struct {
	name      string
	source    string // of a baseline, which nothing here generates
	libraries string
	runs      bool      // hosts take ranges, and begin a run each: their numbers do not increase together
	types     [2]string // what PostgreSQL and MySQL add to those of its numbers
}

const everySQL, everyRedis = "every SQL database", "every client of Redis"

// counters are the baselines, and the schemes that a counter numbers.
var counters = [...]counter{
	{name: "auto-increment", libraries: everySQL,
		source: "MySQL AUTO_INCREMENT, PostgreSQL GENERATED AS IDENTITY: one insert, one number; gaps where a " +
			"transaction fails",
		types: [2]string{" GENERATED ALWAYS AS IDENTITY", " AUTO_INCREMENT"}},
	{name: "redis-incr", libraries: everyRedis,
		source: "Redis INCR: one round trip, one number, of 64 bits with sign; as durable as the append-only file is"},
	{name: "autoinc", libraries: everySQL},
	{name: "ticket", libraries: everySQL, runs: true},
	{name: "segment", libraries: "Java Leaf", runs: true},
	{name: "date-seq", libraries: everyRedis},
}

// setBack is what makes the counter of a scheme repeat.
var setBack = []string{
	"the store loses no count that it gave out: a replica that takes over gives out again what it lacks, a restored " +
		"backup all since it was taken, a lost key all",
	"a host refuses what is not above the numbers that it saw itself; idscope bench collisions counts what that " +
		"leaves, with --fault failover, restore and lose-key",
}

// Baselines are the ways of numbering that are there for comparison, as schemes: integers of 64 bits with sign
// that count up from 1. Counter is where their facts are from.
func Baselines() (list []*gen.Scheme) {
	for _, c := range counters {
		if c.source != "" {
			list = append(list, &gen.Scheme{Name: c.name, Counter: c.source,
				Bits: gen.Bits{Layout: gen.Layout{{Name: "sign", Source: gen.Const, Bits: 1},
					{Name: "number", Source: gen.Seq, Bits: 63}}},
				Encoding: gen.Encoding{Text: gen.Text{Form: gen.Decimal}}})
		}
	}
	return list
}

// baseline is the one of a name; nil for a name of none.
func baseline(name string) *gen.Scheme {
	for _, s := range Baselines() {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// counted completes the row of a scheme that a counter numbers. The server is the limit of its rate.
func (r *Row) counted(s *gen.Scheme, load Load) {
	r.Baseline, r.TextOrder, r.PerSecond = s.Counter, s.Timed(), 0 // else 10 sorts before 9
	for _, c := range counters {
		if c.name != s.Name {
			continue
		}
		assume := setBack
		if c.source != "" {
			assume = []string{"the server never loses a count that it gave out"}
		}
		r.Order, r.Locality = gen.FullOrder.String(), Ordered
		if c.runs {
			r.Order, r.Locality = gen.Unordered.String(), Runs
		}
		r.HotSpot, r.Libraries = r.Locality.hotSpot(), c.libraries
		r.Chance = &Chance{Model: "none: one counter", Assume: assume}
		for i, more := range c.types {
			r.Stores[i].Type += more
		}
	}
	if !s.Timed() {
		r.whole(load)
	}
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
	r, err := Of(baseline("auto-increment"), load, time.Time{})
	if err != nil {
		return r, err
	}
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
