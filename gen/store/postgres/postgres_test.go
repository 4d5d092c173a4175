package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/store/postgres"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// execute runs statements as a superuser.
func execute(t testing.TB, url, statements string, args ...any) {
	t.Helper()
	c := try.Of(pgx.Connect(context.Background(), url)).Or(t)
	defer c.Close(context.Background())
	try.Of(c.Exec(context.Background(), statements, args...)).Or(t)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	s := testserver.Postgres(t, "the suite of stores")
	c := testserver.NewCertificates(t)
	secure := testserver.PostgresTLS(t, "the suite of stores", c).URL
	storetest.Run(t, storetest.Engine{
		Secure: secure + "?ca=" + c.CA, Distrusted: secure + "?ca=" + c.OtherCA,
		Driver: postgres.Driver(), URL: s.URL, Server: s, Class: store.Proven, Clock: true, Engine: "PostgreSQL",
		Lives:  storetest.Lives{Restart: store.Restarted, PutBack: store.Restarted},
		Delete: func(t testing.TB, key string) { execute(t, s.URL, `DELETE FROM idscope_store WHERE name = $1`, key) },
	})
}

// TestSSLMode: a URL means here what it means to PostgreSQL's own clients.
func TestSSLMode(t *testing.T) {
	t.Parallel()
	c := testserver.NewCertificates(t)
	server := testserver.PostgresTLS(t, "sslmode", c)
	local := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	elsewhere := strings.Replace(server.URL, "127.0.0.1", "127.0.0.2", 1) // of no certificate, and the same server
	for _, x := range []struct{ url, refused string }{
		{server.URL + "?sslmode=require", ""},
		{server.URL + "?sslmode=require&sslrootcert=" + c.CA, ""},
		{server.URL + "?sslmode=require&sslrootcert=" + c.OtherCA, "certificate"},
		{server.URL + "?sslmode=verify-ca&sslrootcert=" + c.CA, ""},
		{server.URL + "?sslmode=verify-ca", "certificate"},
		{elsewhere + "?sslmode=verify-ca&sslrootcert=" + c.CA, ""},
		{elsewhere + "?sslmode=verify-full&sslrootcert=" + c.CA, "certificate"},
		{local + "?sslmode=verify-full&sslrootcert=" + c.CA, ""},
		{server.URL + "?sslmode=verify-full&sslrootcert=" + c.OtherCA, "certificate"},
		{server.URL + "?sslmode=disable", "no encryption"},
	} {
		if x.refused != "" {
			storetest.Refused(t, postgres.Driver(), x.url, true, x.refused)
			continue
		}
		s := storetest.Open(t, postgres.Driver(), x.url)
		if _, err := s.Incarnation(t.Context()); err != nil {
			t.Errorf("%s: %v", x.url, err)
		}
	}
}

// TestServer is what only PostgreSQL has.
func TestServer(t *testing.T) {
	t.Parallel()
	server := testserver.Postgres(t, "tables that are missing or wrong, rights, standbys, servers that are read only")
	execute(t, server.URL, `CREATE SCHEMA "Ids; --"`)
	storetest.Tables{Driver: postgres.Driver(), URL: server.URL, Quoted: `"wrong"`,
		Names:   []string{`a"b`, `"; DROP TABLE idscope_store; --`, `Ids; --.it's`, "ünïcode", strings.Repeat("n", 63)},
		Unnamed: []string{".", "a.", "a.b.c", strings.Repeat("n", 64), "a\x00b"},
		NewUser: "CREATE ROLE plain LOGIN PASSWORD '" + testserver.Password + "'",
		Grant:   "GRANT SELECT, INSERT, UPDATE ON idscope_store TO plain",
		Execute: func(t testing.TB, statements string) { execute(t, server.URL, statements) },
		Query: func(t testing.TB, query string, cells ...any) {
			try.Works(t, connect(t, server.URL).QueryRow(context.Background(), query).Scan(cells...))
		},
	}.Run(t)
	for _, part := range []struct {
		name string
		run  func(*testing.T, *testserver.Server)
	}{
		{"no such database", noDatabase}, {"encoding", encoding}, {"cache", cache}, {"standbys", standbys},
		{"settings", settings}, {"read only", readOnly},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, server) })
	}
}

func noDatabase(t *testing.T, server *testserver.Server) {
	storetest.Refused(t, postgres.Driver(), strings.Replace(server.URL, "/postgres", "/nowhere", 1), true,
		`"nowhere" does not exist`, "create it")
}

func encoding(t *testing.T, server *testserver.Server) {
	execute(t, server.URL, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
	storetest.Refused(t, postgres.Driver(), strings.Replace(server.URL, "/postgres", "/latin", 1), true, "LATIN1",
		"create the database with ENCODING 'UTF8'")
}

// cache: a sequence of which connections take their own numbers does not count for all.
func cache(t *testing.T, server *testserver.Server) {
	execute(t, server.URL, "CREATE TABLE cached (id bigint GENERATED ALWAYS AS IDENTITY (CACHE 20) PRIMARY KEY)")
	db := storetest.Open(t, postgres.Driver(), server.URL).(counter.Database)
	try.Of(db.Numbers(t.Context(), "cached", false, counter.Setup{})).Fails(t, counter.ErrDisagree, "with CACHE 20:")
	execute(t, server.URL, "ALTER SEQUENCE cached_id_seq CACHE 1")
	n := try.Of(db.Numbers(t.Context(), "cached", false, counter.Setup{})).Or(t)
	try.Of(n.Next(t.Context())).Is(t, 1, "its first number")
	try.Of(db.Next(t.Context(), "cached")).Is(t, 2, "then its next")
}

// standbys: a receiver of the log counts as one, as the server cannot tell them apart.
func standbys(t *testing.T, server *testserver.Server) {
	s := storetest.Open(t, postgres.Driver(), server.URL)
	receive(t, server)
	storetest.Until(t, s, store.Conditional, "must never be promoted")
	execute(t, server.URL, "CREATE ROLE blind LOGIN PASSWORD '"+testserver.Password+"'")
	execute(t, server.URL, "GRANT SELECT, INSERT, UPDATE ON idscope_store TO blind")
	blind := storetest.Open(t, postgres.Driver(), strings.Replace(server.URL, "idscope:", "blind:", 1))
	storetest.Until(t, blind, store.Conditional, "hidden")
	execute(t, server.URL, "ALTER SYSTEM SET synchronous_standby_names = '*'")
	execute(t, server.URL, "SELECT pg_reload_conf()")
	storetest.Until(t, s, store.Proven, "synchronous standby")
	try.Of(s.Swap(context.Background(), "replicated", "", []byte("data"))).Or(t)
	execute(t, server.URL, "ALTER SYSTEM RESET synchronous_standby_names")
	execute(t, server.URL, "SELECT pg_reload_conf()")
}

// receive starts a receiver of the server's log that syncs what it gets.
func receive(t *testing.T, server *testserver.Server) {
	t.Helper()
	list, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_receivewal")
	if len(list) == 0 {
		t.Skip("left out: standbys; pg_receivewal is not installed")
	}
	c := exec.Command(list[len(list)-1], "-D", t.TempDir(), "-d", server.URL, "--synchronous", "--no-loop")
	try.Works(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
}

// settings that forget commits are seen in the server, not in its files.
func settings(t *testing.T, server *testserver.Server) {
	for _, x := range []struct {
		setting string
		class   store.Class
	}{{"fsync=off", store.BestEffort}, {"full_page_writes=off", store.Conditional}} {
		server.Stop()
		server.Start("-c", x.setting)
		got, err := storetest.Open(t, postgres.Driver(), server.URL).Safety(context.Background())
		name, _, _ := strings.Cut(x.setting, "=")
		try.Begins(t, fmt.Sprint(got, err), fmt.Sprintf("{%s %s is off", x.class, name), "safety")
	}
	server.Stop()
	server.Start()
	execute(t, server.URL, "ALTER TABLE idscope_store SET UNLOGGED")
	x, err := storetest.Open(t, postgres.Driver(), server.URL).Safety(context.Background())
	try.Begins(t, fmt.Sprint(x, err), "{best effort", "unlogged: safety")
	execute(t, server.URL, "ALTER TABLE idscope_store SET LOGGED")
}

// turned: a connection to a server that became read only is not kept: the server's name may
// lead to the new primary by now.
func turned(t *testing.T, server *testserver.Server) {
	ctx := t.Context()
	s := storetest.Open(t, postgres.Driver(), server.URL)
	until := func(setting string, writes bool) error { // the server learns of it a moment later
		execute(t, server.URL, setting)
		execute(t, server.URL, "SELECT pg_reload_conf()")
		for {
			_, err := s.Swap(ctx, "turned", "", nil)
			if errors.Is(err, store.ErrConflict) {
				err = nil
			}
			if (err == nil) == writes {
				return err
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	err := until("ALTER SYSTEM SET default_transaction_read_only = on", false)
	if errors.Is(err, store.ErrUnknown) || !strings.Contains(err.Error(), "use the primary") {
		t.Errorf("swap where the server became read only: %v; want it refused, with the way out", err)
	}
	_ = until("ALTER SYSTEM RESET default_transaction_read_only", true)
}

// readOnly comes last: a server that was a standby does not write again.
func readOnly(t *testing.T, server *testserver.Server) {
	turned(t, server)
	execute(t, server.URL, "ALTER ROLE plain SET default_transaction_read_only = on")
	storetest.Refused(t, postgres.Driver(), strings.Replace(server.URL, "idscope:", "plain:", 1), false, "read only",
		"primary")
	var data string
	try.Works(t, connect(t, server.URL).QueryRow(context.Background(), "SHOW data_directory").Scan(&data))
	handle := storetest.Open(t, postgres.Driver(), server.URL)
	server.Stop()
	try.Works(t, os.WriteFile(filepath.Join(data, "standby.signal"), nil, 0o644))
	server.StartOnly()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		_, err := store.Open(ctx, []store.Driver{postgres.Driver()}, server.URL, true)
		if err != nil && strings.Contains(err.Error(), "standby") {
			break
		}
		if ctx.Err() != nil {
			t.Fatalf("a standby: %v; want it refused", err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	storetest.Refused(t, postgres.Driver(), server.URL, false, "standby", "use the primary")
	_, err := handle.Swap(ctx, "standby", "", []byte("data"))
	if errors.Is(err, store.ErrUnknown) { // on a connection of before
		_, err = handle.Swap(ctx, "standby", "", []byte("data"))
	}
	if err == nil || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnknown) {
		t.Errorf("swap where the server became a standby: %v; want it refused", err)
	}
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	c := try.Of(pgx.Connect(context.Background(), url)).Or(t)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

// TestKilledWithoutSync: a server that does not sync commits forgets them when it is
// killed, but none of ours, and the store is what it says: proven.
func TestKilledWithoutSync(t *testing.T) {
	t.Parallel()
	server := testserver.Postgres(t, "kill -9 of a server with synchronous_commit=off", "synchronous_commit=off",
		"wal_writer_delay=10s")
	ctx := context.Background()
	s := storetest.Open(t, postgres.Driver(), server.URL)
	safety := fmt.Sprint(try.Of(s.Safety(ctx)).Or(t))
	try.Begins(t, safety, "{proven", "as the store syncs its own commits, it is")
	try.Contains(t, safety, "{synchronous_commit on proven  set for this session; the server's default is off}", "safety")

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

// forgotten commits rows as others do, kills the server, starts it again, and returns how many of the rows it forgot.
func forgotten(t *testing.T, server *testserver.Server) int {
	t.Helper()
	const rows = 20
	ctx := context.Background()
	execute(t, server.URL, "TRUNCATE others")
	execute(t, server.URL, "CHECKPOINT")
	c := try.Of(pgx.Connect(ctx, server.URL)).Or(t)
	for n := range rows {
		try.Of(c.Exec(ctx, "INSERT INTO others VALUES ($1)", n)).Or(t)
	}
	server.Kill()
	_ = c.Close(ctx)
	server.Start()
	var kept int
	try.Works(t, connect(t, server.URL).QueryRow(ctx, "SELECT count(*) FROM others").Scan(&kept))
	return rows - kept
}
