package scheme

import "idscope/gen"

// sortables are ids of a time and of random bits or a counter.
var sortables = []declaration{
	// elasticsearch orders its bytes so that they compress well. Sequence and node start at random in each process,
	// which keeps processes apart. The original takes the next millisecond whenever the sequence comes round to 0,
	// which repeats IDs of a clock that stops; ours after 16777216 IDs.
	// It is weak: of names in programs many have a time there.
	// In use since: version 6 put the bytes in this order.
	{since: "2017-06-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "elasticsearch",
		Title: "Elasticsearch document id", Spec: "github.com/elastic/elasticsearch, TimeBasedUUIDGenerator.java",
		Brand: true, Weak: true, Prior: 1,
		Summary: "120-bit id of Elasticsearch: milliseconds, sequence, node, bytes in disorder",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Start: gen.Start{Rule: gen.StartCarry}, WorkerRule: gen.WorkerRandom,
			Layout: gen.Layout{
				seq("sequence_0", 8), fieldFrom("sequence_2", gen.Seq, 8, 16),
				fieldFrom("timestamp_2", gen.Time, 8, 16), fieldFrom("timestamp_3", gen.Time, 8, 24),
				fieldFrom("timestamp_4", gen.Time, 8, 32), fieldFrom("timestamp_5", gen.Time, 8, 40),
				worker("node", 48), fieldFrom("timestamp_1", gen.Time, 8, 8), fieldFrom("sequence_1", gen.Seq, 8, 8),
				ticks("timestamp_0", 8)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base64URL}},
		Notes: []string{
			"the number behind a field's name is the byte of the whole that it holds, 0 the lowest",
			"the original mixes its network card's address with random bits for the node; ours draws all of it",
			"ids of Elasticsearch 1.4 to 5 have another order and begin with AV or AW"},
		Example: example("W0tpsmIBdwcYyG50zbta", "2018-04-11T01:55:01.082Z", "Elasticsearch reference 7, Index API",
			"91", "75", "105", "178", "98", "1", "130872364265076", "205", "187", "90")}},
	// julid is a ULID with a counter: the IDs of one process increase, and those of several are apart by 64 random bits
	// each.
	{since: "2023-07-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "julid", Title: "Julid",
		Spec:      "docs.rs/crate/julid-rs, README.md",
		Summary:   "ULID with a counter: 48-bit milliseconds, 16-bit counter, 64 random bits",
		Libraries: "Rust julid-rs",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Layout: gen.Layout{ticks("timestamp", 48), seq("counter", 16), random("random", 64)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Crockford}},
		Notes:    []string{"every Julid is a ULID; a counter of 0 or little more is a hint, no proof"},
		Example: example("01H6C7D9CT00009TF3EXXJHX4Y", "2023-07-27T17:47:39.802Z",
			"docs.rs/crate/julid-rs/1.6.18, README.md", "1690480059802", "0", "354064148032189598")}},
	// ksuid keeps no order within its second.
	{since: "2017-06-01", epoch: "2014-05-13T16:53:20Z", Scheme: gen.Scheme{Name: "ksuid", Title: "KSUID",
		Spec: "github.com/segmentio/ksuid", Prior: 2,
		Summary:   "160-bit sortable id of Segment: 32-bit seconds since 2014, 128 random bits",
		Libraries: "Go segmentio/ksuid, Java ksuid-creator, JS ksuid, Python svix-ksuid, Rust svix-ksuid",
		Bits:      gen.Bits{Tick: second, Layout: gen.Layout{ticks("timestamp", 32), random("payload", 128)}},
		Encoding:  gen.Encoding{Text: gen.Text{Form: gen.Base62, Width: 27}},
		Notes:     []string{"40 hexadecimal digits are read as one too, but are far oftener a SHA-1"},
		Example: example("0ujtsYcgvSTl8PAuAdqWYSMnLOv", "2017-10-10T04:00:47Z", "github.com/segmentio/ksuid, README.md",
			"107608047", "241430389101445630615968514586504369973")}},
	// ksuidms is ksuid with 4 ms in the byte below the seconds. It keeps no order within them; chance alone keeps IDs
	// apart.
	{since: "2021-05-01", epoch: "2014-05-13T16:53:20Z", Scheme: gen.Scheme{Name: "ksuidms", Title: "KsuidMs",
		Spec:    "github.com/svix/rust-ksuid, src/lib.rs",
		Summary: "KSUID of Svix with 4 ms: 32-bit seconds since 2014, 4 ms, 120 random bits",
		Bits: gen.Bits{Tick: 4 * millisecond, Digit: gen.Digit{Bits: 8, Base: 250}, Last: (1<<32-1)<<8 | 249,
			Layout: gen.Layout{fieldFrom("timestamp", gen.Time, 32, 8), ticks("fraction", 8), random("payload", 120)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62, Width: 27}},
		Notes: []string{
			"an id does not tell whether it is a KSUID: 250 of 256 of those can be read as one of these, less than a " +
				"second later",
			"fraction counts 4 ms up to 249; the original reads 250 to 255 as 0 to 5, ours refuses them as nothing " +
				"generates them"},
		Example: example("1srOrx2ZWZBpBUvZwXKQmoEYga2", "2021-05-21T20:04:03.900Z",
			"github.com/svix/rust-ksuid, tests/integration.rs",
			"221627443", "225", "764529580186332449698401214065403890")}},
	// nano64 is simpleflake with 44 bits of Unix milliseconds: two IDs of one millisecond, of two processes, collide
	// with 1 in 1048576.
	{of: "simpleflake", since: "2025-10-07", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "nano64", Title: "Nano64",
		Spec:    "github.com/only-cliches/nano64, src/index.ts",
		Summary: "64-bit id without a worker: 44-bit milliseconds, 20 random bits; in hex",
		Bits:    gen.Bits{Layout: gen.Layout{ticks("timestamp", 44), random("random", 20)}},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.HexUpper}, Alternatives: []gen.Text{{Form: gen.HexDashed}, {Form: gen.Decimal}}},
		Notes: []string{
			"the original draws 20 new random bits each time, or counts up from them by choice; here one process " +
				"walks through them",
			"across processes and hosts ids are distinct by chance alone",
			"72 hexadecimal digits are an encrypted Nano64 (AES-GCM), which reveals nothing without its key"},
		Example: example("199C01B66595861C", "2025-10-07T19:17:25.209Z",
			"github.com/Racum/uuinfo, src/id_format_tests.rs", "1759864645209", "362012")}},
	// objectid repeats nothing within a process; 40 random bits and the counter's random start keep processes apart.
	{since: "2009-02-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "objectid", Title: "ObjectId (MongoDB)",
		Aliases: []string{"mongodb", "mongo"},
		Spec:    "github.com/mongodb/specifications, source/bson-objectid/objectid.md", Prior: 3,
		Summary:   "96-bit id of MongoDB: 32-bit seconds, 40 random bits per process, counter",
		Libraries: "every MongoDB driver",
		Bits: gen.Bits{Tick: second, Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartCarry},
			WorkerRule: gen.WorkerRandom,
			Layout:     gen.Layout{ticks("timestamp", 32), worker("random", 40), seq("counter", 24)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}},
		Notes: []string{
			"MongoDB's counter generates duplicates after 16777216 ids in a second; ours waits for the next second",
			"before 2018 the 40 bits were a machine's hash (24) and a process number (16)",
			"not in the order of generation: the counter goes round within a second"},
		Example: example("507f1f77bcf86cd799439011", "2012-10-17T21:13:27Z", "MongoDB manual, ObjectId",
			"1350508407", "811621734297", "4427793")}},
	// objectid-2017 is objectid as drivers generated it before 2018. Ours draws the 40 bits unless they are given.
	{of: "objectid", Scheme: gen.Scheme{Name: "objectid-2017", Title: "ObjectId before 2018", Prior: 0.5,
		Summary: "ObjectId as before 2018: 32-bit seconds, machine, process, counter",
		Bits: gen.Bits{Layout: gen.Layout{
			ticks("timestamp", 32), fieldFrom("machine", gen.Worker, 24, 16), worker("process", 16),
			seq("counter", 24)}},
		Notes: []string{
			"drivers took the machine's hash and 16 bits of the process number, which repeat between containers; " +
				"ours draws both at random for each process, and --set machine=, process= gives them",
			"an id does not tell whether its 40 bits are machine and process or random",
			"not in the order of generation: the counter goes round within a second"},
		Example: example("507f1f77bcf86cd799439011", "2012-10-17T21:13:27Z", "MongoDB manual, ObjectId",
			"1350508407", "12384364", "55193", "4427793")}},
	// pushid grows by 1 within a millisecond; 72 random bits keep processes apart.
	{since: "2012-04-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "pushid", Title: "Push ID (Firebase)",
		Aliases: []string{"firebase"}, Spec: "firebase.blog, The 2^120 Ways to Ensure Unique Identifiers", Prior: 2,
		Summary:   "120-bit key of Firebase: 48-bit milliseconds, 72 random bits; sorts as text",
		Libraries: "every Firebase SDK",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Growth: gen.GrowthOne,
			Layout: gen.Layout{ticks("timestamp", 48), random("random", 72)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base64Push}},
		Notes: []string{
			"every id begins with - until the year 2109 and may be taken for a flag: idscope takes it for an id, " +
				"others want -- before it",
			"the original follows the clock back and is then in no order"},
		Example: example("-KKkyYoaSgBLxwg1q1sd", "2016-06-21T03:21:35.782Z",
			"github.com/cartant/firebase-key, source/key-increment-spec.ts",
			"1466479295782", "2190773496435908816425")}},
	// scru128 draws counter_hi once per second, counter_lo once per millisecond and counts it up, entropy for each ID.
	// After a rollback of more than ten seconds it refuses; the specification starts again there, and chance alone
	// keeps IDs apart.
	// In use since: version 2 of the specification.
	{since: "2022-03-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "scru128", Title: "SCRU128",
		Spec: "github.com/scru128/spec, README.md", Prior: 1,
		Summary:   "128-bit sortable id: 48-bit milliseconds, random counters, 32 random bits",
		Libraries: "Go go-scru128, Java scru128, JS scru128, Python scru128, Rust scru128",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Start: gen.Start{Rule: gen.StartDraw}, MaxLead: 10 * second,
			Layout: gen.Layout{
				ticks("timestamp", 48), fieldFrom("counter_hi", gen.Seq, 24, 24), seq("counter_lo", 24),
				random("entropy", 32)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base36, Width: 25}},
		Notes: []string{
			"after a step back of more than ten seconds the original draws new counters and may generate duplicates " +
				"by chance; ours refuses until the clock has caught up",
			"where the counters are exhausted, both start at 0 in the next millisecond; the original draws counter_lo",
			"the first and the last timestamp are reserved",
			"the specification writes capitals and reads both cases; most implementations write small letters, as " +
				"ours does"},
		Example: example("0372hg16csmsm50l8dikcvukc", "2022-04-03T08:17:16.097Z",
			"github.com/scru128/spec, base36_128.c", "1648973836097", "8268596", "3320878", "3310577788")}},
	// scru64 is one counter here, unique on one host, that starts at random in the lowest quarter. Its text ends before
	// the layout does.
	// Its last tick is 36^12 >> 24, less one.
	{since: "2023-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "scru64", Title: "SCRU64",
		Spec: "github.com/scru64/spec, README.md", Prior: 0.5,
		Summary:   "62-bit sortable id: 256 ms, 24 bits for node and counter; 12 of base36",
		Libraries: "Go go-scru64, JS scru64, Python scru64, Rust scru64",
		Bits: gen.Bits{Last: 282429536480, Tick: 256 * millisecond, Backward: gen.BackwardContinue,
			Overflow: gen.OverflowBorrow, Start: gen.Start{Rule: gen.StartRandom, Range: 1<<22 - 1},
			MaxLead: 10 * second,
			Layout:  gen.Layout{unused(1), ticks("timestamp", 39), seq("node_ctr", 24)}},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.Base36, Width: 12}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes: []string{
			"the highest 1 to 23 of the 24 bits are a node by configuration; ours has none: for several hosts use a " +
				"custom layout with a worker",
			"the first and the last timestamp are reserved"},
		Example: example("0u375nxqh5cq", "2023-03-12T09:34:19.136Z", "github.com/scru64/go-scru64, scru64_test.go",
			"0", "6557084606", "2777946")}},
	// simpleflake walks through all 2^23 random values of a millisecond once, by a random odd stride: one process
	// repeats nothing, and two IDs of one millisecond, of two processes, collide with 1 in 8388608.
	{since: "2012-11-01", epoch: "2000-01-01T05:00:00Z", Scheme: gen.Scheme{Name: "simpleflake", Title: "Simpleflake",
		Spec: "github.com/SawdustSoftware/simpleflake, simpleflake.py", Prior: 0.5,
		Summary:   "64-bit id without a worker: 41-bit milliseconds, 23 random bits",
		Libraries: "Python simpleflake",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Growth: gen.GrowthStride,
			Layout: gen.Layout{ticks("timestamp", 41), random("random", 23)}},
		Notes: []string{
			"the original draws 23 new random bits each time, so one process generates a duplicate with a " +
				"probability of 1 % at 410 ids in a millisecond; here it walks through them",
			"across processes and hosts ids are distinct by chance alone",
			"the top bit is set from 2034-11-04: store it as unsigned"},
		Example: example("4242436206093260245", "2016-01-10T15:43:26.092Z",
			"github.com/leodutra/simpleflakes, tests/parseSimpleflake.test.js", "505737806092", "7460309")}},
	// simpleflake-utc is simpleflake counted from midnight UTC, five hours earlier. Its first use is the same, as an ID
	// does not tell its epoch.
	{of: "simpleflake", epoch: "2000-01-01", Scheme: gen.Scheme{Name: "simpleflake-utc",
		Title: "Simpleflake, epoch in UTC", Spec: "github.com/leodutra/simpleflakes, commit d8dd2fd",
		Summary:   "simpleflake counted from 2000-01-01T00:00Z, as leodutra/simpleflakes does",
		Libraries: "Python simpleflake",
		Notes: []string{
			"one process walks through the 23 random bits of a millisecond; across processes and hosts ids are " +
				"distinct by chance alone",
			"an id does not tell its epoch: read as simpleflake it is five hours later",
			"the top bit is set from 2034-11-03: store it as unsigned"},
		Example: example("4242587201037260245", "2016-01-10T15:43:26.092Z",
			"github.com/leodutra/simpleflakes, tests/simpleflake.test.js", "505755806092", "7460309")}},
	// sno has a bit for a clock rollback. A second one is refused until the clock has passed all IDs under the other
	// value; the original sleeps.
	{since: "2019-05-01", epoch: "2010-01-01", Scheme: gen.Scheme{Name: "sno", Title: "sno",
		Spec: "github.com/muyo/sno, README.md", Prior: 0.5,
		Summary:   "80-bit id: 39 bits of 4 ms, tick-tock, metabyte, partition, sequence",
		Libraries: "Go muyo/sno",
		Bits: gen.Bits{Tick: 4 * millisecond, Backward: gen.BackwardBits, Layout: gen.Layout{
			ticks("timestamp", 39), rollback("ticktock", 1), data("meta", 8), worker("partition", 16),
			seq("sequence", 16)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base32Sno}},
		Notes: []string{
			"the original draws its partition at random at each start unless it is given one, and forgets the " +
				"clock's steps",
			"each value of meta has a sequence of its own here; there all share one",
			"39 bits of 4 ms end in 2079; the original's README names 2067"},
		Example: example("brpk4q72xwf2m63l", "2031-05-08T23:03:34.976Z", "github.com/muyo/sno, id_test.go",
			"168435953744", "0", "255", "39434", "4147")}},
	// timeflake has the bits of a ULID. It keeps no order within its millisecond; chance alone keeps IDs apart.
	{since: "2020-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "timeflake", Title: "Timeflake",
		Spec: "github.com/anthonynsimon/timeflake, README.md", Prior: 1,
		Summary:   "128-bit id: 48-bit milliseconds, 80 random bits; 22 characters of base62",
		Libraries: "Python timeflake",
		Bits:      gen.Bits{Layout: gen.Layout{ticks("timestamp", 48), random("random", 80)}},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.Base62, Width: 22}, Alternatives: []gen.Text{{Form: gen.UUID}, {Form: gen.Hex}}},
		Notes: []string{
			"the bits are those of a ULID; only the text tells them apart",
			"samples with 23 characters in the original's README are mistakes: 22 hold all 128 bits"},
		Example: example("02i2XhN7hAuaFh3MwztcMd", "2020-01-17T15:30:30.563Z",
			"github.com/anthonynsimon/timeflake, README.md", "1579275030563", "851298578153087956398315")}},
	// ulid adds 1 within a millisecond and refuses where that overflows, as the specification says ("Monotonicity"). 80
	// random bits keep processes apart.
	{since: "2016-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "ulid", Title: "ULID",
		Spec: "github.com/ulid/spec", Prior: 3,
		Summary:   "128-bit sortable id: 48-bit milliseconds, 80 random bits that count up",
		Libraries: "Go oklog/ulid, Java ulid-creator, Python python-ulid, JS ulid, Rust ulid",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowFail, Growth: gen.GrowthOne,
			Layout: gen.Layout{ticks("timestamp", 48), random("randomness", 80)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Crockford}},
		Notes: []string{
			"ids of one millisecond from one process follow each other by 1: from one id its neighbours are " +
				"predictable",
			"letter case is ignored when reading; I, L, O and U are refused, as by oklog/ulid's strict parser"},
		Example: example("01ARZ3NDEKTSV4RRFFQ69G5FAV", "2016-07-30T23:54:10.259Z", "github.com/ulid/spec, README.md",
			"1469922850259", "1012768647078601740696923")}},
	// xid is the ObjectId of before 2018 in a shorter text, with the guarantees of objectid.
	// In use since: its own first test vector is of 2011.
	{of: "objectid", since: "2011-01-01", Scheme: gen.Scheme{Name: "xid", Title: "Xid",
		Spec: "github.com/rs/xid, id.go", Prior: 2,
		Summary:   "96-bit id of rs/xid: 32-bit seconds, machine, pid, counter; 20 characters",
		Libraries: "Go rs/xid, JS xid-js, Python xid, Rust xid",
		Bits: gen.Bits{Layout: gen.Layout{
			ticks("timestamp", 32), fieldFrom("machine", gen.Worker, 24, 16), worker("pid", 16), seq("counter", 24)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base32Hex}},
		Notes: []string{
			"rs/xid takes the machine's hash and 16 bits of the process number, which repeat between containers; " +
				"ours draws both at random for each process, and --set machine=, pid= gives them",
			"rs/xid's counter generates duplicates after 16777216 ids in a second; ours waits for the next second",
			"20 characters hold 100 bits: the last one is always 0 or g"},
		Example: example("9m4e2mr0ui3e8a215n4g", "2011-03-22T17:50:19Z", "github.com/rs/xid, id_test.go",
			"1300816219", "6354054", "58408", "4271561")}},
}
