package inspect

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"idscope/gen"
)

// table is how texts of one shape are read: the checks of all schemes that may read one. It is
// compiled from the declarations when the first text of the shape comes.
type table struct {
	in      *Inspector
	shape   shapeKey
	every   bool // what fails a check is ruled out, whatever it is: there is but one scheme
	uuid    int8 // the place of the reader of UUIDs in their own form; below 0 for none
	readers []*reader
	checks  []check                    // in the order of their candidates
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
		place, starts := -1, r.starts()
		t.checks = slices.Grow(t.checks, len(r.candidates))
		for _, c := range r.candidates {
			k := check{candidate: c, reader: -1, starts: starts}
			switch {
			case c.codec == nil || r.affix:
				if key.forms != anyForm || !in.mayHave(c, &key) {
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
				k.reader = int8(place)
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
	return o.weak() || in.chanceAlone(o) || o.c.chancy() && o.word == smallWord || o.word > capitals &&
		o.Evidence < likelyBits
}

// readable reports whether texts of the shape can be of the form of a candidate, and are
// tried as one.
func (in *Inspector) readable(c *candidate, key *shapeKey) bool {
	form := c.reader.text.Form
	if key.forms>>form&1 == 0 || form.Binary() {
		return false
	}
	if key.forms == anyForm && key.numeric && c.ratherNumber(in.strict) {
		return false
	}
	symbols, fold := form.Symbols()
	return key.classes != 0 && key.reached(in.shapes, symbolsOf(symbols+form.Punctuation(), fold))
}

// mayHave reports whether texts of the shape can be of a pattern, or have what a scheme puts around its bits.
func (in *Inspector) mayHave(c *candidate, key *shapeKey) bool {
	if a := c.scheme.Affix; c.codec != nil {
		_, longest := c.reader.text.Len(c.size)
		has := func(mark byte) bool { return key.has(in.shapes, symbolsOf(string(rune(mark)), false), 0) }
		return has(a.Separator) || a.Optional && (key.length <= longest && in.readable(c, key) ||
			a.Sum != nil && has(a.SumMark))
	}
	return key.has(in.shapes, c.needed, c.scheme.MostMarks) && (key.classes == 0 || key.reached(in.shapes, c.symbols))
}

// lot is the readers of texts of a length, and of those that are compared with them.
type lot struct {
	readers []*reader
	mutex   sync.Mutex
	weights map[shape][]strength
}

// lots are those of an Inspector, by the families that they read.
type lots struct {
	mutex sync.Mutex
	known map[string]*lot
}

// lotOf returns the readers of texts of a shape.
func (in *Inspector) lotOf(key *shapeKey) *lot {
	set := make([]byte, (len(in.used)+7)/8)
	for i, f := range in.used {
		if f.mayRead(key) {
			set[i/8] |= 1 << (i % 8)
		}
	}
	d := &in.lots
	d.mutex.Lock()
	defer d.mutex.Unlock()
	l := d.known[string(set)]
	if l == nil {
		l = &lot{readers: newReaders(in.membersOf(set)), weights: map[shape][]strength{}}
		if key.length > maxPattern { // its shape is kept nowhere
			return l
		}
		if d.known == nil {
			d.known = map[string]*lot{}
		}
		d.known[string(set)] = l
	}
	return l
}

// membersOf are the compiled schemes of a set, which has a bit for each family.
func (in *Inspector) membersOf(set []byte) (list []*member) {
	for i, f := range in.used {
		if set[i/8]>>(i%8)&1 == 1 {
			list = append(list, in.compiled(f))
		}
	}
	return list
}

// weigh returns the evidence of the candidates for a shape, by index.
func (l *lot) weigh(s shape) []strength {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	w := l.weights[s]
	if w == nil {
		w = weigh(l.readers, s)
		l.weights[s] = w
	}
	return w
}

// group is the checks of a table that texts with one first byte can pass.
type group struct {
	checks  []*check
	numbers []*check                  // of those, what numbers may be, best first
	texts   []*check                  // patterns, and what has a prefix
	leads   []atomic.Pointer[lead]    // of the numbers, where one is the best
	version [16]atomic.Pointer[group] // of a UUID: those that agree with it
}

// group returns the checks that the text of a scan may pass.
func (s *scan) group() *group {
	t := s.table
	g := t.groups[s.text[0]].Load()
	if g == nil {
		g = t.newGroup(s.text[0])
	}
	if t.uuid < 0 || t.every || s.valid>>t.uuid&1 == 0 {
		return g
	}
	version := s.ids[t.uuid].Mid >> 12 & 15
	if some := g.version[version].Load(); some != nil {
		return some
	}
	return t.newVersion(g, version)
}

// newGroup finds the checks of a first byte.
func (t *table) newGroup(first byte) *group {
	var checks []*check
	for i := range t.checks {
		if k := &t.checks[i]; k.starts.has(first) {
			checks = append(checks, k)
		}
	}
	for i := range t.groups {
		if other := t.groups[i].Load(); other != nil && slices.Equal(other.checks, checks) {
			t.groups[first].Store(other)
			return other
		}
	}
	g := groupOf(checks)
	t.groups[first].Store(g)
	return g
}

// newVersion finds the checks of a group whose constants are not those of another version of UUID. There are many
// checks of UUIDs, and most fail at that.
func (t *table) newVersion(g *group, version uint64) *group {
	some := groupOf(slices.DeleteFunc(slices.Clone(g.checks), func(k *check) bool {
		return k.reader == t.uuid && !k.filled && (k.want.Mid^version<<12)&k.fixed.Mid&0xf000 != 0
	}))
	g.version[version].Store(some)
	return some
}

// groupOf finds the numbers among checks.
func groupOf(checks []*check) *group {
	g := &group{checks: checks}
	for _, k := range checks {
		if k.reader < 0 {
			g.texts = append(g.texts, k)
		} else if !k.never() {
			g.numbers = append(g.numbers, k)
		}
	}
	slices.SortStableFunc(g.numbers, func(a, b *check) int { return cmp.Compare(b.score, a.score) })
	g.leads = make([]atomic.Pointer[lead], len(g.numbers))
	return g
}

// check is a candidate with all that decides, of texts of one shape, whether it
// reads one and what that is worth.
type check struct {
	reader      int8   // its place among the table's; below 0 it is a pattern, or has a prefix
	fixed, want gen.ID // the constants: what most texts fail at
	*candidate

	worth       strength   // of its texts
	score       float64    // of readings with a plausible time
	word        wording    // of its texts
	number      bool       // they are plain numbers
	letters     bool       // they have no digit
	alone       Confidence // of the best reading with no rival
	wanted      bool       // see TokenReader
	strict      bool       // a reading of an implausible time is one anyway
	weak        bool       // too little speaks for it: it is never a reading
	filled      bool       // it has bits that only fill up
	used, right gen.ID     // its other constant bits, and their values
	starts      symbolSet  // how its texts may begin
}

// compare compiles what numbers are compared with; strict says that an implausible time is
// read.
func (k *check) compare(strict bool) {
	c := k.candidate
	k.fixed, k.want, k.strict = c.codec.Mask(gen.Const), c.codec.Consts(), c.timed && strict
	for i, f := range c.scheme.Layout {
		switch {
		case f.Source == gen.Const && f.Unused():
			k.filled = true
		case f.Source == gen.Const:
			lsb := uint(c.codec.LSB(i))
			k.used = k.used.Or(f.Max().Shl(lsb))
			k.right = k.right.Or(gen.ID{Lo: f.Value}.Shl(lsb))
		}
	}
}

// looseCheck returns the check of a candidate that is of no table, for one text.
func (in *Inspector) looseCheck(c *candidate, text string) check {
	k := check{candidate: c, reader: -1}
	if c.codec != nil {
		k.compare(in.anyTime(c))
	}
	key, _ := in.shapes.key([]byte(text), anyForm)
	if s, ok := key.shape(in.shapes, c.reader.text.Form); ok {
		k.worth = strength{timed: evidence(c.chance(s.class, s.symbols, true)),
			untimed: evidence(c.chance(s.class, s.symbols, false))}
		k.word, k.number = key.word, key.number
	}
	in.weighed(&k)
	return k
}

// never reports whether no number of the shape is a reading.
func (k *check) never() bool { return !k.strict && (k.weak || k.worth.timed >= evidence(0)) }

// expected is the reading of a text of the shape with all that does not depend on
// the number, and a plausible time.
func (k *check) expected() Reading {
	return Reading{Scheme: k.scheme, SameAs: k.same, Encoding: k.candidate.reader.name, Own: k.level == own,
		Timed: k.timed, Plausible: true, Evidence: k.worth.timed, rivals: k.worth.rivals, word: k.word,
		number: k.number, letters: k.letters, c: k.candidate}
}

// anyTime reports whether a candidate is read whatever its time: a scheme that was
// asked for, and a UUID that is written as one, but for the variant of another.
func (in *Inspector) anyTime(c *candidate) bool {
	variant := c.scheme.Family != "" && c.scheme.Text.Form == gen.UUID
	if asked := len(in.opts.As); asked > 0 {
		return asked == 1 || !variant
	}
	return c.level == own && c.reader.text.Form == gen.UUID && !variant
}

// constant reports whether the constant bits are right.
func (k *check) constant(id *gen.ID) bool {
	return id.Mid&k.fixed.Mid == k.want.Mid && id.Lo&k.fixed.Lo == k.want.Lo && id.Hi&k.fixed.Hi == k.want.Hi
}

// answer is what a check says of a number.
type answer uint8

const (
	no answer = iota
	yes
	implausible // all but the time is right
)

// check tries what is left of the checks behind the constant bits; tick is the time.
func (k *check) check(id *gen.ID) (a answer, tick uint64) {
	if k.scheme.CheckBits(k.codec, *id) != nil {
		return no, 0
	}
	if !k.timed {
		return yes, 0
	}
	if tick = k.codec.Source(*id, gen.Time).Lo; tick < k.first || tick > k.last {
		return implausible, tick
	}
	return yes, tick
}
