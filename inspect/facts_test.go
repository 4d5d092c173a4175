package inspect

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/inspect/known"
)

// Every fact of the list is said by some published id, under its key, with the value that its JSON has.
func TestFacts(t *testing.T) {
	said := map[string]bool{}
	look := func(r *Result) {
		for i := range r.Readings {
			var members map[string]json.RawMessage
			if err := json.Unmarshal(new(jsonWriter).appendReading(nil, &r.Readings[i], false), &members); err != nil {
				t.Fatalf("%s: %v", r.Input, err)
			}
			for k := range facts {
				if row := &facts[k]; row.has == nil || row.has(&r.Readings[i]) {
					said[row.key] = true
					compareFact(t, &r.Readings[i], row, members)
				} else if raw, ok := members[row.key]; ok {
					t.Errorf("%s: %s is %s in JSON, and no fact", r.Input, row.key, raw)
				}
			}
		}
	}
	for _, s := range append(known.All(), Declared()...) {
		in := inspector(t, Options{As: []*gen.Scheme{s}})
		for _, v := range schemetest.Vectors(s) {
			r := in.Inspect(v.Text)
			look(&r)
		}
	}
	codec := &NumberCodec{Name: "sqids", Read: func(string) (Numbers, *Error) {
		return Numbers{List: []uint64{1, 42}, Hex: "af", Canonical: "k"}, nil
	}}
	r := inspector(t, Options{Codec: codec}).Inspect("k")
	look(&r)
	for i := range facts {
		if !said[facts[i].key] {
			t.Errorf("no id says %s", facts[i].key)
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
	number, _ := strconv.ParseFloat(raw, 64)
	same := text == raw
	switch {
	case row.kind == Bits || row.kind == Evidence:
		same = math.Abs(number-f.Float()) <= 0.005
	case row.kind == Moment && raw == "": // of a period, and of a year that RFC 3339 cannot write
		_, from := members["time_from"]
		same = from || !r.dated()
	case row.kind == Milli && raw == "":
		same = r.Vague()
	case row.on == onTables:
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
