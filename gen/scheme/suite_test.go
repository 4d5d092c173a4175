package scheme

import (
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

// TestSuite: a new scheme is in it as soon as it is declared.
func TestSuite(t *testing.T) { schemetest.Suite(t, append(All(), customs(t)...)) }

// customs are layouts of all shapes: the suite holds for them as well.
func customs(t *testing.T) []*gen.Scheme {
	t.Helper()
	var list []*gen.Scheme
	for _, c := range []CustomOptions{
		{Name: "custom-order", Layout: "time:40 cluster:3 user:10 seq:7"},
		{Name: "custom-seconds", Layout: "time:32 worker:8 seq:4", Tick: time.Second},
		{Name: "custom-wide", Layout: "worker:60 data:30 time:50 seq:40 tail:12=7"},
		{Name: "custom-rollback", Layout: "time:41 rollback:2 worker:4 seq:6"},
		{Name: "custom-random", Layout: "time:41 random:7"},
		{Name: "custom-fast", Layout: "time:56 seq:8", Tick: time.Microsecond},
		{Name: "custom-tick-only", Layout: "time:48"},
	} {
		s, err := Custom(c)
		if err != nil {
			t.Fatalf("Custom(%+v) = %v", c, err)
		}
		list = append(list, s)
	}
	return list
}

// TestRows: what a row says in words can be read.
func TestRows(t *testing.T) {
	for d := range Rows(families[:]) {
		for _, text := range []string{d.since, d.epoch} {
			if (text == "") != Instant(text).IsZero() {
				t.Errorf("%s: %q is neither a day nor an instant", d.Name, text)
			}
		}
		if base, ok := Named(d.of); d.of != "" && (!ok || base.Name == d.Name) {
			t.Errorf("%s is a variant of %q; want another scheme", d.Name, d.of)
		}
	}
}

// TestPromises compares what the declarations entail with what is known of the
// schemes, in words. A new scheme need not be in it.
func TestPromises(t *testing.T) {
	for want, names := range map[string]string{
		"recorded, ordered, by time": "beyondfengyu boundary-flake cockroach orderlyid snowdrop flake-id frostflake " +
			"influxdb leaf dsnowflake mastodon order scru64 shardingsphere snowflake snowid sonyflake " +
			"sonyflake-v2 tid tsid uidgenerator yitter",
		"recorded, by time": "cosid discord sno instagram spaceflake threads uuidv6",
		"by time": "datadog ksuidms timeflake upid nano64 objectid objectid-2017 simpleflake simpleflake-utc " +
			"xid",
		"counted":           "autoinc segment ticket",
		"counted, ordered":  "date-seq",
		"":                  "elasticsearch spotify w3c-span w3c-trace youtube uuidv4 uuidv8",
		"ordered, by time":  "julid pushid scru128 ulid uuidv7",
		"recorded, ordered": "march seata",
		"one id":            "uuid-max uuid-nil",
		"recorded":          "uuidv1",
		"named, one id":     "uuidv3 uuidv5",
	} {
		for _, name := range strings.Fields(names) {
			s, ok := Get(name)
			if !ok {
				t.Errorf("Get(%s) = false", name)
			} else if got := promises(s); got != want {
				t.Errorf("%s is %q; want %q", name, got, want)
			}
		}
	}
}

func promises(s *gen.Scheme) string {
	var words []string
	for _, p := range []struct {
		holds bool
		word  string
	}{
		{s.Named(), "named"},
		{s.Counter != "", "counted"},
		{!s.Varies(), "one id"},
		{s.Recorded(), "recorded"},
		{s.Ordered(), "ordered"},
		{s.TimeOrdered(), "by time"},
	} {
		if p.holds {
			words = append(words, p.word)
		}
	}
	return strings.Join(words, ", ")
}

// TestLifetimes compares the ends of life with those that are published.
func TestLifetimes(t *testing.T) {
	for name, want := range map[string]string{
		"snowflake":       "2080-07-10T17:30:30.209Z",
		"simpleflake":     "2069-09-06T20:47:35.552Z",
		"simpleflake-utc": "2069-09-06T15:47:35.552Z",
		"instagram":       "2081-04-30T12:54:37.273Z",
		"shardingsphere":  "2086-07-08T15:47:35.552Z",
		"leaf":            "2080-07-10T17:30:30.209Z",
		"uidgenerator":    "2024-11-20T13:24:16Z",
		"discord":         "2154-05-15T07:35:11.104Z",
		"sonyflake":       "2188-11-16T03:28:58.88Z",
		"sonyflake-v2":    "2199-03-19T03:28:58.88Z",
		"mastodon":        "10889-08-02T05:31:50.656Z",
		"dsnowflake":      "2089-09-06T15:47:35.552Z",
		"frostflake":      "2106-02-07T06:28:16Z",
		"scru64":          "4261-02-27T06:08:59.136Z",
		"cockroach":       "2104-03-13T02:56:07.10656Z",
		"seata":           "2090-01-07T07:47:35.552Z",
		"tid":             "2255-06-05T23:47:34.740992Z",
		"march":           "2089-09-06T15:47:35.552Z",
		"order":           "2054-11-03T19:53:47.776Z",
		"objectid":        "2106-02-07T06:28:16Z",
		"xid":             "2106-02-07T06:28:16Z",
		"uuidv1":          "5236-03-31T21:21:00.6846976Z",
		"ulid":            "10889-08-02T05:31:50.656Z",
		"ksuidms":         "2150-06-19T23:21:36Z",
		"sno":             "2079-09-07T15:47:35.552Z",
		"snowdrop":        "2094-09-07T15:47:35.552Z",
		"upid":            "10889-08-02T05:31:50.656Z",
		"orderlyid":       "10939-08-03T05:31:50.656Z",
		"uuidv7":          "10889-08-02T05:31:50.656Z",
	} {
		s, ok := Get(name)
		if !ok {
			t.Fatalf("Get(%s) = false", name)
		}
		end, ok := s.End()
		if got := end.UTC().Format("2006-01-02T15:04:05.9999999Z07:00"); !ok || got != want {
			t.Errorf("End(%s) = %s, %t; want %s", name, got, ok, want)
		}
	}
}

func TestGetKnowsAliases(t *testing.T) {
	for alias, want := range map[string]string{
		"twitter": "snowflake", "flake": "boundary-flake", "baidu": "uidgenerator", "uuid": "uuidv4", "nil": "uuid-nil",
		"max":   "uuid-max",
		"uuid1": "uuidv1", "v1": "uuidv1", "uuid3": "uuidv3", "v3": "uuidv3", "uuid4": "uuidv4", "v4": "uuidv4",
		"uuid5": "uuidv5", "v5": "uuidv5",
		"uuid6": "uuidv6", "v6": "uuidv6", "uuid7": "uuidv7", "v7": "uuidv7", "uuid8": "uuidv8", "v8": "uuidv8",
		"guid": "uuidv4", "mongo": "objectid", "mongodb": "objectid", "boundary": "boundary-flake", "tweet": "snowflake",
		"x": "snowflake", "Snowflake": "snowflake", "UUID-v7": "uuidv7", "objectId": "objectid", "Uuid_Nil": "uuid-nil",
	} {
		if s, ok := Get(alias); !ok || s.Name != want {
			t.Errorf("Get(%s) = %v, %t; want %s", alias, s, ok, want)
		}
	}
	for _, none := range []string{"", "-", "snow", CustomName} {
		if _, ok := Get(none); ok {
			t.Errorf("Get(%q) = true; want no scheme", none)
		}
	}
}

// An era's numbers are all of the layout's first day, so that the time alone
// rules them out, and the counting of chances needs no eras.
func TestEras(t *testing.T) {
	for _, s := range All() {
		var before gen.ID
		for i, e := range s.Before {
			tick := schemetest.Compile(t, s).Source(e.Max, gen.Time).Lo
			if at := s.Timeline().Time(tick); !at.Before(s.Since.Add(24*time.Hour)) || e.Text == "" ||
				i > 0 && e.Max.Cmp(before) <= 0 {
				t.Errorf("%s: era %+v up to %s; want a text, an order, and the first day", s.Name, e, at)
			}
			before = e.Max
		}
	}
}
