// Package collide counts the identifiers that a group of nodes makes twice. It
// runs the generator core itself, and the rules of other systems, against clocks
// that exist only here: they are skewed, step back, stand still, and processes
// restart under them, as a list of faults says. Nothing depends on the machine's
// clock, and everything on the seed: the same configuration gives the same count.
//
// The count is exact. An identifier is a duplicate when it equals an earlier one;
// three equal ones are two duplicates and three pairs. Of schemes with a time
// only the ticks that some clock can still enter are kept, sequences as intervals,
// so memory does not grow with the number of identifiers; of schemes without a
// time every identifier is, and what does not fit is refused.
//
// One shortcut is taken: where identifiers of one tick differ in random bits, no
// clock is at fault and a tick has one arrival only, its bits are not drawn, for
// they can meet no others.
//
// Beside the count stands a prediction that does not come from counting: the probability
// of the random bits, or what the rules imply for the ticks that are entered twice.
package collide
