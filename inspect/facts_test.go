package inspect

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// TestPublished: every published id is read where its scheme is asked for, and written again; it has its time;
// the parts of one that is a pattern are its text; each thing is told once, and each fact has the value that JSON
// has under its key. Every fact of the list is said by some id.
func TestPublished(t *testing.T) {
	said := map[string]bool{}
	for _, s := range slices.Concat(known.All(), known.Unlisted(), known.Asked()) {
		in := inspector(t, Options{As: []*gen.Scheme{s}})
		for _, v := range schemetest.Vectors(s) {
			r, want := in.Inspect(v.Text), v.Text
			if s.Pattern != nil && s.OwnAlphabet {
				if _, ok := s.Read(false).Matcher().Match(nil, v.Text); !ok {
					continue // of a length that is not the usual one
				}
			}
			if r.OK() && r.hidden != "" {
				want = r.Readings[0].masked()
			}
			if !r.OK() || r.Readings[0].Canonical() != want {
				t.Errorf("--as %s %q = %s; want it read", s.Name, v.Text, r.AppendBrief(nil))
				continue
			}
			o := &r.Readings[0]
			var texts strings.Builder
			for _, p := range o.parts(nil) {
				texts.WriteString(p.Text)
			}
			if s.Pattern != nil && (texts.String() != want || o.Bits() != 0) {
				t.Errorf("pieces of %q make %q, %d bits", v.Text, &texts, o.Bits())
			}
			at, err := time.Parse(time.RFC3339Nano, v.Time)
			if v.Time != "" && (err != nil || !o.Time.Equal(at)) {
				t.Errorf("time of %s %q = %s; want %s", s.Name, v.Text, o.Time, v.Time)
			}
			compareFacts(t, &r, said)
		}
	}
	codec := &NumberCodec{Name: "sqids", Read: func(string) (Numbers, *Error) {
		return Numbers{List: []uint64{1, 42}, Hex: "af", Canonical: "k"}, nil
	}}
	r := inspector(t, Options{Codec: codec}).Inspect("k")
	compareFacts(t, &r, said)
	for i := range facts {
		if !said[facts[i].key] {
			t.Errorf("no id says %s", facts[i].key)
		}
	}
}

// compareFacts compares the facts of all readings with their JSON, and notes which are said.
func compareFacts(t *testing.T, r *Result, said map[string]bool) {
	t.Helper()
	for i := range r.Readings {
		o := &r.Readings[i]
		var members map[string]json.RawMessage
		if err := json.Unmarshal(new(jsonWriter).appendReading(nil, o, false), &members); err != nil {
			t.Fatalf("%s: %v", r.Input, err)
		}
		for k := range facts {
			if row := &facts[k]; row.has == nil || row.has(o) {
				said[row.key] = true
				compareFact(t, o, row, members)
			} else if raw, ok := members[row.key]; ok {
				t.Errorf("%s: %s is %s in JSON, and no fact", r.Input, row.key, raw)
			}
		}
		reveals := map[string]bool{}
		for _, f := range o.reveals(nil) {
			if reveals[f.Key] {
				t.Errorf("%s as %s: %s is told twice; JSON has each name once", r.Input, o.Scheme.Name, f.Key)
			}
			reveals[f.Key] = true
		}
	}
}

// compareFact compares a fact with the member of its key.
func compareFact(t *testing.T, r *Reading, row *fact, members map[string]json.RawMessage) {
	t.Helper()
	f, ok := r.Fact(gen.Fold(row.key))
	text, raw := string(f.AppendText(nil)), string(members[row.key])
	if word := ""; json.Unmarshal(members[row.key], &word) == nil {
		raw = word
	}
	same := text == raw
	switch {
	case row.kind == Moment && raw == "": // of a period, and of a year that RFC 3339 cannot write
		_, from := members["time_from"]
		same = from || !r.dated()
	case row.kind == Milli && raw == "":
		same = r.Vague()
	case row.on == onTables && row.kind == Field:
		same = raw == ""
	case row.list != nil:
		same = shownIn(row.list(r, nil)) == size(members[row.key])
	}
	if !ok || !same {
		t.Errorf("%s %s: %s is %q; its JSON has %q", r.Scheme.Name, r.Canonical(), row.key, text, raw)
	}
}

// shownIn is how many members of a list are in JSON.
func shownIn(list []Fact) (n int) {
	for _, f := range list {
		if f.Letter != unusedLetter {
			n++
		}
	}
	return n
}

// size is that of an array or an object.
func size(raw json.RawMessage) int {
	var array []any
	if json.Unmarshal(raw, &array) == nil {
		return len(array)
	}
	var object map[string]any
	if json.Unmarshal(raw, &object) != nil {
		return -1
	}
	return len(object)
}

// as returns an inspector that reads a scheme by its name.
func as(t *testing.T, name string) *Inspector {
	t.Helper()
	return inspector(t, Options{As: try.Found(Named(name)).Or(t)})
}

// TestTimeWriter: times are those of time.AppendFormat, for every scheme and any tick, also where the zone is in
// another year than UTC.
func TestTimeWriter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var last LastSecond
	east := LastSecond{Zone: time.FixedZone("", 5*3600+1800)}
	for _, s := range known.All() {
		if !s.Timed() {
			continue
		}
		layout, line := s.TimeLayout(), s.Timeline()
		stamp := newTimeWriter(s, line)
		for i := range 4000 {
			tick := r.Uint64() >> r.IntN(64)
			if i%2 == 0 {
				from, _ := line.Tick(time.Date(1900+r.IntN(400), 1, 1, 0, 0, 0, 0, time.UTC))
				tick = from + r.Uint64N(1<<32)
			}
			if i < 2 {
				tick, _ = line.Tick(time.Date(9999, 12, 31, 23, 59, 59, i*999_999_999, time.UTC))
			}
			if tick > s.LastTick() {
				continue
			}
			at := line.Time(tick >> s.Fraction << s.Fraction)
			if at.Year() > 9999 || at.Before(s.Epoch) {
				continue
			}
			try.Need(t, string(stamp.append(nil, tick, new(LastSecond))), at.Format(layout), "%s: tick %d is", s.Name, tick)
			try.Need(t, string(stamp.append(nil, tick, &last)), at.Format(layout), "%s: behind another tick %d is", s.Name, tick)
			try.Need(t, string(stamp.append(nil, tick, &east)), at.In(east.Zone).Format(layout), "%s: in the east tick %d is",
				s.Name, tick)
		}
	}
}

// TestLetterCases: digits and hyphens are no letters, wherever a letter is.
func TestLetterCases(t *testing.T) {
	const digits = "01234567-8901-2345-6789-012345678901"
	for at := range digits {
		if digits[at] == '-' {
			continue
		}
		for c, want := range map[byte]uint8{'0': 0, '9': 0, 'a': smallLetters, 'f': smallLetters, 'A': capitalLetters,
			'F': capitalLetters} {
			text := [uuidLen]byte([]byte(digits))
			text[at] = c
			try.Equal(t, letterCases(&text), want, "letterCases(%s) =", text)
			text[(at+1)%8] = 'b'
			if got := letterCases(&text); at >= 8 && got != want|smallLetters {
				t.Errorf("letterCases(%s) = %d; want %d", text, got, want|smallLetters)
			}
		}
	}
}
