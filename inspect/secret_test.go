package inspect

import (
	"fmt"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

func FuzzRedact(f *testing.F) {
	for _, text := range []string{"sk_live_a1b2c3d4e5f6", "key=rk_live_a1b2c3d4!", "whsec_a1b2 sk_org_live_a1b2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		hidden, found := redact(text)
		if len(hidden) != len(text) || !found && hidden != text {
			t.Fatalf("redact(%q) = %q, %t", text, hidden, found)
		}
		if again, _ := redact(hidden); len(again) != len(hidden) {
			t.Fatalf("redact(%q) = %q", hidden, again)
		}
	})
}

// The example of each secret is masked but for its end, alone, in a line and in a URL's place; one that is too short
// is shown.
func TestSecretForms(t *testing.T) {
	in := inspector(t, Options{})
	texts := []string{"110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ." +
		strings.Repeat("Zn", 14)}
	for i := range secretForms {
		f := &secretForms[i]
		texts = append(texts, f.example)
		short := f.prefix + "a1b2"
		try.Equal(t, Redact(short), short, "%q is masked as", short)
	}
	for _, text := range texts {
		body := text[len(text)-16 : len(text)-4]
		for _, line := range []string{text, "key: " + text, `{"key":"` + text + `"}`} {
			if hidden := Redact(line); strings.Contains(hidden, body) {
				t.Errorf("Redact(%q) = %q; want it masked", line, hidden)
			}
		}
		r := in.Inspect(text)
		if shown := string(r.AppendJSON(nil)) + r.Cleaned; strings.Contains(shown, body) {
			t.Errorf("Inspect(%q) = %s; want it masked", text, shown)
		}
		if shown, _ := NewStreamer(in, true).Append(nil, []byte(text)); strings.Contains(string(shown), body) {
			t.Errorf("the short object of %q is %s; want it masked", text, shown)
		}
	}
}

// TestGuardsOfLongWords: a word or line of a mebibyte with a guard every few bytes is looked through once, and not
// once for each of them, which takes minutes; a secret at its end is found.
func TestGuardsOfLongWords(t *testing.T) {
	const token = "glpat-aB3dE5gH7jK9mN1pQ2rS"
	g := newGuards()
	for _, part := range []string{"glpat-", "eyJ.", "sk-", "hf_", "sk_live_", "****glpat-", "x=", "s", "secret", "sk_abcdefg1 "} {
		long := strings.Repeat(part, 1<<20/len(part)) + " " + token
		from, masked := 0, 0
		for start, end, ok := g.find(long, from); ok; start, end, ok = g.find(long, from) {
			from, masked = end, start
		}
		if masked < len(long)-len(token) {
			t.Errorf("behind a long word of %q no secret is found from %d on; want one of %q", part, from, token)
		}
	}
}

// TestGuardsOfUUIDs: groups of a UUID that look like the number of a card are none, so that it is read; such a
// number beside other words is one.
func TestGuardsOfUUIDs(t *testing.T) {
	g := newGuards()
	for i := range 20000 {
		group := fmt.Sprintf("%04d-7%03d-8%03d-%04d", 4000+i/1000, i%1000, i*7%1000, i*13%10000)
		for _, id := range []string{"01a20a60-" + group + "d9dcd76e", "01a20a60-" + group + "19024763",
			"01a20a6f-" + group + "ffffffff", strings.ReplaceAll("01a20a60-"+group+"d9dcd76e", "-", "")} {
			if start, end, ok := g.find(id, 0); ok {
				t.Fatalf("%q is masked from %d to %d; want it whole, it is a UUID", id, start, end)
			}
		}
	}
	for _, text := range []string{"4002-7200-8235-9137", "a 4002720082359137 b", "pan=4002 7200 8235 9137,",
		"(4002720082359137)", "no.4002720082359137", "pay_4002720082359137", "pay-4002-7200-8235-9137_x"} {
		if _, _, ok := g.find(text, 0); !ok {
			t.Errorf("%q has no secret; want the number of a card", text)
		}
	}
}
