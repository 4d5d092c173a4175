package cli

import (
	"math/big"
	"testing"
)

func TestParseSpan(t *testing.T) {
	for text, want := range map[string]string{
		"1s": "1/1", "90m": "5400/1", "1d12h": "129600/1", "1.5h": "5400/1", "250ms": "1/4", "2w": "1209600/1",
		"1y": "31556952/1", "1000y": "31556952000/1", "0d1h": "3600/1",
	} {
		if got, err := ParseSpan(text); err != nil || got.String() != want {
			t.Errorf("parseSpan(%q) = %v, %v; want %s seconds", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0s", "1", "s", "-1s", "1x", "1sm", "1e9y", "1.y", "..5s", "1 s",
		"999999999999999999999999999999y"} {
		if got, err := ParseSpan(text); err == nil {
			t.Errorf("parseSpan(%q) = %v; want an error", text, got)
		}
	}
}

func TestParseRateAndNodes(t *testing.T) {
	for text, want := range map[string]string{"1000": "1000/1", "0.5": "1/2", "10k": "10000/1", "2.5M": "2500000/1",
		"1e9": "1000000000/1", "1e-3": "1/1000", "1K": "1000/1", "1_000": "1000/1", "1_000_000": "1000000/1",
		"1000/h": "5/18", "10k/s": "10000/1", "1M/day": "625/54", "60/min": "1/1", "5/hours": "1/720", "2^10": "1024/1"} {
		if got, err := ParseRate(text); err != nil || got.String() != want {
			t.Errorf("parseRate(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "1e999999", "1e99", "inf", "nan", "0x10", "1/2", "k", "1 k",
		"1kk", "1e3k", "2^3k", "1/", "/h", "1/x", "1/2h", "1000/h/h", "1__0", "++1", "1e", "1e+-5", "1.", ".5", "1e100"} {
		if got, err := ParseRate(text); err == nil {
			t.Errorf("parseRate(%q) = %v; want an error", text, got)
		}
	}
	for _, text := range []string{"0", "1.5", "-3", "1e40", "all"} {
		if got, err := ParseNodes(text); err == nil {
			t.Errorf("parseNodes(%q) = %v; want an error", text, got)
		}
	}
	if got, err := ParseNodes("1e6"); err != nil || got.Cmp(big.NewInt(1e6)) != 0 {
		t.Errorf("parseNodes(1e6) = %v, %v; want a million", got, err)
	}
}

func FuzzBenchNumbers(f *testing.F) {
	for _, s := range []string{"1d12h", "1e9", "10k", "0.5", "1e-30", "1000y", "-1", ".", "1e99999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if v, err := ParseSpan(text); err == nil && (v.Sign() <= 0 || v.Cmp(mostNumber()) > 0) {
			t.Errorf("parseSpan(%q) = %v", text, v)
		}
		if v, err := ParseRate(text); err == nil && (v.Sign() <= 0 || v.Cmp(mostNumber()) > 0) {
			t.Errorf("parseRate(%q) = %v", text, v)
		}
		if v, err := ParseNodes(text); err == nil && (v.Sign() <= 0 || v.BitLen() > 100) {
			t.Errorf("parseNodes(%q) = %v", text, v)
		}
	})
}
