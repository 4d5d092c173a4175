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
// README.md has the protocol step by step, why nothing repeats, and on what it rests.
package lease
