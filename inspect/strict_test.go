package inspect

import (
	"fmt"
	"hash/fnv"
	"iter"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// TestStrict compares with testdata/strict.txt what is read near the examples of each scheme: each symbol exchanged
// for others, doubled, or left out; the whole in the other case, or with something around it. A line has how many of
// them are read as the scheme, a hash of these and of what is read, and a hash of what some are without --as. What
// changes it makes the scheme stricter or laxer, or reads other bits. If it is meant: -update writes the file.
func TestStrict(t *testing.T) {
	examples := map[string][]string{}
	for _, v := range append(readVectors(t, "public.jsonl"), readVectors(t, "more.jsonl")...) {
		if list := examples[v.Scheme]; v.Valid && len(v.ID) < 80 && len(list) < 2 {
			examples[v.Scheme] = append(list, v.ID)
		}
	}
	var r Result
	var all strings.Builder
	bare := inspector(t, Options{})
	for _, s := range append(append(known.All(), known.Unlisted()...), known.Asked()...) {
		list := examples[s.Name]
		if s.Example.Text != "" {
			list = append(list, s.Example.Text)
		} else if len(list) == 0 {
			list = []string{"019b1ded-9cf2-a000-a000-001122334455", "1700000000", "1541815603606036480"}
		}
		in := inspector(t, Options{As: []*gen.Scheme{s}})
		asked, found, read, tried := fnv.New64a(), fnv.New64a(), 0, 0
		for _, text := range list {
			for near := range neighbours(text) {
				if in.InspectInto(&r, near); r.OK() {
					read++
				}
				for _, one := range r.Readings {
					fmt.Fprintln(asked, near, one.ID, one.Encoding, one.Prefix, one.Time.UnixNano(), one.Summed)
				}
				if tried++; tried%32 > 0 {
					continue
				}
				bare.InspectInto(&r, near)
				fmt.Fprintln(found, near, r.Cleaned, r.Ambiguous, len(r.Warnings), r.Diagnosis, r.Found)
				for _, one := range r.Readings {
					fmt.Fprintln(found, one.Scheme.Name, one.Encoding, one.Confidence, one.Plausible)
				}
			}
		}
		fmt.Fprintf(&all, "%s %d/%d %x %x\n", s.Title, read, tried, asked.Sum64(), found.Sum64())
	}
	try.File(t, "testdata/strict.txt", all.String())
}

// neighbours are a text and what is like it.
func neighbours(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, whole := range []string{text, strings.ToUpper(text), strings.ToLower(text), "0" + text, text + "0", text[1:],
			" " + text, text + "\n", "{" + text + "}", text + "=", strings.ReplaceAll(text, "-", ""), text + text} {
			yield(whole)
		}
		for i := range text {
			for _, symbol := range []string{"", text[i:i+1] + text[i:i+1], "0", "1", "7", "8", "9", "a", "f", "g", "z", "A",
				"F", "G", "L", "U", "Z", "-", "_", ".", "+", "!", " ", "\u00e9"} {
				yield(text[:i] + symbol + text[i+1:])
			}
		}
	}
}
