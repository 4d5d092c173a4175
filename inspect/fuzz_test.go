package inspect

import (
	"strings"
	"testing"
	"unicode/utf8"

	"encoding/json"

	"idscope/gen"
	"idscope/inspect/known"
)

var seeds = []string{
	"1541815603606036480", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
	"urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "017f22e279b07cc398c4dc0c0c07398f",
	"01BX5ZZKBKACTAV9WEVGEMMVRZ", "507f1f77bcf86cd799439011", "9m4e2mr0ui3e8a215n4g", "ybyPRoQWzX",
	"32CQvwbvpbnkmkhhguznVH", "8HFaR8qWtRlGDHnO57", "8j7qcpk2yebp9ouobnujfc312", "JERHwh5PXjL", "3jzfcijpj2z2a",
	"0u375nxqh5cq", "199C01B6659-5861C", "01226N0640J7K", "0x1565a11f6217a000", "50 dd da 8f 43 d2 70 00",
	"AX8i4nmwfMOYxNwMDAc5jw==", "MTU0MTgxNTYwMzYwNjAzNjQ4MA==", "https://x.com/a/status/20?id=1541815603606036480#x",
	"", " ", "-", "{}", `""`, "0x", "://", "https://?=", "\x00", "\xff\xfe", "１５４", "ſ", "-OFrJ24CPTXLcIPPjvh3",
	"1700000000", "2026013100000001", "340282366920938463463374607431768211455",
}

// Nothing panics; what is read has a canonical text that reads as the same bits
// of the same scheme, unless it is a secret and not shown; the JSON is valid.
func FuzzInspect(f *testing.F) {
	in := inspector(f, Options{})
	as := map[string]*Inspector{}
	for _, s := range append(append(known.All(), known.Unlisted()...), known.Asked()...) {
		as[s.Name] = inspector(f, Options{As: []*gen.Scheme{s}})
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := in.Inspect(text)
		if r.OK() != (len(r.Readings) > 0) {
			t.Fatalf("Inspect(%q): ok %t with %d readings", text, r.OK(), len(r.Readings))
		}
		for i := range r.Readings {
			o := &r.Readings[i]
			again := as[o.Scheme.Name].Inspect(o.Canonical())
			if !o.Secret && (!again.OK() || again.Readings[0].ID != o.ID || again.Readings[0].Canonical() != o.Canonical()) {
				t.Fatalf("Inspect(%q): %s %q reads as %s", text, o.Scheme.Name, o.Canonical(), again.AppendBrief(nil))
			}
			if i > 0 && r.Readings[i-1].order() < o.order() {
				t.Fatalf("Inspect(%q): %s stands before %s", text, r.Readings[i-1].Scheme.Name, o.Scheme.Name)
			}
			if i > 0 && o.Confidence != Possible {
				t.Fatalf("Inspect(%q): %s is %s, but not the best", text, o.Scheme.Name, o.Confidence)
			}
		}
		for _, s := range as {
			s.Inspect(text)
		}
		if line := r.AppendJSON(nil); !json.Valid(line) || !utf8.Valid(line) || !json.Valid(r.AppendBrief(nil)) {
			t.Fatalf("Inspect(%q): JSON %s", text, line)
		}
	})
}

// Cleaning only takes off: what is left is a part of the text, each step is named, and a
// text that is clean stays as it is.
func FuzzClean(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	in := inspector(f, Options{})
	f.Fuzz(func(t *testing.T, text string) {
		for _, take := range []func(string) (string, string){outer, unnamed} {
			for given := text; ; {
				rest, words := take(given)
				if !strings.Contains(given, rest) || (words == "") != (rest == given) {
					t.Fatalf("of %q %q is left: %q", given, rest, words)
				}
				if words == "" {
					break
				}
				given = rest
			}
		}
		cleaned, steps := Clean(text)
		if (cleaned == text) != (len(steps) == 0) || len(steps) > mostSteps || !strings.Contains(text, cleaned) {
			t.Fatalf("Clean(%q) = %q, %q", text, cleaned, steps)
		}
		seen, marks := visible(text)
		if (seen == text) != (len(marks) == 0) || len(seen) > len(text) {
			t.Fatalf("visible(%q) = %q, %q", text, seen, marks)
		}
		if again, more := visible(seen); len(more) == 0 && again != seen {
			t.Fatalf("visible(%q) = %q, %q", seen, again, more)
		}
		for _, part := range urlParts(text) {
			if len(part) > len(text) {
				t.Fatalf("urlParts(%q) has %q", text, part)
			}
		}
		in.wrapped(text, false)
		r := in.Inspect(text)
		for _, part := range r.Found {
			if part != "" && !strings.Contains(seen, part) {
				t.Fatalf("Inspect(%q) found %q", text, part)
			}
		}
	})
}
