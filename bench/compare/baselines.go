package compare

import (
	"idscope/gen"
)

// baseline is a way of numbering that a server does: facts, for nothing of it is
// a layout of ours.
type baseline struct {
	name, source string
	order        gen.Order
	locality     Locality
	reveals      []string
	types        [2]string // in PostgreSQL and MySQL
	libraries    string
}

// baselines are all integers of 64 bits with sign that count up from 1.
var baselines = [...]baseline{
	{"auto-increment", "MySQL AUTO_INCREMENT, PostgreSQL GENERATED AS IDENTITY: one insert, one number; gaps where a " +
		"transaction fails",
		gen.FullOrder, Ordered, []string{revealsRate, revealsNext, revealsCount},
		[2]string{"bigint GENERATED ALWAYS AS IDENTITY", "BIGINT AUTO_INCREMENT"}, "every SQL database"},
	{"redis-incr", "Redis INCR: one round trip, one number, of 64 bits with sign; as durable as the append-only file is",
		gen.FullOrder, Ordered, []string{revealsRate, revealsNext, revealsCount},
		[2]string{"bigint", "BIGINT"}, "every client of Redis"},
}

// BaselineNames lists the baselines.
func BaselineNames() []gen.Choice {
	list := make([]gen.Choice, len(baselines))
	for i, b := range baselines {
		list[i] = gen.Choice{Name: b.name, Help: "for comparison, needs a server: " + b.source}
	}
	return list
}

// Baseline returns the row of a baseline under a load; ok is false for a name of
// none. The server is the limit of its rate, which no declaration tells.
func Baseline(name string, load Load) (r Row, ok bool) {
	for _, b := range baselines {
		if b.name != name {
			continue
		}
		r = Row{
			Scheme: b.name, Baseline: b.source, Bits: 64, Length: len("9223372036854775807"), Order: b.order.String(),
			Coordination: Server, Reveals: b.reveals, Locality: b.locality,
			Chance: &Chance{Model: "none: one counter", Assume: []string{"the server never loses a count that it gave out"}},
		}
		r.Traits = Traits{URLSafe: true, FileSafe: true, AnyCase: true, Aloud: load.Count().BitLen() < 47,
			HotSpot: hotSpot(b.locality), Stores: integers(b.types[0], b.types[1]), Libraries: b.libraries}
		r.JSSafe.Always, r.Bigint.Always = counts(load, 53), counts(load, 63)
		if !r.Bigint.Always {
			r.Chance = nil
			r.problem("%s ids are more than 2^63-1", countText(load.Count()))
		}
		return r, true
	}
	return Row{}, false
}

// counts reports whether the load stays below 2^bits, counting from 1.
func counts(load Load, bits uint) bool {
	return load.Count().BitLen() <= int(bits)
}
