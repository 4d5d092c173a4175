package compare

import (
	"math/big"

	"idscope/gen"
)

// Use is what ids are for, as [Advise] takes it.
type Use struct {
	Name, Help string
	Load       Load // the usual one, where none is given
	Stored     bool // in a column of a database
	Checked    bool // that database refuses an id that exists, and another is drawn

	need Need        // what a candidate has to meet
	list []candidate // best first
}

// candidate is one that is thought of for a use. Its figures are those of its row; what
// no declaration tells is said here.
type candidate struct {
	name     string
	alphabet string // of random texts whose length the load decides
	db       string // databases that it is for; empty is all
	nodes    int    // 1: where one node makes ids, 2: where several do, 0: always
	why      string // empty for one that is never picked
	watch    string
	but      string // why it is not picked where nothing derived keeps it from that
}

// The alphabets of random texts: Crockford's, in which no two symbols look alike, and
// letters and digits.
const (
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

const year = 31_556_952 // s

func unit() *big.Int    { return big.NewInt(1) }
func unitRat() *big.Rat { return big.NewRat(1, 1) }

func usual(num, denom, nodes, years int64) Load {
	return Load{Rate: big.NewRat(num, denom), Nodes: big.NewInt(nodes), For: big.NewRat(years*year, 1)}
}

// Uses lists what advice can be asked for.
func Uses() []Use {
	return []Use{orderNumber(), primaryKey(), eventID(), offline(), shortLink(), trace(), filename(), publicURL()}
}

// UseNames lists them with their help.
func UseNames() []gen.Choice {
	var list []gen.Choice
	for _, u := range Uses() {
		list = append(list, gen.Choice{Name: u.Name, Help: u.Help})
	}
	return list
}

func orderNumber() Use {
	return Use{Name: "order-number", Help: "people read it aloud, and strangers must not count orders by it",
		Stored: true, Load: usual(1, 20, 1, 10), need: Need{Aloud: true, AnyCase: true}, Checked: true,
		list: []candidate{
			{name: "nanoid", alphabet: crockford,
				why: "{chars} random symbols of Crockford's 32, no two alike, in either letter case; tells neither how many " +
					"orders there are nor the next one; after {count} orders one draw in {one} is taken already",
				watch: "keep a UNIQUE constraint and draw again on a conflict; add a check digit where people type it"},
			{name: CounterSqids, alphabet: crockford,
				why: "{chars} symbols at most, from the sequence that the database has already: no two orders ever share one",
				watch: "no secret: whoever finds the alphabet reads the number, and so how many orders there are; shuffle " +
					"the alphabet and check whose order it is"},
			{name: "tsid",
				why: "{chars} symbols of Crockford's 32, in order of time, without asking the database",
				watch: "each node needs a worker number of its own; it tells the time to the millisecond, and its neighbours " +
					"can be guessed"},
			{name: "auto-increment", but: "two orders tell a competitor how many lie between them; fine inside, as the key " +
				"behind the order number"},
			{name: "uuidv4"}, {name: "uuidv7"}, {name: "ulid"},
			{name: "snowflake"},
			{name: "nanoid:21", but: "21 symbols of both cases, with - and _"},
		}}
}

func primaryKey() Use {
	const sql = Postgres + " " + MySQL
	return Use{Name: "primary-key", Help: "the key of a table, --db says of which database",
		Stored: true, Load: usual(1000, 1, 1, 10),
		list: []candidate{
			{name: "objectid", db: MongoDB,
				why: "{bytes} bytes as {type}: the driver makes it, no server is asked, and new ones go to the end of _id's index",
				watch: "it tells when a document was made, and its neighbours can be guessed; on a sharded cluster use it " +
					"hashed, or all inserts go to one shard"},
			{name: "auto-increment", db: sql, nodes: 1,
				why: "{bytes} bytes as {type}: the smallest key, inserted at the end of the index, never twice",
				watch: "known only after the insert, and it counts rows to whoever sees it: give the outside another id " +
					"(--for-use public-url)"},
			{name: "uuidv7", db: Postgres,
				why: "{bytes} bytes as {type}: made anywhere before the insert, and still at the end of the index; " +
					"probability of a " +
					"collision {odds}; uuidv7() of PostgreSQL 18 makes it too",
				watch: "it tells when the row was made; keep it in a column uuid, as text it is 37 bytes"},
			{name: "uuidv7", db: MySQL,
				why: "{bytes} bytes as {type}: made anywhere before the insert, and still at the end of the clustered index; " +
					"probability of a collision {odds}",
				watch: "UUID_TO_BIN(u) without its second argument: that swaps the time of version 1 and would scatter " +
					"these; every other index repeats the {bytes} bytes"},
			{name: "uuidv7", db: MongoDB,
				why: "{bytes} bytes as {type}: what other databases and languages share; in order of time, probability of a " +
					"collision {odds}",
				watch: "write it as BinData of subtype 4, never as text or the legacy subtype 3; shard on it hashed"},
			{name: "auto-increment", db: sql, nodes: 2,
				why: "{bytes} bytes as {type}: the smallest key, inserted at the end of the index, never twice, as long as one " +
					"database gives out all",
				watch: "known only after the insert, of one database alone, and it counts rows to whoever sees it"},
			{name: "snowflake",
				why: "{bytes} bytes as {type}, in order of time, made by the nodes themselves",
				watch: "each node needs a worker number that no other holds (a lease, not a setting); beyond 2^53 " +
					"JavaScript rounds it, so send it as text"},
			{name: "ulid", db: sql,
				why:   "the same bits as a UUID: {bytes} bytes as {type}, in order of time",
				watch: "its own text of 26 characters takes more in an index, and no database has functions for it",
				but: "no advantage over uuidv7 in a database: {type}, {bytes} bytes once decoded, more as text, and its " +
					"neighbours can be guessed"},
			{name: "ulid", db: MongoDB, but: "no native type but that of a UUID: then uuidv7"},
			{name: "auto-increment", db: MongoDB, but: "there is none: a counter document serves one insert at a time"},
			{name: "uuidv4", db: Postgres, but: "{bytes} bytes like uuidv7, but a random page for each insert: cache misses " +
				"and full-page writes to the log (idscope bench index measures it)"},
			{name: "uuidv4", db: MySQL, but: "{bytes} bytes like uuidv7, but rows lie in key order: each insert splits a " +
				"random page of the table itself"},
			{name: "uuidv4", db: MongoDB, but: "a random page of _id's index for each insert; as a shard key hashing does that"},
			{name: "uuidv1", but: "the low bits of its time come first, so it is in no order, and it keeps one node's mark"},
			{name: "objectid", db: sql, but: "no native type: {type}, {bytes} bytes; uuidv7 is a standard"},
			{name: "nanoid", but: "text in no order: {bytes} bytes and a random page for each insert"},
		}}
}

func eventID() Use {
	return Use{Name: "event-id", Help: "an event of many processes, for a log, a queue, a stream",
		Stored: true, Load: usual(100_000, 1, 100, 1), need: Need{Alone: true, Sortable: true},
		list: []candidate{
			{name: "uuidv7",
				why: "in order of time, no node knows of another, probability of a collision {odds}; a standard, in every " +
					"language " +
					"and database",
				watch: "the order is that of the processes' clocks: between two of them it is as good as NTP, so never " +
					"decide by it what happened first"},
			{name: "ulid",
				why: "80 random bits in each millisecond, probability of a collision {odds}; {chars} characters that sort as " +
					"text, " +
					"in any letter case",
				watch: "within a millisecond libraries count up by one: neighbours can be guessed, and not every library " +
					"keeps them in order"},
			{name: "ksuid",
				why:   "128 random bits in each second, probability of a collision {odds}: the widest margin",
				watch: "ordered from second to second only; {chars} characters in which letter case matters"},
			{name: "scru128", why: "80 random bits beside two counters, probability of a collision {odds}; {chars} " +
				"characters in any " +
				"letter case", watch: "few libraries; its counters tell how many are made"},
			{name: "snowflake", but: "a number for each process, leased and fenced: pods that come and go need a server for it"},
			{name: "sonyflake", but: "its library takes the low 16 bits of the private address: two clusters share those"},
			{name: "xid"},
			{name: "objectid", but: "24 random bits fewer than ksuid has: 40 a process and a counter, in one second; for " +
				"MongoDB"},
			{name: "uuidv4"},
			{name: "uuidv1", but: "it keeps one mark of the node"},
			{name: "nanoid"},
			{name: "auto-increment"},
		}}
}

func offline() Use {
	return Use{Name: "offline", Help: "made by devices without a network, merged later",
		Stored: true, Load: usual(1000, 1, 1_000_000, 10), need: Need{Alone: true, Unguessable: 60},
		list: []candidate{
			{name: "uuidv7",
				why: "{bits} random bits keep ids apart whatever the clocks say, probability of a collision {odds}; new rows go " +
					"to the end of the server's index; 16 bytes in SQLite as BLOB",
				watch: "clocks of devices are wrong: sort by the time of arrival, which the server stamps, not by the id"},
			{name: "uuidv4",
				why: "{bits} random bits: no clock is asked, so a wrong one does no harm; tells nothing; probability of a " +
					"collision " +
					"{odds}; in every language",
				watch: "in no order: each insert at the server takes a random page of the index"},
			{name: "ulid",
				why: "80 random bits in each millisecond, probability of a collision {odds}; {chars} characters that sort as " +
					"text " +
					"in stores without a type for UUIDs",
				watch: "a clock set back puts new rows before old ones; draw anew for each, for the next one counts up by one"},
			{name: "cuid2", why: "{chars} letters and digits, hashed of several sources of chance, probability of a " +
				"collision {odds}",
				watch: "slow on purpose, and in no order"},
			{name: "auto-increment"}, {name: "snowflake"},
			{name: "segment"},
			{name: "uuidv1", but: "it keeps one mark of the device"},
			{name: "objectid", but: "its counter tells how many a device makes; 40 random bits are drawn once"},
			{name: "nanoid", but: "uuidv4 has as many random bits and a type in every database"},
		}}
}

func shortLink() Use {
	return Use{Name: "short-link", Help: "the shortest text in a link, of a service with one database",
		Stored: true, Load: usual(1, 1, 1, 10), need: Need{URLSafe: true, MaxLength: 12}, Checked: true,
		list: []candidate{
			{name: "nanoid", alphabet: base62,
				why: "{chars} random letters and digits: after {count} links one guess in {one} finds any" +
					", and no more draws are taken already",
				watch: "keep a UNIQUE index whose collation tells letter case apart, and draw again on a conflict; what is " +
					"private needs a password, not a short link"},
			{name: CounterSqids,
				why: "{chars} characters at most and never twice, from a sequence of the database; no links with swear words",
				watch: "whoever finds the alphabet walks through all links in order: for public ones only; shuffle the " +
					"alphabet"},
			{name: "snowflake:base62",
				why: "{chars} characters, made by any node without asking the database",
				watch: "each node needs a worker number of its own; it tells the time, and its neighbours can be guessed: for " +
					"public links only"},
			{name: "auto-increment", but: "anyone counts through all links, and sees how many there are"},
			{name: "uuidv4:base62"}, {name: "uuidv4"}, {name: "ulid"}, {name: "nanoid:21"},
			{name: "cuid2"},
		}}
}

func trace() Use {
	return Use{Name: "trace", Help: "the trace of a request through services",
		Load: usual(10_000, 1, 1000, 1), need: Need{Alone: true},
		list: []candidate{
			{name: "w3c-trace",
				why: "what OpenTelemetry and the header traceparent carry: 16 bytes as 32 hexadecimal digits, all random, " +
					"probability of a collision {odds}; any back end takes it, and samplers may use its low 56 bits",
				watch: "let the SDK make it, with a w3c-span of 8 bytes for each step; never put meaning into it"},
			{name: "uuidv4:hex",
				why: "{chars} hexadecimal digits, {bits} of 128 bits random, probability of a collision {odds}: fits the header, " +
					"and every language makes one",
				watch: "the dashes have to go; 6 bits are fixed, the low 56 are random as level 2 wants them"},
			{name: "uuidv7:hex",
				why: "{chars} hexadecimal digits in order of time, so that stores by time find it: fits the header, " +
					"probability of " +
					"a collision {odds}",
				watch: "it tells when a request began; the first digits are alike, so never shard or sample by them"},
			{name: "datadog", but: "for one vendor: seconds above 64 random bits; its agent reads the W3C header too"},
			{name: "snowflake", but: "64 bits do not fill the 16 bytes of the header"},
			{name: "ulid", but: "its text has to become hexadecimal first; what is left is uuidv7 without a standard"},
			{name: "ksuid", but: "160 bits do not fit the header"},
			{name: "w3c-span", but: "8 bytes tell the spans of one trace apart, not traces"},
			{name: "xid", but: "96 bits do not fill the header"},
		}}
}

func filename() Use {
	return Use{Name: "filename", Help: "a file, an object of a bucket: sorted by name, on every system",
		Load: usual(100, 1, 10, 10), need: Need{FileSafe: true, AnyCase: true, TextSortable: true},
		list: []candidate{
			{name: "ulid",
				why: "{chars} characters that sort by time, safe where letter case is lost (Windows, macOS); probability of a " +
					"collision {odds}",
				watch: "keep one letter case, and create files so that an existing name is refused (O_EXCL)"},
			{name: "uuidv7",
				why: "{chars} characters that sort by time, in small hexadecimal; everyone knows one by its look; probability " +
					"of a " +
					"collision {odds}",
				watch: "a bucket cut into ranges of names gets all new files in one of them: put a hash in front there"},
			{name: "xid",
				why: "the shortest that sorts: {chars} small letters and digits; probability of a collision {odds}",
				watch: "ordered from second to second; its library counts on the host's name and process number, which " +
					"containers share"},
			{name: "scru128", why: "{chars} small letters and digits that sort by time; probability of a collision {odds}",
				watch: "few libraries"},
			{name: "ksuid"}, {name: "nanoid"}, {name: "uuidv4"}, {name: "snowflake"},
			{name: "objectid", but: "24 hexadecimal digits, the next one can be guessed; for MongoDB"},
			{name: "auto-increment"},
		}}
}

func publicURL() Use {
	return Use{Name: "public-url", Help: "an id in an address that strangers see",
		Stored: true, Load: usual(100, 1, 10, 10),
		need: Need{URLSafe: true, Unguessable: 100, NoLeak: []string{leakTime, leakNext, leakCount}},
		list: []candidate{
			{name: "nanoid",
				why:   "{bits} random bits in {chars} characters, none escaped; tells nothing; probability of a collision {odds}",
				watch: "letter case matters, so the column needs a binary collation; check who may see it all the same"},
			{name: "uuidv4",
				why: "{bits} random bits, in every language and as {type} in the database; tells nothing; probability of a " +
					"collision {odds}",
				watch: "{chars} characters (22 with --format base62); beside a small key, not as one: a random page of the " +
					"index for each insert"},
			{name: "cuid2",
				why: "{bits} random bits in {chars} small letters and digits, a letter first: good as an HTML id too; " +
					"probability " +
					"of a collision {odds}",
				watch: "a text in no order, and slower to make"},
			{name: "uuidv7"}, {name: "ulid"}, {name: "auto-increment"}, {name: "snowflake"}, {name: "objectid"},
			{name: CounterSqids, but: "Sqids hides nothing: the counter can be read back"},
			{name: "uuidv5", but: "whoever guesses the name has the id"},
		}}
}
