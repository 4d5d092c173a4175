package scheme

import "idscope/gen"

// snowflakes are integers of a time, a node and a sequence, as Twitter had them first.
var snowflakes = []declaration{
	// snowflake is the layout of Twitter's IdWorker of 2010, the ancestor of its kind, with its rules.
	{epoch: "2010-11-04T01:42:54.657Z", Scheme: gen.Scheme{Name: "snowflake", Title: "Snowflake (X/Twitter)",
		Aliases: []string{"twitter", "tweet", "x"},
		Spec:    "github.com/twitter-archive/snowflake, tag snowflake-2010, IdWorker.scala", Prior: 4,
		Summary:   "64-bit id of X/Twitter: 41-bit milliseconds, datacenter, worker, sequence",
		Libraries: "Go bwmarrin/snowflake, Java hutool, Python snowflake-id, Rust snowflaked, C# IdGen",
		Bits: gen.Bits{Layout: gen.Layout{
			unused(1), ticks("timestamp", 41), fieldFrom("datacenter", gen.Worker, 5, 5), worker("worker", 5),
			seq("sequence", 12)}},
		// Of bwmarrin/snowflake, and ours; of two that a text fits alike the first is meant.
		Encoding: gen.Encoding{
			Alternatives: []gen.Text{{Form: gen.Base58Flickr}, {Form: gen.Base58}, {Form: gen.Base62},
				{Form: gen.ZBase32}, {Form: gen.Base36Lower}},
			Usual: []gen.Text{{Form: gen.Base36Lower}}},
		Before: []gen.Era{
			{Max: gen.ID{Lo: 29_999_999_999}, Text: "a sequential number from before 2010-11-04, not a snowflake"}},
		Notes: []string{
			"the original keeps nothing when it ends; here the last tick is recorded, so a restart after a clock " +
				"step repeats nothing",
			"posts from before 2010-11-04 have sequential numbers below 30000000000, which are not snowflakes"},
		Example: example("1541815603606036480", "2022-06-28T16:07:40.105Z", "X developer documentation",
			"0", "367597485448", "11", "26", "0")}},
	// beyondfengyu is the SnowFlake class that a generation of Java projects copied: snowflake with an epoch of its
	// own.
	{epoch: "2016-11-26T13:21:05.631Z", Scheme: gen.Scheme{Name: "beyondfengyu", Title: "SnowFlake (beyondfengyu)",
		Spec: "github.com/beyondfengyu/DistributedID, SnowFlake.java", Prior: 0.5,
		Summary: "snowflake of the much copied Java class of 2016: epoch 2016-11-26",
		Bits: gen.Bits{Layout: gen.Layout{
			unused(1), ticks("timestamp", 41), fieldFrom("datacenter", gen.Worker, 5, 5), worker("machine", 5),
			seq("sequence", 12)}},
		Notes: []string{"the original keeps nothing when it ends; here the last tick is recorded"},
		Example: example("4468736", "2016-11-26T13:21:05.632Z",
			"computed from SnowFlake.java, with the numbers of its main", "0", "1", "2", "3", "0")}},
	// boundary-flake is Boundary's 128-bit flake. Like the original it refuses on a clock rollback.
	{since: "2012-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "boundary-flake", Title: "Flake (Boundary)",
		Aliases: []string{"flake", "boundary"},
		Spec:    "github.com/boundary/flake, src/flake_server.erl and src/flake_util.erl", Prior: 0.5,
		Summary:   "128-bit id of Boundary's flake: 64-bit milliseconds, MAC, 16-bit sequence",
		Libraries: "Erlang boundary/flake",
		Bits: gen.Bits{WorkerRule: gen.WorkerNode,
			Layout: gen.Layout{ticks("timestamp", 64), worker("worker", 48), seq("sequence", 16)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62}},
		Notes: []string{
			"the original's sequence wraps after 65536 ids in a millisecond and generates duplicates; ours waits for " +
				"the next millisecond",
			"the worker is a random multicast address by default, which no network card has; the original takes a " +
				"real MAC",
			"the text has 18 characters from 1975 to 2284, and is not padded"},
		Example: example("8HFaR8qWtRlGDHnO57", "2012-01-12T22:56:53.776Z", "github.com/boundary/flake, readme.md",
			"1326409013776", "18257324936847", "5")}},
	// cockroach is what unique_rowid() of CockroachDB returns: one ID per node in 10 microseconds; a further one takes
	// the next.
	{epoch: "2015-01-01", Scheme: gen.Scheme{Name: "cockroach", Title: "CockroachDB unique_rowid()",
		Aliases: []string{"cockroachdb"},
		Spec:    "github.com/cockroachdb/cockroach, pkg/sql/sem/builtins, GenerateUniqueInt", Brand: true, Prior: 0.5,
		Summary: "63-bit row id of CockroachDB: 48 bits of 10 microseconds, 15-bit node",
		Bits: gen.Bits{Tick: 10 * microsecond, Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Layout: gen.Layout{unused(1), ticks("timestamp", 48), worker("node", 15)}},
		Notes: []string{
			"the original sets no bound to the time that it borrows; ours is --max-lead",
			"a node number of 32768 and more flips bits of the original's time"},
		Example: example("148899952591994881", "2016-06-09T22:24:19.36035Z",
			"CockroachDB documentation, use the local SQL client", "0", "4544065936035", "1")}},
	// cosid is the MillisecondSnowflakeId of CosId, whose carrying sequence balances remainders; rollback and
	// exhaustion are the original's.
	// In use since: the date in MillisecondSnowflakeId.java.
	{since: "2020-09-22", epoch: "2019-12-24T16:00:00Z", Scheme: gen.Scheme{Name: "cosid", Title: "CosId",
		Spec: "github.com/Ahoo-Wang/CosId, AbstractSnowflakeId.java", Prior: 0.5,
		Summary:   "63-bit snowflake of CosId: epoch 2019-12-24, the sequence goes on",
		Libraries: "Java CosId",
		Bits: gen.Bits{Start: gen.Start{Rule: gen.StartCarry},
			Layout: gen.Layout{unused(1), ticks("timestamp", 41), worker("machine", 10), seq("sequence", 12)}},
		Encoding: gen.Encoding{Alternatives: []gen.Text{{Form: gen.Base62}}},
		Notes: []string{
			"the original starts again at 1 in the first millisecond after its sequence has passed 2047; ours goes " +
				"on to 4095",
			"not in the order of generation: the sequence goes round within a millisecond",
			"the original's wrapper waits up to 500 ms for a clock that moved backwards: --on-backward wait " +
				"--max-wait 500ms"},
		Example: example("295913926632165376", "2022-03-20T05:36:17.924Z",
			"github.com/Ahoo-Wang/CosId, SnowflakeFriendlyIdConverterTest.java", "0", "70551377924", "5", "0")}},
	// discord is the ID of everything in Discord, which publishes the layout, not the generator.
	{epoch: "2015-01-01", Scheme: gen.Scheme{Name: "discord", Title: "Discord",
		Spec: "github.com/discord/discord-api-docs, Reference, Snowflakes", Brand: true, Prior: 3,
		Summary:   "64-bit id of Discord: 42-bit milliseconds, worker, process, increment",
		Libraries: "JS @sapphire/snowflake",
		Bits: gen.Bits{Start: gen.Start{Rule: gen.StartCarry}, Layout: gen.Layout{
			ticks("timestamp", 42), fieldFrom("worker", gen.Worker, 5, 5), worker("process", 5), seq("increment", 12)}},
		Notes: []string{
			"what Discord does when the clock moves backwards or an increment is exhausted is not published; ours " +
				"refuses and waits, as snowflake does",
			"not in the order of generation: the increment goes round within a millisecond"},
		Example: example("175928847299117063", "2016-04-30T11:18:25.796Z", "Discord API reference, Snowflakes",
			"41944705796", "1", "0", "7")}},
	// dsnowflake is the ID of GemFire's DSnowflake; what it does on a rollback or a full millisecond is not published.
	{epoch: "2020-01-01", Scheme: gen.Scheme{Name: "dsnowflake", Title: "DSnowflake (GemFire)",
		Aliases: []string{"gemfire"}, Spec: "techdocs.broadcom.com, VMware GemFire, DSnowflake",
		Summary: "snowflake of VMware GemFire: epoch 2020-01-01, machine, sequence",
		Bits: gen.Bits{Layout: gen.Layout{
			unused(1), ticks("timestamp", 41), worker("machine", 10), seq("sequence", 12)}},
		Notes: []string{"the widths can be configured there; these are its defaults"},
		Example: example("4202499", "2020-01-01T00:00:00.001Z", "computed from the documented layout",
			"0", "1", "2", "3")}},
	// flake-id is the ID of the npm package flake-idgen; like the original it waits when the sequence is exhausted.
	{since: "2014-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "flake-id", Title: "Flake ID (flake-idgen)",
		Aliases: []string{"flake-idgen"}, Spec: "github.com/T-PWK/flake-idgen, flake-id-gen.js", Prior: 0.5,
		Summary:   "64-bit id of flake-idgen: 42-bit Unix milliseconds, datacenter, worker",
		Libraries: "JS flake-idgen",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Layout: gen.Layout{
			ticks("timestamp", 42), fieldFrom("datacenter", gen.Worker, 5, 5), worker("worker", 5),
			seq("counter", 12)}},
		Encoding: gen.Encoding{Alternatives: []gen.Text{{Form: gen.Hex}}},
		Notes: []string{
			"the original gives 8 bytes, which are often written in hexadecimal",
			"the original starts again at 0 in a millisecond that a clock step brings back; ours goes on with its " +
				"last millisecond",
			"the top bit is set from 2039-09-07: store it as unsigned"},
		Example: example("5827056208820830208", "2014-01-09T14:41:01.652Z", "github.com/T-PWK/flake-idgen, README.md",
			"1389278461652", "0", "0", "0")}},
	// frostflake fails when a second's numbers are exhausted, where the original ends the process.
	{since: "2022-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "frostflake", Title: "Frostflake",
		Spec:      "github.com/ordo-one/package-frostflake, Sources/Frostflake/Frostflake.swift",
		Summary:   "64-bit id of Ordo One: 32-bit seconds, sequence, generator; in base58",
		Libraries: "Swift package-frostflake",
		Bits: gen.Bits{Tick: second, Backward: gen.BackwardContinue, Overflow: gen.OverflowFail, Skipped: 1,
			Layout: gen.Layout{ticks("timestamp", 32), seq("sequence", 21), worker("generator", 11)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base58}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes: []string{
			"the original's sequence starts at 1, ours at 0",
			"the time of the original's ids may be that of up to 999 ids before",
			"generator 2047 is the original's default on the command line"},
		Example: example("JERHwh5PXjL", "2024-10-08T09:58:17Z", "github.com/ordo-one/package-frostflake, README.md",
			"1728381497", "1", "2047")}},
	// influxdb is the snowflake of InfluxDB; rollback and exhaustion are as there, but for the bound of the lead.
	{epoch: "2017-04-09", Scheme: gen.Scheme{Name: "influxdb", Title: "InfluxDB", Aliases: []string{"influx"},
		Spec: "github.com/influxdata/influxdb, pkg/snowflake/gen.go", Brand: true, Prior: 0.5,
		Summary:   "64-bit id of InfluxDB: 42-bit milliseconds since 2017, machine, sequence",
		Libraries: "Go influxdb/pkg/snowflake",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Layout: gen.Layout{ticks("timestamp", 42), worker("machine", 10), seq("sequence", 12)}},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.Base64Sort}, Alternatives: []gen.Text{{Form: gen.Hex}, {Form: gen.Decimal}}},
		Notes: []string{
			"since version 2 InfluxDB draws its machine number at random and shows ids of organizations, buckets and " +
				"tasks in hexadecimal, 16 digits",
			"the original sets no bound to the time that it borrows, and under contention its sequence may carry " +
				"into the machine; ours does neither"},
		Example: example("08FTLlx2200", "2018-05-23T16:32:16.624Z",
			"computed from 020f755c3c082000, the example id of influxdata/influxdb's tests",
			"35397136624", "130", "0")}},
	// instagram is the ID that Instagram's PostgreSQL shards generated; the shard is data that the caller sets.
	{epoch: "2011-08-24T21:07:01.721Z", Scheme: gen.Scheme{Name: "instagram", Title: "Instagram",
		Spec: "instagram-engineering.com, Sharding & IDs at Instagram", Brand: true, Prior: 2,
		Summary: "64-bit id of Instagram: 41-bit milliseconds, 13-bit shard, 10-bit sequence",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartCarry}, Node: "shard",
			Layout: gen.Layout{ticks("timestamp", 41), data("shard", 13), seq("sequence", 10)}},
		Encoding: gen.Encoding{Alternatives: []gen.Text{{Form: gen.Shortcode}}},
		Notes: []string{
			"the original wraps and generates duplicates past 1024 in a millisecond; ours waits for the next " +
				"millisecond",
			"each shard has a sequence of its own, unique on this host; give each host shards of its own",
			"the top bit is in use: as a signed number ids are negative from 2046-06-27"},
		Example: example("2383568809444681765", "2020-08-25T13:52:46.090Z", "stackoverflow.com/questions/63683015",
			"284143544369", "2474", "37")}},
	// leaf is the snowflake mode of Meituan's Leaf; random starts spread IDs over tables by their remainder.
	{since: "2017-01-01", epoch: "2010-11-04T01:42:54.657Z", Scheme: gen.Scheme{Name: "leaf", Title: "Leaf (Meituan)",
		Spec: "github.com/Meituan-Dianping/Leaf, SnowflakeIDGenImpl.java", Prior: 1,
		Summary:   "snowflake of Meituan Leaf: each millisecond starts at random 0 to 99",
		Libraries: "Java Leaf",
		Bits: gen.Bits{Backward: gen.BackwardWait, Start: gen.Start{Rule: gen.StartRandom, Range: 100},
			MaxWait: 5 * millisecond,
			Layout:  gen.Layout{unused(1), ticks("timestamp", 41), worker("worker", 10), seq("sequence", 12)}},
		Notes: []string{
			"the original compares its clock with ZooKeeper every 3 seconds; here the last tick itself is recorded",
			"the epoch is a parameter of the original (twepoch), snowflake's own by default: --epoch"},
		Example: example("1724551110460440575", "2023-11-14T22:13:20.000Z", "computed from SnowflakeIDGenImpl.java",
			"0", "411165025343", "1023", "4095")}},
	// march has the node on top, so the IDs of one node increase and those of several are ranges apart. It never blocks
	// within the longest lead.
	{epoch: "2020-01-01", Scheme: gen.Scheme{Name: "march", Title: "March",
		Spec:    "the author's write-up of March, a sequence service on etcd",
		Summary: "64-bit id, node on top, carries into the time: any widths with --layout",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Layout: gen.Layout{unused(1), worker("worker", 10), ticks("time", 41), seq("seq", 12)}},
		Notes: []string{
			"the original sets no bound to the time that it borrows; ours is --max-lead",
			"the epoch and the widths are ours: the original leaves them to its user"},
		Example: example("63050394783186945", "2020-01-01T00:00:00.000Z", "computed from the layout",
			"0", "7", "0", "1")}},
	// mastodon is the ID of a status or a media file. Neither tells how many there are: the sequence of a millisecond
	// starts at random, as the hash of the original does.
	// In use since: statuses of before 2017-10 got ids by their time.
	{since: "2016-10-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "mastodon", Title: "Mastodon",
		Spec: "github.com/mastodon/mastodon, lib/mastodon/snowflake.rb", Brand: true, Prior: 2,
		Summary: "64-bit id of Mastodon: 48-bit milliseconds, 16 bits from hash and sequence",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartRandom, Range: 1<<14 - 1},
			Layout: gen.Layout{ticks("timestamp", 48), seq("sequence", 16)}},
		Notes: []string{
			"the original's 16 bits start anywhere and go round; ours start below 16383 and increase",
			"there is no worker: ids are unique on one host, as the original's are in one database and table",
			"a status from elsewhere gets an id by the time that its own server states, with 16 random bits"},
		Example: example("109321406286622035", "2022-11-10T20:31:18.543Z", "mastodon.social, a public status",
			"1668112278543", "27987")}},
	// order carries cluster and user, so that a query by order or by user finds its shard without a lookup. Like march
	// it never blocks within the longest lead.
	{epoch: "2020-01-01", Scheme: gen.Scheme{Name: "order", Title: "Self-addressing order id",
		Spec:    "public write-ups of self-addressing order ids; widths by idscope",
		Summary: "63-bit order id that names its shard: time, cluster, user, sequence",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Start: gen.Start{Rule: gen.StartRotate, Range: 64}, Node: "cluster",
			Layout: gen.Layout{
				unused(1), ticks("time", 40), data("cluster", 3), data("user", 10), seq("sequence", 10)}},
		Notes: []string{
			"the write-ups give the time 41 bits, which leaves no sign bit: their ids turn negative after 34.8 " +
				"years; ours have 40",
			"user holds the lowest 10 bits of a user number, or of its hash",
			"each cluster and user has a sequence of its own, unique on this host; give each host a cluster of its " +
				"own"},
		Example: example("25168897", "2020-01-01T00:00:00.003Z", "computed from the layout", "0", "3", "0", "3", "1")}},
	// seata has the worker on top: one worker's IDs increase and fill one end of an index. Ours reads the clock for
	// each ID.
	{of: "march", epoch: "2020-05-02T16:00:00Z", Scheme: gen.Scheme{Name: "seata", Title: "Seata (Apache)",
		Spec: "github.com/apache/incubator-seata, IdWorker.java", Brand: true, Prior: 0.5,
		Summary:   "63-bit id of Apache Seata, worker on top: worker, milliseconds, sequence",
		Libraries: "Java seata",
		Bits: gen.Bits{Layout: gen.Layout{
			unused(1), worker("worker", 10), ticks("timestamp", 41), seq("sequence", 12)}},
		Notes: []string{
			"the original reads the clock at its start only, then counts: the time in its ids is that of the start, " +
				"and a millisecond for every 4096 ids since",
			"the original takes 10 bits of a MAC address as worker, which two hosts may share; here it is a number " +
				"that no other process of this host holds",
			"the first releases had the time on top: those ids are snowflakes with this epoch"},
		Example: example("9007199254740993", "2020-05-02T16:00:00.000Z", "computed from IdWorker.java",
			"0", "1", "0", "1")}},
	// shardingsphere is the key generator of Apache ShardingSphere; its vibration, which makes odd and even keys
	// alternate at low rates, is a rotating start.
	{epoch: "2016-11-01", Scheme: gen.Scheme{Name: "shardingsphere", Title: "ShardingSphere",
		Spec: "github.com/apache/shardingsphere, SnowflakeKeyGenerateAlgorithm.java", Prior: 1,
		Summary:   "snowflake of Apache ShardingSphere: epoch 2016-11-01, keys alternate",
		Libraries: "Java shardingsphere",
		Bits: gen.Bits{Backward: gen.BackwardWait, Start: gen.Start{Rule: gen.StartRotate, Range: 2},
			MaxWait: 10 * millisecond,
			Layout:  gen.Layout{unused(1), ticks("timestamp", 41), worker("worker", 10), seq("sequence", 12)}},
		Notes: []string{
			"the original counts from 2016-11-01T00:00 in the time zone of its JVM; ours from 00:00 UTC: for +08:00 " +
				"give --epoch 2016-10-31T16:00:00Z",
			"the original keeps nothing when it ends; here the last tick is recorded",
			"two tables that share a generator may still get all even and all odd keys: --start rotate:64 spreads " +
				"further"},
		Example: example("8388609", "2016-11-01T00:00:00.002Z", "SnowflakeKeyGenerateAlgorithmTest.java",
			"0", "2", "0", "1")}},
	// snowdrop counts 1024 ms, so that its integers sort among snowflakes of the same epoch.
	{epoch: "2025-01-01", Scheme: gen.Scheme{Name: "snowdrop", Title: "Snowdrop",
		Spec:    "github.com/arcanyx-pub/snowdrop-id-rs, SPEC.md",
		Summary: "63-bit id: 31 bits of 1024 ms since 2025, machine, sequence; short base62",
		Bits: gen.Bits{Tick: 1024 * millisecond, Backward: gen.BackwardContinue,
			Layout: gen.Layout{unused(1), ticks("timestamp", 31), worker("machine", 10), seq("sequence", 22)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.SnowdropText}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes: []string{
			"the epoch is a setting of the original: 2025-01-01 by its specification, other releases had 2026-01-01",
			"texts are short because the sequence comes first in them, and sort in no order; integers sort by time"},
		Example: example("20L2JaLj3o", "2026-07-01T12:34:55.616Z",
			"github.com/arcanyx-pub/snowdrop-id-rs, SPEC.md section 9", "0", "46112984", "613", "12345")}},
	// snowid is the ID of the Rust crate snowid; rollback and exhaustion are as there.
	{epoch: "2024-01-01", Scheme: gen.Scheme{Name: "snowid", Title: "SnowID",
		Spec:      "github.com/qeeqez/snowid-rust, src/generator/generate.rs",
		Summary:   "64-bit id of the crate snowid: 42-bit milliseconds since 2024, in base62",
		Libraries: "Rust snowid",
		Bits: gen.Bits{Backward: gen.BackwardContinue,
			Layout: gen.Layout{ticks("timestamp", 42), worker("node", 10), seq("sequence", 12)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base62}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes: []string{
			"node and sequence share 22 bits; the node has 10 by default, 6 to 16 by setting, and an id does not tell"},
		Example: example("HYOYoYloLw", "2025-10-17T18:18:37.775Z", "github.com/Racum/uuinfo, src/id_format_tests.rs",
			"56657917775", "1", "0")}},
	// sonyflake is Sony's trade of sequence for machines, whose number is lowest.
	{since: "2015-01-01", epoch: "2014-09-01", Scheme: gen.Scheme{Name: "sonyflake", Title: "Sonyflake v1",
		Aliases: []string{"sonyflake-v1"}, Spec: "github.com/sony/sonyflake, sonyflake.go", Prior: 1.5,
		Summary:   "63-bit id of Sony: 39 bits of 10 ms, 8-bit sequence, 16-bit machine",
		Libraries: "Go sony/sonyflake, Python sonyflake-py, Rust sonyflake",
		Bits: gen.Bits{Tick: 10 * millisecond, Backward: gen.BackwardContinue,
			Layout: gen.Layout{unused(1), ticks("time", 39), seq("sequence", 8), worker("machine", 16)}},
		Encoding: gen.Encoding{
			Alternatives: []gen.Text{{Form: gen.Hex}, {Form: gen.HexShort}}, Usual: []gen.Text{{Form: gen.HexShort}}},
		Notes: []string{
			"the original takes the low 16 bits of a private IPv4 address as machine, which two networks may share; " +
				"here it is a number that no other process of this host holds",
			"version 2 has the same bits and counts from 2025-01-01, 10.3 years later: an id does not tell which it " +
				"is"},
		Example: example("540226260526170119", "2024-11-13T20:25:43.570Z",
			"github.com/Racum/uuinfo, src/id_format_tests.rs", "0", "32199994357", "0", "7")}},
	// sonyflake-v2 is sonyflake counted from 2025-01-01.
	{of: "sonyflake", since: "2025-01-01", epoch: "2025-01-01", Scheme: gen.Scheme{Name: "sonyflake-v2",
		Title: "Sonyflake v2", Spec: "github.com/sony/sonyflake, v2/sonyflake.go", Prior: 0.5,
		Summary:   "sonyflake counted from 2025-01-01, as version 2 does by default",
		Libraries: "Go sony/sonyflake/v2",
		Notes: []string{
			"an id does not tell its version: read as sonyflake it is 10.3 years earlier",
			"the widths (sequence and machine up to 30 bits each, time 32 or more) and the time unit (1 ms or " +
				"longer) are settings of the original: other ones are a custom layout"},
		Example: example("16777216000196612", "2025-04-26T17:46:40.000Z", "computed from v2/sonyflake.go, Compose",
			"0", "1000000000", "3", "4")}},
	// spaceflake has nodes that own workers. The original guards neither an exhausted millisecond nor a rollback.
	{since: "2022-01-01", epoch: "2015-01-01", Scheme: gen.Scheme{Name: "spaceflake", Title: "Spaceflake",
		Spec:      "github.com/kkrypt0nn/spaceflake, spaceflake.go",
		Summary:   "63-bit id of kkrypt0nn: 41-bit milliseconds, node, worker, sequence",
		Libraries: "Go kkrypt0nn/spaceflake",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartCarry}, Layout: gen.Layout{
			unused(1), ticks("time", 41), fieldFrom("node", gen.Worker, 5, 5), worker("worker", 5),
			seq("sequence", 12)}},
		Notes: []string{
			"the original counts 1 to 4095 over and over without a look at the millisecond, and so generates " +
				"duplicates; ours waits for the next millisecond",
			"ours generates sequence 0 as well, the original only if the caller or chance chooses it",
			"not in the order of generation: the sequence goes round within a millisecond"},
		Example: example("1015189130756840860", "2022-09-02T09:19:10.074Z",
			"github.com/Racum/uuinfo, src/id_format_tests.rs", "0", "242039950074", "12", "21", "3484")}},
	// threads is the ID of a post on Threads: that of Instagram, written as the shortcode in its address.
	{of: "instagram", since: "2023-07-05", Scheme: gen.Scheme{Name: "threads", Title: "Threads (Meta)", Prior: 1,
		Summary:  "64-bit id of a post on Threads: Instagram's layout, as a shortcode",
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Shortcode}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes: []string{
			"an id does not tell whether it is of Threads or of Instagram",
			"each shard has a sequence of its own, unique on this host; give each host shards of its own"},
		Example: example("DEr_fXvuw6D", "2025-01-11T13:42:24.440Z", "github.com/Racum/uuinfo, src/id_format_tests.rs",
			"422382922719", "3779", "643")}},
	// tid names records and revisions in the AT Protocol (Bluesky): one ID per microsecond; a further one takes the
	// next.
	{since: "2022-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "tid", Title: "TID (AT Protocol)",
		Spec: "atproto.com/specs/tid", Brand: true, Prior: 1,
		Summary:   "63-bit id of the AT Protocol: 53-bit microseconds, clock id; 13 characters",
		Libraries: "JS @atproto/common-web",
		Bits: gen.Bits{Tick: microsecond, Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow,
			Layout: gen.Layout{unused(1), ticks("timestamp", 53), worker("clock_id", 10)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base32Sort}},
		Notes: []string{
			"the specification draws the clock id at random, so that two processes may share one; for several hosts " +
				"give --worker",
			"the specification's regular expression allows a first character up to j, its text only up to 7: ours " +
				"keeps the top bit 0"},
		Example: example("3jzfcijpj2z2a", "2023-06-30T15:03:01.887007Z",
			"github.com/bluesky-social/atproto, interop-test-files/syntax/tid_syntax_valid.txt",
			"0", "1688137381887007", "6")}},
	// tsid is the time-sorted ID of Java's Hibernate world. The original goes round in a millisecond and repeats IDs
	// after a rollback.
	{epoch: "2020-01-01", Scheme: gen.Scheme{Name: "tsid", Title: "TSID",
		Spec: "github.com/f4b6a3/tsid-creator, TsidFactory.java", Prior: 1.5,
		Summary:   "64-bit id of tsid-creator: 42-bit milliseconds, node, counter; base32",
		Libraries: "Java tsid-creator, Python tsidpy",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Start: gen.Start{Rule: gen.StartRandom, Range: 1<<10 - 1},
			Layout: gen.Layout{ticks("timestamp", 42), worker("node", 10), seq("counter", 12)}},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.Crockford},
			Alternatives: []gen.Text{{Form: gen.Decimal}, {Form: gen.Decimal, Width: 20},
				{Form: gen.Base62, Width: 11}}},
		Notes: []string{
			"node and counter share 22 bits; the node has 10 by default, 0 to 20 by setting, and an id does not tell",
			"go-tsid counts from 2023-01-01: see there; idt from 1970: --epoch",
			"the original's counter starts anywhere and goes round; ours starts below 1023 and increases"},
		Example: example("01226N0640J7K", "2020-04-15T20:22:07.665Z", "github.com/f4b6a3/tsid-creator, README.md",
			"9145327665", "4", "2291")}},
	// uidgenerator is the default layout of Baidu's uid-generator, with the rules of DefaultUidGenerator. After its end
	// the original generates negative IDs; ours refuses, and works with another epoch.
	{epoch: "2016-05-19T16:00:00Z", Scheme: gen.Scheme{Name: "uidgenerator", Title: "UidGenerator (Baidu)",
		Aliases: []string{"baidu"}, Spec: "github.com/baidu/uid-generator, DefaultUidGenerator.java", Prior: 1,
		Summary:   "64-bit id of Baidu: 28-bit seconds (ended in 2024), worker, sequence",
		Libraries: "Java uid-generator",
		Bits: gen.Bits{Tick: second,
			Layout: gen.Layout{unused(1), ticks("delta_seconds", 28), worker("worker", 22), seq("sequence", 13)}},
		Notes: []string{
			"the default layout ended on 2024-11-20T13:24:16Z: give --epoch, for example --epoch 2026-01-01, which " +
				"lasts 8.5 years",
			"the original takes a new worker number from a database at each start; here a number is kept with the " +
				"record of its last tick",
			"the epoch 2016-05-20 is midnight at +08:00"},
		Example: example("34359746561", "2016-05-19T16:00:01Z",
			"computed from github.com/baidu/uid-generator, BitsAllocator.java", "0", "1", "1", "1")}},
	// yitter is the drifting snowflake of yitter/IdGenerator, whose few workers and numbers fit 53 bits until 2089.
	// After a rollback the original fills numbers that it kept in past milliseconds; ours keeps its last millisecond.
	{epoch: "2020-02-19T18:20:02Z", Scheme: gen.Scheme{Name: "yitter", Title: "IdGenerator (yitter)",
		Spec: "github.com/yitter/IdGenerator, Go/source/idgen/SnowWorkerM1.go", Prior: 0.5,
		Summary:   "short snowflake of yitter, 53 bits until 2089: milliseconds, worker, sequence",
		Libraries: "Go, Java, C# and others yitter/IdGenerator",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Overflow: gen.OverflowBorrow, MaxLead: 2 * second, Skipped: 5,
			Layout: gen.Layout{unused(1), ticks("timestamp", 51), worker("worker", 6), seq("sequence", 6)}},
		Notes: []string{
			"the original's sequence starts at 5, once at 11: 0 is kept for ids written by hand and 1 to 4 for times " +
				"when the clock moves backwards; ours starts at 0",
			"the original's second method prints an error when the clock moves backwards, and generates duplicates",
			"the widths are settings of the original, worker 1 to 15 bits, sequence 3 to 21: other ones are a custom " +
				"layout"},
		Example: example("129053495681099", "2021-02-18T10:20:03.094Z", "github.com/yitter/IdGenerator, README.md",
			"0", "31507201094", "1", "11")}},
}
