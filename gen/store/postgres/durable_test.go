package postgres_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"idscope/gen/store"
	"idscope/gen/store/postgres"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestKilledWithoutSync: a server that does not sync commits forgets them when it is
// killed, but none of ours, and the store is what it says: proven.
func TestKilledWithoutSync(t *testing.T) {
	server := testserver.Postgres(t, "kill -9 of a server with synchronous_commit=off", "synchronous_commit=off",
		"wal_writer_delay=10s")
	ctx := context.Background()
	s := storetest.Open(t, postgres.Driver{}, server.URL)
	safety, err := s.Safety(ctx)
	if err != nil || safety.Class != store.Proven {
		t.Errorf("safety is %v, %v; want proven, as the store syncs its own commits", safety, err)
	}
	found := false
	for _, x := range safety.Settings {
		found = found || x.Name == "synchronous_commit" && x.Value == "on" &&
			x.Why == "set for this session; the server's default is off"
	}
	if !found {
		t.Errorf("settings are %+v; want word of synchronous_commit", safety.Settings)
	}

	const rounds = 3
	lost := 0
	execute(t, server.URL, "CREATE TABLE others (n int)")
	for round := range rounds {
		key := fmt.Sprintf("key/%d", round)
		version := store.Version("")
		for n := range 20 {
			version = try.Of(s.Swap(ctx, key, version, fmt.Appendf(nil, "%d", n))).Or(t)
		}
		lost += forgotten(t, server)
		v, err := s.Load(ctx, key)
		if err != nil {
			v, err = s.Load(ctx, key)
		}
		if err != nil || string(v.Data) != "19" || v.Version != version {
			t.Fatalf("round %d: after kill -9 the key holds %q in %q, %v; want 19 in %q", round, v.Data, v.Version, err, version)
		}
	}
	if lost == 0 {
		t.Error("the server forgot nothing of what others wrote: this test could not fail")
	}
}

// forgotten commits rows as others do, kills the server, starts it again, and returns
// how many of the rows it forgot.
func forgotten(t *testing.T, server *testserver.Server) int {
	t.Helper()
	const rows = 20
	ctx := context.Background()
	execute(t, server.URL, "TRUNCATE others")
	execute(t, server.URL, "CHECKPOINT")
	c, err := pgx.Connect(ctx, server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for n := range rows {
		try.Of(c.Exec(ctx, "INSERT INTO others VALUES ($1)", n)).Or(t)
	}
	server.Kill()
	_ = c.Close(ctx)
	server.Start()
	var kept int
	if c, err = pgx.Connect(ctx, server.URL); err == nil {
		err = c.QueryRow(ctx, "SELECT count(*) FROM others").Scan(&kept)
		_ = c.Close(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	return rows - kept
}
