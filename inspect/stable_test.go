package inspect

import (
	"fmt"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// The answer does not depend on the second at which one asks, whatever floating
// point makes of it: each vector, in each spelling of its scheme, has one answer at
// 8 instants, alone, and at 2 of them under As.
func TestStable(t *testing.T) {
	list := append(known.All(), known.Unlisted()...)
	texts := map[*gen.Scheme][]string{nil: {"4jgmnx8Js8A"}}
	for _, s := range list {
		for _, v := range schemetest.Vectors(s) {
			texts[s] = append(texts[s], v.Text)
			if s.Pattern != nil || s.Affix != nil {
				continue
			}
			id, err := s.Parse([]byte(v.Text))
			if err != nil {
				continue
			}
			for _, encoding := range s.Alternatives {
				if !encoding.Form.Binary() {
					texts[s] = append(texts[s], string(encoding.Append(nil, id.ID, s.Layout.Size())))
				}
			}
		}
	}
	first := map[string]string{}
	for i := range 8 {
		// A prime number of milliseconds: no tick of a scheme is a multiple of it.
		now := present.Add(time.Duration(i) * 1009 * time.Millisecond)
		in := inspector(t, Options{Now: now})
		check := func(name string, in *Inspector, text string) {
			r, answer := in.Inspect(text), "none"
			if r.OK() {
				o := &r.Readings[0]
				answer = fmt.Sprintf("%s, written as %s, %s", o.Scheme.Name, o.Encoding, o.Canonical())
			}
			key := name + " " + text
			if i == 0 {
				first[key] = answer
			} else if first[key] != answer {
				t.Errorf("%s at %v is %s; was %s", key, now, answer, first[key])
			}
		}
		for s, list := range texts {
			for _, text := range list {
				check("", in, text)
			}
			if s == nil || len(s.Alternatives) == 0 || i%4 > 0 {
				continue
			}
			as := inspector(t, Options{Now: now, As: []*gen.Scheme{s}})
			for _, text := range list {
				check(s.Name, as, text)
			}
		}
		as, _ := Named("snowflake")
		check("snowflake", inspector(t, Options{Now: now, As: as}), "4jgmnx8Js8A")
	}
	try.Equal(t, first["snowflake 4jgmnx8Js8A"], "snowflake, written as base58flickr, 1428076403798048768",
		"4jgmnx8Js8A is")
}
