// Package lease gives worker numbers to many hosts, so that no two of them ever
// generate the same identifier. A number is not leased for a time, which no host can
// keep to that sleeps, but for ticks: the store grants a host the ticks above a floor
// up to a ceiling, and no identifier has a tick beyond. A host that was stopped, cut
// off or set to a wrong clock may run into its ceiling; it cannot run past it.
//
//	l := &lease.Lease{Name: "default", Config: config, Keeper: grant, Owner: me, Open: connect}
//	err := l.Acquire(ctx)
//	number := l.Worker()
//	folder.Granted = true
//	record, err := folder.Number(ctx, scheme, number, scheme.Lead())
//	g, err := gen.New(scheme, gen.Options{Worker: &number, Ledger: l.Ledger(record), Ceiling: l.Ceiling()})
//	go l.Renew(ctx) // of a long run
//
// # What there is
//
// In the store, for each layout of a group: the [Meta] value with the group's random
// id, and a [Register] for each number that was ever granted: epoch, floor, high tick,
// nonce, owner. On each host: one [Grant], a file that all its processes share, with
// the number, the register's version, floor and ceiling, and what the host remembers
// of the group. Beside it the records of the number (package worker), of which each
// says how far its identifiers got.
//
// # The protocol, step by step
//
// Generate, by any process, without the store:
//
//  1. lock the record
//  2. read the grant; stop unless it is held, of this number, and written by this host
//  3. raise the record's mark to the floor, under every rollback count
//  4. reserve ticks, none above the ceiling; write the record
//  5. unlock the record; print
//
// Renew, where the ceiling is near:
//
//  1. lock the grant; read it; stop if another process has renewed it meanwhile
//  2. load meta; stop if it is missing, another one, or of before the last fence that this host
//     knows of
//  3. ask for the store's incarnation and clock; stop if the clocks differ by more than 10 s.
//     Another incarnation than the group's, or an older one than this host saw: ask what the
//     store guarantees, then swap meta: the incarnation, and begin = the store's clock, the
//     longest grant and 10 s. A pending swap of ours counts no more, unless the grant lives:
//     the store's clock has not reached the time at which others may take the number
//  4. load the register. Missing, of an earlier epoch, or with a high tick below our
//     ceiling: the store forgot something; stop. Our pending nonce: a process was
//     killed after its swap; its register is the grant. Another version: the grant is
//     void; acquire. Else:
//  5. write a new nonce to the grant
//  6. swap, on the version known: high = max(high, tick + lead + lease), and floor = begin at
//     least if the grant does not live. Outcome unknown: load, compare the nonce, try again
//  7. load meta, ask for the incarnation: if it was fenced since 2., the grant is void; and if
//     there is another incarnation since 3., unless the grant lives: from 1. again
//  8. write the grant: ceiling = high; unlock
//
// Acquire, without a grant, or with one that is void:
//
//  1. to 3. as above; then list the registers and choose one that is free, expired or
//     our own, whose high tick is not beyond what can be generated now; else a number
//     that nobody ever had
//  4. write the nonce and the number to the grant, which is void
//  5. a number that meta does not know, with a register or without: add it to meta; if
//     another host has done so, choose again. From now on it is a lost one if it has no
//     register
//  6. swap: epoch + 1, floor = max(high, begin), high = max(floor, tick + lead + lease)
//  7. as above
//  8. write the grant: held; unlock
//
// A lost number comes back to the choice last, above the store's clock, the longest
// grant of the group and 10 s. The clock is read after the registers. Within 10 s of
// the group's last note nothing counts as lost.
//
// Release, by the host that holds the grant:
//
//  1. lock the grant; write that it is void, durably
//  2. read the marks of all records of the number, each under its lock: who reserves
//     later reads a void grant
//  3. swap: high = the highest mark, no owner; unlock
//
// Release from elsewhere ([Group.Evict]) leaves high as it is: nothing that was granted
// is granted again. Fence ([Group.Fence]) raises all registers above everything that
// may have been granted, after the store forgot something. A group that is gone is made
// again in one swap with all numbers that have a register, listed after it was missing.
//
// # Why nothing repeats
//
// High grows with each swap but the owner's own release, and the ticks of a grant are
// those between its floor, which is the high tick before, and its high tick. So the
// grants of a number are disjoint, in the order of the swaps, which the store decides.
// A release lowers high to what was used, and only after the grant is void for every
// process that has not yet reserved. That a lease has a time is no part of this: the
// time says when a number may be taken over, above all that was granted before.
//
// Where a store forgot some of that, it has another incarnation: no forgotten grant passes
// begin, and what is granted from then on lies above it.
//
// It rests on a store that forgets nothing it confirmed ([store.Safety]) without becoming
// another incarnation ([store.Incarnation]), and on grants
// and records that are not resumed twice from one snapshot of memory and disk.
package lease
