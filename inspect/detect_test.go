package inspect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
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

// The confidence of the best reading turns where its evidence does, that of a rival, and the chance of any.
func TestConfidence(t *testing.T) {
	best := inspector(t, Options{}).Inspect("01BX5ZZKBKACTAV9WEVGEMMVRZ").Readings[0]
	for _, tt := range []struct {
		words                  string
		evidence, rivals, next float64 // bits
		change                 func(*Reading)
		want                   Confidence
	}{
		{"certain", 20, 20, 19.9, nil, Certain},
		{"too little for certain", 19.9, 20, 0, nil, Likely},
		{"certain, but that others are as rare", 30, 19.9, 0, nil, Likely},
		{"likely", 8, 8, 4, nil, Likely},
		{"too little", 7.9, 8, 0, nil, Possible},
		{"others are as rare", 12, 7.9, 0, nil, Possible},
		{"not ahead enough", 12, 12, 8.1, nil, Possible},
		{"a word", 30, 30, 0, func(o *Reading) { o.word = smallWord }, Possible},
		{"a round number", 30, 30, 0, func(o *Reading) { o.number = true }, Possible},
		{"a time that cannot be", 30, 30, 0, func(o *Reading) { o.Plausible = false }, Possible},
		{"a date", 30, 30, 0, func(o *Reading) {
			o.c = as(t, "date-seq").Inspect("202601310001").Readings[0].c
		}, Possible},
	} {
		o := best
		o.Evidence, o.rivals = tt.evidence, math.Exp2(-tt.rivals)
		if tt.change != nil {
			tt.change(&o)
		}
		rival := o
		rival.Evidence = tt.next
		r := Result{Readings: []Reading{o, rival}}
		if r.compare(); r.Readings[0].Confidence != tt.want || r.Readings[1].Confidence != best.Confidence {
			t.Errorf("%s: %s; want %s", tt.words, r.Readings[0].Confidence, tt.want)
		}
	}
}

// Words, phone numbers, prices, dates, and digits that start with a date are never likely, and what is of
// letters alone is known to be a word.
func TestDetectEveryday(t *testing.T) {
	in := inspector(t, Options{})
	r := rand.New(rand.NewPCG(13, 14))
	texts := []string{"hello", "Hello", "international", "misunderstanding", "Antidisestablishmentarianism",
		"historical", "programming", "understand", "2026-01-31", "20260131", "20260131093000", "31.01.2026",
		"2026-01-31T09:30:00Z", "09:30:00", "2022-06",
		"+1-415-555-2671", "4155552671", "+14155552671", "(415) 555-2671", "0041443643532", "19.99", "$1,234.56", "1999",
		"100000", "1234567", "EUR 12", "v1.2.3", "127.0.0.1", "4111111111111111"}
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
	for _, text := range []string{
		"configuration", "internationalization", "hello-world-foo-bar-baz1", "hello-world-foo-bar-b",
		"electroencephalographer", "electroencephalographers", "getUserAccountSettings",
		"user_account_settings", "price_list_of_all_items", "card_number_of_customer", "in_progress_for_some_time",
		"file_with_a_long_name", "MAX_CONNECTIONS_PER_HOST", "CONFIGURATION", "BUTTON_LEFT",
		"1.2.3", "v1.22.333-alpha", "2026-01-31", "#ff00aa", "ff00aa", "Qm", "b", "swh:1:", "sub_", "cus_",
		"1999-2026", "12-345-6789", "555-12345", "bananabananabananabanana", "price_listofallitems", "source_ofinspiration",
	} {
		for _, o := range in.Inspect(text).Readings {
			if o.Scheme.Pattern != nil {
				t.Errorf("Inspect(%q) has %s, %s; want no text of parts", text, o.Scheme.Name, o.Confidence)
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
