package scheme

import (
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// The vectors of the specification, checksum or not, and what they refuse.
func TestOrderlyIDTexts(t *testing.T) {
	s, _ := Get("orderlyid")
	codec := schemetest.Compile(t, s)
	for _, tt := range []struct {
		text, prefix                     string
		summed                           bool
		tenant, sequence, shard, privacy uint64
	}{
		{"order_00jc1gmm00000000000028t5cy4tqkff", "order", false, 0, 0, 0, 0},
		{"user_00jc1gmmfc000ag0y007xbdyxz5fxzqd", "user", false, 42, 15, 7, 0},
		{"shipment_00jc1gmqww0000801zzzzzzzzzzzzzzz-a0f4", "shipment", true, 1, 0, 65535, 0},
		{"event_00jc1gwnt0g00007p000qkffnf6yzayd", "event", false, 0, 123, 0, 1},
	} {
		got, err := s.Parse([]byte(tt.text))
		if err != nil || got.Prefix != tt.prefix || got.Summed != tt.summed || !codec.Matches(got.ID) {
			t.Errorf("Parse(%s) = %+v, %v; want prefix %s, summed %t", tt.text, got, err, tt.prefix, tt.summed)
			continue
		}
		for name, want := range map[string]uint64{"tenant": tt.tenant, "sequence": tt.sequence, "shard": tt.shard,
			"privacy": tt.privacy} {
			try.Equal(t, codec.Field(got.ID, s.Layout.Index(name)).Lo, want, "%s of %s =", name, tt.text)
		}
		text := string(s.AppendPrefixed(nil, got.ID, got.Prefix))
		if again, err := s.Parse([]byte(text)); err != nil || again.ID != got.ID || !again.Summed ||
			!strings.HasPrefix(text, tt.text) {
			t.Errorf("AppendPrefixed = %s, read as %+v, %v; want %s with a checksum", text, again, err, tt.text)
		}
	}
	for _, text := range []string{
		"order_00jc1gmm00000000000028t5cy4tqkff-xxxx", "order_00jc1gmm00000000000028t5cy4tqkff-",
		"o_00jc1gmm00000000000028t5cy4tqkff",
		"1st_00jc1gmm00000000000028t5cy4tqkff", "Order_00jc1gmm00000000000028t5cy4tqkff",
		"00jc1gmm00000000000028t5cy4tqkff", "_00jc1gmm00000000000028t5cy4tqkff",
		"order_00jc1gmm00000000000028t5cy4tqkf", "order_00jc1gmm00000000000028t5cy4tqkfU",
		strings.Repeat("a", 32) + "_00jc1gmm00000000000028t5cy4tqkff",
		"users_00jc1gmqww0000801zzzzzzzzzzzzzzz-a0f4", "shipment_00jc1gmqww0000801zzzzzzzzzzzzzzz-A0F4",
	} {
		if got, err := s.Parse([]byte(text)); err == nil {
			t.Errorf("Parse(%s) = %+v; want it refused", text, got)
		}
	}
}

// No text makes Parse of a scheme with a prefix panic, and what is read is written
// so again, but for a checksum that was missing.
func FuzzAffixed(f *testing.F) {
	for _, text := range []string{"shipment_00jc1gmqww0000801zzzzzzzzzzzzzzz-a0f4",
		"user_00jc1gmmfc000ag0y007xbdyxz5fxzqd", "prefix_01h455vb4pex5vsknk084sn02q", "01h455vb4pex5vsknk084sn02q", "",
		"_", "-", "a_-", "\xff_\xff-aaaa"} {
		f.Add([]byte(text))
	}
	list := []*gen.Scheme{orderlyID().WithDefaults(), typeID().WithDefaults()}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, s := range list {
			got, err := s.Parse(text)
			if err != nil {
				continue
			}
			again := s.AppendPrefixed(nil, got.ID, got.Prefix)
			if string(again) != string(text) && (got.Summed || !strings.HasPrefix(string(again), string(text)+"-")) {
				t.Fatalf("%s: Parse(%q) = %+v, written %q", s.Name, text, got, again)
			}
		}
	})
}

func TestUPIDPrefix(t *testing.T) {
	s, _ := Get("upid")
	for _, tt := range []struct{ prefix, start string }{{"user", "user_"}, {"ab", "abzz_"}, {"", "zzzz_"},
		{"2ab7", "2ab7_"}} {
		v, err := s.PrefixBits(tt.prefix)
		if err != nil {
			t.Errorf("PrefixBits(%q) = %v", tt.prefix, err)
		}
		g := schemetest.NewGenerator(t, s, gen.Options{Set: []gen.Assignment{{Field: s.PrefixField, Value: gen.FromUint64(v)}}})
		if got := schemetest.Render(s, schemetest.Next(t, g)); !strings.HasPrefix(got, tt.start) {
			t.Errorf("prefix %q: %s; want it to begin with %s", tt.prefix, got, tt.start)
		}
	}
	try.Begins(t, schemetest.Render(s, schemetest.Next(t, schemetest.NewGenerator(t, s, gen.Options{}))), "zzzz_",
		"without a prefix")
	for _, prefix := range []string{"users", "User", "a-b", "a1", "\xff"} {
		if v, err := s.PrefixBits(prefix); err == nil {
			t.Errorf("PrefixBits(%q) = %d; want it refused", prefix, v)
		}
	}
}

// A trace id or a span id of zeros alone is refused; a time of KsuidMs has 250
// units in a second.
func TestBitsThatAreNone(t *testing.T) {
	for _, tt := range []struct {
		scheme, text string
		ok           bool
	}{
		{"w3c-trace", strings.Repeat("0", 32), false}, {"w3c-trace", strings.Repeat("0", 31) + "1", true},
		{"w3c-span", strings.Repeat("0", 16), false}, {"w3c-span", "00f067aa0ba902b7", true},
		{"ksuidms", "1srOrx2ZWZBpBUvZwXKQmoEYga2", true}, {"ksuidms", "aWgEPTl1tmebfsQzFP4bxwgy80V", false},
	} {
		s, _ := Get(tt.scheme)
		id, err := s.Parse([]byte(tt.text))
		if err != nil || (s.CheckBits(schemetest.Compile(t, s), id.ID) == nil) != tt.ok {
			t.Errorf("%s %s: %v, CheckBits %v; want accepted %t", tt.scheme, tt.text, err, s.CheckBits(schemetest.Compile(t, s), id.ID),
				tt.ok)
		}
	}
	if _, err := verifyTraceparent("00-" + strings.Repeat("0", 32) + "-00f067aa0ba902b7-01"); err == nil {
		t.Error("traceparent with a trace id of zeros = nil; want an error")
	}
}
