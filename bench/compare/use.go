package compare

import (
	"math/big"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
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

const year = int64(quantity.Year / time.Second) // in seconds

// sql are the databases that have sequences.
const sql = Postgres + " " + MySQL

const noSequence = "MongoDB has no sequence: a counter document serves one insert at a time"

// UsualLoad is the load if none is given: 1000 ids a second of 10 nodes, for a year.
func UsualLoad() Load { return usual(1000, 1, 10, 1) }

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
