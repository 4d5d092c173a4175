package inspect

import (
	"strings"
	"testing"
)

// Each row's example holds its identifier, which is read as the row's scheme for
// certain.
func TestAddresses(t *testing.T) {
	in := inspector(t, Options{})
	hosts := map[string]bool{}
	for i := range addresses {
		row := &addresses[i]
		if hosts[row.host] {
			t.Errorf("%s has two rows", row.host)
		}
		hosts[row.host] = true
		r := in.Inspect(row.example)
		if !r.OK() || r.Cleaned != row.id || r.Readings[0].Scheme.Name != row.scheme ||
			r.Readings[0].Confidence != Certain || len(r.Warnings) == 0 {
			t.Errorf("%s: %s", row.example, r.AppendBrief(nil))
			continue
		}
		if at, ok := r.Readings[0].AppendTime(nil); ok {
			t.Logf("%s %s %s", row.host, row.id, at)
		}
	}
	for _, tt := range []struct{ text, scheme, id string }{
		{"x.com/jack/status/20?s=20", "", ""},
		{"https://mobile.twitter.com/TwitterDev/status/1050118621198921728/photo/1", "snowflake", "1050118621198921728"},
		{"discord.com/channels/41771983423143937/127121515262115840", "discord", "127121515262115840"},
		{"https://www.linkedin.com/posts/someone_topic-activity-7110664133217288192-AbCd", "linkedin", "7110664133217288192"},
		{"urn:li:activity:7110664133217288192", "linkedin", "7110664133217288192"},
		{"https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/export?format=pdf", "gdocs",
			"1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms"},
		{"spotify:track:6rqhFgbbKwnb9MLmUQDhG6", "spotify", "6rqhFgbbKwnb9MLmUQDhG6"},
		{"at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3jt6walwmos2y", "tid", "3jt6walwmos2y"},
		{"https://www.notion.so/59833787-2cf9-4fdf-8782-e53db20768a5", "uuidv4", "598337872cf94fdf8782e53db20768a5"},
		{"https://us-east-1.console.aws.amazon.com/x/home?region=us-east-1#/arn%3Aaws%3Aiam%3A%3A123456789012" +
			"%3Auser%2Fjohndoe", "arn", "arn:aws:iam::123456789012:user/johndoe"},
		{"https://www.facebook.com/permalink.php?story_fbid=10154009990506729&id=20531316728", "facebook",
			"10154009990506729"},
		{`"https://www.youtube.com/watch?v=M7lc1UVf-VE",`, "youtube", "M7lc1UVf-VE"},
	} {
		r := in.Inspect(tt.text)
		if tt.scheme == "" {
			if r.OK() && r.Readings[0].Confidence == Certain {
				t.Errorf("%s: %s; want nothing certain", tt.text, r.AppendBrief(nil))
			}
		} else if !r.OK() || r.Readings[0].Scheme.Name != tt.scheme || r.Cleaned != tt.id {
			t.Errorf("%s: %q, %s; want %s %s", tt.text, r.Cleaned, r.AppendBrief(nil), tt.scheme, tt.id)
		}
	}
}

// Nothing panics, and what is found stands in the address.
func FuzzAddress(f *testing.F) {
	for i := range addresses {
		f.Add(addresses[i].example)
	}
	f.Add("urn:li:activity:1")
	f.Add("at://a/b/%")
	f.Fuzz(func(t *testing.T, text string) {
		row, id, ok := findAddress(text)
		if !ok {
			return
		}
		if bare := strings.NewReplacer("-", "", ".", ""); id == "" ||
			!strings.Contains(bare.Replace(unescaped(text)), bare.Replace(id)) &&
				!strings.Contains(bare.Replace(unescaped(unescaped(text))), bare.Replace(id)) {
			t.Fatalf("%s: %q holds %q", row.host, text, id)
		}
	})
}
