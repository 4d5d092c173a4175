package redis_test

import (
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	fake "github.com/alicebob/miniredis/v2/server"

	"idscope/gen/store"
	"idscope/gen/store/redis"
	"idscope/gen/store/storetest"
)

// info is what the fake says of itself, as a real server does.
const info = "redis_version:7.0.15\r\nrun_id:5b6a2f3d\r\nuptime_in_seconds:100\r\nrole:master\r\nconnected_slaves:0\r\n" +
	"master_replid2:0000\r\ncluster_enabled:0\r\naof_enabled:1\r\n"

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
	storetest.Run(t, storetest.Engine{Driver: redis.Driver{}, URL: "redis://" + s.Addr(), Class: store.Proven,
		Clock: true, Engine: "Redis 7.0.15",
		Delete: func(t testing.TB, key string) {
			if !s.Del("idscope/" + key) {
				t.Fatalf("there is no key %q", key)
			}
		}})
}

// TestHosted: what a server does not tell of itself is taken as not safe, and each such setting says so.
func TestHosted(t *testing.T) {
	s := miniredis.RunT(t) // tells nothing
	s.Server().SetPreHook(func(c *fake.Peer, command string, _ ...string) bool {
		if strings.EqualFold(command, "INFO") {
			c.WriteBulk("redis_version:7.0.15\r\nrun_id:5b6a2f3d\r\n")
			return true
		}
		return false
	})
	safety, err := storetest.Open(t, redis.Driver{}, "redis://"+s.Addr()).Safety(t.Context())
	if err != nil || safety.Class != store.BestEffort {
		t.Fatalf("%s, %v; want best effort", safety.Class, err)
	}
	for _, x := range safety.Settings {
		if x.Value != "unknown" || x.Class == store.Proven {
			t.Errorf("%s is %q, %s; want unknown, and not proven", x.Name, x.Value, x.Class)
		}
	}
}
