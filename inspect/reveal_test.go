package inspect

import (
	"strings"
	"testing"

	"idscope/gen/scheme/schemetest"
	"idscope/inspect/known"
)

// as returns an inspector that reads a scheme by its name.
func as(t *testing.T, name string) *Inspector {
	t.Helper()
	list, ok := Named(name)
	if !ok {
		t.Fatalf("no scheme %s", name)
	}
	return inspector(t, Options{As: list})
}

// said returns what a text read as a scheme gives away, by name, and what is said
// of the next one.
func said(t *testing.T, name, text string) (reveals map[string]string, next string) {
	t.Helper()
	r := as(t, name).Inspect(text)
	if len(r.Readings) == 0 {
		t.Fatalf("%s as %s: %v; want a reading", text, name, r.Err)
	}
	reveals = map[string]string{}
	for _, f := range r.Readings[0].reveals(nil) {
		if reveals[f.Key] != "" {
			t.Errorf("%s as %s: %s is told twice; JSON has each name once", text, name, f.Key)
		}
		reveals[f.Key] = f.Text
	}
	return reveals, r.Readings[0].guess()
}

// Of every published identifier each thing is told once.
func TestRevealsOnce(t *testing.T) {
	for _, s := range known.All() {
		for _, v := range schemetest.Vectors(s) {
			said(t, s.Name, v.Text)
		}
	}
}

// What is said has to be true of the identifiers of others, too.
func TestRevealsTruth(t *testing.T) {
	for _, c := range []struct{ why, scheme, text, name, value, next string }{
		{"random bits start anew each millisecond", "ulid", "01FWHE4YDGFK1SHH6W1G60EECF", "rate",
			"two of the same 1ms: how many were generated between", "yes within 1ms, where it counts up by 1"},
		{"a sequence that goes on goes round", "instagram", "1541815603606036480", "rate",
			"two of them: how many were generated between, modulo 1024", "yes: there is nothing random in it"},
		{"a counter of the day", "date-seq", "202601310001", "rate", "how many its node had generated in the same 24h",
			"yes: there is nothing random in it"},
		{"the original starts at a hash", "mastodon", "109321406286622035", "rate",
			"two of the same 1ms: how many were generated between", "yes within 1ms, where it counts up by 1"},
		{"a process draws its part once", "objectid", "507f1f77bcf86cd799439011", "process", "which ids are " +
			"of one process: 40 bits that it drew once", "yes: that of a process is kept, and the rest counts up by 1"},
		{"rs/xid takes host and process number", "xid", "9m4e2mr0ui3e8a215n4g", "process",
			"which ids are of one process: by machine and pid, which it drew once, or which are of its host " +
				"and process number", "yes: that of a process is kept, and the rest counts up by 1"},
		{"a stride is kept as well", "nuid", "EQyuCsA4ysv7ezXReOrk4i", "rate", "two of them: how many were generated between",
			"yes: the random part is kept, and two of them reveal the step of the rest"},
		{"version 8 holds what its maker likes", "uuidv8", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "data",
			"whatever its generator put into custom_a, custom_b and custom_c", "not if its generator drew all 122 bits " +
				"at random, which nothing tells"},
		{"the layout is not published", "tiktok", "6854717870488702213", "data",
			"milliseconds, unknown, sequence, entity and machine, as they were set", ""},
		{"the low bits are not published", "linkedin", "7163147469877407744", "data", "low22, as it was set", ""},
		{"there are other GUIDs", "uuid-microsoft", "2ed6657d-e927-0568-d5e1-2665a8aea6a2", "data",
			"data1, data2, data3 and data4, as they were set", ""},
		{"there is but one", "uuid-nil", "00000000-0000-0000-0000-000000000000", "data", "", "there is no other"},
		{"host and process stand in it", "puid", "hgqy29gr11cm2504cdf8rg7q", "host",
			"process and machine of the node: the same in all its ids", "yes: there is nothing random in it"},
		{"this one has no node", "shortpuid", "3bqk9my968mc", "host", "", "yes: there is nothing random in it"},
		{"the next one may be drawn anew", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "rate", "",
			"at best in about 2^31 tries, of one generated right after"},
		{"a real address", "uuidv1", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "host",
			"the MAC address 00:a0:c9:1e:6b:f6 of a network card, so the very machine", "yes: there is nothing random in it"},
		{"a random node", "uuidv1", "785a810f-e5be-11f1-bddf-dfad33d5ec43", "host",
			"no network card: df:ad:33:d5:ec:43 has the multicast bit, so it is random or a hash; the same in " +
				"all ids of that node", "yes: there is nothing random in it"},
		{"digits that mean something are few", "cuid2", "tz4a98xxat96iws9zmbrgj3a", "time", "", "no: 123.6 random bits"},
		{"a hash has no next one", "sha1", "a9993e364706816aba3e25717850c26c9cd0d89d", "time", "", ""},
	} {
		reveals, next := said(t, c.scheme, c.text)
		if reveals[c.name] != c.value {
			t.Errorf("%s, %s: %s is %q; want %q", c.scheme, c.why, c.name, reveals[c.name], c.value)
		}
		if next != c.next {
			t.Errorf("%s, %s: next one %q; want %q", c.scheme, c.why, next, c.next)
		}
	}
}

// Bits that only some makers draw are told with that condition.
func TestDoubt(t *testing.T) {
	for _, c := range []struct{ scheme, text, want string }{
		{"uuidv8", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "its generator"},
		{"xid", "9m4e2mr0ui3e8a215n4g", "its process"},
		{"objectid-2017", "507f1f77bcf86cd799439011", "its process"},
		{"objectid", "507f1f77bcf86cd799439011", ""},
		{"uuidv4", "5ae754bf-f568-4c5c-8f8e-7863372365d4", ""},
	} {
		r := as(t, c.scheme).Inspect(c.text)
		if got := r.Readings[0].Doubt(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: Doubt() = %q; want %q in it", c.scheme, got, c.want)
		}
	}
}
