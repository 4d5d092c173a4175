package lease_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/scheme"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/worker"
)

// A service leases a number for its host, generates with it, and renews in the
// background. The store is one in memory here; store.Open opens those of
// [idscope/gen/store].
func Example() {
	check := func(err error) {
		if err != nil {
			log.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	dir, err := os.MkdirTemp("", "lease")
	check(err)
	defer os.RemoveAll(dir)

	s, _ := scheme.Get("snowflake")
	terms, err := lease.ConfigOf(s, worker.Key(s), lease.WorkerField, s.Lead(), time.Minute)
	check(err)
	state := worker.Folder{State: filepath.Join(dir, "state"), Claims: filepath.Join(dir, "claims"), Granted: true}
	grant, err := state.Grant(s, "", "orders", "group orders")
	check(err)
	shared := new(memory.Store)
	host := &lease.Lease{
		Name: "orders", Config: terms, Keeper: grant, Create: true,
		Owner: func() lease.Owner {
			name, _ := os.Hostname()
			home, _ := state.Home()
			return lease.Owner{Host: name, PID: os.Getpid(), Home: home}
		},
		Open: func(context.Context) (store.Store, error) { return shared, nil },
	}

	check(host.Acquire(ctx))
	go host.Renew(ctx)
	number := host.Worker()
	record, err := state.Number(ctx, s, number, s.Lead())
	check(err)
	g, err := gen.New(s, gen.Options{Worker: &number, Ledger: host.Ledger(record), Ceiling: host.Ceiling()})
	check(err)
	ids := make([]gen.ID, 1000)
	n, err := g.Fill(ctx, ids)
	fmt.Println(n, err, "by worker", g.Codec().Source(ids[0], gen.Worker).Lo)

	stop()
	check(host.Release(context.Background())) // the next host gets the number at once
	list, err := (&lease.Group{Store: shared, Name: "orders", Config: terms}).List(context.Background())
	fmt.Println(len(list), "number,", list[0].State(time.Now()), err)
	// Output:
	// 1000 <nil> by worker 0
	// 1 number, free <nil>
}
