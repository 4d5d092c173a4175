package inspect

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"idscope/gen"
)

// table is how texts of one shape are read: the checks of all schemes that may read one,
// best first. It is compiled from the declarations when the first text of the shape comes.
type table struct {
	in      *Inspector
	shape   shapeKey
	every   bool // what fails a check is ruled out, whatever it is: there is but one scheme
	uuid    int8 // the place of the reader of UUIDs in their own form; below 0 for none
	readers []*reader
	checks  []check                    // best first
	ordered []*check                   // by candidate
	groups  [256]atomic.Pointer[group] // by the first byte
}

// tables are those of an Inspector. Any number of goroutines may use them.
type tables struct {
	byLength [maxPattern + 1]atomic.Pointer[[]*table]
	mutex    sync.Mutex
	count    int
}

// mostTables bounds the memory of tables: texts of no sense have any shape.
const mostTables = 8192

// mostReaders is how many readers of numbers a table has at most.
const mostReaders = 64

// tableOf returns the table of a shape.
func (in *Inspector) tableOf(key *shapeKey) *table {
	if key.length > maxPattern {
		return in.newTable(*key)
	}
	if list := in.tables.byLength[key.length].Load(); list != nil {
		for _, t := range *list {
			if t.shape == *key {
				return t
			}
		}
	}
	t := in.newTable(*key)
	d := &in.tables
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.count++; d.count > mostTables {
		for i := range d.byLength {
			d.byLength[i].Store(nil)
		}
		d.count = 1
	}
	var list []*table
	if old := d.byLength[key.length].Load(); old != nil {
		list = append(list, *old...)
	}
	list = append(list, t)
	d.byLength[key.length].Store(&list)
	return t
}

// newTable compiles the table of a shape.
func (in *Inspector) newTable(key shapeKey) *table {
	t := &table{in: in, shape: key, every: len(in.opts.As) == 1, uuid: -1}
	l := in.lotOf(&key)
	for _, r := range l.readers {
		if key.length < r.shortest || key.length > r.longest {
			continue
		}
		place := -1
		for _, c := range r.candidates {
			k := check{candidate: c, reader: -1}
			switch {
			case c.codec == nil || r.affix:
				k.matched = c.matchedBy(&key)
				if k.starts = c.beginnings(in.shapes, &key); k.starts == nil || key.forms != anyForm {
					continue
				}
			case !in.readable(c, &key), place < 0 && len(t.readers) == mostReaders: // a test shows that there are fewer
				continue
			case place < 0:
				place = len(t.readers)
				t.readers = append(t.readers, r)
				if r.text.Form == gen.UUID && !r.swap {
					t.uuid = int8(place)
				}
			}
			if place >= 0 {
				k.reader, k.starts = int8(place), r.starts()
			}
			if c.codec != nil {
				k.compare(in.anyTime(c))
			}
			if s, ok := key.shape(in.shapes, r.text.Form); ok {
				k.worth = l.weigh(s)[c.index]
				if k.strict || c.codec == nil && c.timed {
					k.worth.untimed = evidence(c.chance(s.class, s.symbols, false))
				}
			}
			k.word, k.number, k.letters = key.word, key.number, key.letters
			in.weighed(&k)
			k.wanted = k.inText(&key, len(in.opts.As) > 0)
			t.checks = append(t.checks, k)
		}
	}
	slices.SortFunc(t.checks, func(a, b check) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.index, b.index))
	})
	for i := range t.checks {
		t.ordered = append(t.ordered, &t.checks[i])
	}
	slices.SortFunc(t.ordered, func(a, b *check) int { return cmp.Compare(a.index, b.index) })
	for i, k := range t.ordered {
		k.turn = i
	}
	return t
}

// weighed finds what follows from the worth of a check.
func (in *Inspector) weighed(k *check) {
	o := k.expected()
	k.score, k.alone = o.order(), o.confidence(true)
	k.weak = in.tooWeak(&o)
}

// tooWeak reports whether too little speaks for a reading to show it: see Reading.weak. A
// word of small letters is no random bits, and words want the evidence of what is likely, but
// for capitals.
func (in *Inspector) tooWeak(o *Reading) bool {
	if len(in.opts.As) > 0 || in.opts.All {
		return false
	}
	return o.weak() || in.chanceAlone(o) || o.c.chancy() && o.word == smallWord || o.word > capitals && o.Evidence < likelyBits
}

// readable reports whether texts of the shape can be of the form of a candidate, and are
// tried as one.
func (in *Inspector) readable(c *candidate, key *shapeKey) bool {
	form := c.reader.text.Form
	if key.forms>>form&1 == 0 || form.Binary() {
		return false
	}
	if key.forms == hexForms && in.strict && c.level != own && !slices.Contains(c.scheme.Spellings, c.reader.text) {
		return false // 0x is a syntax of few schemes
	}
	if key.forms == anyForm && key.numeric && c.ratherNumber(in.strict) {
		return false
	}
	symbols, fold := form.Symbols()
	return key.reached(in.shapes, symbols+form.Punctuation(), fold)
}
