package inspect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
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

// Of random strings none is certain, at most 1 in 200 is likely, and no reading is met more often than the bits of
// its evidence say. A claim of 2 bits too many is noticed up to 6 bits, one of 3 up to 9.
func TestDetectRandom(t *testing.T) {
	in := inspector(t, Options{})
	type claim struct {
		scheme, encoding string
		evidence         float64
	}
	n := long(1_000, 100_000)
	r := rand.New(rand.NewPCG(11, 12))
	var result Result
	for _, k := range []struct {
		symbols string
		lengths []int
	}{
		{digits, []int{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 38, 39}},
		{lowerHex, []int{16, 24, 32, 40, 64}}, {strings.ToUpper(lowerHex), []int{16, 24, 32, 40}},
		{crockford, []int{13, 26}}, {hex32, []int{20}}, {"234567" + lower, []int{13}}, {lower, []int{10, 12, 24}},
		{base36, []int{12, 13, 14, 24, 25, 59}}, {strings.ToUpper(base36), []int{9, 10, 11}},
		{base58, []int{11, 22, 46}}, {base62, []int{10, 11, 12, 18, 21, 22, 27}},
		{base64u, []int{11, 19, 21, 22, 28, 44}},
	} {
		for _, length := range k.lengths {
			likely, seen := 0, map[claim]int{}
			for range n {
				text := randomText(r, k.symbols, length)
				in.InspectInto(&result, text)
				for _, o := range result.Readings {
					seen[claim{o.Scheme.Name, o.Encoding, o.Evidence}]++
					switch o.Confidence {
					case Certain:
						t.Errorf("Inspect(%q) is certain of %s, %.1f bits", text, o.Scheme.Name, o.Evidence)
					case Likely:
						likely++
					}
				}
			}
			for c, got := range seen {
				if want := float64(n) * math.Exp2(-c.evidence); float64(got) > want+5*math.Sqrt(want)+3 {
					t.Errorf("of %d texts of %d of %q %d are %+v; want %.1f", n, length, k.symbols, got, c, want)
				}
			}
			if 200*likely > n {
				t.Errorf("%d of %d texts of %d of %q are likely; want 1 in 200 at most", likely, n, length, k.symbols)
			}
		}
	}
}

// TestConfidence reads testdata/confidence.txt: that of the best reading turns where its evidence does, that of a
// rival, and the chance of any, all in bits; and by what else is known of it.
func TestConfidence(t *testing.T) {
	best := inspector(t, Options{}).Inspect("01BX5ZZKBKACTAV9WEVGEMMVRZ").Readings[0]
	try.Lines(t, "testdata/confidence.txt", func(given string) string {
		o, rival, known := best, best, ""
		_, _ = fmt.Sscan(given, &o.Evidence, &o.rivals, &rival.Evidence, &known)
		o.rivals, o.number, o.Plausible = math.Exp2(-o.rivals), known == "number", known != "implausible"
		if known == "word" {
			o.word = smallWord
		} else if known == "date" {
			o.c = as(t, "date-seq").Inspect("202601310001").Readings[0].c
		}
		r := Result{Readings: []Reading{o, rival}}
		r.compare()
		try.Equal(t, r.Readings[1].Confidence, best.Confidence, "%s: that of the rival is", given)
		return r.Readings[0].Confidence.String()
	})
}

// Words, phone numbers, prices, dates, and digits that start with a date are never likely, and what is of
// letters alone is known to be a word. What some of them are taken for is in testdata/everyday.txt.
func TestDetectEveryday(t *testing.T) {
	in := inspector(t, Options{})
	r := rand.New(rand.NewPCG(13, 14))
	var texts []string
	for range long(1000, 20_000) {
		at := time.Unix(631152000+r.Int64N(1577e6), r.Int64N(1e9)).UTC() // from 1990 to 2039
		texts = append(texts, randomText(r, lower, 3+r.IntN(18)),
			string(lower[r.IntN(26)]-32)+randomText(r, lower, 3+r.IntN(14)),
			fmt.Sprintf("+%d", 1e9+r.Int64N(9e12)), fmt.Sprint(1e6+r.Int64N(1e12)),
			fmt.Sprintf("%d.%02d", r.IntN(1e6), r.IntN(100)),
			at.Format("20060102"), at.Format("20060102150405"), at.Format(time.DateOnly), at.Format("200601021504"),
			strings.Replace(at.Format("20060102150405.000"), ".", "", 1), fmt.Sprintf("+2010%08d", r.IntN(1e8)),
			at.Format("20060102")+fmt.Sprintf("%0*d", 4+r.IntN(8), r.IntN(1e4)))
	}
	for _, text := range texts {
		word := strings.Trim(strings.ToLower(text), lower) == ""
		for _, o := range in.Inspect(text).Readings {
			if o.Confidence != Possible || word && o.word < largeWord {
				t.Errorf("Inspect(%q) is %s of %s (%.1f bits), a word: %d; want possible at most, and %t", text,
					o.Confidence, o.Scheme.Name, o.Evidence, o.word, word)
			}
		}
	}
	try.Lines(t, "testdata/everyday.txt", func(text string) (said string) {
		for _, o := range in.Inspect(text).Readings {
			said += fmt.Sprintf("%s in %s, %s, %.1f, %d; ", o.Scheme.Name, o.Encoding, o.Confidence, o.Evidence, o.word)
		}
		return strings.TrimSpace(said)
	})
}
