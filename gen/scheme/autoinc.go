package scheme

import "idscope/gen"

// autoinc is the number that a database gives a new row; with a step and an offset several servers count beside
// each other.
func autoinc() *gen.Scheme {
	return &gen.Scheme{
		Name: "autoinc", Title: "Auto-increment", Aliases: []string{"auto-increment", "identity"},
		Summary: "63-bit number of a row: AUTO_INCREMENT or IDENTITY of a table, counts up",
		Spec:    "dev.mysql.com, InnoDB AUTO_INCREMENT; postgresql.org, identity columns",
		Counter: "a row is inserted into a table, and its number read: one statement an id",
		Bits:    gen.Bits{Layout: gen.Layout{unused(1), seq("number", 63)}},
		Since:   day(1995, 5, 23),
		Notes: []string{
			"a number is taken when the row is inserted: what is rolled back leaves a gap",
			"with --step N --offset K, N servers count beside each other: K, K+N, K+2N ...; each has to be set up so",
			"before MariaDB 10.2.4 and MySQL 8.0 InnoDB kept the counter in memory: after a restart it gave out " +
				"the numbers of the last rows again, where those had been deleted",
		},
		Example: gen.Vector{Text: "1", Values: []string{"0", "1"}, Source: "dev.mysql.com, Using AUTO_INCREMENT"},
	}
}
