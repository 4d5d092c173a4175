package mysql_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/store/mysql"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// connect is a client of its own, of a user with all rights.
func connect(t testing.TB, url string) *sql.DB {
	t.Helper()
	rest, _ := strings.CutPrefix(url, "mysql://")
	login, rest, _ := strings.Cut(rest, "@")
	address, name, _ := strings.Cut(rest, "/")
	c := try.Of(sql.Open("mysql", login+"@tcp("+address+")/"+name)).Or(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func execute(t testing.TB, url, statement string, args ...any) {
	t.Helper()
	try.Of(connect(t, url).Exec(statement, args...)).Or(t)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	s := testserver.MariaDB(t, "the suite of stores")
	execute(t, s.URL, "CREATE DATABASE ids")
	url := s.URL + "ids"
	c := testserver.NewCertificates(t)
	secure := testserver.MariaDBTLS(t, "the suite of stores", c).URL + "mysql"
	storetest.Run(t, storetest.Engine{
		Secure: secure + "?ca=" + c.CA, Distrusted: secure + "?ca=" + c.OtherCA,
		Driver: mysql.Driver(), URL: url, Server: s, Class: store.Proven, Clock: true, Engine: "MariaDB",
		Lives:  storetest.Lives{Restart: store.Restarted, PutBack: store.Restarted},
		Delete: func(t testing.TB, key string) { execute(t, url, "DELETE FROM idscope_store WHERE name = ?", key) },
	})
}

// TestServer is what only MariaDB and MySQL have.
func TestServer(t *testing.T) {
	t.Parallel()
	server := testserver.MariaDB(t, "tables that are missing or wrong, rights, replicas, settings, servers that are "+
		"read only")
	execute(t, server.URL, "CREATE DATABASE ids")
	url := server.URL + "ids"
	storetest.Tables{Driver: mysql.Driver(), URL: url, Quoted: "`wrong`",
		Names:   []string{"a`b", "`; DROP TABLE idscope_store; --", "it's \"a\"", "ünïcode", strings.Repeat("n", 64)},
		Unnamed: []string{".", "a.b", "a/b", `a\b`, "a ", strings.Repeat("n", 65), "a\x00b"},
		NewUser: "CREATE USER plain@'%' IDENTIFIED BY '" + testserver.Password + "'",
		Grant:   "GRANT SELECT, INSERT, UPDATE ON ids.idscope_store TO plain@'%'",
		Execute: func(t testing.TB, statement string) { execute(t, url, statement) },
		Query: func(t testing.TB, query string, cells ...any) {
			try.Works(t, connect(t, url).QueryRow(query).Scan(cells...))
		},
	}.Run(t)
	for _, part := range []struct {
		name string
		run  func(*testing.T, *testserver.Server, string)
	}{
		{"names of databases", databases}, {"read only", readOnly}, {"settings", settings},
		{"names of counters", namesOfCounters}, {"replicas", replicas},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, server, url) })
	}
}

// namesOfCounters: names that differ by case are two counters; a table of Leaf that cannot tell them apart is refused.
func namesOfCounters(t *testing.T, _ *testserver.Server, url string) {
	u := try.Of(store.Parse(url)).Or(t)
	d := try.Of(mysql.Driver().Counters(t.Context(), u)).Or(t).(counter.Database)
	defer d.Close()
	setup := counter.Setup{Create: true, Step: 10}
	first := func(key string) (uint64, error) {
		a, err := d.Segment(t.Context(), key, setup)
		if err != nil {
			return 0, err
		}
		b, err := a.Allocate(t.Context(), 10)
		return b.First, err
	}
	for _, key := range []string{"Case", "case", "CASE", "cäse"} {
		try.Of(first(key)).Is(t, 1, "the first number of %q is", key)
	}
	execute(t, url, "DROP TABLE leaf_alloc")
	execute(t, url, "CREATE TABLE leaf_alloc (biz_tag varchar(128) COLLATE utf8mb4_general_ci PRIMARY KEY, "+
		"max_id bigint NOT NULL DEFAULT 1, step int NOT NULL, description varchar(256))")
	try.Of(first("Case")).Is(t, 1, "in Leaf's own table:")
	try.Of(first("case")).Fails(t, counter.ErrDisagree, "the row of another counter:")
	execute(t, url, "DROP TABLE leaf_alloc")
}

func databases(t *testing.T, server *testserver.Server, _ string) {
	storetest.Refused(t, mysql.Driver(), server.URL+"nowhere", true, "'nowhere'", "create it")
	execute(t, server.URL, "CREATE DATABASE `odd? name`")
	storetest.Open(t, mysql.Driver(), server.URL+"odd%3F%20name")
}

// readOnly: also where the user may write anyway, as here. A connection of before
// is not kept: the server's name may lead to the new primary by now.
func readOnly(t *testing.T, _ *testserver.Server, url string) {
	before := storetest.Open(t, mysql.Driver(), strings.Replace(url, "idscope:", "plain:", 1))
	execute(t, url, "SET GLOBAL read_only = ON")
	_, err := before.Swap(context.Background(), "read only", "", nil)
	if err == nil || errors.Is(err, store.ErrUnknown) || !strings.Contains(err.Error(), "use the primary") {
		t.Errorf("swap where the server became read only: %v; want it refused, with the way out", err)
	}
	storetest.Refused(t, mysql.Driver(), url, true, "read only", "use the primary")
	execute(t, url, "SET GLOBAL read_only = OFF")
	try.Of(before.Swap(context.Background(), "read only", "", nil)).Or(t)
}

// settings that forget commits are seen in the server.
func settings(t *testing.T, server *testserver.Server, url string) {
	expect := func(class store.Class, reason string) {
		t.Helper()
		storetest.Until(t, storetest.Open(t, mysql.Driver(), url), class, reason)
	}
	execute(t, url, "SET GLOBAL innodb_flush_log_at_trx_commit = 2")
	expect(store.BestEffort, "innodb_flush_log_at_trx_commit is 2")
	execute(t, url, "SET GLOBAL innodb_flush_log_at_trx_commit = 1")
	expect(store.Proven, "one server")
	execute(t, url, "ALTER TABLE idscope_store ENGINE=MyISAM")
	expect(store.BestEffort, "engine of the table is MyISAM")
	execute(t, url, "ALTER TABLE idscope_store ENGINE=InnoDB")
	server.Stop()
	server.Start("--skip-innodb-doublewrite", "--log-bin=binlog", "--sync-binlog=1")
	expect(store.Conditional, "innodb_doublewrite is OFF")
	execute(t, url, "SET GLOBAL sync_binlog = 0")
	expect(store.BestEffort, "sync_binlog is 0")
	server.Stop()
	server.Start()
}

// replicas make a server conditional; and a replica is what it is, writable or not.
func replicas(t *testing.T, server *testserver.Server, base string) {
	server.Stop()
	server.Start("--log-bin=binlog", "--sync-binlog=1", "--server-id=7")
	s := storetest.Open(t, mysql.Driver(), base)
	storetest.Until(t, s, store.Proven, "one server")
	replica := testserver.MariaDB(t, "a replica", "--server-id=8", "--read-only", "--slave-skip-errors=all")
	execute(t, replica.URL, "CREATE DATABASE ids")
	host, port, err := net.SplitHostPort(server.Addr)
	try.Works(t, err)
	execute(t, replica.URL, "CHANGE MASTER TO master_host='"+host+"', master_port="+port+", master_user='idscope', "+
		"master_password='"+testserver.Password+"', master_log_file='binlog.000001', master_log_pos=4")
	execute(t, replica.URL, "START SLAVE")
	storetest.Until(t, s, store.Conditional, "must never be promoted")
	// A user who sees no other session learns of it too.
	plain := storetest.Open(t, mysql.Driver(), strings.Replace(base, "idscope:", "plain:", 1))
	storetest.Until(t, plain, store.Conditional, "must never be promoted")
	try.Of(s.Swap(context.Background(), "replicated", "", []byte("data"))).Or(t)
	storetest.Refused(t, mysql.Driver(), replica.URL+"ids", true, "read only", "use the primary")
	execute(t, replica.URL, "SET GLOBAL read_only = OFF")
	storetest.Until(t, storetest.Open(t, mysql.Driver(), replica.URL+"ids?table=other"), store.Conditional,
		"every host must write to this server")
}

// TestSwapOfLockedRow: a row that another session holds is waited for as long as the
// call may take, and then the outcome is not known: the server may still write.
func TestSwapOfLockedRow(t *testing.T) {
	t.Parallel()
	server := testserver.MariaDB(t, "a row that another session holds")
	execute(t, server.URL, "CREATE DATABASE ids")
	s := storetest.Open(t, mysql.Driver(), server.URL+"ids")
	version := try.Of(s.Swap(context.Background(), "key", "", []byte("one"))).Or(t)
	tx := try.Of(connect(t, server.URL+"ids").Begin()).Or(t)
	try.Of(tx.Exec("UPDATE idscope_store SET value = 'held'")).Or(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		defer cancel()
		waitsForRow(t, server.URL+"ids")
	}()
	try.Of(s.Swap(ctx, "key", version, []byte("two"))).Fails(t, store.ErrUnknown, "swap of a row that is held:")
	try.Works(t, tx.Rollback())
	for {
		v := try.Of(s.Load(context.Background(), "key")).Or(t)
		if string(v.Data) == "two" {
			return
		}
		if next, err := s.Swap(context.Background(), "key", version, []byte("two")); err == nil {
			version = next
		}
	}
}

// waitsForRow returns when a session of the server waits for a row that another one holds. It asks for a count: the
// server keeps its table innodb_trx as it was for as long as it is read more often than every 100 ms.
func waitsForRow(t *testing.T, url string) {
	watch := connect(t, url)
	for waiting, end := 0, time.Now().Add(time.Minute); waiting == 0; time.Sleep(time.Millisecond) {
		err := watch.QueryRow("SHOW GLOBAL STATUS LIKE 'innodb_row_lock_current_waits'").Scan(new(string), &waiting)
		if err != nil || time.Now().After(end) {
			t.Errorf("no session waits for the row: %v", err)
			return
		}
	}
}
