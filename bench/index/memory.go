package index

import (
	"errors"
	"fmt"

	"idscope/gen"
)

// Cache is the memory that an engine keeps pages in.
type Cache struct {
	Name  string `json:"name"` // as the engine calls the setting
	Bytes int64  `json:"bytes"`
}

// beyondTimes is how many times the cache an index is at least, where it must not fit.
const beyondTimes = 2

// beyondMost is how many rows are chosen at most.
const beyondMost = 1_000_000_000

// ErrCache says that no number of rows can be chosen: the engine has no cache of its own,
// or one that is too large.
var ErrCache = errors.New("the index cannot grow larger than the memory for it")

// Pressure is how many times the engine's cache the index is: up to 1 it fits. ok is false
// where the engine does not tell one of them.
func (r *Report) Pressure(x *Result) (times float64, ok bool) {
	if r.Cache == nil || r.Cache.Bytes <= 0 || x.IndexBytes == nil {
		return 0, false
	}
	return float64(*x.IndexBytes) / float64(r.Cache.Bytes), true
}

// beyond is how many rows make the index of each table at least beyondTimes the cache.
func beyond(about About, usual Variant, tables []Table, batch int) (int, error) {
	if about.Cache == nil {
		return 0, fmt.Errorf("%w: %s has no cache of its own; use SQLite or a server", ErrCache, about.Engine)
	}
	least := tables[0].least(usual)
	for _, t := range tables {
		least = min(least, t.least(usual))
	}
	rows := (beyondTimes*about.Cache.Bytes + least - 1) / least
	rows = (rows + int64(batch) - 1) / int64(batch) * int64(batch)
	if rows > beyondMost {
		return 0, fmt.Errorf("%w: %s is %d bytes, for which %d rows are needed; use a smaller one", ErrCache,
			about.Cache.Name, about.Cache.Bytes, rows)
	}
	return int(rows), nil
}

// subjects are the schemes, each in every variant.
func subjects(schemes []*gen.Scheme, variants []Variant, payload int) []subject {
	var list []subject
	for _, s := range schemes {
		for _, v := range variants {
			list = append(list, subject{s, Table{KeyOf(s, v), payload, v}})
		}
	}
	return list
}

// subject is a scheme in a kind of table.
type subject struct {
	scheme *gen.Scheme
	table  Table
}
