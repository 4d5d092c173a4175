package birthday

import (
	"fmt"
	"math/big"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
)

// Options are what the probability of a scheme depend on besides its layout. The zero
// value asks for one tick, with every id made by somebody else.
type Options struct {
	Nodes   *big.Int // how many nodes share the work evenly, 1 or more; nil is unknown
	Rate    *big.Rat // ids a second, all nodes together, above 0; nil puts a whole count into one tick
	Arrival Arrival  // how they come, where there is a rate
}

// Of derives the model of a scheme from its declaration.
//
// Numbered workers never collide while each number has one owner; with Nodes the
// model is of nodes that draw theirs at random. So it is, always, where the scheme
// itself has workers drawn at random. Without a worker the random bits decide:
// over all ids where there is no time, else within a tick; where a
// generator's random bits grow within a tick it repeats nothing itself, and what
// may collide is between nodes.
//
// An error is of a call that cannot work: a scheme with one id, nodes that nothing keeps
// apart, a rate above what the layout can make.
func Of(s *gen.Scheme, o Options) (*Model, error) {
	m := &Model{Scheme: s.Name, Rate: o.Rate}
	if s.Timed() {
		m.Tick = big.NewRat(int64(s.Tick), int64(time.Second))
		m.Tick.Quo(m.Tick, new(big.Rat).SetInt(bit(s.Fraction)))
	}
	z, kept := sizesOf(s)
	if err := z.capacity(s, kept, o); err != nil {
		return nil, err
	}
	switch {
	case many(kept):
		m.whole(kept, "random parts that a process keeps",
			"each process draws its part once, every value equally likely; of two with the same part the counters may "+
				"still stay apart, which is not counted")
		m.Unit = Nodes
	case z.has(gen.Worker) && (o.Nodes != nil || s.WorkerRule != gen.WorkerNumber):
		m.workers(s, &z)
	case z.has(gen.Worker):
		m.owned(s, &z, o)
	case z.has(gen.Digest):
		m.whole(z[gen.Digest], "independent draws of a hash",
			"different names hash as if drawn at random; the same name always gives the same id, and that is not a "+
				"collision")
	case z.has(gen.Random):
		m.random(s, &z, o)
	case z.has(gen.Seq) || s.Timed():
		if o.Nodes != nil && many(o.Nodes) {
			return nil, &fault.Error{Hint: apart(s), Text: fmt.Sprintf("%s has no worker and no random bits: "+
				"nothing keeps %d nodes apart; use 1 node, or a scheme that has", s.Name, o.Nodes)}
		}
		m.counted(s, &z)
	default:
		return nil, &fault.Error{Hint: "idscope schemes lists them", Text: s.Name +
			" draws nothing at random and counts nothing; use a scheme that generates many ids"}
	}
	if m.Space.BitLen() > MaxBits+1 {
		return nil, fmt.Errorf("the space of %s is above 2^%d; use a smaller one", s.Name, MaxBits)
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

// whole is one space for all ids ever.
func (m *Model) whole(n *big.Int, name, assume string) {
	m.Space, m.Name, m.Assume = n, name, []string{assume}
	m.law = independent(newSpace(n))
}

// owned is a layout whose worker numbers have one owner each.
func (m *Model) owned(s *gen.Scheme, z *sizes, o Options) {
	m.PerTick = s.Timed()
	if z.has(gen.Random) && !z.has(gen.Seq) && s.Growth == gen.GrowthNone {
		m.within(z[gen.Random], o, s.Growth, "independent draws of one worker")
		m.Assume = append(m.Assume,
			"no two nodes have one worker number, and all ids come from one worker: spread over "+
				"more, they collide less")
		return
	}
	m.Space, m.Owned = z.product(gen.Worker, gen.Seq, gen.Random), true
	m.Name = "none: worker numbers with one owner each, and a sequence"
	m.Assume = []string{"no two nodes have one worker number at a time; for nodes that draw theirs at random give " +
		"their number"}
}

// counted is a layout of one sequence, without workers.
func (m *Model) counted(s *gen.Scheme, z *sizes) {
	m.PerTick = s.Timed()
	m.Space = z[gen.Seq]
	m.Name = "none: one sequence"
	m.Assume = []string{"one sequence is shared by all who generate these ids, or each has data of its own in them"}
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
	m.whole(space, "worker numbers drawn at random", assume)
	m.Unit = Nodes
}

// random is a layout whose random bits keep ids apart.
func (m *Model) random(s *gen.Scheme, z *sizes, o Options) {
	m.PerTick = s.Timed()
	growth, space := s.Growth, z[gen.Random]
	drawn := s.Start.Rule == gen.StartDraw && z.has(gen.Seq)
	switch {
	case drawn: // a node counts up from a value drawn at random, so it repeats none
		growth, space = gen.GrowthRandom, z.product(gen.Seq, gen.Random)
	case z.has(gen.Seq):
		growth, o.Nodes = gen.GrowthNone, nil
	}
	m.within(space, o, growth, "independent draws")
	if drawn {
		m.Assume = append(m.Assume,
			"the sequence starts anywhere in its range, every value equally likely, so that it "+
				"counts as random bits")
	}
	switch {
	case z.has(gen.Seq) && !drawn:
		m.Assume = append(m.Assume,
			"the sequence, which keeps the ids of one node apart, is not counted: the probability is "+
				"at most these")
	case growth == gen.GrowthNone:
	case o.Nodes == nil:
		m.Assume = append(m.Assume,
			"every id is from another node, the worst case: a node's own never collide, so with "+
				"the number of nodes the probability is lower")
	}
}

// within is the law of random bits, of all time or of a tick, under the options.
func (m *Model) within(n *big.Int, o Options, growth gen.Growth, name string) {
	m.Space, m.Name = n, name
	span := "of all time"
	if m.PerTick {
		span = "of a tick"
	}
	s := newSpace(n)
	m.law = independent(s)
	shared := o.Nodes != nil && growth != gen.GrowthNone
	switch {
	case !shared:
		m.Assume = append(m.Assume, "every value is equally likely and drawn anew: a good random source, on every node")
	case o.Nodes.Cmp(big.NewInt(1)) == 0:
		m.Name, m.law = "none: one node, whose random bits do not repeat", law{}
		m.Assume = append(m.Assume, "one generator generates all ids")
		return
	case growth == gen.GrowthOne:
		m.Name, m.law = "runs that count up from a random value, between nodes", blocks(s, o.Nodes)
		m.Assume = append(m.Assume,
			"nodes share the ids evenly; for those "+span+" a node draws a value and counts up "+
				"from it by 1")
	default:
		m.Name, m.law = "random values between nodes, each node without repeats", between(s, o.Nodes)
		m.Assume = append(m.Assume,
			"nodes share the ids evenly; among those "+span+" a node draws no value twice, and any "+
				"set of values is equally likely")
	}
	switch {
	case !m.PerTick:
	case o.Rate == nil:
		m.Assume = append(m.Assume, "all ids fall into one tick, for no rate was given")
	default:
		m.rated(s, o, growth, shared)
	}
}

// rated replaces the law of one tick by that of a rate.
func (m *Model) rated(s *space, o Options, growth gen.Growth, shared bool) {
	exact := new(big.Rat).Mul(o.Rate, m.Tick)
	mean, _ := exact.Float64()
	var t perTick
	switch {
	case o.Arrival == Even:
		t = even(m.law, exact)
	case !shared:
		t = poisson(s, mean)
	case growth == gen.GrowthOne:
		t = poissonBlocks(s, float(o.Nodes), mean)
	default:
		t = poissonBetween(s, float(o.Nodes), mean)
	}
	m.law = t.over(mean)
	if o.Arrival == Even {
		if m.Never() {
			m.Name = "none: at this rate even arrivals put no two ids that could be equal into one tick"
		}
		m.Assume = append(m.Assume, "even arrivals: the ids of each tick are as many as of any other, or one more; "+
			"ticks are independent of each other")
		return
	}
	m.Assume = append(m.Assume, "Poisson arrivals: each id comes at a time of its own, so that the count is the "+
		"expected one; ticks are independent of each other")
	if shared && growth == gen.GrowthOne {
		m.Assume = append(m.Assume, "of first order: right where a tick has far fewer ids than its space")
	}
}
