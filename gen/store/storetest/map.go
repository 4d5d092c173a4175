package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"idscope/gen/store"
	"idscope/gen/testing/try"
)

func swap(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	k := key(t, "a")
	holds(t, s, k, "", "")
	conflict(t, s, k, "7") // no version of this store, whatever it looks like
	one := mustSwap(t, s, k, "", "one")
	holds(t, s, k, "one", one)
	conflict(t, s, k, "")
	conflict(t, s, k, "no version")
	two := mustSwap(t, s, k, one, "two")
	holds(t, s, k, "two", two)
	conflict(t, s, k, one)
	same := mustSwap(t, s, k, two, "two") // the same data is a write as well
	conflict(t, s, k, two)
	holds(t, s, k, "two", same)
	holds(t, s, key(t, "b"), "", "")
}

// versions: none returns, also after the key was deleted.
func versions(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	k := key(t, "a")
	var seen []store.Version
	for round := range 3 {
		v := store.Version("")
		for i := range 3 {
			v = mustSwap(t, s, k, v, fmt.Sprint(i)) // in each round the same
			if slices.Contains(seen, v) {
				t.Fatalf("round %d: version %q returned; want one that never was", round, v)
			}
			seen = append(seen, v)
		}
		e.Delete(t, k)
		holds(t, s, k, "", "")
		conflict(t, s, k, v)
	}
	mustSwap(t, s, k, "", "0")
	for _, v := range seen {
		conflict(t, s, k, v)
	}
}

func data(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	large, every := make([]byte, store.MaxData), make([]byte, 127)
	for i := range large {
		large[i] = byte(1 + rand.IntN(127))
	}
	for i := range every {
		every[i] = byte(i + 1)
	}
	k, v := key(t, "a"), store.Version("")
	for _, d := range [][]byte{nil, {1}, every, large, []byte("ünïcode\x7f'\"\\;--\U0010ffff"), {}} {
		v = mustSwap(t, s, k, v, string(d))
		if got := mustLoad(t, s, k); !bytes.Equal(got.Data, d) || got.Version != v {
			t.Errorf("wrote %d bytes %.20x, read %d bytes %.20x", len(d), d, len(got.Data), got.Data)
		}
	}
	for _, old := range []store.Version{v, "", "other"} {
		_, err := s.Swap(within(t), k, old, make([]byte, store.MaxData+1))
		if err == nil || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnknown) ||
			!strings.Contains(err.Error(), fmt.Sprint(store.MaxData)) {
			t.Errorf("one byte too many: %v; want an error with the limit", err)
		}
	}
	for _, d := range []string{"\x00", "a\xff"} {
		if _, err := s.Swap(within(t), k, v, []byte(d)); err == nil || errors.Is(err, store.ErrUnknown) {
			t.Errorf("a value that is no text, %q: %v; want an error", d, err)
		}
	}
	holds(t, s, k, "", v)
	mustSwap(t, s, key(t, "second"), "", string(large))
	list, err := s.List(within(t), key(t, ""))
	if err != nil || len(list) != 2 || !bytes.Equal(list[1].Data, large) {
		t.Errorf("list of a large value: %d entries, %v", len(list), err)
	}
}

// hostile are keys that mean something else to one engine or another, and pairs
// that some take for one key.
var hostile = []string{
	"a", "A", "a ", " a", "a  b", "a/b", "a/b/c", "aa", "ab", "a_b", "a%b", "a%", "a%%", "a*b", "a?b", "a[b]", "a[a-c]",
	"a\\b", `a\`, `a\%`, "a'b", "a''b", `a"b`, "a`b", "a;b", "a--b", "a$1", "a:b", "a{b}", "{a}", "a|b", "a&b", "a=b",
	"a#b", "a+b", "a%2Fb", "a%20", "a,b", "a<b>", "a~b", "a^b", "a(b)", "a@b", "a!b", "...", "..a", "a..", ".a", "a.",
	"zookeeper", "NUL", "con", "null", "ä", "a\u0308", "Ä", "ß", "ss", "é", "e\u0301", "日本語", "ﬁ", "fi", "\U0001F600",
	"\U00010400", "\uFFFD", "\uE000", "\uFFFF", "İ", "i", "I", "ı", "0", "00", "1e0", "-1", "é/a", "x/" + `'"%_\*`,
}

func keys(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	prefix := "keys/"
	all := append(slices.Clone(hostile), strings.Repeat("k", store.MaxKey-len(prefix)),
		strings.Repeat("'", store.MaxKey-len(prefix)), strings.Repeat("日", (store.MaxKey-len(prefix))/3))
	version := map[string]store.Version{}
	for _, k := range all {
		version[k] = mustSwap(t, s, prefix+k, "", "of "+k)
	}
	for _, k := range all {
		holds(t, s, prefix+k, "of "+k, version[k])
	}
	for _, k := range hostile { // the shortest prefixes are all that begin with "keys/"
		var want []store.Entry
		for _, other := range all {
			if strings.HasPrefix(other, k) {
				want = append(want, store.Entry{Key: prefix + other,
					Value: store.Value{Data: []byte("of " + other), Version: version[other]}})
			}
		}
		lists(t, s, prefix+k, want)
	}
	for _, k := range all[:10] {
		e.Delete(t, prefix+k)
		holds(t, s, prefix+k, "", "")
	}
	for _, k := range all[10:] { // nothing else went with them
		holds(t, s, prefix+k, "of "+k, version[k])
	}
}

// lists expects the entries that begin with a prefix.
func lists(t testing.TB, s store.Store, prefix string, want []store.Entry) {
	t.Helper()
	store.Sort(want)
	got, err := s.List(within(t), prefix)
	if err != nil {
		t.Fatalf("list %q: %v", prefix, err)
	}
	if !slices.EqualFunc(got, want, func(a, b store.Entry) bool {
		return a.Key == b.Key && a.Version == b.Version && bytes.Equal(a.Data, b.Data)
	}) {
		t.Errorf("list %q = %.300q; want %.300q", prefix, keysOf(got), keysOf(want))
	}
}

func keysOf(list []store.Entry) (keys []string) {
	for _, e := range list {
		keys = append(keys, e.Key)
	}
	return keys
}

// list: more entries than fit in one answer of some engine, in order, and none of
// another prefix.
func list(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	lists(t, s, key(t, "none"), nil)
	n := 1200
	if !strings.Contains(e.URL, "://") { // no server, and so all in one answer
		n = 100
	}
	want := make([]store.Entry, n)
	for i := range n {
		k := fmt.Sprintf("%s/%d", key(t, "w"), i)
		data := strings.Repeat(fmt.Sprint(i), 20)
		want[i] = store.Entry{Key: k, Value: store.Value{Data: []byte(data), Version: mustSwap(t, s, k, "", data)}}
	}
	mustSwap(t, s, key(t, "v"), "", "before")
	mustSwap(t, s, key(t, "w0"), "", "after")
	lists(t, s, key(t, "w/"), want)
	all := try.Of(s.List(within(t), "")).Or(t)
	if len(all) < n+2 ||
		!slices.IsSortedFunc(all, func(a, b store.Entry) int { return strings.Compare(a.Key, b.Key) }) {
		t.Errorf("list of all has %d entries; want at least %d, ordered", len(all), n+2)
	}
}

func refusedKeys(t *testing.T, e Engine) {
	s := open(t, e, e.URL)
	for _, k := range []string{"", "/", "/a", "a/", "a//b", ".", "..", "a/./b", "a/..", "a\x00b", "a\nb", "a\x7fb",
		"a\u0085b",
		"\xff", "a\xc3", strings.Repeat("k", store.MaxKey+1)} {
		if v, err := s.Load(within(t), k); err == nil {
			t.Errorf("load %q = %v; want it refused", k, v)
		}
		v, err := s.Swap(within(t), k, "", nil)
		if err == nil || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnknown) {
			t.Errorf("swap %q = %q, %v; want it refused", k, v, err)
		}
	}
}
