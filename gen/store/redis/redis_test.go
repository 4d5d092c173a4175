package redis_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	fake "github.com/alicebob/miniredis/v2/server"
	client "github.com/redis/go-redis/v9"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/store/redis"
	"idscope/gen/store/storetest"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

func TestSuite(t *testing.T) {
	what := "the suite of stores"
	s := testserver.Redis(t, what)
	c := testserver.NewCertificates(t)
	secure := testserver.RedisTLS(t, what, c).URL
	direct := connect(t, s)
	storetest.Run(t, storetest.Engine{Driver: redis.Driver, URL: s.URL, Server: s, Class: store.Proven, Clock: true,
		Engine: "Redis ",
		Lives:  storetest.Lives{Restart: store.Restarted, PutBack: store.Restarted}, Secure: secure + "?ca=" + c.CA,
		Distrusted: secure + "?ca=" + c.OtherCA, Delete: func(t testing.TB, key string) {
			if n, err := direct.Del(context.Background(), "idscope/"+key).Result(); n != 1 || err != nil {
				t.Fatalf("delete %q: %d, %v", key, n, err)
			}
		}})
}

func connect(t *testing.T, s *testserver.Server) *client.Client {
	c := client.NewClient(&client.Options{Addr: s.Addr, Password: testserver.Password})
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// proven are the settings of a server that is.
var proven = map[string]string{"appendfsync": "always", "no-appendfsync-on-rewrite": "no", "appendonly": "yes",
	"maxmemory-policy": "noeviction", "maxmemory": "0"}

// TestReplica: a server with a replica is best effort, and so is the replica that
// takes over, which says that it is another one.
func TestReplica(t *testing.T) {
	what := "what the doctor says of Redis with a replica"
	s := testserver.Redis(t, what)
	alone := expectClass(t, s.URL, store.Proven, "")
	replica := testserver.RedisReplica(t, what, s)
	copied := connect(t, replica)
	for {
		info := try.Of(copied.Info(t.Context(), "replication").Result()).Or(t)
		if strings.Contains(info, "master_link_status:up") {
			break
		}
	}
	served := expectClass(t, s.URL, store.BestEffort, "connected_slaves")
	s.Kill()
	try.Works(t, copied.Do(t.Context(), "REPLICAOF", "NO", "ONE").Err())
	promoted := expectClass(t, replica.URL, store.BestEffort, "master_replid2")
	if promoted.Identity == served.Identity || promoted.Identity == alone.Identity {
		t.Errorf("the replica that took over calls itself %q, as the one before", promoted.Identity)
	}
}

// expectClass expects what a server is, and the first setting that makes it less than proven.
func expectClass(t *testing.T, url string, class store.Class, name string) store.Safety {
	t.Helper()
	safety := try.Of(storetest.Open(t, redis.Driver, url).Safety(t.Context())).Or(t)
	decides := ""
	for _, setting := range safety.Settings {
		if setting.Class == class && class < store.Proven {
			decides = setting.Name
			break
		}
	}
	if safety.Class != class || decides != name {
		t.Errorf("Safety = %+v; want %v by setting %q", safety, class, name)
	}
	return safety
}

// info is what the fake says of itself, as a real server does.
const info = "redis_version:7.0.15\r\nrun_id:5b6a2f3d\r\nuptime_in_seconds:100\r\nrole:master\r\n" +
	"connected_slaves:0\r\nmaster_replid2:0000\r\ncluster_enabled:0\r\naof_enabled:1\r\n"

// TestDatesOfFake: a counter of dates goes on two days later by the server's clock, which may have been set back, and
// one day after the other begins at 1. Nothing is taken where the host saw more, a key was lost or the day is full.
func TestDatesOfFake(t *testing.T) {
	s := miniredis.RunT(t)
	noon := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	db := storetest.Open(t, redis.Driver, "redis://"+s.Addr()).(counter.Dater)
	d := db.Dates("orders", true)
	zone := counter.Zone{Name: "UTC"}
	for i, c := range []struct {
		clock       time.Time
		first, date uint64
	}{{noon, 1, 27}, {noon, 3, 27}, {noon.AddDate(0, 0, 1), 1, 28}, {noon, 3, 28}} {
		s.SetTime(c.clock)
		day := try.Of(d(t.Context(), 2, zone, 6, 0)).Or(t)
		got := [3]uint64{day.First, day.End, uint64(time.Unix(day.Date*24*60*60, 0).UTC().Day())}
		try.Equal(t, got, [3]uint64{c.first, c.first + 2, c.date}, "%d: numbers and day", i)
		s.FastForward(47 * time.Hour) // no number is taken meanwhile
	}
	const day = 20785 // 2026-11-28
	for range 2 {
		try.Equal(t, try.Of(d(t.Context(), 2, zone, 6, day<<30|100)).Or(t).First, 5, "below what was seen: the next is")
	}
	s.Del("idscope:date-seq:{orders}:20261128")
	try.Of(d(t.Context(), 2, zone, 6, 0)).Fails(t, counter.ErrLost, "without the key of the day:")
	few := db.Dates("few", true)
	try.Equal(t, try.Of(few(t.Context(), 1e6, zone, 4, 0)).Or(t).End, 10_000, "all numbers of a day end at")
	try.Of(few(t.Context(), 1, zone, 4, 0)).Fails(t, counter.ErrFull, "of a day that is full:")
	s.HSet("idscope:date-seq:{another", "day", "1") // which is of somebody else
	list := try.Of(db.ListDates(t.Context())).Or(t)
	slices.SortFunc(list, func(a, b counter.Entry) int { return cmp.Compare(a.Key, b.Key) })
	try.Same(t, list, []counter.Entry{
		{Kind: "date-seq", Key: "few", Next: 10_000, Day: day - 1, Note: "2026-11-27, 4 digits, UTC"},
		{Kind: "date-seq", Key: "orders", Next: 5, Day: day, Note: "2026-11-28, 6 digits, UTC"}}, "counters")
	try.Of(few(t.Context(), 1, zone, 5, 0)).Says(t, "written with --digits 4 --tz UTC", "with other digits:")
	try.Of(few(t.Context(), 1, counter.Zone{Name: "x"}, 4, 0)).Fails(t, counter.ErrDisagree, "with another zone:")
	try.Of(db.Dates("none", false)(t.Context(), 1, zone, 4, 0)).Fails(t, counter.ErrMissing, "of none:")
	s.SetTime(noon.AddDate(0, 0, -1))
	try.Of(d(t.Context(), 1, zone, 6, 0)).Says(t, "is at 2026-11-28, and the clock of its store says 2026-11-26", "back:")
}

// TestLostReply: a write without a reply may be done, and is not sent again: it would find itself as another's.
func TestLostReply(t *testing.T) {
	s := miniredis.RunT(t)
	db := storetest.Open(t, redis.Driver, "redis://"+s.Addr())
	var sent atomic.Int64
	s.Server().SetPreHook(func(c *fake.Peer, command string, _ ...string) bool {
		sent.Add(1)
		c.Close()
		return true
	})
	try.Of(db.Swap(t.Context(), "k", "", nil)).Fails(t, store.ErrUnknown, "swap =")
	try.Equal(t, sent.Load(), 1, "requests")
	storetest.Refused(t, redis.Driver, "redis://"+miniredis.RunT(t).Addr(), false, "there is no store yet")
}

// TestSuiteOfFake runs the suite without a server: the calls are those that TestSuite makes of a real one.
func TestSuiteOfFake(t *testing.T) {
	s := miniredis.RunT(t)
	s.Server().SetPreHook(func(c *fake.Peer, command string, args ...string) bool {
		switch strings.ToUpper(command) {
		case "INFO":
			c.WriteBulk(info)
		case "CONFIG":
			c.WriteStrings([]string{args[1], proven[args[1]]})
		default:
			return false
		}
		return true
	})
	storetest.Run(t, storetest.Engine{Driver: redis.Driver, URL: "redis://" + s.Addr(), Class: store.Proven,
		Clock: true, Engine: "Redis 7.0.15",
		Delete: func(t testing.TB, key string) {
			if !s.Del("idscope/" + key) {
				t.Fatalf("there is no key %q", key)
			}
		}})
}

// TestHosted: what a server does not tell of itself is taken as not safe, and each such setting says so. Another run of
// it is told.
func TestHosted(t *testing.T) {
	s := miniredis.RunT(t) // tells nothing else
	var runs atomic.Int64
	s.Server().SetPreHook(func(c *fake.Peer, command string, _ ...string) bool {
		if strings.EqualFold(command, "INFO") {
			c.WriteBulk(fmt.Sprintf("redis_version:7.0.15\r\nrun_id:%d\r\n", runs.Add(1)))
			return true
		}
		return false
	})
	db := storetest.Open(t, redis.Driver, "redis://"+s.Addr())
	first := try.Of(db.Incarnation(t.Context())).Or(t)
	second := try.Of(db.Incarnation(t.Context())).Or(t)
	try.Equal(t, second.Since(&first), store.Restarted, "another run of the server is")
	try.Works(t, s.Set("idscope/k", "short"))
	try.Of(db.Load(t.Context(), "k")).Says(t, "the value is not one of a store's", "of a text that somebody else wrote:")
	safety, err := db.Safety(t.Context())
	if err != nil || safety.Class != store.BestEffort {
		t.Fatalf("%s, %v; want best effort", safety.Class, err)
	}
	for _, x := range safety.Settings {
		if x.Value != "unknown" || x.Class == store.Proven {
			t.Errorf("%s is %q, %s; want unknown, and not proven", x.Name, x.Value, x.Class)
		}
	}
}
