package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"idscope/inspect/known"
)

// Lines of patterns of text are duplicates where the texts are the same, exactly,
// whatever the memory; of those that ignore letter case in either.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		twice []string
	}{
		{"nanoid", []string{"V1StGXR8_Z5jdHi6B-myT", "V1StGXR8_Z5jdHi6B-myt", "V1StGXR8_Z5jdHi6B-myT"},
			[]string{"V1StGXR8_Z5jdHi6B-myT"}},
		{"cuid2", []string{"pfh0haxfpzowht3oi213cqos", "cerhuy9499", "cerhuy949", "cerhuy9499"}, []string{"cerhuy9499"}},
		{"breezeid", []string{"9NU6-XQLZ-BDIH-6HKE", "9nu6-xqlz-bdih-6hke", "9NU6-XQLZ-BDIH-6HKA"},
			[]string{"9NU6-XQLZ-BDIH-6HKE"}},
		{"sha256", []string{strings.Repeat("1a", 32), strings.Repeat("1b", 32), strings.Repeat("1a", 32)},
			[]string{"hash 98b0"}},
		{"stripe", []string{"cus_QXg1o8vcGmoR32", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "cus_QXg1o8vcGmoR32",
			"sk_live_4eC39HqLyjWDarjtT1zdp7dc"}, []string{"cus_QXg1o8vcGmoR32", "hash "}},
	} {
		s, _ := known.Get(c.name)
		var text strings.Builder
		for i := range 2000 { // enough for many blocks
			text.WriteString(c.lines[i%len(c.lines)] + "\n")
		}
		for _, budget := range budgets()[:4] {
			budget.As, budget.Now, budget.TempDir = s, present, t.TempDir()
			r, err := Run(context.Background(), input([]string{"a"}, [][]byte{[]byte(strings.Join(c.lines,
				"\n") + "\n")}), budget)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range r.Duplicates.Lowest {
				got = append(got, d.Text)
			}
			slices.Sort(got)
			ok := len(got) == len(c.twice)
			for i := range got {
				ok = ok && (got[i] == c.twice[i] || strings.HasPrefix(c.twice[i], "hash ") && strings.HasPrefix(got[i], "hash "))
			}
			if !ok || r.Invalid.Lines != 0 || r.IDs != int64(len(c.lines)) {
				t.Errorf("%s: duplicates %q, %d invalid; want %q", c.name, got, r.Invalid.Lines, c.twice)
			}
			all, err := Run(context.Background(), input([]string{"a"}, [][]byte{[]byte(text.String())}), budget)
			if err != nil || all.IDs != 2000 || strings.Contains(fmt.Sprintf("%+v", all), "4eC39HqLyj") {
				t.Errorf("%s: %d ids, %v; want 2000, and no secret: %+v", c.name, all.IDs, err, all)
			}
		}
	}
	s, _ := known.Get("cuid1")
	r, err := Run(context.Background(), input([]string{"a"}, [][]byte{[]byte(
		"cjld2cyuq0000t3rmniod1foy\ncm3xemk9o00070cm7ghnl6toe\nnone\n")}), Options{As: s, Now: present})
	if err != nil || r.IDs != 2 || r.Invalid.Lines != 1 || r.Kinds[0].Span == nil ||
		r.Kinds[0].Span.First.Year() != 2018 || r.Kinds[0].Span.Last.Year() != 2024 {
		t.Errorf("cuid1: %+v, %v; want two ids of 2018 and 2024, and a line that is none", r, err)
	}
}
