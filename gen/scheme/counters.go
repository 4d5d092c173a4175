package scheme

import "idscope/gen"

// counters are numbers that a store or a database counts.
var counters = []declaration{
	// autoinc is the number that a database gives a new row.
	{since: "1995-05-23", Scheme: gen.Scheme{Name: "autoinc", Title: "Auto-increment",
		Libraries: "every SQL database", Aliases: []string{"auto-increment", "identity"},
		Spec:    "dev.mysql.com, InnoDB AUTO_INCREMENT; postgresql.org, identity columns",
		Summary: "63-bit number of a row: AUTO_INCREMENT or IDENTITY of a table, counts up",
		Counter: "a row is inserted into a table, and its number read: one statement an id",
		Bits:    gen.Bits{Layout: gen.Layout{unused(1), seq("number", 63)}},
		Notes: []string{
			"a number is taken when the row is inserted: what is rolled back leaves a gap",
			"with --step N --offset K, N servers count beside each other: K, K+N, K+2N ...; each has to be set up so",
			"before MariaDB 10.2.4 and MySQL 8.0 InnoDB kept the counter in memory: after a restart it gave out the " +
				"numbers of the last rows again, where those had been deleted"},
		Example: example("1", "", "dev.mysql.com, Using AUTO_INCREMENT", "0", "1")}},
	// date-seq is what one builds with Redis INCR on a key of the day. The bits are ours, as the text is no integer of
	// bits. Its last tick is 9999-12-31.
	{since: "2010-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "date-seq", Title: "Date and sequence",
		Libraries: "every client of Redis",
		Spec:      "public write-ups of ids by Redis INCR: date*10^n + number; the bits by idscope",
		Summary:   "decimal date and daily counter, as by Redis INCR: YYYYMMDD, digits",
		Counter:   "the counter of a day is raised in a store, by the clock of that store: one round trip a call",
		Bits: gen.Bits{Last: 2932896, Tick: 24 * hour, Skipped: 1,
			Layout: gen.Layout{data("digits", 4), ticks("date", 24), seq("sequence", 30)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.DateDigits}, Alternatives: []gen.Text{}},
		Notes: []string{
			"the date is that of the counter's own clock and zone, here taken as UTC",
			"the sequence has 4 to 15 digits, whose number every id of a kind shares; a sequence of more than nine " +
				"has zeros in front",
			"a sequence that outgrows its digits corrupts the date, unless the generator checks",
			"nobody stores the bits as an integer: in a database it is the decimal number, or the text"},
		Example: example("202601310001", "2026-01-31T00:00:00Z", "computed from the layout", "4", "20484", "1")}},
	// segment is the segment mode of Meituan's Leaf: the next segment is taken when half of one is used.
	{of: "autoinc", since: "2017-04-21", Scheme: gen.Scheme{Name: "segment", Title: "Leaf segment (Meituan)",
		Libraries: "Java Leaf",
		Aliases:   []string{"leaf-segment"},
		Spec:      "github.com/Meituan-Dianping/Leaf, SegmentIDGenImpl.java, leaf_alloc",
		Summary:   "63-bit number: each host takes a segment of a counter, and counts through it",
		Counter: "each host takes a segment of a counter, which its processes share: one statement a thousand ids or " +
			"more",
		Notes: []string{
			"the numbers of one host increase; those of several do not increase together",
			"a crash loses what is left of at most two segments",
			"table and numbers are those of the original: both can use one table at a time"},
		Example: example("1001", "", "computed from SegmentIDGenImpl.java", "0", "1001")}},
	// ticket is one row that is replaced for each ticket, so that the table does not grow.
	{of: "autoinc", since: "2006-02-01", Scheme: gen.Scheme{Name: "ticket", Title: "Ticket server (Flickr)",
		Libraries: "every SQL database",
		Aliases:   []string{"flickr"}, Spec: "code.flickr.net, Ticket Servers (8 February 2010)",
		Summary: "63-bit number of ticket servers: one row replaced for each id, odd and even",
		Counter: "a row of Tickets64 is replaced, and its number read; several servers are asked in turn: one " +
			"statement an id",
		Notes: []string{
			"with two servers one gives out odd numbers and one even ones: auto_increment_increment 2, " +
				"auto_increment_offset 1 and 2",
			"the numbers of several servers do not increase together: one that was down is behind when it is back"},
		Example: example("72157623227190423", "", "code.flickr.net, Ticket Servers", "0", "72157623227190423")}},
}

// DateSeq is the id of a number of a day: so many digits, behind a date in days since 1970-01-01.
func DateSeq(digits int, date int64, number uint64) gen.ID {
	return gen.ID{Lo: uint64(digits)<<54 | uint64(date)<<30 | number}
}
