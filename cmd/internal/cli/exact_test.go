package cli

import (
	"math/big"
	"strings"
	"testing"
)

func TestParseWhole(t *testing.T) {
	most := new(big.Int).Lsh(big.NewInt(1), 512)
	for text, want := range map[string]string{
		"0": "0", "1000000": "1000000", "1_000_000": "1000000", "1e6": "1000000", "1.5e3": "1500", "2^10": "1024",
		"10^30": "1" + strings.Repeat("0", 30),
		"1e30":  "1" + strings.Repeat("0", 30), "1E3": "1000", "5e-0": "5", "1200e-2": "12",
		"9007199254740993": "9007199254740993",
	} {
		if got, err := ParseWhole(text, "count", 0, most); err != nil || got.String() != want {
			t.Errorf("ParseWhole(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "1.5", "NaN", "Inf", "0x10", "1/2", "1e", "e5", "2^", "^2", "2^-1",
		"1__0", "_1", "1_", "1e401", "2^9999", "1e999999999999", "1e200", strings.Repeat("9", 300)} {
		if got, err := ParseWhole(text, "count", 0, most); err == nil {
			t.Errorf("ParseWhole(%q) = %v; want an error", text, got)
		}
	}
}

func TestParseProbability(t *testing.T) {
	for text, want := range map[string]string{"0.5": "1/2", "1e-9": "1/1000000000", "50%": "1/2", "1 %": "1/100",
		"1/1000": "1/1000", "1/2^20": "1/1048576"} {
		if got, err := ParseProbability(text); err != nil || got.RatString() != want {
			t.Errorf("ParseProbability(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "1", "1.0", "100%", "-0.5", "NaN", "1/0", "0/5", "2/1", "1/2/3", "%",
		"1e-999999999", "1/-2"} {
		if got, err := ParseProbability(text); err == nil {
			t.Errorf("ParseProbability(%q) = %v; want an error", text, got)
		}
	}
}

// FuzzExact: no text panics or grows without bound, and what is read is read again
// from its own spelling.
func FuzzExact(f *testing.F) {
	for _, text := range []string{"1", "1e30", "2^40", "0.5", "1_0", "1e-400", "65535^1600", ".", "-", "+1", "1e+5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = ParseProbability(text)
		v, ok := parseExact(text)
		if !ok {
			return
		}
		if v.Num().BitLen() > 30000 || v.Denom().BitLen() > 3000 {
			t.Fatalf("parseExact(%q) has %d and %d bits; want less", text, v.Num().BitLen(), v.Denom().BitLen())
		}
		if digits := v.Num().String(); v.IsInt() && len(digits) < numberLength {
			if again, ok := parseExact(digits); !ok || again.Cmp(v) != 0 {
				t.Errorf("parseExact(%q) = %v, of its digits %v", text, v, again)
			}
		}
	})
}
