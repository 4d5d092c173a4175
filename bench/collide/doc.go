// Package collide counts the identifiers that a group of nodes generates more than
// once. It runs the generator core itself, and the rules of other systems, against
// clocks that exist only here: they are skewed, step back, stand still, and processes
// restart under them, as a list of faults says. Nothing depends on the machine's
// clock, and everything on the seed: the same configuration gives the same count.
//
// One simulator serves all schemes and faults: the nodes lie in a heap by the time of
// their next event, and an event is all that a node is asked for in one tick of its
// clock. What was generated is marked as intervals of positions where a sequence tells
// identifiers apart, else kept until no clock can enter its ticks again.
//
// The count is exact. An identifier is a duplicate when it equals an earlier one;
// three equal ones are two duplicates and three pairs. Memory is bounded by the ticks
// that some clock can still enter; of schemes without a time every identifier is kept,
// and what does not fit is refused.
//
// One shortcut is taken: where identifiers of a tick differ in random bits that are
// drawn independently, no clock is at fault and a tick has one arrival only, its bits
// are not drawn, for they can meet no others.
//
// Beside the count stands an expectation: a closed form where no fault strikes or the
// rules exclude duplicates, else the interval of other simulated histories of the same
// faults.
package collide
