package lease

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"
)

func FuzzGrant(f *testing.F) {
	g := Grant{Group: "default", Field: "worker", From: "etcd://a", ID: "1f", Fence: 1, Longest: 61000, State: Held,
		Worker: 7,
		Epoch:  3, Version: "12/5", Floor: 100, Ceiling: 200, Nonce: "ab", Pending: "cd", PendingWorker: 8}
	f.Add(g.encode())
	f.Add((&Grant{}).encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := decodeGrant(b)
		if err == nil && !bytes.Equal(g.encode(), b) {
			t.Errorf("%x was read as %+v, which is written %x", b, g, g.encode())
		}
	})
}

func FuzzRanges(f *testing.F) {
	for _, text := range []string{"", "0", "0-12,77", "5,7-9", "3-2", "1,2", "18446744073709551615",
		"0-18446744073709551615"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var r Ranges
		if r.UnmarshalText([]byte(text)) != nil {
			return
		}
		if b, _ := r.MarshalText(); string(b) != text {
			t.Errorf("%q is written %q", text, b)
		}
	})
}

func FuzzRegister(f *testing.F) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	f.Add(encode(Register{Schema: 1, Epoch: 2, Floor: 3, High: 4, Until: at, Nonce: "a",
		Owner: &Owner{Host: "h", Since: at}}))
	f.Add([]byte(`{"schema":2}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeRegister("key", b)
		if err != nil {
			return
		}
		again, err := decodeRegister("key", encode(r))
		if err != nil || !sameRegister(r, again) {
			t.Errorf("%s: %+v is written and read as %+v, %v", b, r, again, err)
		}
	})
}

// sameRegister compares as people do: instants by what they say.
func sameRegister(a, b Register) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

func TestRanges(t *testing.T) {
	var r Ranges
	var want []uint64
	for _, n := range []uint64{5, 3, 4, 9, 0, 1, 7, 8, 5, 18446744073709551615, 6} {
		if r = r.With(n); !slices.Contains(want, n) {
			want = append(want, n)
		}
	}
	slices.Sort(want)
	if got := slices.Collect(r.All); !reflect.DeepEqual(got, want) {
		t.Errorf("%v; want %v", got, want)
	}
	if b, _ := r.MarshalText(); string(b) != "0-1,3-9,18446744073709551615" {
		t.Errorf("written %s", b)
	}
	if r.Has(2) || !r.Has(7) {
		t.Error("Has(2) or not Has(7)")
	}
}
