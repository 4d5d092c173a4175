package scheme

import (
	"crypto/md5"
	"crypto/sha1"
	"hash"

	"idscope/gen"
)

// uuids are the UUIDs of RFC 9562 that are generated. Where all bits but version and variant (section 4) come from one
// source, it has three fields, of 48, 12 and 62 bits.
var uuids = []declaration{
	// uuidv1 takes a tick for each ID and borrows where they come faster. The clock sequence changes on a rollback; it
	// and the time are kept across processes (RFC 9562 section 6.3). The node is random and multicast (section 6.10)
	// unless the caller gives one.
	{since: "1990-01-01", epoch: "1582-10-15", Scheme: gen.Scheme{Name: "uuidv1", Title: "UUID version 1",
		Aliases: []string{"uuid1", "v1"}, Spec: "RFC 9562 section 5.1", Prior: 3,
		Summary:   "time-based UUID: 60 bits of 100 ns since 1582, clock sequence, node",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{Tick: 100 * nanosecond, Backward: gen.BackwardBits, Overflow: gen.OverflowBorrow,
			WorkerRule: gen.WorkerNode,
			Layout: gen.Layout{
				ticks("time_low", 32), fieldFrom("time_mid", gen.Time, 16, 32), fixed("version", 4, 1),
				fieldFrom("time_high", gen.Time, 12, 48), fixed("variant", 2, 2), rollback("clock_seq", 14),
				worker("node", 48)}},
		Notes: []string{
			"the node is random by default; --worker mac takes the real address, which reveals to every reader of an " +
				"id which machine generated it",
			"not in the order of generation: the lowest bits of the time come first (uuidv6 is the same in order)"},
		Example: example("c232ab00-9414-11ec-b3c8-9f6bdeced846", "2022-02-22T19:22:22.0000000Z",
			"RFC 9562 appendix A.1", "3258100480", "37908", "1", "492", "2", "13256", "175285648414790")}},
	// uuidv3 gives the same namespace and name the same ID, and other names another one, unless somebody made MD5
	// collide on purpose.
	{since: "1997-10-01", Scheme: gen.Scheme{Name: "uuidv3", Title: "UUID version 3", Aliases: []string{"uuid3", "v3"},
		Spec: "RFC 9562 section 5.3", Prior: 1,
		Summary:   "UUID from a namespace and a name by MD5: the same name, the same id",
		Libraries: "Go google/uuid, Java stdlib, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{Digest: byMD5, Layout: gen.Layout{
			fieldFrom("hash_high", gen.Digest, 48, 74), fixed("version", 4, 3),
			fieldFrom("hash_mid", gen.Digest, 12, 62), fixed("variant", 2, 2), field("hash_low", gen.Digest, 62)}},
		Notes: []string{"the RFC recommends uuidv5 for new uses"},
		Example: example("5df41881-3aed-3515-88a7-2f4a814cf09e", "",
			"RFC 9562 appendix A.2: www.example.com in the DNS namespace",
			"103302964525805", "3", "1301", "2", "623519070457491614")}},
	// uuidv4 keeps IDs apart by chance alone, one pair in 5.3e36.
	{since: "1997-10-01", Scheme: gen.Scheme{Name: "uuidv4", Title: "UUID version 4",
		Aliases: []string{"uuid4", "v4", "uuid", "guid"}, Spec: "RFC 9562 section 5.4", Prior: 4,
		Summary:   "random UUID: 122 random bits",
		Libraries: "Go google/uuid, Java stdlib, Python stdlib, JS stdlib, Rust uuid, C# stdlib",
		Bits: gen.Bits{Layout: gen.Layout{
			fieldFrom("random_a", gen.Random, 48, 74), fixed("version", 4, 4),
			fieldFrom("random_b", gen.Random, 12, 62), fixed("variant", 2, 2), field("random_c", gen.Random, 62)}},
		Notes: []string{
			"in no order: as the key of an index it touches a random page for each new row; uuidv7 does not"},
		Example: example("919108f7-52d1-4320-9bac-f847db4148a8", "", "RFC 9562 appendix A.3",
			"160052106711761", "4", "800", "2", "1994241722523142312")}},
	// uuidv5 is uuidv3 by SHA-1.
	{of: "uuidv3", since: "2005-07-01", Scheme: gen.Scheme{Name: "uuidv5", Title: "UUID version 5",
		Aliases: []string{"uuid5", "v5"}, Spec: "RFC 9562 section 5.5", Prior: 2,
		Summary:   "UUID from a namespace and a name by SHA-1: the same name, the same id",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib, JS uuid, Rust uuid",
		Bits: gen.Bits{Digest: bySHA1, Layout: gen.Layout{
			fieldFrom("hash_high", gen.Digest, 48, 74), fixed("version", 4, 5),
			fieldFrom("hash_mid", gen.Digest, 12, 62), fixed("variant", 2, 2), field("hash_low", gen.Digest, 62)}},
		Notes: []string{"the hash is cut to 122 bits; it hides a name only where the name is unpredictable"},
		Example: example("2ed6657d-e927-568b-95e1-2665a8aea6a2", "",
			"RFC 9562 appendix A.4: www.example.com in the DNS namespace",
			"51498360629543", "5", "1675", "2", "1576583562619954850")}},
	// uuidv6 is uuidv1 in the order of time: a rollback shows as a lower time under another clock sequence.
	// In use since: version 1, as a reordered one keeps its time.
	{of: "uuidv1", since: "1990-01-01", Scheme: gen.Scheme{Name: "uuidv6", Title: "UUID version 6",
		Aliases: []string{"uuid6", "v6"}, Spec: "RFC 9562 section 5.6", Prior: 1,
		Summary:   "UUIDv1 with the time reordered so that it sorts: clock sequence, node",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib 3.14, JS uuid, Rust uuid",
		Bits: gen.Bits{Layout: gen.Layout{
			fieldFrom("time_high", gen.Time, 32, 28), fieldFrom("time_mid", gen.Time, 16, 12), fixed("version", 4, 6),
			ticks("time_low", 12), fixed("variant", 2, 2), rollback("clock_seq", 14), worker("node", 48)}},
		Notes: []string{
			"the node is random by default; --worker mac takes the real address, which reveals to every reader of an " +
				"id which machine generated it"},
		Example: example("1ec9414c-232a-6b00-b3c8-9f6bdeced846", "2022-02-22T19:22:22.0000000Z",
			"RFC 9562 appendix A.5", "516505932", "9002", "6", "2816", "2", "13256", "175285648414790")}},
	// uuidv7 strictly increases in one generator, at any rate and across clock steps: rand_a is the fraction (RFC 9562
	// section 6.2, method 3), within which rand_b grows by 1 to 2^32 at random (method 2). It never leads the clock by
	// more than 1 ms. 62 random bits of a 4096th of a millisecond keep processes apart.
	// In use since: when its layout was final.
	{since: "2022-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "uuidv7", Title: "UUID version 7",
		Aliases: []string{"uuid7", "v7"}, Spec: "RFC 9562 sections 5.7 and 6.2", Prior: 4,
		Summary:   "sortable UUID: 48-bit milliseconds and a fraction, 62 random bits",
		Libraries: "Go google/uuid, Java uuid-creator, Python stdlib 3.14, JS uuid, Rust uuid, C# stdlib 9",
		Bits: gen.Bits{Fraction: 12, Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Growth: gen.GrowthRandom, MaxLead: millisecond, RandomMost: 74,
			Layout: gen.Layout{
				fieldFrom("unix_ts_ms", gen.Time, 48, 12), fixed("version", 4, 7), ticks("rand_a", 12),
				fixed("variant", 2, 2), random("rand_b", 62)}},
		Notes: []string{
			"rand_a holds the fraction of the millisecond, as in PostgreSQL 18 and google/uuid; of other generators " +
				"it may be random or a counter"},
		Example: example("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "2022-02-22T19:22:22.000Z", "RFC 9562 appendix A.6",
			"1645557742000", "7", "3267", "2", "1784793296645077391")}},
	// uuidv8 draws what the caller does not set (--set custom_a=, custom_b=, custom_c=); with all set there is one ID,
	// and a second is refused.
	{of: "uuidv4", since: "2021-04-01", Scheme: gen.Scheme{Name: "uuidv8", Title: "UUID version 8",
		Aliases: []string{"uuid8", "v8"}, Spec: "RFC 9562 section 5.8", Prior: 1,
		Summary:   "UUID with content of your own: --set custom_a, _b, _c; the rest is random",
		Libraries: "Python stdlib 3.14, Rust uuid",
		Bits: gen.Bits{Layout: gen.Layout{
			fieldFrom("custom_a", gen.Random, 48, 74), fixed("version", 4, 8),
			fieldFrom("custom_b", gen.Random, 12, 62), fixed("variant", 2, 2), field("custom_c", gen.Random, 62)}},
		Notes: []string{
			"what you set is your promise: fewer than 64 bits left at random mean that a collision is likely",
			"of another generator's id nothing tells what the 122 bits hold, nor whether any is random"},
		Example: example("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "", "RFC 9562 appendix B.1",
			"40174749560546", "8", "3584", "2", "1065438681395986880")}},
	// uuid-nil is one ID: a second is refused.
	{since: "1997-10-01", Scheme: gen.Scheme{Name: "uuid-nil", Title: "Nil UUID", Aliases: []string{"nil"},
		Spec: "RFC 9562 section 5.9", Prior: 2,
		Summary: "the UUID of which all bits are zero; means none",
		Bits:    gen.Bits{Layout: gen.Layout{fixed("high", 64, 0), fixed("low", 64, 0)}},
		Example: example("00000000-0000-0000-0000-000000000000", "", "RFC 9562 section 5.9", "0", "0")}},
	// uuid-max is one ID: a second is refused.
	{of: "uuid-nil", since: "2022-01-01", Scheme: gen.Scheme{Name: "uuid-max", Title: "Max UUID",
		Aliases: []string{"max"}, Spec: "RFC 9562 section 5.10", Prior: 1,
		Summary: "the UUID of which all bits are one; the upper end of every range",
		Bits:    gen.Bits{Layout: gen.Layout{fixed("high", 64, 1<<64-1), fixed("low", 64, 1<<64-1)}},
		Example: example("ffffffff-ffff-ffff-ffff-ffffffffffff", "", "RFC 9562 section 5.10",
			"18446744073709551615", "18446744073709551615")}},
}

func byMD5(namespace [16]byte, name []byte) [16]byte  { return named(md5.New(), 3, namespace, name) }
func bySHA1(namespace [16]byte, name []byte) [16]byte { return named(sha1.New(), 5, namespace, name) }

// named hashes a namespace and a name to a finished id, version and variant included.
func named(h hash.Hash, version byte, namespace [16]byte, name []byte) (id [16]byte) {
	h.Write(namespace[:])
	h.Write(name)
	copy(id[:], h.Sum(nil))
	id[6] = id[6]&0x0f | version<<4
	id[8] = id[8]&0x3f | 0x80
	return id
}
