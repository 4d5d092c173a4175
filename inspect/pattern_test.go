package inspect

import "testing"

// Words, names, versions and dates are not read as patterns, or as possible ones
// at most where they have digits and letters mixed.
func TestPatternEveryday(t *testing.T) {
	in := inspector(t, Options{})
	for _, text := range []string{
		"configuration", "internationalization", "hello-world-foo-bar-baz1", "hello-world-foo-bar-b",
		"electroencephalographer", "electroencephalographers", "getUserAccountSettings",
		"user_account_settings", "price_list_of_all_items", "card_number_of_customer", "in_progress_for_some_time",
		"file_with_a_long_name", "MAX_CONNECTIONS_PER_HOST", "CONFIGURATION", "BUTTON_LEFT",
		"1.2.3", "v1.22.333-alpha", "2026-01-31", "#ff00aa", "ff00aa", "Qm", "b", "swh:1:", "sub_", "cus_",
		"1999-2026", "12-345-6789", "555-12345", "bananabananabananabanana", "price_listofallitems", "source_ofinspiration",
	} {
		r := in.Inspect(text)
		for i := range r.Readings {
			if o := &r.Readings[i]; o.Scheme.Pattern != nil {
				t.Errorf("Inspect(%q) has %s, %s; want no pattern", text, o.Scheme.Name, o.Confidence)
			}
		}
	}
}

// What a text says beyond its parts; of most the vectors have it.
func TestFindings(t *testing.T) {
	in := inspector(t, Options{})
	for _, c := range []struct{ text, name, want string }{
		{"zb2rhe5P4gXftAwvA4eXQ5HJwsER2owDyS9sKaQRRVQPn93bA", "hash", "sha2-256, 256 bits"},
		{"k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8", "kind", "name of IPNS"},
		{"C012AB3CD", "object", "channel"},
	} {
		r := in.Inspect(c.text)
		got := ""
		if r.OK() {
			for _, f := range r.Readings[0].Findings {
				if f.Name == c.name {
					got = f.Value
				}
			}
		}
		if got != c.want {
			t.Errorf("%s of %q = %q; want %q (%s)", c.name, c.text, got, c.want, r.AppendBrief(nil))
		}
	}
	for _, text := range []string{
		"QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMn0", "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdj",
		"swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;colour=red",
		"9nu6-XQLZ-BDIH-6HKE",
	} {
		if r := in.Inspect(text); r.OK() {
			t.Errorf("Inspect(%q) = %s; want none", text, r.AppendBrief(nil))
		}
	}
}
