package compare

import (
	"fmt"
	"strconv"

	"idscope/gen"
)

// Type is how a database keeps ids in the fewest bytes that keep their order.
type Type struct {
	Store string `json:"store"` // of Stores
	Type  string `json:"type"`  // as the database calls it
	// Bytes are those of a key in an index, the length in front of what varies included,
	// alignment and the overhead of a row not.
	Bytes int `json:"bytes"`
}

// The databases whose types are known.
const (
	Postgres = "postgres"
	MySQL    = "mysql"
	MongoDB  = "mongodb"
)

// Types are those of the databases of [Stores], in their order.
type Types []Type

// Columns are two for each database.
func (t Types) Columns() (names, cells []string) {
	for _, s := range Stores() {
		names = append(names, s.Name, s.Name+"_bytes")
	}
	for _, one := range t {
		cells = append(cells, one.Type, strconv.Itoa(one.Bytes))
	}
	return names, cells
}

// Stores lists the databases with their help.
func Stores() []gen.Choice {
	return []gen.Choice{
		{Name: Postgres, Help: "PostgreSQL: heap tables, B-tree indexes beside them"},
		{Name: MySQL, Help: "MySQL: rows of InnoDB lie in the order of the primary key, which every other index " +
			"repeats"},
		{Name: MongoDB, Help: "MongoDB: _id has an index of its own"},
	}
}

// stores are the types of a scheme, in the order of Stores.
func stores(s *gen.Scheme, length int) Types {
	bits := s.Layout.Size()
	all, until := s.Fits(gen.Mask(63))
	switch {
	case s.Name == "objectid" || s.Name == "objectid-2017":
		list := binary(12)
		list[2] = Type{MongoDB, "ObjectId", 12}
		return list
	case s.Pattern != nil || bits == 0:
		return texts(length)
	case bits <= 64 && (all || !until.IsZero()):
		return integers("bigint", "BIGINT")
	case bits <= 64:
		list := binary(8)
		list[1] = Type{MySQL, "BIGINT UNSIGNED", 8}
		return list
	case bits == 128:
		return Types{{Postgres, "uuid", 16}, {MySQL, "BINARY(16)", 16}, {MongoDB, "UUID, BinData 4", 21}}
	}
	return binary((bits + 7) / 8)
}

func integers(postgres, mysql string) Types {
	return Types{{Postgres, postgres, 8}, {MySQL, mysql, 8}, {MongoDB, "long", 8}}
}

// binary has 1 byte of length in PostgreSQL, 4 and a kind in BSON.
func binary(n int) Types {
	return Types{{Postgres, "bytea", n + 1}, {MySQL, fmt.Sprintf("BINARY(%d)", n), n}, {MongoDB, "BinData", n + 5}}
}

// texts are ASCII, compared by bytes; BSON has 4 bytes of length and a zero behind.
func texts(n int) Types {
	header := 1
	if n > 126 {
		header = 4
	}
	return Types{{Postgres, `text COLLATE "C"`, n + header}, {MySQL, fmt.Sprintf("CHAR(%d) ascii_bin", n), n},
		{MongoDB, "string", n + 5}}
}
