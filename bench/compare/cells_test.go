package compare

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// known is a scheme as its own specification describes it, typed in from there and read by
// nothing but this test. The layout has kinds of fields with their widths, the most
// significant first: zero and mark are constants, time, low is the lower part of one that
// stands in pieces, part of a tick, seq, least the lowest of it where it stands in pieces;
// number, host and process tell makers apart; data, clock, which counts its steps, random.
type known struct {
	name, layout string
	epoch        int64 // in milliseconds of Unix time
	tick         time.Duration
	text         alphabetic
	needs        string
	from         string // where a tick's sequence starts: 0, low (by chance or in turn), on (where the last one ended)
	walk         string // how random bits go on within a tick: anew, one, step (by 1 to 2^32), stride
	standard     string
}

// alphabetic is a text form: the symbols, those that can stand first, and its length; 0 is
// that of the largest number.
type alphabetic struct {
	symbols, first string
	length         int
}

const (
	decimals = "0123456789"
	hexes    = decimals + "abcdef"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func facts() []known {
	return []known{
		{name: "uuidv4", layout: "random:48 mark:4 random:12 mark:2 random:62", text: alphabetic{hexes + "-", hexes, 36},
			needs: "none", walk: "anew", standard: "RFC 9562"},
		{name: "uuidv7", layout: "time:48 mark:4 part:12 mark:2 random:62", tick: time.Millisecond,
			text: alphabetic{hexes + "-", hexes, 36}, needs: "none", walk: "step", standard: "RFC 9562"},
		{name: "uuidv1", layout: "low:32 low:16 mark:4 time:12 mark:2 clock:14 host:48", epoch: -12219292800000, tick: 100,
			text: alphabetic{hexes + "-", hexes, 36}, needs: "none", standard: "RFC 9562"},
		{name: "uuidv6", layout: "time:32 time:16 mark:4 low:12 mark:2 clock:14 host:48", epoch: -12219292800000, tick: 100,
			text: alphabetic{hexes + "-", hexes, 36}, needs: "none", standard: "RFC 9562"},
		{name: "ulid", layout: "time:48 random:80", tick: time.Millisecond, needs: "none", walk: "one",
			text: alphabetic{decimals + "ABCDEFGHJKMNPQRSTVWXYZ", "", 26}},
		{name: "ksuid", layout: "time:32 random:128", epoch: 1400000000000, tick: time.Second, needs: "none", walk: "anew",
			text: alphabetic{decimals + capitals + smalls, "", 27}},
		{name: "xid", layout: "time:32 process:24 process:16 seq:24", tick: time.Second, needs: "none", from: "on",
			text: alphabetic{decimals + "abcdefghijklmnopqrstuv", "", 20}},
		{name: "objectid", layout: "time:32 process:40 seq:24", tick: time.Second, needs: "none", from: "on",
			text: alphabetic{hexes, "", 24}},
		{name: "snowflake", layout: "zero:1 time:41 number:5 number:5 seq:12", epoch: 1288834974657, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "0"},
		{name: "discord", layout: "time:42 number:5 number:5 seq:12", epoch: 1420070400000, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "on"},
		{name: "instagram", layout: "time:41 data:13 seq:10", epoch: 1314220021721, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "fields", from: "on"},
		{name: "sonyflake", layout: "zero:1 time:39 seq:8 number:16", epoch: 1409529600000, tick: 10 * time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "0"},
		{name: "sonyflake-v2", layout: "zero:1 time:39 seq:8 number:16", epoch: 1735689600000, tick: 10 * time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "0"},
		{name: "frostflake", layout: "time:32 seq:21 number:11", tick: time.Second, needs: "number", from: "0",
			text: alphabetic{"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", "", 0}},
		{name: "flake-id", layout: "time:42 number:5 number:5 seq:12", tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "0"},
		{name: "simpleflake", layout: "time:41 random:23", epoch: 946702800000, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "none", walk: "stride"},
		{name: "tsid", layout: "time:42 number:10 seq:12", epoch: 1577836800000, tick: time.Millisecond, needs: "number",
			from: "low", text: alphabetic{decimals + "ABCDEFGHJKMNPQRSTVWXYZ", "", 13}},
		{name: "snowid", layout: "time:42 number:10 seq:12", epoch: 1704067200000, tick: time.Millisecond, needs: "number",
			from: "0", text: alphabetic{decimals + capitals + smalls, "", 0}},
		{name: "tid", layout: "zero:1 time:53 number:10", tick: time.Microsecond, needs: "number",
			text: alphabetic{"234567" + smalls, "", 13}},
		{name: "nano64", layout: "time:44 random:20", tick: time.Millisecond, needs: "none", walk: "stride",
			text: alphabetic{decimals + "ABCDEF", "", 16}},
		{name: "leaf", layout: "zero:1 time:41 number:10 seq:12", epoch: 1288834974657, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "low"},
		{name: "shardingsphere", layout: "zero:1 time:41 number:10 seq:12", epoch: 1477958400000, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "low"},
		{name: "seata", layout: "zero:1 number:10 time:41 seq:12", epoch: 1588435200000, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "0"},
		{name: "cosid", layout: "zero:1 time:41 number:10 seq:12", epoch: 1577203200000, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "on"},
		{name: "yitter", layout: "zero:1 time:51 number:6 seq:6", epoch: 1582136402000, tick: time.Millisecond,
			text: alphabetic{decimals, "", 0}, needs: "number", from: "0"},
		{name: "cockroach", layout: "zero:1 time:48 number:15", epoch: 1420070400000, tick: 10 * time.Microsecond,
			text: alphabetic{decimals, "", 0}, needs: "number"},
		{name: "beyondfengyu", layout: "zero:1 time:41 number:5 number:5 seq:12", epoch: 1480166465631,
			tick: time.Millisecond, text: alphabetic{decimals, "", 0}, needs: "number", from: "0"},
		{name: "boundary-flake", layout: "time:64 host:48 seq:16", tick: time.Millisecond, needs: "none", from: "0",
			text: alphabetic{decimals + capitals + smalls, "", 0}},
		{name: "timeflake", layout: "time:48 random:80", tick: time.Millisecond, needs: "none", walk: "anew",
			text: alphabetic{decimals + capitals + smalls, "", 22}},
		{name: "sno", layout: "time:39 clock:1 data:8 number:16 seq:16", epoch: 1262304000000, tick: 4 * time.Millisecond,
			text: alphabetic{"23456789abcdefghijklmnopqrstuvwx", "", 16}, needs: "number", from: "0"},
		{name: "elasticsearch", layout: "least:8 seq:8 low:8 low:8 low:8 time:8 process:48 low:8 seq:8 low:8",
			tick: time.Millisecond, text: alphabetic{capitals + smalls + decimals + "-_", "", 20}, needs: "none", from: "on"},
		{name: "pushid", layout: "time:48 random:72", tick: time.Millisecond, needs: "none", walk: "one",
			text: alphabetic{"-" + decimals + capitals + "_" + smalls, "", 20}},
		{name: "nanoid", layout: "", needs: "none", walk: "anew",
			text: alphabetic{capitals + smalls + decimals + "_-", "", 21}},
	}
}

// field is one of a layout.
type field struct {
	kind string
	bits int
}

func (k *known) fields(t *testing.T) (list []field) {
	for _, word := range strings.Fields(k.layout) {
		kind, bits, _ := strings.Cut(word, ":")
		n, err := strconv.Atoi(bits)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, field{kind, n})
	}
	return list
}

// width is how many bits the fields of some kinds have together.
func width(list []field, kinds ...string) (n int) {
	for _, f := range list {
		if slices.Contains(kinds, f.kind) {
			n += f.bits
		}
	}
	return n
}

// cells are the row of a scheme by other arithmetic than the package's.
func (k *known) cells(t *testing.T, load Load) Row {
	list := k.fields(t)
	all := 0
	for _, f := range list {
		all += f.bits
	}
	r := Row{Scheme: k.name, Bits: all, Order: k.order(list), Coordination: Coordination(k.needs),
		Reveals: k.reveals(list)}
	r.Length = k.text.length
	if r.Length == 0 { // digits of the largest number, by division
		most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(all-width(list, "zero"))), big.NewInt(1))
		for ; most.Sign() > 0; r.Length++ {
			most.Quo(most, big.NewInt(int64(len(k.text.symbols))))
		}
	}
	// Texts sort as ids do where the symbols are in the order of their bytes, and all have one length.
	rising := slices.IsSorted([]byte(strings.TrimSuffix(k.text.symbols, "-")))
	r.TextOrder = (r.Order == "yes" || r.Order == "tick") && k.text.length > 0 && rising
	if k.tick > 0 {
		r.Resolution = int64(k.tick) >> width(list, "part")
		if bits := width(list, "time", "low"); bits < 64 {
			r.Ends = &Instant{k.at(new(big.Int).Lsh(big.NewInt(1), uint(bits)))}
		}
	}
	if k.needs == "number" || k.needs == "fields" {
		r.NodesText = new(big.Int).Lsh(big.NewInt(1), uint(width(list, "number")+width(list, "data")*fieldsCount(k))).String()
	}
	if k.tick > 0 && (k.walk == "" || k.walk == "stride") {
		r.PerSecond = math.Ldexp(1e9, width(list, "seq", "least", "random")) / float64(k.tick)
	}
	r.JSSafe, r.Bigint = k.below(list, all, 53), k.below(list, all, 63)
	r.Locality = Locality(k.index(list))
	k.traits(list, all, &r)
	r.Chance = k.chance(list, load)
	return r
}

// fieldsCount is 1 where data tells makers apart.
func fieldsCount(k *known) int {
	if k.needs == "fields" {
		return 1
	}
	return 0
}

// at is the time of a tick.
func (k *known) at(tick *big.Int) time.Time {
	ns := new(big.Int).Mul(tick, big.NewInt(int64(k.tick)))
	ns.Add(ns, new(big.Int).Mul(big.NewInt(k.epoch), big.NewInt(1_000_000)))
	s, rest := new(big.Int).DivMod(ns, big.NewInt(1_000_000_000), new(big.Int))
	return time.Unix(s.Int64(), rest.Int64()).UTC()
}

// order: an id is greater than the one before it of its maker where all that stands above
// the sequence only grows, and that never starts lower within a tick.
func (k *known) order(list []field) string {
	switch {
	case k.tick == 0:
		return "-"
	case list[0].kind == "low", list[0].kind == "least":
		return "no"
	case k.from == "on", width(list, "clock") > 0, k.walk == "anew", k.walk == "stride":
		return "tick"
	}
	return "yes"
}

func (k *known) reveals(list []field) []string {
	reveals := []string{}
	for _, c := range []struct {
		has  bool
		name string
	}{{k.tick > 0, "time"}, {width(list, "number") > 0, "node"}, {width(list, "host") > 0, "host"},
		{width(list, "process") > 0, "process"}, {width(list, "seq") > 0, "rate"},
		{k.walk == "" || k.walk == "one", "next"}, {width(list, "data") > 0, "data"}, {width(list, "clock") > 0, "clock"}} {
		if c.has {
			reveals = append(reveals, c.name)
		}
	}
	return reveals
}

// below is until when all ids are less than 2^limit: until the time stands at the limit.
func (k *known) below(list []field, all, limit int) Fit {
	used := all - width(list, "zero")
	if used > 0 && used <= limit {
		return Fit{Always: true}
	}
	first := slices.IndexFunc(list, func(f field) bool { return f.kind != "zero" })
	if first < 0 || list[first].kind != "time" || width(list, "low") > 0 {
		return Fit{}
	}
	under := used - width(list, "time")
	if under > limit {
		return Fit{}
	}
	return Fit{Until: &Instant{k.at(new(big.Int).Lsh(big.NewInt(1), uint(limit-under)))}}
}

// index is where in an index the ids of all nodes go.
func (k *known) index(list []field) string {
	nodes := false
	for _, f := range list {
		switch f.kind {
		case "zero", "mark":
		case "number", "host", "process", "data", "clock":
			nodes = true
		case "low", "least":
			return "cycles"
		case "time":
			switch {
			case nodes:
				return "runs"
			case k.order(list) == "tick":
				return "tick"
			}
			return "ordered"
		default:
			return "random"
		}
	}
	return "random"
}

func (k *known) traits(list []field, all int, t *Row) {
	t.Standard, t.URLSafe, t.AnyCase, t.Aloud = k.standard, true, true, t.Length <= 14
	most := float64(width(list, "random"))
	if all == 0 {
		most = float64(t.Length) * math.Log2(float64(len(k.text.symbols)))
	}
	t.UnguessableMost, t.Unguessable = most, map[string]float64{"anew": most, "step": 32}[k.walk]
	first := k.text.first
	if first == "" {
		first = k.text.symbols
	}
	for _, c := range k.text.symbols {
		plain := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		t.URLSafe = t.URLSafe && (plain || strings.ContainsRune("-._~", c))
		other := c ^ 0x20
		t.AnyCase = t.AnyCase && (c < 'A' || !plain || !strings.ContainsRune(k.text.symbols, other))
	}
	t.FileSafe = !strings.ContainsAny(first, "-.") && !strings.ContainsAny(k.text.symbols, `<>:"/\|?*`)
	for _, two := range []string{"0O", "0o", "1I", "1l", "1i", "1L", "Il"} {
		if strings.Contains(k.text.symbols, two[:1]) && strings.Contains(k.text.symbols, two[1:]) {
			t.Aloud = false
		}
	}
	t.Aloud = t.Aloud && t.AnyCase
	t.HotSpot = map[Locality]string{"ordered": "one", "tick": "one", "runs": "node"}[t.Locality]
	if t.HotSpot == "" {
		t.HotSpot = "none"
	}
	n := (all + 7) / 8
	switch {
	case all == 0: // one byte of length in PostgreSQL, 4 and a zero in BSON
		t.Stores = []Type{{"postgres", `text COLLATE "C"`, t.Length + 1},
			{"mysql", fmt.Sprintf("CHAR(%d) ascii_bin", t.Length), t.Length}, {"mongodb", "string", t.Length + 5}}
	case all == 64:
		t.Stores = []Type{{"postgres", "bigint", 8}, {"mysql", "BIGINT", 8}, {"mongodb", "long", 8}}
	case all == 128:
		t.Stores = []Type{{"postgres", "uuid", 16}, {"mysql", "BINARY(16)", 16}, {"mongodb", "UUID, BinData 4", 21}}
	default:
		t.Stores = []Type{{"postgres", "bytea", n + 1}, {"mysql", fmt.Sprintf("BINARY(%d)", n), n},
			{"mongodb", "BinData", n + 5}}
	}
	if k.name == "objectid" {
		t.Stores[2] = Type{"mongodb", "ObjectId", 12}
	}
}

// TestCells derives every cell of the table anew, from what is known of each scheme, and the
// probabilities to 1e-4.
func TestCells(t *testing.T) {
	list := facts()
	if len(list) < 25 {
		t.Fatalf("%d schemes; want 25 or more", len(list))
	}
	for _, l := range []Load{load(10, 1000, 1), load(60, 50_000, 0.5), load(2, 3, 0.01)} {
		for i := range list {
			k := &list[i]
			got, want := row(t, k.name, l), k.cells(t, l)
			if got.Problems != nil {
				continue // too many nodes, or too fast: TestChanceOfALoad
			}
			probable(t, k.name, l, got.Chance, want.Chance)
			got.Chance, want.Chance, got.Originals = nil, nil, nil
			for _, cell := range []struct {
				name      string
				got, want any
			}{
				{"bits", got.Bits, want.Bits}, {"length", got.Length, want.Length}, {"order", got.Order, want.Order},
				{"text order", got.TextOrder, want.TextOrder}, {"resolution", got.Resolution, want.Resolution},
				{"end", ending(got.Ends), ending(want.Ends)}, {"nodes", got.NodesText, want.NodesText},
				{"ids a second", got.PerSecond, want.PerSecond}, {"needs", got.Coordination, want.Coordination},
				{"tells", strings.Join(got.Reveals, " "), strings.Join(want.Reveals, " ")},
				{"within 2^53", fits(got.JSSafe), fits(want.JSSafe)}, {"within 2^63", fits(got.Bigint), fits(want.Bigint)},
				{"index", got.Locality, want.Locality}, {"unguessable", got.Unguessable, want.Unguessable},
				{"unguessable at most", got.UnguessableMost, want.UnguessableMost}, {"URL", got.URLSafe, want.URLSafe},
				{"file", got.FileSafe, want.FileSafe}, {"any case", got.AnyCase, want.AnyCase},
				{"aloud", got.Aloud, want.Aloud}, {"check", got.Check, want.Check}, {"hot spot", got.HotSpot, want.HotSpot},
				{"standard", got.Standard, want.Standard}, {"types", fmt.Sprint(got.Stores), fmt.Sprint(want.Stores)},
			} {
				if cell.got != cell.want {
					t.Errorf("%s, %s: %v; by other arithmetic %v", k.name, cell.name, cell.got, cell.want)
				}
			}
		}
	}
}

func ending(i *Instant) string {
	if i == nil {
		return "never"
	}
	return i.Format(time.RFC3339Nano)
}

func fits(f Fit) string { return fmt.Sprint(f.Always, " ", ending(f.Until)) }
