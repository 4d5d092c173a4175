package inspect

import (
	"fmt"
	"strings"
	"testing"

	"idscope/gen"
)

const key = "4eC39HqLyjWDarjtT1zdp7dc"

// secrets are keys, whole and broken, each with what must not be shown.
var secrets = []struct{ words, text, hidden string }{
	{"a live key", "sk_live_" + key, key},
	{"a test key", "sk_test_" + key, key},
	{"a restricted key", "rk_live_" + key, key},
	{"a webhook secret", "whsec_" + key + key, key},
	{"an ephemeral key", "ek_test_" + key, key},
	{"a token of a terminal", "pst_test_" + key, key},
	{"an organization's key", "sk_org_live_" + key, key},
	{"a long key", "sk_live_51" + strings.Repeat(key, 4), key},
	{"a wrong symbol at the end", "sk_live_" + key + "!", key},
	{"a wrong symbol inside", "sk_live_" + key[:10] + "$" + key[10:], key[10:]},
	{"capitals", "SK_LIVE_" + key, key},
	{"no mode", "sk_" + key, key},
	{"blanks around it", "  sk_live_" + key + "  ", key},
	{"quotes around it", `"sk_live_` + key + `"`, key},
	{"in a URL", "https://example.org/?key=sk_live_" + key, key},
	{"behind a name", "key=sk_live_" + key, key},
	{"a client secret", "pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_" + key, key},
	{"letters beyond ASCII", "sk_live_" + key + "\u00e4\u0130", key},
	{"a typing error that makes it another scheme's text", "sk_live_01h455vb4pex5vsknk084sn02q",
		"455vb4pex5vsknk084sn02q"},
	{"two keys", "sk_live_" + key + " rk_live_" + key, key},
}

// Whatever the options, no result shows a secret.
func TestSecretsAreHidden(t *testing.T) {
	options := map[string]Options{"bare": {}, "all": {All: true}}
	for _, name := range []string{"stripe", "snowflake", "nanoid", "uuidv7", "cuid2", "typeid", "cidv1"} {
		options["as "+name] = Options{As: []*gen.Scheme{schemeOf(t, name)}}
	}
	for how, o := range options {
		in := inspector(t, o)
		for _, c := range secrets {
			if strings.Contains(c.words, "another scheme") && how != "as stripe" {
				continue // it is a TypeID: all its bits say so
			}
			r := in.Inspect(c.text)
			shown := []string{r.Input, r.Cleaned, string(r.AppendJSON(nil)), string(r.AppendBrief(nil)), fmt.Sprint(r.Warnings)}
			if r.Err != nil {
				shown = append(shown, r.Err.Message)
			}
			for i := range r.Readings {
				o := &r.Readings[i]
				id, write := o.Key()
				shown = append(shown, o.Canonical(), o.Text, fmt.Sprint(o.Findings), fmt.Sprint(o.Facts()),
					string(write(nil, id)))
			}
			for _, text := range shown {
				if strings.Contains(text, c.hidden) || strings.Contains(text, c.hidden[:12]) {
					t.Errorf("%s, %s: %s", c.words, how, text)
				}
			}
			if len(r.Warnings) == 0 {
				t.Errorf("%s, %s: no warning", c.words, how)
			}
		}
	}
}

func FuzzRedact(f *testing.F) {
	for _, c := range secrets {
		f.Add(c.text)
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
}

// TestGuardsOfLongWords: a word of a mebibyte with a guard every few bytes is looked through once, and not once
// for each of them, which takes minutes; a secret at its end is found.
func TestGuardsOfLongWords(t *testing.T) {
	const token = "glpat-aB3dE5gH7jK9mN1pQ2rS"
	g := AllGuards()
	for _, part := range []string{"glpat-", "eyJ.", "sk-", "hf_", "sk_live_", "****glpat-", "x=", "s", "secret"} {
		long := strings.Repeat(part, 1<<20/len(part))
		from, masked := 0, 0
		for start, end, ok := g.find(long+" "+token, from); ok; start, end, ok = g.find(long+" "+token, from) {
			from, masked = end, start
		}
		if masked < len(long) {
			t.Errorf("behind a long word of %q no secret is found from %d on; want one of %q", part, from, token)
		}
	}
}

// TestGuardsOfUUIDs: groups of a UUID that look like the number of a card are none, so that it is read; such a
// number beside other words is one.
func TestGuardsOfUUIDs(t *testing.T) {
	g := AllGuards()
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
		"(4002720082359137)"} {
		if _, _, ok := g.find(text, 0); !ok {
			t.Errorf("%q has no secret; want the number of a card", text)
		}
	}
}
