package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/sqids"
	"idscope/gen/text"
)

// Shape is how the texts of a scheme differ from its own; the zero value is as they are.
type Shape struct {
	Length   int    // in symbols; 0 is the scheme's own
	Alphabet string // of random texts; empty is the scheme's own
	Encoding string // name of a form, as base62; empty is the scheme's own
}

// Selection says which candidates are put side by side.
type Selection struct {
	Load Load
	Now  time.Time
	// Shape is what those named take that can; a shape behind a colon wins.
	Shape Shape
	Find  func(name string) (*gen.Scheme, error)
}

// ErrShape says that no candidate can have the shape that was asked for.
var ErrShape = errors.New("none of the schemes can have that length, alphabet or encoding; use one that can")

// Named derives the rows of candidates in their order, those that a server numbers last: a
// scheme that Find knows, one with a shape behind a colon, a baseline, or counter+sqids. A name
// is given once. With a shape that none can take the error is [ErrShape].
func (q *Selection) Named(names []string) ([]Row, error) {
	list, err := q.derive(names)
	slices.SortStableFunc(list, func(a, b Row) int { return min(1, len(a.Baseline)) - min(1, len(b.Baseline)) })
	return list, err
}

// derive is Named without an order.
func (q *Selection) derive(names []string) ([]Row, error) {
	shaped := q.Shape == (Shape{})
	var list []Row
	for _, name := range names {
		r, err := q.row(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(other Row) bool { return other.Scheme == r.Scheme }) {
			return nil, fmt.Errorf("%s is given twice; name each once", r.Scheme)
		}
		shaped = shaped || r.shape.Alphabet != "" || r.shape != (Shape{}) && !strings.Contains(name, ":")
		list = append(list, r)
	}
	if !shaped {
		return nil, ErrShape
	}
	return list, nil
}

// row is that of a candidate: a baseline, counter+sqids, or a scheme that Find knows.
func (q *Selection) row(name string) (Row, error) {
	if b := baseline(name); b != nil {
		return Of(b, q.Load, q.Now)
	}
	if name == counterSqids {
		return encoded(q.Load, q.Shape.Alphabet)
	}
	plain, own, shaped := strings.Cut(name, ":")
	if shaped && strings.Trim(own, "0") == "" {
		return Row{}, fmt.Errorf("%q has neither a length nor an encoding behind its colon; use nanoid:12 or "+
			"uuidv4:base62", name)
	}
	s, err := q.Find(plain)
	if err != nil && shaped && len(Schemes([]string{plain})) == 0 {
		err = fmt.Errorf("%s has no other length or encoding; remove :%s", plain, own)
	}
	if err != nil {
		return Row{}, err
	}
	h := q.Shape.of(s, name)
	if s, err = h.apply(s); err != nil {
		return Row{}, err
	}
	r, err := Of(s, q.Load, q.Now)
	if err != nil {
		return r, fmt.Errorf("%w; use a scheme that generates many", err)
	}
	r.shape = h
	return r, nil
}

// of is the part of the shape that a scheme can take: length and alphabet where its texts are
// open, an encoding where it has bits. What is in the name after a colon wins: nanoid:12
// has 12 symbols, uuidv4:base62 is written in base62.
func (h Shape) of(s *gen.Scheme, name string) Shape {
	if _, err := s.Restrict(0, h.Alphabet); err != nil {
		h.Alphabet = ""
	}
	if s.Pattern == nil {
		h.Length = 0
	} else {
		h.Encoding = ""
	}
	_, own, ok := strings.Cut(name, ":")
	if !ok {
		return h
	}
	if n, err := strconv.Atoi(own); err == nil {
		return Shape{Length: n, Alphabet: h.Alphabet}
	}
	return Shape{Encoding: own, Alphabet: h.Alphabet}
}

// apply returns the scheme in that shape, named after it. Its error says what cannot be.
func (h Shape) apply(s *gen.Scheme) (*gen.Scheme, error) {
	own, err := s.Restrict(h.Length, h.Alphabet)
	if err != nil {
		return nil, err
	}
	shaped := *own
	if h.Length > 0 {
		shaped.Name += ":" + strconv.Itoa(h.Length)
	}
	if h.Encoding != "" {
		form, err := encoding(h.Encoding)
		switch {
		case err != nil:
			return nil, err
		case s.Pattern != nil:
			return nil, fmt.Errorf("%s is a text, no number; remove the encoding", s.Name)
		}
		shaped.Text, shaped.Affix = gen.Text{Form: form}, nil
		if err := shaped.Text.Check(s.Layout.Size()); err != nil {
			return nil, err
		}
		shaped.Name += ":" + h.Encoding
	}
	return &shaped, nil
}

// Encodings are the forms that bits can be written in: raw bytes are no text.
func Encodings() (list []gen.Choice) {
	for _, f := range gen.Forms() {
		if f.Format && f.Form != gen.Raw {
			list = append(list, gen.Choice{Name: f.Name, Help: f.Help})
		}
	}
	return list
}

// encoding finds one of them.
func encoding(name string) (gen.Form, error) {
	var names []string
	for _, c := range Encodings() {
		if names = append(names, c.Name); c.Name == name {
			return text.Named(name)
		}
	}
	return 0, fmt.Errorf("encoding %q is unknown; use one of %s", name, strings.Join(names, ", "))
}

// Every derives the rows of all schemes that make ids, the most common first, and of the
// baselines; brands tells whether ids of one product are among them.
func (q *Selection) Every(schemes []*gen.Scheme, brands bool) []Row {
	schemes = slices.Clone(schemes)
	slices.SortStableFunc(schemes, func(a, b *gen.Scheme) int { return cmp.Compare(b.Prior, a.Prior) })
	var list []Row
	for _, s := range append(schemes, Baselines()...) {
		if s.Brand && !brands {
			continue
		}
		if r, err := Of(s, q.Load, q.Now); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// Common are the schemes that people compare first, most general ones before.
func Common() []string {
	return []string{"uuidv4", "uuidv7", "ulid", "nanoid", "snowflake", "objectid", "ksuid", autoIncrement}
}

// Schemes returns those of the names that are schemes, and no counters of a server.
func Schemes(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return name == counterSqids || baseline(name) != nil
	})
}

// setBack is what makes the counter of a scheme repeat.
var setBack = []string{
	"the store loses no count that it gave out: a replica that takes over gives out again what it lacks, a restored " +
		"backup all since it was taken, a lost key all",
	"a host refuses what is not above the numbers that it saw itself; idscope bench collisions counts what that " +
		"leaves, with --fault failover, restore and lose-key",
}

// autoIncrement is the baseline of one insert, one number.
const autoIncrement = "auto-increment"

// Baselines are the ways of numbering that are there for comparison, as schemes: integers of 64 bits with sign
// that count up from 1. Counter is where their facts are from.
func Baselines() []*gen.Scheme {
	integer := func(name, libraries, source string) *gen.Scheme {
		return &gen.Scheme{Name: name, Libraries: libraries, Counter: source,
			Bits: gen.Bits{Layout: gen.Layout{{Name: "sign", Source: gen.Const, Bits: 1},
				{Name: "number", Source: gen.Seq, Bits: 63}}},
			Encoding: gen.Encoding{Text: gen.Text{Form: gen.Decimal}}}
	}
	return []*gen.Scheme{
		integer(autoIncrement, "every SQL database", "MySQL AUTO_INCREMENT, PostgreSQL GENERATED AS IDENTITY: one "+
			"insert, one number; gaps where a transaction fails"),
		integer("redis-incr", "every client of Redis", "Redis INCR: one round trip, one number, of 64 bits with "+
			"sign; as durable as the append-only file is"),
	}
}

// baseline is the one of a name; nil for a name of none.
func baseline(name string) *gen.Scheme {
	for _, s := range Baselines() {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// counted completes the row of a scheme that a counter numbers. The server is the limit of its rate.
func (r *Row) counted(s *gen.Scheme, load Load, now time.Time) {
	r.Baseline, r.PerSecond = s.Counter, 0
	r.Chance = &Chance{Model: "none: one counter", Assume: setBack}
	if baseline(s.Name) != nil {
		r.Chance.Assume = []string{"the server never loses a count that it gave out"}
	}
	if s.Name == autoIncrement {
		r.Stores[0].Type += " GENERATED ALWAYS AS IDENTITY"
		r.Stores[1].Type += " AUTO_INCREMENT"
	}
	last := load.Count()
	if s.Timed() {
		last = r.dated(s, load, now)
	}
	dated, size := s.Text.Form == gen.DateDigits, s.Layout.Size()
	switch {
	case dated:
		r.Length = len(last.String())
	case !s.Timed(): // the bits of a date are not its number
		r.Length = len(s.Text.Append(nil, gen.FromBytes(last.Bytes()), max(size, last.BitLen())))
	}
	if r.TextOrder = r.sorts && (dated || s.Text.Sorted(size)); !r.sorts { // as decimal digits, 10 sorts before 9
		r.Order = gen.Unordered.String()
	}
	r.JSSafe.Always, r.Bigint.Always = last.BitLen() <= 53, last.BitLen() <= 63
	if !r.Bigint.Always && r.Problems == nil {
		r.problem("%s ids are more than 2^63-1", countText(last))
	}
	if r.Problems != nil {
		r.Chance = nil
	}
}

// dated is the last number of a load behind its date, in 6 digits or as many as its days need.
func (r *Row) dated(s *gen.Scheme, load Load, now time.Time) *big.Int {
	end := load.End(now)
	if day := big.NewRat(24*3600, 1); load.For.Cmp(day) > 0 {
		load.For = day
	}
	count, most := load.Count(), gen.Mask(s.Layout.Width(gen.Seq)).Lo
	if count.Cmp(new(big.Int).SetUint64(most)) > 0 {
		r.exceeds("%s ids a day are more than its %s", whole(count), new(big.Float).SetUint64(most))
	}
	last, _ := new(big.Int).SetString(fmt.Sprintf("%s%06d", end.Format("20060102"), count), 10)
	return last
}

// counterSqids is the name of a counter whose numbers are written by Sqids.
const counterSqids = "counter+sqids"

// encoded is the row of a counter of a server whose numbers Sqids writes in an alphabet, the usual
// one where it is empty.
func encoded(load Load, alphabet string) (Row, error) {
	r, err := Of(baseline(autoIncrement), load, time.Time{})
	if err != nil {
		return r, err
	}
	codec, err := sqids.New(sqids.Options{Alphabet: alphabet})
	if err != nil {
		return r, err
	}
	last := uint64(math.MaxUint64)
	if n := load.Count(); n.IsUint64() {
		last = n.Uint64()
	}
	text, err := codec.Append(nil, []uint64{last})
	if err != nil {
		return r, err
	}
	r.Scheme, r.Baseline = counterSqids, "a counter of a server, its numbers encoded by Sqids: anyone who knows the "+
		"alphabet can decode them"
	r.Length, r.TextOrder, r.shape = len(text), false, Shape{Alphabet: alphabet}
	r.written([]symbols{anyOf(cmp.Or(alphabet, sqids.DefaultAlphabet), false)})
	r.Stores = integers()
	r.Libraries = "Go sqids-go, Java sqids-java, Python sqids, JS sqids, Rust sqids, C# Sqids"
	return r, nil
}
