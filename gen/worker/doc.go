// Package worker makes identifiers unique among the processes of one host.
//
// When every call is a new process, nothing in memory can keep two of them
// apart. So each pair of a layout and a worker number has a [Record]: a small
// file that says how far its identifiers got. A Record is a [gen.Ledger]:
//
//	folder := worker.Folder{State: dir, Claims: "/var/tmp/idscope"}
//	record, err := folder.Auto(ctx, scheme, scheme.Lead())
//	number := record.Worker()
//	g, err := gen.New(scheme, gen.Options{Worker: &number, Ledger: record})
//
// # What is in the folders
//
//	STATE/KEY/layout       which layout it is, for people and for repair
//	STATE/KEY/7.rec        the record of worker 7: 512 bytes
//	STATE/KEY/7.lock       empty; locked while the record is read and written
//	STATE/node             the random node of UUIDv1 and its kin
//	STATE/KEY/lease-NAME   what a store granted, see [Grant]
//	STATE/counters/NAME.rec  what the host knows of a counter, see [File]
//	CLAIMS/KEY-7           which record worker 7 of the layout belongs to, and how far it got
//	CLAIMS/born            whether the folder of claims replaced an earlier one
//
// KEY is made from the bits of the layout, its epoch and its tick, so schemes
// that make the same identifiers share their records, and from the values of its
// data fields, unless all are 0: identifiers of different values never meet.
//
// # Why nothing repeats
//
// A reservation is made under an exclusive lock and stored before it is used: a
// process that is killed loses numbers, and no other one gets them. All users of
// the host see one folder of claims, where one file, made exclusively, names the
// one record that a worker number belongs to, and says ahead how far it will get
// (package guard). They are compared at each reservation: a second state folder
// cannot use the number, and a record that was deleted, replaced or brought back
// from a backup is noticed. Its successor begins after everything that its
// predecessor may have made; without a time it is refused. README.md of this folder
// says on what that rests, and what breaks it.
//
// What cannot be proven is refused with a [*fault.Error], whose Hint is the
// command that mends it.
package worker
