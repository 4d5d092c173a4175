package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"idscope/gen"
)

// TestMoreVectors reads what package scheme has in more.jsonl, as the schemes that
// were asked for: bits and times are the source's, and what is wrong is refused
// with a reason. Those that are read without being asked for are counted.
func TestMoreVectors(t *testing.T) {
	text, err := os.ReadFile("known/testdata/more.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	bare := inspector(t, Options{})
	for line := range bytes.Lines(text) {
		var v vector
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if name, ok := ours[v.Scheme]; ok {
			v.Scheme = name
		}
		if op := v.option("op"); op != "" {
			counts["made"]++ // package scheme's
			continue
		}
		r := inspector(t, Options{As: v.as(t)}).Inspect(v.ID)
		switch {
		case v.Valid != r.OK():
			t.Errorf("%s: --as %s %q is read: %t; want %t", v.Ref, v.Scheme, v.ID, r.OK(), v.Valid)
		case !v.Valid && r.Err.Message == "":
			t.Errorf("%s: --as %s %q is refused without a reason", v.Ref, v.Scheme, v.ID)
		case !v.Valid:
			counts["refused"]++
		default:
			counts["read"]++
			if err := v.compareRead(&r); err != nil {
				t.Errorf("%s: --as %s %q: %v", v.Ref, v.Scheme, v.ID, err)
			}
			if found := bare.Inspect(v.ID); found.place(r.Readings[0].Scheme.Name) >= 0 {
				counts["detected"]++
			} else if found.OK() {
				counts["detected as another"]++
			} else {
				counts["not detected"]++
			}
		}
	}
	t.Log(counts)
	if counts["read"] != 340 || counts["refused"] != 307 || counts["made"] != 36 || counts["detected"] < 255 {
		t.Errorf("%v; want all of more.jsonl, and most detected; times far from the present are not", counts)
	}
}

// compareRead compares the bits and the time of a reading: the best one, or another
// spelling that fits too (eleven symbols of bwmarrin's base58 are base62 as well).
func (v vector) compareRead(r *Result) error {
	o := &r.Readings[0]
	if want, ok := v.Expect["hex"].(string); ok {
		i := slices.IndexFunc(r.Readings, func(o Reading) bool {
			return string(gen.Text{Form: gen.Hex}.Append(nil, o.ID, o.Bits())) == want
		})
		if i < 0 {
			return fmt.Errorf("no reading has the bits %s: %s", want, r.AppendJSON(nil))
		}
		o = &r.Readings[i]
	}
	if want, ok := v.Expect["time"].(string); ok {
		if at, err := time.Parse(time.RFC3339Nano, want); err != nil || !o.Time.Equal(at) {
			return fmt.Errorf("time %s; want %s (%v)", o.Time, want, err)
		}
	}
	return nil
}
