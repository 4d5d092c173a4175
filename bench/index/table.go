package index

import (
	"fmt"
	"slices"
	"strings"

	"idscope/gen"
)

// Variant is how a table keeps its ids: where rows lie, what is indexed, and as what an id
// is stored.
type Variant string

// The variants. Not every engine has each of them.
const (
	Clustered Variant = "clustered"
	Heap      Variant = "heap"
	Secondary Variant = "secondary"
	TimeIndex Variant = "time-index"
	TextKey   Variant = "text"
)

// Variants lists them with their help.
func Variants() []gen.Choice {
	return []gen.Choice{
		{Name: string(Clustered), Help: "rows lie in the tree of the primary key, the id: InnoDB, WITHOUT ROWID, bbolt"},
		{Name: string(Heap), Help: "rows lie in order of arrival, the primary key's index beside them: PostgreSQL, rowid " +
			"tables of SQLite"},
		{Name: string(Secondary), Help: "the primary key is a counter, the id stands in a second, unique index"},
		{Name: string(TimeIndex), Help: "a second index, on the column of the time"},
		{Name: string(TextKey), Help: "the id is stored as its text"},
	}
}

// Table is what an engine makes for one scheme: a column of the id, one of the time at
// which the id was stamped, in microseconds since 1970, and one of Payload bytes.
type Table struct {
	Key     Key
	Payload int
	Variant Variant // one that the engine has
}

// Row is one row of it, but for the payload.
type Row struct {
	ID      gen.ID
	Created int64 // in microseconds since 1970
}

// How the rows of a window of time are found.
const (
	ByKey  = "key"   // as a range of ids, which are in order of time
	ByTime = "index" // by the index on the time
	ByScan = "scan"  // by reading the whole table: nothing in it is in order of time
)

// Window says how the rows of a window of time are found.
func (t *Table) Window() string {
	switch {
	case t.Variant == TimeIndex:
		return ByTime
	case t.Key.Appended:
		return ByKey
	}
	return ByScan
}

// least is a bound from below of the bytes that a row takes in the tree that is in order of
// the id: of a heap and of a second index that of the id and a pointer to its row.
func (t *Table) least(usual Variant) int64 {
	v := t.Variant
	if v == TextKey || v == TimeIndex {
		v = usual
	}
	if v == Clustered {
		return int64(t.Key.Bytes() + 8 + t.Payload)
	}
	return int64(t.Key.Bytes() + 6)
}

// variants returns those asked for, the engine's first where none is, or says which are
// not to be had.
func (o *Options) variants(e Engine) ([]Variant, error) {
	has := e.Variants()
	if len(o.Variants) == 0 {
		return has[:1], nil
	}
	for _, v := range o.Variants {
		if !slices.Contains(has, v) {
			var names []string
			for _, h := range has {
				names = append(names, string(h))
			}
			return nil, fmt.Errorf("%w: %s has no tables of the kind %s; want some of %s", ErrVariant, e.About().Engine, v,
				strings.Join(names, ", "))
		}
	}
	return o.Variants, nil
}
