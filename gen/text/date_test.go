package text

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// Eight digits that are the first of a text are a date of the calendar, as package time lists
// them day by day: all of three years, and of the others the months and days that are near.
func TestDateDigitsCalendar(t *testing.T) {
	days := map[string]uint64{}
	for day, at := uint64(0), time.Unix(0, 0).UTC(); at.Year() < 2110; day, at = day+1, at.AddDate(0, 0, 1) {
		days[at.Format("20060102")] = day
	}
	text := Text{Form: DateDigits}
	for year := 1960; year < 2110; year++ {
		for rest := range 10_000 {
			if year%50 != 0 && (rest >= 1400 || rest%100 > 32) {
				continue
			}
			date := fmt.Sprintf("%04d%04d", year, rest)
			want, ok := days[date]
			id, err := text.Parse([]byte(date+"0042"), 58)
			if (err == nil) != ok || ok && id != (ID{Lo: 4<<54 | want<<30 | 42}) {
				t.Fatalf("Parse(%q) = %x, %v; want day %d, %t", date+"0042", id, err, want, ok)
			}
		}
	}
}

// What has no text is written longer than any; all else reads back, and the
// identifiers are in the order of the numbers that they are written as.
func TestDateDigitsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	text := Text{Form: DateDigits}
	_, longest := text.Len(58)
	var last ID
	var before []byte
	read := 0
	for range 100_000 {
		id := randomID(r, 58)
		if r.IntN(4) > 0 { // a day of this era, and a sequence that fits more often
			id = ID{Lo: uint64(4+r.IntN(12))<<54 | r.Uint64N(30_000)<<30 | r.Uint64N(1<<30)>>r.IntN(31)}
		}
		s := text.Append(nil, id, 58)
		got, err := text.Parse(s, 58)
		count, day, seq := id.Lo>>54, id.Lo>>30&(1<<24-1), id.Lo&(1<<30-1)
		has := count >= 4 && day <= 2932896 && len(fmt.Sprint(seq)) <= int(count)
		switch {
		case has && (err != nil || got != id || len(s) > longest):
			t.Fatalf("Parse(%q) = %x, %v; want %x", s, got, err, id)
		case !has && (err == nil || len(s) <= longest):
			t.Fatalf("Append(%x) = %q, Parse of it %x, %v; want more than %d digits, and an error", id, s, got, err, longest)
		case !has:
			continue
		}
		read++
		order := len(before) - len(s)
		if order == 0 {
			order = bytes.Compare(before, s)
		}
		if read > 1 && (order < 0) != (last.Cmp(id) < 0) {
			t.Fatalf("%s and %s are %x and %x; want the same order", before, s, last, id)
		}
		last, before = id, s
	}
	if read < 20_000 {
		t.Errorf("%d of 100,000 read; want more", read)
	}
}

func TestDateDigitsForm(t *testing.T) {
	for _, f := range Forms() {
		try.Equal(t, f.Form.Encodes(), f.Form != DateDigits, "%s: Encodes() =", f.Name)
	}
	text, s, dst := Text{Form: DateDigits}, []byte("2024022912345678"), make([]byte, 0, 32)
	try.Equal(t, testing.AllocsPerRun(100, func() {
		id, _ := text.Parse(s, 58)
		text.Append(dst, id, 58)
	}), 0, "allocations of Parse and Append:")
}
