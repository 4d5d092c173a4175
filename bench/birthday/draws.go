package birthday

import "math"

// Draws are values, all equally likely, that nodes draw, no node one of them twice.
type Draws struct {
	Values  float64 // that there are
	Nodes   float64 // that share the draws evenly; +Inf where each draw is independent of all others
	Poisson bool    // there is a Poisson number of draws, each of any node
}

// equal is the expected number of equal pairs among n values where each of k draws meets
// so many others.
func equal(n, k, others float64) float64 { return max(0, k/n*others/2) }

// Pairs is the expected number of equal pairs among k draws, or as many in the mean. It may pass k.
func (d Draws) Pairs(k float64) float64 {
	if d.Poisson {
		return equal(d.Values, k, k) * (1 - 1/d.Nodes)
	}
	_, share, more := d.shares(k)
	return max(0, equal(d.Values, k, k-share)-equal(d.Values, more, share+1))
}

// shares are how many draws a node has, of which there are so many, and how many of them have one more.
func (d Draws) shares(k float64) (nodes, share, more float64) {
	nodes = max(1, min(d.Nodes, k))
	share = math.Floor(k / nodes)
	return nodes, share, k - share*nodes
}

// Repeats is the mean and about the variance of how many of k draws, or of as many in the mean, equal
// an earlier one: balls that fall into a box that is not empty.
func (d Draws) Repeats(k float64) (mean, variance float64) {
	const seldom = 1e-2 // draws of a value up to which the variance is the mean
	if d.Pairs(k) == 0 {
		return 0, 0
	}
	mu := k / d.Values
	own, free, apart := d.free(k)
	if mu < seldom { // k + Values*(exp(free)-1), without loss
		mean = excess(d.Values, math.Expm1(free)) - apart
		return mean, mean
	}
	mean = k + d.Values*math.Expm1(free)
	if own >= 1 { // all nodes draw all values
		return mean, 0
	}
	empty, less := math.Exp(free), math.Exp(free)/(1-own) // less: of one node fewer
	variance = d.Values*empty*(1-empty) - k*empty*less
	if d.Poisson {
		variance += k * (1 - own) * (1 - less) * (1 - less)
	}
	return mean, max(0, variance)
}

// free is the exponent with which no node draws a value, own how likely a node does in the mean, and apart what
// Values*free falls short of -k, for a node draws no value twice.
func (d Draws) free(k float64) (own, free, apart float64) {
	left := func(nodes, own float64) {
		if nodes > 0 {
			free += nodes * math.Log1p(-min(1, own))
			apart += excess(d.Values*nodes, -min(1, own))
		}
	}
	switch {
	case !d.Poisson:
		nodes, share, more := d.shares(k)
		own = k / d.Values / nodes
		left(nodes-more, share/d.Values)
		left(more, (share+1)/d.Values)
	case math.IsInf(d.Nodes, 1):
		free = -k / d.Values
	default:
		own = k / d.Values / d.Nodes
		left(d.Nodes, own)
	}
	return own, free, apart
}
