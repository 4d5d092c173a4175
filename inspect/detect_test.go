package inspect

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"idscope/gen"
)

const (
	digits    = "0123456789"
	lowerHex  = "0123456789abcdef"
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	hex32     = "0123456789abcdefghijklmnopqrstuv"
	lower     = "abcdefghijklmnopqrstuvwxyz"
	base36    = digits + lower
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	base58    = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base64u   = base62 + "-_"
)

// Of random strings none is certain, and at most 1 in 200 likely.
func TestDetectRandom(t *testing.T) {
	in := inspector(t, Options{})
	type kind struct {
		name    string
		symbols string
		length  int
	}
	var kinds []kind
	for n := 8; n <= 20; n++ {
		kinds = append(kinds, kind{"digits", digits, n})
	}
	for _, n := range []int{16, 24, 32, 40} {
		kinds = append(kinds, kind{"hex", lowerHex, n}, kind{"HEX", "0123456789ABCDEF", n})
	}
	kinds = append(kinds, kind{"Crockford", crockford, 26}, kind{"Crockford", crockford, 13},
		kind{"base32hex", hex32, 20}, kind{"base58", base58, 22}, kind{"base58", base58, 11},
		kind{"base36", base36, 12}, kind{"base36", base36, 13}, kind{"base36", base36, 25}, kind{"base64url", base64u, 21},
		kind{"base64url", base64u, 22}, kind{"base64url", base64u, 11},
		kind{"lower", lower, 10}, kind{"lower", lower, 12}, kind{"sort32", "234567" + lower, 13},
		kind{"digits", digits, 38}, kind{"digits", digits, 39})
	for _, n := range []int{10, 11, 12, 18, 21, 22, 27} {
		kinds = append(kinds, kind{"base62", base62, n})
	}
	for _, n := range []int{9, 10, 11} {
		kinds = append(kinds, kind{"BASE36", strings.ToUpper(base36), n})
	}
	kinds = append(kinds, kind{"base36", base36, 24}, kind{"base36", base36, 14}, kind{"base36", base36, 59},
		kind{"base64url", base64u, 19}, kind{"base64url", base64u, 28}, kind{"base64url", base64u, 44},
		kind{"base58", base58, 46}, kind{"hex", lowerHex, 64}, kind{"lower", lower, 24}) // of patterns
	n := long(5_000, 100_000)
	r := rand.New(rand.NewPCG(11, 12))
	var result Result
	for _, k := range kinds {
		likely, some := 0, 0
		for range n {
			text := randomText(r, k.symbols, k.length)
			in.InspectInto(&result, text)
			if len(result.Readings) > 0 {
				some++
			}
			for _, o := range result.Readings {
				switch o.Confidence {
				case Certain:
					t.Errorf("%s %d: Inspect(%q) is certain of %s, %.1f bits", k.name, k.length, text, o.Scheme.Name, o.Evidence)
				case Likely:
					likely++
				}
			}
		}
		t.Logf("%-10s %2d: a reading %6.2f %%  likely %.3f %%", k.name, k.length, 100*float64(some)/float64(n),
			100*float64(likely)/float64(n))
		if 200*likely > n {
			t.Errorf("%s %d: %d of %d are likely; want at most 1 in 200", k.name, k.length, likely, n)
		}
	}
}

// Words, phone numbers, prices and dates are never likely.
func TestDetectEveryday(t *testing.T) {
	in := inspector(t, Options{})
	r := rand.New(rand.NewPCG(13, 14))
	texts := []string{"hello", "Hello", "international", "misunderstanding", "Antidisestablishmentarianism",
		"historical", "programming", "understand", "2026-01-31", "20260131", "20260131093000", "31.01.2026",
		"2026-01-31T09:30:00Z", "09:30:00", "2022-06",
		"+1-415-555-2671", "4155552671", "+14155552671", "(415) 555-2671", "0041443643532", "19.99", "$1,234.56", "1999",
		"100000", "1234567", "EUR 12", "v1.2.3", "127.0.0.1", "4111111111111111"}
	for range 20_000 {
		texts = append(texts, randomText(r, lower, 3+r.IntN(18)),
			string("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[r.IntN(26)])+randomText(r, lower, 3+r.IntN(14)),
			fmt.Sprintf("+%d", 1e9+r.Int64N(9e12)), fmt.Sprint(1e6+r.Int64N(1e12)),
			fmt.Sprintf("%d.%02d", r.IntN(1e6), r.IntN(100)),
			fmt.Sprintf("%04d%02d%02d", 1990+r.IntN(50), 1+r.IntN(12), 1+r.IntN(28)),
			fmt.Sprintf("%04d%02d%02d%02d%02d%02d", 1990+r.IntN(50), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60),
				r.IntN(60)),
			fmt.Sprintf("%04d-%02d-%02d", 1990+r.IntN(50), 1+r.IntN(12), 1+r.IntN(28)))
	}
	for _, text := range texts {
		res := in.Inspect(text)
		for _, o := range res.Readings {
			if o.Confidence != Possible {
				t.Errorf("Inspect(%q) is %s of %s (%.1f bits); want possible at most", text, o.Confidence, o.Scheme.Name,
					o.Evidence)
			}
		}
	}
	for _, text := range []string{"hello", "Hello", "international", "historical", "programming", "understand",
		"2026-01-31", "20260131", "31.01.2026", "19.99", "1999", "1234567", "12345678901-23456"} {
		if res := in.Inspect(text); res.OK() {
			t.Errorf("Inspect(%q) = %s; want no reading", text, res.AppendBrief(nil))
		}
	}
}

// The true scheme of a reading is one and the same in every spelling.
func TestDetectSpellings(t *testing.T) {
	in := inspector(t, Options{})
	id, _ := gen.Text{Form: gen.UUID}.Parse([]byte("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), 128)
	for _, text := range []string{
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
		"{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
		"urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "URN:UUID:017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
		"017f22e279b07cc398c4dc0c0c07398f",
		"0x017f22e279b07cc398c4dc0c0c07398f", "0x17f22e279b07cc398c4dc0c0c07398f",
		"01 7f 22 e2 79 b0 7c c3 98 c4 dc 0c 0c 07 39 8f",
		"AX8i4nmwfMOYxNwMDAc5jw==", "AX8i4nmwfMOYxNwMDAc5jw", "4iJ/AbB5w3yYxNwMDAc5jw==",
		"1989357241971137676463954034883508623",
		"BihbxwwQ4NZZpKRH9JDCz", string(gen.Text{Form: gen.Base57, Width: 22}.Append(nil, id, 128)),
		string(gen.Text{Form: gen.Base36, Width: 25}.Append(nil, id, 128)), `"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",`,
		"https://example.com/users/017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"https://example.com/u?id=017f22e2-79b0-7cc3-98c4-dc0c0c07398f&x=1",
	} {
		r := in.Inspect(text)
		if len(r.Readings) == 0 || r.Readings[0].Scheme.Name != "uuidv7" || r.Readings[0].ID != id {
			t.Errorf("Inspect(%q) = %s; want uuidv7 first", text, r.AppendJSON(nil))
		}
	}
	// Of 26 symbols a ULID is so much more common that 1 in 64 of them looks like this.
	r := in.Inspect("01FWHE4YDGFK1SHH6W1G60EECF")
	if len(r.Readings) != 2 || r.Readings[0].Scheme.Name != "ulid" || r.Readings[1].Scheme.Name != "uuidv7" ||
		r.Readings[0].ID != id {
		t.Errorf("Inspect(%q) = %s; want ulid, then uuidv7", r.Input, r.AppendBrief(nil))
	}
}

// A UUID as a name in base58 begins and ends with letters that base58 itself may not
// have, as I for version 8; tables and Inspect agree on it.
func TestDetectNamesOfUUIDs(t *testing.T) {
	in := inspector(t, Options{})
	const text = "I7TGGVNPWUVH7YTM1MDWWNK"
	for range 8 {
		var r Result
		in.DetectInto(&r, []byte(text))
		if all := in.Inspect(text); !r.OK() || !all.OK() || r.Readings[0].Scheme.Name != "uuidv8" ||
			all.Readings[0].Scheme.Name != "uuidv8" {
			t.Fatalf("%s: detected %s, inspected %s; want uuidv8", text, r.AppendBrief(nil), all.AppendBrief(nil))
		}
	}
}
