package birthday

import (
	"errors"
	"fmt"
	"math/big"
	"time"
	"unicode/utf8"

	"idscope/gen"
	"idscope/gen/fault"
)

// Options are what the probability of a scheme depend on besides its layout. The zero
// value asks for one tick, with every id made by somebody else.
type Options struct {
	Nodes *big.Int // how many nodes share the work evenly, 1 or more; nil is unknown
	Rate  *big.Rat // ids a second, all nodes together, above 0; nil puts a whole count into one tick
	// Even says that they come as far apart as can be: no tick has more than the next whole number. Else each comes
	// independently of all others, and some ticks have many.
	Even bool
}

// Owner is the source of the numbers that have one owner each, so that nodes never collide: data where
// the record of one host is all else that keeps ids apart, or workers; a layout may have none of its bits.
func Owner(s *gen.Scheme) gen.Source {
	if s.Recorded() && s.WorkerBits() == 0 && s.Layout.Width(gen.Data) > 0 {
		return gen.Data
	}
	return gen.Worker
}

// ErrSpace says that a scheme has too many values to calculate with.
var ErrSpace = errors.New("above")

// Of derives the model of a scheme from its declaration.
//
// Numbers never collide while each has one [Owner]; with Nodes the model is of nodes that
// draw their worker numbers at random, or have the same data. So it is, always, where the
// scheme itself has workers drawn at random. Without a worker the random bits decide:
// over all ids where there is no time, else within a tick; where a
// generator's random bits grow within a tick it repeats nothing itself, and what
// may collide is between nodes.
//
// An error is of a call that cannot work: a scheme with one id, nodes that nothing keeps
// apart, a rate above what the layout can make.
func Of(s *gen.Scheme, o Options) (*Model, error) {
	m := &Model{Scheme: s.Name, Rate: o.Rate, PerTick: s.Timed()}
	z := sizesOf(s)
	if s.Timed() {
		m.Tick = new(big.Rat).SetFrac(big.NewInt(int64(s.Tick)), new(big.Int).Lsh(big.NewInt(int64(time.Second)),
			uint(s.Fraction)))
		if err := z.capacity(s, m.Tick, o); err != nil {
			return nil, err
		}
	}
	switch {
	case z.has(kept):
		m.once(z[kept], Nodes, "random parts that a process keeps", "each process draws its part once, every value "+
			"equally likely; of two with the same part the counters may still stay apart, which is not counted")
	case z.has(gen.Worker) && (o.Nodes != nil || s.WorkerRule != gen.WorkerNumber):
		m.workers(s, &z)
	case z.has(gen.Worker) && (!z.has(gen.Random) || z.has(gen.Seq) || s.Timed() && s.Paced()):
		m.Space, m.Owned = z.product(gen.Worker, gen.Seq, gen.Random), true
		m.say("none: worker numbers with one owner each, and a sequence", "no two nodes have one worker number at a "+
			"time; for nodes that draw theirs at random give their number")
	case z.has(gen.Digest):
		m.once(z[gen.Digest], IDs, "independent draws of a hash", "different names hash as if drawn at random; the "+
			"same name always gives the same id, and that is not a collision")
	case z.has(gen.Random) && (o.Nodes != nil || Owner(s) == gen.Worker):
		m.random(s, &z, o)
	case z.has(gen.Seq) || s.Timed():
		if s.Counter == "" && o.Nodes != nil && many(o.Nodes) {
			return nil, &fault.Error{Hint: apart(s), Text: fmt.Sprintf("%s has no worker and no random bits: "+
				"nothing keeps %d nodes apart; use 1 node, or a scheme that has", s.Name, o.Nodes)}
		}
		m.Space = z.product(gen.Seq, gen.Random)
		m.say("none: one sequence", "one sequence is shared by all who generate these ids, or each has data of its "+
			"own in them")
	default:
		return nil, &fault.Error{Hint: "idscope schemes lists them", Text: s.Name +
			" draws nothing at random and counts nothing; use a scheme that generates many ids"}
	}
	if m.Space.BitLen() > MaxBits+1 {
		return nil, fmt.Errorf("the space of %s is %w 2^%d; use a smaller one", s.Name, ErrSpace, MaxBits)
	}
	return m, nil
}

// apart names the data field that a user may tell nodes apart by.
func apart(s *gen.Scheme) string {
	for _, f := range s.Layout {
		if f.Source == gen.Data {
			return fmt.Sprintf("give each node a value of its own: --set %s=", f.Name)
		}
	}
	return ""
}

// say names the model, with what has to hold.
func (m *Model) say(name, text string) {
	m.Name = name
	m.assume(text)
}

func (m *Model) assume(text string) { m.Assume = append(m.Assume, text) }

// once is one space of what is drawn once, whatever the tick.
func (m *Model) once(n *big.Int, unit Unit, name, assume string) {
	m.Space, m.PerTick, m.Unit, m.law = n, false, unit, independent(n)
	m.say(name, assume)
}

// workers is the model of nodes that draw worker numbers at random.
func (m *Model) workers(s *gen.Scheme, z *sizes) {
	space := z[gen.Worker]
	assume := "each node draws its worker number once, every one equally likely; two nodes with one number generate " +
		"the same ids sooner or later"
	switch {
	case s.WorkerRule == gen.WorkerNode:
		space.Rsh(space, 1) // the multicast bit is set in all
		assume = "each node draws its worker number once, all bits but the multicast bit at random; two nodes with " +
			"one number generate the same ids sooner or later"
	case s.WorkerRule == gen.WorkerRandom && z.has(gen.Seq):
		assume = "each process draws its worker bits once, all equally likely; of two with the same bits the " +
			"counters may still stay apart, which is not counted"
	case z.has(gen.Random):
		assume = "each node draws its worker number once, every one equally likely; the random bits of the ids may " +
			"still keep two with one number apart, which is not counted"
	}
	m.once(space, Nodes, "worker numbers drawn at random", assume)
}

// random is a layout whose random bits keep ids apart, of all time or of a tick.
func (m *Model) random(s *gen.Scheme, z *sizes, o Options) {
	growth, note := s.Growth, ""
	m.Space, m.Name = z[gen.Random], "independent draws"
	switch {
	case z.has(gen.Worker):
		m.Name += " of one worker"
		note = "no two nodes have one worker number, and all ids come from one worker: spread over more, they " +
			"collide less"
	case z.has(gen.Seq) && s.Start.Rule == gen.StartDraw: // a node counts up from there, so it repeats none
		growth, m.Space = gen.GrowthRandom, z.product(gen.Seq, gen.Random)
		note = "the sequence starts anywhere in its range, every value equally likely, so that it counts as random bits"
	case s.Paced() && growth == gen.GrowthNone && o.Nodes != nil && !many(o.Nodes):
		m.say("none: one node, whose sequence keeps its ids apart", "one generator generates all ids")
		return
	case z.has(gen.Seq):
		growth = gen.GrowthNone
		note = "the sequence, which keeps the ids of one node apart, is not counted: the probability is at most these"
	}
	m.nodes(o.Nodes, growth)
	switch {
	case m.Never() || !m.PerTick:
	case o.Rate == nil:
		m.assume("all ids fall into one tick, for no rate was given")
	default:
		m.rated(o, growth)
	}
	if note != "" {
		m.assume(note)
	}
	if o.Nodes == nil && growth != gen.GrowthNone {
		m.assume("every id is from another node, the worst case: a node's own never collide, so with the number of " +
			"nodes the probability is lower")
	}
}

// nodes is the law of random bits that grow so, between so many nodes; nil is unknown.
func (m *Model) nodes(nodes *big.Int, growth gen.Growth) {
	span := "of all time"
	if m.PerTick {
		span = "of a tick"
	}
	switch {
	case nodes == nil || growth == gen.GrowthNone:
		m.law = independent(m.Space)
		m.say(m.Name, "every value is equally likely and drawn again: a good random source, on every node")
	case !many(nodes):
		m.say("none: one node, whose random bits do not repeat", "one generator generates all ids")
	case growth == gen.GrowthOne:
		m.law = blocks(m.Space, nodes)
		m.say("runs that count up from a random value, between nodes", "nodes share the ids evenly; for those "+span+
			" a node draws a value and counts up from it by 1")
	default:
		m.law = between(m.Space, nodes)
		m.say("random values between nodes, each node without repeats", "nodes share the ids evenly; among those "+
			span+" a node draws no value twice, and any set of values is equally likely")
	}
}

// rated replaces the law of one tick by that of a rate.
func (m *Model) rated(o Options, growth gen.Growth) {
	exact := new(big.Rat).Mul(o.Rate, m.Tick)
	mean, _ := exact.Float64()
	runs := m.drawn == nil && growth == gen.GrowthOne
	if o.Even {
		exponent, pairs := m.even(exact)
		if m.law = m.over(mean, exponent, pairs); m.Never() {
			m.Name = "none: at this rate even arrivals put no two ids that could be equal into one tick"
		}
		m.assume("even arrivals: the ids of each tick are as many as of any other, or one more; ticks are " +
			"independent of each other")
		return
	}
	each := m.draws
	each.Poisson = true
	m.law = m.over(mean, m.tick(mean), each.Pairs(mean))
	m.assume("Poisson arrivals: each id comes at a time of its own, so that the count is the expected one; ticks are " +
		"independent of each other")
	if runs {
		m.assume("of first order: right where a tick has far fewer ids than its space")
	}
}

// kept is the index of random parts that a process draws once for many ids, behind the sources.
const kept = gen.Digest + 1

// sizes are how many values the parts of an id have, source by source; 1
// where it has none of a source. Constants and counts of rollbacks are no choice.
type sizes [kept + 1]*big.Int

// sizesOf counts the values of a layout, or of a pattern.
func sizesOf(s *gen.Scheme) (z sizes) {
	for i := range z {
		z[i] = bit(s.Layout.Width(gen.Source(i)))
	}
	z[kept] = big.NewInt(1)
	for _, part := range s.Pattern {
		if len(part.Texts) > 0 || part.Alphabet == gen.AnyByte {
			continue
		}
		source := part.Source
		if part.Keep && source == gen.Random {
			source = kept
		}
		symbols, many := big.NewInt(int64(utf8.RuneCountInString(part.Alphabet))), part.Symbols()
		if part.Drawn > 0 {
			symbols, many = big.NewInt(2), part.Drawn
		}
		z[source].Mul(z[source], symbols.Exp(symbols, big.NewInt(int64(many)), nil))
	}
	return z
}

// has reports whether a source has a choice.
func (z *sizes) has(s gen.Source) bool { return many(z[s]) }

// product is the number of values of several sources together.
func (z *sizes) product(list ...gen.Source) *big.Int {
	n := big.NewInt(1)
	for _, s := range list {
		n.Mul(n, z[s])
	}
	return n
}

func many(n *big.Int) bool { return n.Cmp(big.NewInt(1)) > 0 }

// bit is 2^n.
func bit(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// capacity refuses a rate above the most ids a second that a layout can generate: what one
// generator generates in a tick, times the workers, or the nodes where those are
// fewer, times the values of its data; never more than the layout tells apart.
func (z *sizes) capacity(s *gen.Scheme, tick *big.Rat, o Options) error {
	if o.Rate == nil {
		return nil
	}
	top := z.product(gen.Worker, gen.Seq, gen.Random, gen.Data, kept)
	if n, limited := s.PerTick(); limited && o.Nodes != nil && s.Pattern == nil {
		each := new(big.Int).SetBytes(n.AppendBytes(nil, gen.MaxBits/8))
		each.Mul(each, o.Nodes)
		if each.Mul(each, z[gen.Data]); each.Cmp(top) < 0 {
			top = each
		}
	}
	most := new(big.Rat).SetInt(top)
	if most.Quo(most, tick); o.Rate.Cmp(most) <= 0 {
		return nil
	}
	who := "all its workers together"
	switch {
	case o.Nodes != nil && !many(o.Nodes):
		who = "1 node"
	case o.Nodes != nil:
		who = fmt.Sprintf("%d nodes", o.Nodes)
	case s.WorkerBits() == 0:
		who = "its layout"
	}
	return fmt.Errorf("a rate of %s a second is more than %s can generate; use at most %s, from "+
		"%s", decimal(o.Rate), s.Name, decimal(most), who)
}

// decimal writes a rate as people would: whole where it is, else rounded down, which is a rate that can be used, to
// three digits behind the point, or three that are not 0.
func decimal(v *big.Rat) string {
	if v.IsInt() {
		return v.Num().String()
	}
	for digits, scale := 3, big.NewInt(1000); ; digits++ {
		n := new(big.Int).Mul(v.Num(), scale)
		if n.Quo(n, v.Denom()); len(n.String()) > 2 {
			return new(big.Rat).SetFrac(n, scale).FloatString(digits)
		}
		scale.Mul(scale, big.NewInt(10))
	}
}
