// Package storetest is the suite that every store passes, embedded or behind a
// server: what [store.Store] and [store.Driver] promise, on healthy servers and on
// ones that are killed, slow, cut off, or somebody else's.
package storetest

import (
	"cmp"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/store/sqlstore"
	"idscope/gen/store/target"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// Engine is a driver and a store of its own that it opens.
type Engine struct {
	Driver store.Driver
	URL    string // of an empty store, with the password if there is one

	// Delete takes a key away behind the store's back, as an administrator would.
	Delete func(t testing.TB, key string)

	Class  store.Class // what Safety says of it
	Clock  bool        // it has one
	Engine string      // how Safety names the engine, without the version
	Lives  Lives

	// Server is the process that the URL leads to; nil for a store without one, to
	// which nothing of the network happens.
	Server *testserver.Server

	// Secure is the URL of a server that demands TLS, with the options that trust
	// it; Distrusted has options that do not. Empty: the engine is tested without.
	Secure, Distrusted string
}

// patience is how long a call may take that has to succeed: only a store that
// hangs takes that long.
const patience = 3 * time.Minute

// Run runs the suite. The parts run one after the other, and share the store.
func Run(t *testing.T, e Engine) {
	t.Helper()
	for _, part := range []struct {
		name string
		run  func(*testing.T, Engine)
	}{
		{"swap", swap}, {"versions", versions}, {"data", data}, {"keys", keys}, {"list", list},
		{"refused keys", refusedKeys},
		{"contenders", contenders}, {"readers", readers}, {"ended context", endedContext},
		{"two handles", twoHandles}, {"safety", safety}, {"unknown option", unknownOption}, {"missing", missing},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, e) })
	}
	if e.Server != nil {
		t.Run("network", func(t *testing.T) { network(t, e) })
	}
	t.Run("incarnation", func(t *testing.T) { incarnation(t, e) })
	if e.Secure != "" {
		t.Run("TLS", func(t *testing.T) { secure(t, e) })
		t.Run("TLS on one side", func(t *testing.T) { mistaken(t, e) })
	}
}

// within is a context for a call that has to succeed.
func within(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// open opens the store of a URL until the end of the test.
func open(t testing.TB, e Engine, url string) store.Store {
	t.Helper()
	s := try.Of(store.Open(within(t), []store.Driver{e.Driver}, patient(url), true)).Or(t)
	t.Cleanup(func() { try.Works(t, s.Close()) })
	return s
}

// patient is a URL whose store gives calls the time of [within]: its own patience is for
// users, and a machine that does much else at a time may need longer.
func patient(url string) string {
	if !strings.Contains(url, "://") { // of no server
		return url
	}
	return url + after(url) + "timeout=" + patience.String()
}

// key is a key of this test's own.
func key(t testing.TB, name string) string {
	return strings.ReplaceAll(t.Name(), " ", "-") + "/" + name
}

func mustLoad(t testing.TB, s store.Store, key string) store.Value {
	t.Helper()
	return try.Of(s.Load(within(t), key)).Or(t)
}

func mustSwap(t testing.TB, s store.Store, key string, old store.Version, data string) store.Version {
	t.Helper()
	v := try.Of(s.Swap(within(t), key, old, []byte(data))).Or(t)
	if v == "" || v == old {
		t.Fatalf("swap %q returned version %q after %q; want a new one", key, v, old)
	}
	return v
}

// conflict swaps where another version is, and expects that nothing is written.
func conflict(t testing.TB, s store.Store, key string, old store.Version) {
	t.Helper()
	before := mustLoad(t, s, key)
	v, err := s.Swap(within(t), key, old, []byte("not to be written"))
	if !errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnknown) || v != "" {
		t.Errorf("swap %q on version %q = %q, %v; want a conflict", key, old, v, err)
	}
	holds(t, s, key, string(before.Data), before.Version)
}

// holds expects a value and its version.
func holds(t testing.TB, s store.Store, key, data string, version store.Version) {
	t.Helper()
	if v := mustLoad(t, s, key); string(v.Data) != data || v.Version != version {
		t.Errorf("key %q holds %.60q in version %q; want %.60q in %q", key, v.Data, v.Version, data, version)
	}
}

// explains expects an error that a user can act on: which store, what was tried,
// what to check, and no password.
func explains(t testing.TB, err error, server string) {
	t.Helper()
	var e *store.Error
	switch {
	case err == nil:
		t.Error("no error; want one")
	case !errors.As(err, &e):
		t.Errorf("error %v (%T); want a *store.Error", err, err)
	case !strings.Contains(e.Store, server) || e.Tried == "" || e.Check == "" || e.Err == nil:
		t.Errorf("error %#v; want the store %s, what was tried, what to check and why", e, server)
	case strings.Contains(err.Error(), testserver.Password) || strings.Contains(err.Error(), wrongPassword):
		t.Errorf("error %v shows a password", err)
	case strings.Contains(err.Error(), "\n"):
		t.Errorf("error %q has several lines; want one", err)
	}
}

// Lives is what an engine tells of its incarnations.
type Lives struct {
	Restart store.Change // after the server was started again
	PutBack store.Change // after an older copy of its data was put back, to who saw later ones

	// BackUp copies the data of a store without a server; what it returns puts them back.
	// Nil is the server's own.
	BackUp func(t testing.TB) (putBack func())
}

// incarnation: all handles of a store tell the same one, a write changes nothing, and a
// restart and an older copy of the data are told as the engine can. The identity stays.
func incarnation(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	before := time.Now()
	first := lives(t, s)
	if !e.Clock != first.Now.IsZero() || e.Clock && !ofThisHost(first.Now, before) {
		t.Errorf("the clock says %v; want that of this host", first.Now)
	}
	identity := try.Of(s.Safety(within(t))).Or(t).Identity
	k := key(t, "a")
	version := mustSwap(t, s, k, "", "one")
	second := lives(t, open(t, e, e.URL))
	tells(t, "another handle, after a write", &second, &first, store.Same)
	tells(t, "nothing seen before", &second, &store.Incarnation{}, store.Same)

	if e.Server != nil {
		grown(t, s)
		e.Server.Stop()
		e.Server.Start()
		again := open(t, e, e.URL)
		now := lives(t, again)
		tells(t, "a restart", &now, &second, e.Lives.Restart)
		try.Equal(t, try.Of(again.Safety(within(t))).Or(t).Identity, identity, "identity after a restart")
	}
	backUp := e.Lives.BackUp
	if backUp == nil && e.Server != nil {
		backUp = func(testing.TB) func() { return e.Server.Backup() }
	}
	if backUp == nil {
		return
	}
	putBack := backUp(t)
	s = open(t, e, e.URL)
	grown(t, s)
	version = mustSwap(t, s, k, version, "two")
	mustLoad(t, s, k)
	seen := lives(t, s)
	putBack()
	s = open(t, e, e.URL)
	if v := mustLoad(t, s, k); string(v.Data) != "one" || v.Version == version {
		t.Fatalf("the copy holds %q; want what was there before", v.Data)
	}
	now := lives(t, s)
	tells(t, "a copy put back", &now, &seen, e.Lives.PutBack)
}

// grown waits for the end of the second in which a server started that tells its start by seconds.
func grown(t testing.TB, s store.Store) {
	t.Helper()
	for i := lives(t, s); !i.Start.IsZero() && i.Now.Sub(i.Start) < time.Second; i = lives(t, s) {
		time.Sleep(100 * time.Millisecond)
	}
}

func lives(t testing.TB, s store.Store) store.Incarnation {
	t.Helper()
	i := try.Of(s.Incarnation(within(t))).Or(t)
	t.Logf("%+v", i)
	return i
}

func tells(t testing.TB, what string, now, before *store.Incarnation, want store.Change) {
	t.Helper()
	if got := now.Since(before); got != want {
		t.Errorf("%s is %v: %+v after %+v; want %v", what, got, *now, *before, want)
	}
}

// Explain reads testdata/explained.txt: what errors mean, and what is to be checked; said are those of a server.
func Explain(t *testing.T, explain func(error) target.Fault, said func(given string) error) {
	kinds := [...]string{"lost", "refused", "again", "read-only", "denied", "duplicate", "full", "no default"}
	own := map[string]error{"unsent": target.ErrUnsent, "deadline": context.DeadlineExceeded, "bad": driver.ErrBadConn,
		"reset": errors.New("reset by peer")}
	try.Lines(t, "testdata/explained.txt", func(given string) string {
		f := explain(cmp.Or(own[given], said(given)))
		return fmt.Sprintf("%s, %v; %s, dial %t", kinds[f.Kind], f.Err, f.Check, f.Dial)
	})
}

// Dialect is a statement of a dialect, how it writes a name, a text, or the options by a step and an offset, or what it
// reads in the answers of a server, with what it asked; false for another thing.
func Dialect(t testing.TB, d *sqlstore.Dialect, what, with string) (string, bool) {
	switch what {
	case "quote":
		table, ok := d.Quote(try.Of(url.PathUnescape(with)).Or(t))
		return fmt.Sprintf("%s, %t", table.Quoted, ok), true
	case "statement":
		return strings.ReplaceAll(fmt.Sprint(reflect.ValueOf(*d).FieldByName(with)), "\n", " "), true
	case "literal":
		return d.Literal(with), true
	case "options":
		var o counter.Setup
		_, _ = fmt.Sscan(with, &o.Step, &o.Offset)
		return d.Options(o), true
	case "life", "safety", "next", "numbers":
		asks, u := &Script{}, try.Of(store.Parse("sql://host/ids")).Or(t)
		try.Works(t, json.Unmarshal([]byte(with), &asks.Answers))
		db := try.Of(sqlstore.Connect(t.Context(), d, try.Of(target.Parse(u, "SQL", "1")).Or(t), asks)).Or(t)
		defer db.Close()
		var got any
		var err error
		switch what {
		case "life":
			got, err = db.Incarnation(t.Context())
		case "safety":
			got, err = db.Safety(t.Context())
		case "next":
			got, err = db.Next(t.Context(), "t")
		default:
			got, err = db.Numbers(t.Context(), "t", false, counter.Setup{})
			if n, ok := got.(*sqlstore.Numbers); ok {
				n.DB = nil
				got = *n
			}
		}
		return strings.Join(strings.Fields(fmt.Sprint(got, " ", err, " ", fault.Hint(err), asks.Asked)), " "), true
	}
	return "", false
}

// Script is a server that answers each query by the next of its lists of rows. It keeps the queries.
type Script struct {
	driver.Conn
	Answers [][][]any
	rows    [][]any
	Asked   []string
}

func (s *Script) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s *Script) Driver() driver.Driver                        { return nil }
func (s *Script) Close() error                                 { return nil }
func (s *Script) Columns() []string                            { return make([]string, len(s.rows[0])) }

func (s *Script) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s.Asked = append(s.Asked, fmt.Sprint(query, args))
	s.rows, s.Answers = append(s.Answers[0], nil), s.Answers[1:]
	return s, nil
}

func (s *Script) Next(row []driver.Value) error {
	for i, cell := range s.rows[0] {
		row[i] = cell
		if at, err := time.Parse(time.RFC3339, fmt.Sprint(cell)); err == nil {
			row[i] = at
		}
	}
	if s.rows = s.rows[1:]; len(s.rows) == 0 {
		return io.EOF
	}
	return nil
}
