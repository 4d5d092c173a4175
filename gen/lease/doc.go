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
// README.md has what is kept, the protocol step by step, why nothing repeats, and on what it rests.
package lease
