package check

import (
	"fmt"
	"sync"
	"time"

	"idscope/gen"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// The kinds that lines have by their shape. Each has a store of its own for its records, but for UUIDs, which share
// that of kindUUID: their bits tell them apart.
const (
	kindInteger  = 0
	kindUUIDv1   = 1              // and versions 2 to 8 behind it
	kindUUID     = kindUUIDv1 + 8 // of no version of RFC 9562
	kindNil      = 10
	kindMax      = 11
	kindObjectID = 12
	kindULID     = 13
	kindXID      = 14
	shapeKinds   = 15

	storeNamed = shapeKinds // of kinds that a Classifier names
	stores     = storeNamed + 1
)

// kindAs is the one kind, and the one store, where Options.As is given.
const kindAs = 0

// A kind is a group of identifiers that are compared with each other.
type kind struct {
	name    string
	bits    int
	text    gen.Text
	writes  func(dst []byte, id gen.ID) []byte // nil is text
	store   int
	asked   bool       // it is that of Options.As
	ordered bool       // its generators make increasing identifiers
	clock   *clock     // nil without a declaration that has a time
	worker  *gen.Codec // of a declaration that has a worker, else nil
	rare    bool       // nor are there more than a few: see order.reject
}

// kinds numbers the kinds. Those by shape are fixed; a Classifier's are added as
// they come, so their numbers differ from run to run.
type kinds struct {
	as       *strict                                 // nil: by shape
	bits     func(line []byte) (kind int, id gen.ID) // reads what is bits of a common shape, or of as
	classify Classifier
	learnt   bool          // Options.Learn was asked
	first    []lines.Chunk // that were read for it, and are still to be taken
	shapes   []*kind       // of lines of the common shapes; nil where a Classifier reads those, too
	words    [stores]int   // of records
	seq      *sequence     // nil unless as has one

	mu   sync.RWMutex
	list []*kind
	byID map[kindID]int
}

type kindID struct {
	name string
	bits int
}

func newKinds(o Options) (*kinds, error) {
	k := &kinds{classify: o.Classify, byID: map[kindID]int{}}
	if o.As != nil {
		return k, k.only(o.As, o.Now)
	}
	k.words = [stores]int{kindInteger: 1, kindUUID: 2, kindObjectID: 2, kindULID: 2, kindXID: 2, storeNamed: maxWords}
	k.list = make([]*kind, shapeKinds)
	add := func(number int, name string, bits int, form gen.Form, store int) {
		one := &kind{name: name, bits: bits, text: gen.Text{Form: form}, store: store}
		if s, ok := known.Get(name); ok {
			one.declare(s, o.Now)
		}
		k.list[number] = one
		k.byID[kindID{name, bits}] = number
	}
	add(kindInteger, "integer", 64, gen.Decimal, kindInteger)
	for v := range 8 {
		add(kindUUIDv1+v, fmt.Sprintf("uuidv%d", v+1), 128, gen.UUID, kindUUID)
	}
	add(kindNil, "uuid-nil", 128, gen.UUID, kindUUID)
	add(kindMax, "uuid-max", 128, gen.UUID, kindUUID)
	add(kindObjectID, "objectid", 96, gen.Hex, kindObjectID)
	add(kindULID, "ulid", 128, gen.Crockford, kindULID)
	add(kindXID, "xid", 96, gen.Base32Hex, kindXID)
	// "uuid" alone is an alias of version 4: this kind is the rest.
	k.list[kindUUID] = &kind{name: "uuid", bits: 128, text: gen.Text{Form: gen.UUID}, store: kindUUID}
	k.byID[kindID{"uuid", 128}] = kindUUID
	if k.shapes, k.bits = k.list, k.byShape; o.NoShapes {
		k.shapes, k.bits = nil, func([]byte) (int, gen.ID) { return invalid, gen.ID{} }
	}
	return k, nil
}

// only makes s the one kind.
func (k *kinds) only(s *gen.Scheme, now time.Time) error {
	if s.Pattern != nil {
		return k.onlyTexts(s)
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return fmt.Errorf("scheme %s: %w", s.Name, err)
	}
	bits := codec.Size()
	if err := s.Text.Check(bits); err != nil {
		return fmt.Errorf("scheme %s: %w", s.Name, err)
	}
	one := &kind{name: s.Name, bits: bits, text: s.Text, store: kindAs, asked: true}
	one.declare(s, now)
	k.list = []*kind{one}
	k.as = newStrict(s, codec)
	k.bits = k.as.read
	k.words[kindAs] = (bits + 63) / 64
	if s.Layout.Width(gen.Seq) > 0 {
		k.seq = newSequence(s, codec)
		k.words[kindAs] = (k.seq.bits + 63) / 64
	}
	return nil
}

// declare takes over what a scheme says of its identifiers.
func (k *kind) declare(s *gen.Scheme, now time.Time) {
	codec, err := s.Layout.Compile()
	if err != nil || codec.Size() != k.bits {
		return
	}
	k.text, k.ordered = s.Text, s.Ordered()
	if s.Timed() {
		k.clock = newClock(s, codec, now)
	}
	if s.WorkerBits() > 0 {
		k.worker = codec
	}
}

// plausible reports whether the time of an identifier lies between the first use of its scheme and a year from now.
func (k *kind) plausible(id gen.ID) bool {
	c := k.clock
	if c == nil {
		return true
	}
	tick := c.ticks(id)
	return c.since <= tick && tick <= c.latest
}

// named returns the number of the kind that a Classifier found: of what is written as UUIDs that by shape.
func (k *kinds) named(c Class) int {
	if c.Text.Form == gen.UUID && k.shapes != nil {
		return uuidKind(c.ID.Mid, c.ID.Lo)
	}
	id := kindID{c.Kind, c.Bits}
	k.mu.RLock()
	number, ok := k.byID[id]
	k.mu.RUnlock()
	if ok {
		return number
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if number, ok := k.byID[id]; ok {
		return number
	}
	added := &kind{name: c.Kind, bits: c.Bits, text: c.Text, writes: c.Write, store: storeNamed}
	if added.text.Check(c.Bits) != nil {
		added.text = gen.Text{Form: gen.Hex}
	}
	k.list = append(k.list, added)
	k.byID[id] = len(k.list) - 1
	return len(k.list) - 1
}

// get returns the kind of that number.
func (k *kinds) get(number int) *kind {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.list[number]
}

// ofRecord returns the kind of a record of that store.
func (k *kinds) ofRecord(store int, id gen.ID, tag uint64) int {
	switch {
	case k.as != nil:
		return kindAs
	case store == kindUUID:
		return uuidKind(id.Mid, id.Lo)
	case store == storeNamed:
		return int(tag)
	}
	return store
}

// uuidKind tells UUIDs apart by variant and version (RFC 9562 sections 4.1, 4.2).
func uuidKind(mid, lo uint64) int {
	version := mid >> 12 & 15
	switch {
	case lo>>62 == 2 && version-1 < 8:
		return kindUUIDv1 + int(version) - 1
	case mid|lo == 0:
		return kindNil
	case mid&lo == ^uint64(0):
		return kindMax
	}
	return kindUUID
}
