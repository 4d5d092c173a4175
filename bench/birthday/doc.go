// Package birthday calculates how likely identifiers are to collide: the
// birthday problem over a space of n equally likely values, and over what a
// scheme's layout leaves to chance.
//
// [Of] derives a [Model] from a scheme's declaration, [In] makes one of a bare
// space. A Model gives the [Chance] of a count, the expected number of colliding
// pairs, and the smallest count that reaches a probability.
//
// All of it rests on one number, the exponent of the probability that nothing collides:
//
//	P(no collision) = (1-1/n)(1-2/n)...(1-(k-1)/n) = exp(-exponent)
//
// It is kept with 256 bits beyond the length of n, so that what comes out as
// float64 is the nearest one, for counts of 2 as for counts of 1e30, for a chance of
// 1e-300 as for all but 1e-300. Exponents of independent events add up,
// which is how a rate over many ticks is answered without cancellation.
package birthday
