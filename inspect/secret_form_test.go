package inspect

import (
	"strings"
	"testing"
)

// The example of each secret is masked but for its end, alone, in a line and in a URL's place; one that is too short
// is shown.
func TestSecretForms(t *testing.T) {
	in := inspector(t, Options{})
	texts := []string{"110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ." + strings.Repeat("Zn", 14)}
	for i := range secretForms {
		f := &secretForms[i]
		texts = append(texts, f.example)
		short := f.prefix + "a1b2"
		if Redact(short) != short {
			t.Errorf("%q is masked as %q; want it shown", short, Redact(short))
		}
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
	for _, text := range []string{"services", "12:30:45", "a.b.c", "https://hooks.slack.com/services/", "private key-----",
		"https://doi.org/10.1038/nphys1170", "do.main.example"} {
		if Redact(text) != text {
			t.Errorf("Redact(%q) = %q; want it shown", text, Redact(text))
		}
	}
}
