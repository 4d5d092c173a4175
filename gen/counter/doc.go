// Package counter makes identifiers that are numbers of a counter which many
// processes and hosts share: rows and tickets of a database, segments of numbers,
// and numbers that begin anew each day. The counter is in a [store.Store], or in
// tables of a database, which a [Database] knows.
//
// A number is printed only after the store has durably counted past it. So what
// fails between the two loses numbers, and repeats none. Where the outcome of a
// statement is not known, its numbers count as lost.
//
// Each host keeps what it knows of a counter in a small file, a [Host]: the highest
// number that it saw, and refuses a server that is behind it; and the rest of the
// segment, so that short calls share it and most need no server.
package counter
