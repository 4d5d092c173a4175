package storetest

import (
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// Tables is a driver that keeps a store in a table, and a database for it.
type Tables struct {
	Driver  store.Driver
	URL     string // of a database without tables; what its user may not do, Execute may
	Execute func(t testing.TB, statements string)
	Quoted  string   // name of the table "wrong" as messages have it
	Names   []string // of tables, as options have them
	Unnamed []string // what is no name of a table
	Query   func(t testing.TB, query string, cells ...any)
	NewUser string // makes the user plain, who has the password of all
	Grant   string // lets it read and write the table of the URL
}

// Run runs what is the same for all tables of SQL.
func (x Tables) Run(t *testing.T) {
	t.Run("missing table", x.missing)
	t.Run("names of tables", x.names)
	t.Run("created at once", x.atOnce)
	t.Run("read by people", x.people)
	t.Run("rights", x.rights)
}

// Open opens the store of a URL until the end of the test, and makes its table.
func Open(t testing.TB, d store.Driver, url string) store.Store {
	t.Helper()
	return open(t, Engine{Driver: d}, url)
}

// Refused expects an error that says all of the words, in one line, no password.
func Refused(t testing.TB, d store.Driver, url string, create bool, words ...string) string {
	t.Helper()
	s, err := store.Open(within(t), []store.Driver{d}, url, create)
	if err == nil {
		_ = s.Close()
		t.Fatalf("opened; want it refused with %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %v; want %q in it", err, w)
		}
	}
	if strings.Contains(err.Error(), testserver.Password) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q; want one line without a password", err)
	}
	return err.Error()
}

// missing: the error's statements make the table that it wants.
func (x Tables) missing(t *testing.T) {
	u := try.Of(url.Parse(x.URL)).Or(t)
	text := Refused(t, x.Driver, x.URL, false, "idscope_store", "does not exist", "--create", u.Host)
	_, ddl, _ := strings.Cut(text, "by: ")
	x.Execute(t, ddl)
	s := try.Of(store.Open(within(t), []store.Driver{x.Driver}, patient(x.URL), false)).Or(t)
	_ = s.Close()
	x.Execute(t, "CREATE TABLE wrong (name varchar(200))")
	Refused(t, x.Driver, x.URL+"?table=wrong", true, x.Quoted, "no column value")
}

func (x Tables) names(t *testing.T) {
	for _, name := range x.Names {
		s := Open(t, x.Driver, x.URL+"?table="+url.QueryEscape(name))
		holds(t, s, "key", "of "+name, mustSwap(t, s, "key", "", "of "+name))
	}
	for _, name := range x.Unnamed {
		Refused(t, x.Driver, x.URL+"?table="+url.QueryEscape(name), true, "option table=")
	}
}

// atOnce: of many that create the table at the same time each finds it.
func (x Tables) atOnce(t *testing.T) {
	ctx := within(t)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			s, err := store.Open(ctx, []store.Driver{x.Driver}, patient(x.URL+"?table=at_once"), true)
			if err != nil {
				t.Error(err)
				return
			}
			_ = s.Close()
		})
	}
	all.Wait()
}

// people see text as text, and when it was changed.
func (x Tables) people(t *testing.T) {
	s := Open(t, x.Driver, x.URL+"?table=for_people")
	try.Of(s.Swap(within(t), "group/7", "", []byte(`{"owner":"db7"}`))).Or(t)
	var name, value, changed string
	x.Query(t, "SELECT name, value, CAST(changed AS char(19)) FROM for_people", &name, &value, &changed)
	if name != "group/7" || value != `{"owner":"db7"}` || !strings.HasPrefix(changed, "20") {
		t.Errorf("people see %q, %q, %s", name, value, changed)
	}
}

// rights: a user who may read and write the table needs no more; Safety sees enough.
func (x Tables) rights(t *testing.T) {
	x.Execute(t, x.NewUser)
	plain := strings.Replace(x.URL, "idscope:", "plain:", 1)
	Refused(t, x.Driver, plain, false, "denied", "rights")
	x.Execute(t, x.Grant)
	Refused(t, x.Driver, plain+"?table=of_plain", true, "create table", "denied", "rights")
	s := Open(t, x.Driver, plain)
	try.Of(s.Swap(within(t), "plain", "", []byte("data"))).Or(t)
	Until(t, s, store.Proven, "")
}

// Until asks for Safety until it is of a class, for a reason: servers learn of replicas and of settings a moment later.
func Until(t testing.TB, s store.Store, class store.Class, reason string) {
	t.Helper()
	for ctx := within(t); ; time.Sleep(10 * time.Millisecond) {
		x, err := s.Safety(ctx)
		if err != nil {
			t.Fatalf("safety is %+v, %v; want %s as %s", x, err, class, reason)
		}
		if x.Class == class && strings.Contains(x.Reason, reason) {
			return
		}
	}
}

// with is the engine's URL with one more option.
func (e Engine) with(t *testing.T, option string) string {
	if !strings.Contains(e.URL, "://") {
		t.Skip("what follows the scheme is not a URL")
	}
	return e.URL + after(e.URL) + option
}

// unknownOption: an option that no driver has is refused, not ignored.
func unknownOption(t *testing.T, e Engine) {
	_, err := store.Open(within(t), []store.Driver{e.Driver}, e.with(t, "frobnicate=1"), true)
	if !errors.Is(err, store.ErrURL) || !strings.Contains(err.Error(), "frobnicate") {
		t.Errorf("option frobnicate: %v; want it refused by name", err)
	}
	if err != nil && strings.Contains(err.Error(), testserver.Password) {
		t.Errorf("error %v shows the password", err)
	}
}

// secure: a server is talked to if its certificate is trusted, and not otherwise.
func secure(t *testing.T, e Engine) {
	s := open(t, e, e.Secure)
	k := key(t, "a")
	holds(t, s, k, "one", mustSwap(t, s, k, "", "one"))
	_, err := store.Open(within(t), []store.Driver{e.Driver}, e.Distrusted, true)
	u, _ := store.Parse(e.Distrusted)
	explains(t, err, u.Host)
	if err != nil && !strings.Contains(err.Error(), "certificate") {
		t.Errorf("error %v; want the word certificate", err)
	}
}

// mistaken: where one side speaks TLS and the other does not, the error says so.
func mistaken(t *testing.T, e Engine) {
	bare, _, _ := strings.Cut(strings.Replace(e.Secure, "rediss:", "redis:", 1), "?")
	_, options, _ := strings.Cut(e.Secure, "?")
	for _, c := range []struct{ what, url string }{{"clear to TLS", bare}, {"TLS to one without", e.with(t, options)}} {
		s, err := store.Open(within(t), []store.Driver{e.Driver}, c.url+after(c.url)+"timeout=5s", true)
		if err == nil {
			_ = s.Close()
			t.Errorf("%s: opened; want an error", c.what)
			continue
		}
		u, _ := store.Parse(c.url)
		explains(t, err, u.Host)
		if text := err.Error(); !strings.Contains(text, "TLS") {
			t.Errorf("%s: %v; want the word TLS", c.what, err)
		}
	}
}

// after is what comes between a URL and an option.
func after(url string) string {
	if strings.Contains(url, "?") {
		return "&"
	}
	return "?"
}
