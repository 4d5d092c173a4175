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
// It is a float64 that is right to 1e-15 relative, for counts of 2 and of 1e30, for a
// probability of 1e-300 and for all but 1e-300. Exponents of independent events add up,
// so a rate over many ticks needs no difference of near numbers. The smallest count of a
// space of independent draws is exact; in all other models it is as exact as a float64.
package birthday
