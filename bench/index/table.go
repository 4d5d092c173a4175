package index

import "idscope/gen"

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
		{Name: string(Clustered),
			Help: "rows lie in the tree of the primary key, the id: InnoDB, WITHOUT ROWID, bbolt"},
		{Name: string(Heap), Help: "rows lie in order of arrival, the primary key's index beside them: PostgreSQL, " +
			"rowid tables of SQLite"},
		{Name: string(Secondary), Help: "the primary key is a counter, the id is in a second, unique index"},
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
	if t.Variant == Clustered || usual == Clustered && (t.Variant == TextKey || t.Variant == TimeIndex) {
		return int64(t.Key.Bytes() + 8 + t.Payload)
	}
	return int64(t.Key.Bytes() + 6)
}

// Key is how the ids of a scheme are stored: as an integer up to 64 bits,
// as a UUID at 128, else as that many bytes. IDs that are bits are stored as text
// in the variant [TextKey] alone, which doubles the size; those that are nothing but text
// are else bytes too, one for each character.
type Key struct {
	Bits int  // 1 to 192
	Text bool // the scheme is a pattern of text
	// Appended says that ids of a later tick are greater than all earlier
	// ones: for engines that have to be told, and for windows of time.
	Appended bool
	// Chars is how many characters a key stored as text has at most; 0 where it is none.
	Chars int

	write func(dst []byte, id gen.ID) []byte // of a key stored as text
}

// KeyOf is the key of a scheme's ids in a variant; 0 bits where they are too long.
func KeyOf(s *gen.Scheme, v Variant) Key {
	k := Key{Bits: s.Layout.Size(), Appended: s.Timed() && s.TimeOrdered()}
	if s.Pattern != nil {
		k.Text = true
		if k.Bits = 8 * s.Pattern.Made(); k.Bits > gen.MaxBits {
			k.Bits = 0
		}
	}
	switch {
	case v != TextKey:
	case s.Pattern != nil:
		k.Chars = k.Bits / 8
		k.write = func(dst []byte, id gen.ID) []byte { return id.AppendBytes(dst, k.Chars) }
	default:
		k.Chars, k.write = s.TextLength(), s.Append
		k.Appended = k.Appended && s.Text.Sorted(s.Layout.Size())
	}
	return k
}

// Written reports whether keys are stored as text.
func (k Key) Written() bool { return k.write != nil }

// Integer reports whether keys are 64-bit integers.
func (k Key) Integer() bool { return k.Bits <= 64 && !k.Text && !k.Written() }

// UUID reports whether keys have the 128 bits of a UUID.
func (k Key) UUID() bool { return k.Bits == 128 && !k.Text && !k.Written() }

// Bytes is the size of a key, at most.
func (k Key) Bytes() int {
	switch {
	case k.Written():
		return k.Chars
	case k.Integer():
		return 8
	}
	return (k.Bits + 7) / 8
}

// Append appends a key as big-endian bytes, which compare as the ids do, or as its
// text.
func (k Key) Append(dst []byte, id gen.ID) []byte {
	if k.Written() {
		return k.write(dst, id)
	}
	return id.AppendBytes(dst, k.Bytes())
}

// order is what a scheme promises of the ids of one node.
func order(s *gen.Scheme) string {
	switch {
	case s.Ordered():
		return "increasing"
	case KeyOf(s, "").Appended:
		return "by time"
	}
	return "none"
}
