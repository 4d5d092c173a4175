package birthday

import "math/big"

// between is the law of k identifiers that nodes share evenly, each node without
// repeats of its own: collisions are between nodes only. What a node has used is
// any set of so many values, each equally likely. Then
//
//	P(no collision) = P(k all different) / product of P(k_j all different)
//
// over the nodes' shares k_j, so that the exponents are subtracted.
func between(s *space, nodes *big.Int) law {
	return law{
		exponent: func(k *big.Int) *big.Float {
			whole := s.exponent(k)
			if whole.IsInf() {
				return s.overfull(nodes)
			}
			few, share, more := shares(k, nodes)
			r := s.bits
			own := r.mul(r.fromInt(few), s.exponent(share))
			if more.Sign() > 0 {
				own.Add(own, r.mul(r.fromInt(more), s.exponent(next(share))))
			}
			return atLeastZero(r.sub(whole, own))
		},
		pairs: func(k *big.Int) *big.Rat { return s.among(crossing(k, nodes)) },
		guess: s.guess,
	}
}

// blocks is the law of k identifiers that nodes share evenly, where a node counts
// up by 1 from a value drawn at random: runs on a ring of n values. Of N runs with
// k values together those orders that do not touch are
//
//	P(no collision) = product over i < N of (1 - (k-i)/n)
//
// which needs no share: so the exponents of k and of k-N+1 are subtracted.
func blocks(s *space, nodes *big.Int) law {
	return law{
		exponent: func(k *big.Int) *big.Float {
			whole := s.exponent(k)
			if whole.IsInf() {
				return s.overfull(nodes)
			}
			used := nodes
			if used.Cmp(k) > 0 {
				used = k
			}
			rest := new(big.Int).Sub(k, used)
			return atLeastZero(s.bits.sub(whole, s.exponent(next(rest))))
		},
		pairs: func(k *big.Int) *big.Rat { return s.among(crossing(k, nodes)) },
		guess: s.guess,
	}
}

// overfull is the exponent of more identifiers than values: certain, unless a
// single node refuses to repeat.
func (s *space) overfull(nodes *big.Int) *big.Float {
	if nodes.Cmp(big.NewInt(1)) == 0 {
		return s.bits.zero()
	}
	return s.bits.zero().SetInf(false)
}

// shares divides k evenly: so many nodes have share, the others one more.
func shares(k, nodes *big.Int) (few, share, more *big.Int) {
	share, more = new(big.Int).QuoRem(k, nodes, new(big.Int))
	return new(big.Int).Sub(nodes, more), share, more
}

// crossing is the number of pairs of k whose two are of different nodes.
func crossing(k, nodes *big.Int) *big.Int {
	few, share, more := shares(k, nodes)
	own := new(big.Int).Mul(few, choose2(share))
	own.Add(own, new(big.Int).Mul(more, choose2(next(share))))
	return own.Sub(choose2(k), own)
}

func next(k *big.Int) *big.Int { return new(big.Int).Add(k, big.NewInt(1)) }

// atLeastZero takes away what the last bits of a difference left below zero.
func atLeastZero(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return x.SetInt64(0)
	}
	return x
}
