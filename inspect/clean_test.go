package inspect

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// Steps that go together; TestPastes has each one alone.
func TestClean(t *testing.T) {
	in := inspector(t, Options{})
	const snowflake, uuid = "1541815603606036480", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	for _, tt := range []struct {
		given, cleaned string
		warnings       []string // the start of each
	}{
		{" " + snowflake + "\t\r\n", snowflake, []string{"blanks"}},
		{`"` + snowflake + `",`, snowflake, []string{"a trailing comma", "quotes"}},
		{` '` + snowflake + `' `, snowflake, []string{"blanks", "quotes"}},
		{"{ " + uuid + " },", uuid, []string{"a trailing comma", "braces", "blanks"}},
		{`"urn:uuid:` + uuid + `"`, uuid, []string{"quotes", "the prefix urn:uuid:"}},
		{"0X1565A11F6217A000", "1565A11F6217A000", []string{"the prefix 0x"}},
		{"0x50ddd59901c0000", "050ddd59901c0000", []string{"the prefix 0x"}},
		{"https://x.com/jack/status/" + snowflake + "/?s=20&t=abc#top", snowflake, []string{"the address is one of x.com"}},
		{"https://example.com/a/" + snowflake + "/?s=20&t=abc#top", snowflake, []string{"the end of a URL"}},
		{"https://example.com/item?id=" + uuid, uuid, []string{"the end of a URL"}},
		{"\ufeff" + snowflake, snowflake, []string{"marks that are not seen"}},
		{snowflake[:5] + "\u200b" + snowflake[5:], snowflake, []string{"marks that are not seen"}},
		{"\x1b[1;32m" + uuid + "\x1b[0m", uuid, []string{"the colours of a terminal"}},
		{"017f22e2\u201079b0\u20117cc3\u201398c4\u2015dc0c0c07398f", uuid, []string{"dashes were read as hyphens"}},
		{`ObjectId("507f1f77bcf86cd799439011")`, "507f1f77bcf86cd799439011", []string{"the call of ObjectId", "quotes"}},
		{`uuid.MustParse("` + uuid + `")`, uuid, []string{"the call of uuid.MustParse", "quotes"}},
		{`BinData(4, "AX8i4nmwfMOYxNwMDAc5jw==")`, "AX8i4nmwfMOYxNwMDAc5jw==", []string{"the call of BinData", "quotes"}},
		{`{"$oid":"507f1f77bcf86cd799439011"}`, "507f1f77bcf86cd799439011", []string{"braces", "the name $oid", "quotes"}},
		{`  "id": "` + snowflake + `",`, snowflake, []string{"blanks", "a trailing comma", "the name id", "quotes"}},
		{"--id=" + snowflake, snowflake, []string{"the name --id"}},
		{"pvc-" + uuid, uuid, []string{"the prefix pvc-"}},
		{"usr_01FWHE4YDGFK1SHH6W1G60EECF", "01FWHE4YDGFK1SHH6W1G60EECF", []string{"the prefix usr_"}},
		{"usr:01FWHE4YDGFK1SHH6W1G60EECF", "01FWHE4YDGFK1SHH6W1G60EECF", []string{"the name usr"}},
		{uuid + " trailing", uuid, []string{"nothing reads the whole, so it was searched"}},
		{snowflake + "," + uuid, snowflake, []string{"nothing reads the whole, so it was searched, as --find does: 2 ids"}},
	} {
		r := in.Inspect(tt.given)
		ok := len(r.Warnings) == len(tt.warnings)
		for i := range tt.warnings {
			ok = ok && strings.HasPrefix(r.Warnings[i], tt.warnings[i])
		}
		if r.Cleaned != tt.cleaned || r.Input != tt.given || !ok || !r.OK() {
			t.Errorf("Inspect(%q): read %q with warnings %q, ok %t; want %q with %q", tt.given, r.Cleaned, r.Warnings, r.OK(),
				tt.cleaned, tt.warnings)
		}
	}
}

// What is no pair stays; with As nothing is cleaned.
func TestCleanRefused(t *testing.T) {
	in := inspector(t, Options{})
	for _, text := range []string{
		`""1541815603606036480""`, `"1541815603606036480`, `1541815603606036480"`, "+1541815603606036480", "-25165825",
		"-1541815603606036480", "0x", "0xzz", "https://example.com", "https://", "://", "urn:uuid:", "",
		"1,541,815", "1,2,3", "12n", "[1,2,3]", "100%", "a-b", "1,541,81,603,606", "hello.", "what?", "1999.",
		"Administrator123", "Secondar8Factory", "550e8400-e29b...", "e.g.)",
	} {
		if r := in.Inspect(text); r.OK() || r.Err.Code != CodeNotAnID || r.Err.Message == "" {
			t.Errorf("Inspect(%q) = %s; want no reading", text, r.AppendBrief(nil))
		}
	}
	as, _ := Named("snowflake")
	for _, strict := range []*Inspector{inspector(t, Options{As: as}), inspector(t, Options{Strict: true})} {
		for _, text := range []string{" 1541815603606036480", `"1541815603606036480"`, "1541815603606036480,",
			"https://x.com/1541815603606036480"} {
			if r := strict.Inspect(text); r.OK() || len(r.Warnings) > 0 {
				t.Errorf("strict Inspect(%q) = %s; want no reading", text, r.AppendBrief(nil))
			}
		}
	}
}

// Each text that --as refuses is refused with what would have been right.
func TestAsRefused(t *testing.T) {
	for _, tt := range []struct{ as, text, want string }{
		{"snowflake", "hello", `"hello" has "h" as character 1; use 1 to 20 decimal digits`},
		{"snowflake", "-1541815603606036480", `"-1541815603606036480" is negative; use 1 to 20 decimal digits`},
		{"snowflake", "9223372036854775808", `"9223372036854775808" is not an id of snowflake: unused is 1, not 0`},
		{"uuidv7", "67e55044-10b1-426f-9247-bb680e5fe0c8",
			`"67e55044-10b1-426f-9247-bb680e5fe0c8" is not an id of uuidv7: version is 4, not 7`},
		{"uuid", "67e55044-10b1-426f-9247-bb680e5fe0c",
			`"67e55044-10b1-426f-9247-bb680e5fe0c" is 35 characters; use 36 characters, hexadecimal digits as 8-4-4-4-12`},
		{"ulid", "", `"" is empty; use 26 characters of Crockford base32`},
		{"shortuuid", "hello", `"hello" is 5 characters; use 22 characters of base57`},
	} {
		as, _ := Named(tt.as)
		r := inspector(t, Options{As: as}).Inspect(tt.text)
		if r.OK() || r.Err.Error() != tt.want {
			t.Errorf("--as %s %q: %v; want %s", tt.as, tt.text, r.Err, tt.want)
		}
	}
}

// --as decodes whatever the layout holds, and says what is odd about the time.
func TestAsImplausible(t *testing.T) {
	for _, tt := range []struct{ as, text, time, warning string }{
		{"snowflake", "20", "2010-11-04T01:42:54.657Z",
			"snowflake: a sequential number from before 2010-11-04, not a snowflake"},
		{"snowflake", "29999999999", "2010-11-04T01:43:01.809Z",
			"snowflake: a sequential number from before 2010-11-04, not a snowflake"},
		{"snowflake", "30000000000", "2010-11-04T01:43:01.809Z",
			"snowflake: time 2010-11-04 is in its first day, as that of every small number"},
		{"leaf", "20", "2010-11-04T01:42:54.657Z",
			"leaf: time 2010-11-04 is in its first day, as that of every small number"},
		{"date-seq", "999912310001", "9999-12-31T00:00:00Z", "date-seq: time 9999-12-31 is in the future"},
		{"date-seq", "197001010001", "1970-01-01T00:00:00Z", "date-seq: time 1970-01-01 is before its first use in 2010"},
		{"snowflake", "9223372036854775807", "2080-07-10T17:30:30.208Z", "snowflake: time 2080-07-10 is in the future"},
		{"sonyflake", "1541815603606036480", "2043-10-15T12:01:53.620Z", "sonyflake: time 2043-10-15 is in the future"},
		{"tid", "2222222222222", "1970-01-01T00:00:00.000000Z", "tid: time 1970-01-01 is before its first use in 2022"},
		{"uuid", "ffffffff-ffff-7fff-bfff-ffffffffffff", "", "uuidv7: time in the year 10889 is in the future"},
		{"uuidv1", "123e4567-e89b-12d3-a456-426655440000", "2228-06-25T20:01:28.5450087Z",
			"uuidv1: time 2228-06-25 is in the future"},
	} {
		as, _ := Named(tt.as)
		r := inspector(t, Options{As: as}).Inspect(tt.text)
		if !r.OK() {
			t.Errorf("--as %s %q: %v", tt.as, tt.text, r.Err)
			continue
		}
		at, _ := r.Readings[0].AppendTime(nil, new(LastSecond))
		if string(at) != tt.time || !slices.Equal(r.Warnings, []string{tt.warning}) {
			t.Errorf("--as %s %q: %s, warnings %q; want %s, %q", tt.as, tt.text, at, r.Warnings, tt.time, tt.warning)
		}
	}
}

// The example of each wrapper, syntax and rewrite is read as what it has inside, and the step is named.
func TestPastes(t *testing.T) {
	in := inspector(t, Options{})
	try := func(example, inside, words string) {
		t.Helper()
		r := in.Inspect(example)
		if !r.OK() || r.Cleaned != inside || !slices.Contains(r.Warnings, words) || strings.Contains(words, ";") {
			t.Errorf("Inspect(%q) reads %q with %q: %s; want %q with %q", example, r.Cleaned, r.Warnings, r.AppendBrief(nil),
				inside, words)
		}
	}
	for i := range wrappers {
		try(wrappers[i].example, wrappers[i].inside, wrappers[i].words)
	}
	for i := range syntaxes {
		s := &syntaxes[i]
		try(s.example, s.inside, s.words)
		if r := inspector(t, Options{Strict: true}).Inspect(s.example); r.OK() != s.standard {
			t.Errorf("Inspect(%q), strictly, = %s; want a reading: %t", s.example, r.AppendBrief(nil), s.standard)
		}
	}
	for i := range rewrites {
		try(rewrites[i].example, rewrites[i].inside, rewrites[i].words)
	}
}

// The example of each damage is diagnosed.
func TestRepairs(t *testing.T) {
	in := inspector(t, Options{})
	for i := range repairs {
		d := &repairs[i]
		if words := in.diagnose(d.example); !strings.HasPrefix(words, d.words) {
			t.Errorf("diagnose(%q) = %q; want %q", d.example, words, d.words)
		}
	}
	if words := in.diagnose("978-3-16-148410-1"); strings.Contains(words, "should be") {
		t.Errorf("of several symbols that mend the sum diagnose names one: %q", words)
	}
}

// What is known and is no id is named, and nothing else is said of it.
func TestOthers(t *testing.T) {
	in := inspector(t, Options{})
	for i := range others {
		o := &others[i]
		want := quote(o.example) + " is not an id, but " + o.words
		if r := in.Inspect(o.example); r.OK() || r.Err.Message != want {
			t.Errorf("Inspect(%q) = %s; want %s", o.example, r.AppendBrief(nil), want)
		}
	}
}

// TestHyphensElsewhere: hyphens that a UUID does not have are not put right, since what was cut or moved is not known.
func TestHyphensElsewhere(t *testing.T) {
	in := inspector(t, Options{})
	for _, text := range []string{"f47ac10-58cc-53723a567-0e02b2c3d479", "f47ac10b--58cc5372-a5670e02b2c3d479",
		"-f47ac10b58cc-5372-a5670e02b2c3d479", "f47ac10b58cc-5372-a5670e02b2c3d479-"} {
		if r := in.Inspect(text); r.OK() && strings.HasPrefix(r.Readings[0].Scheme.Name, "uuid") {
			t.Errorf("Inspect(%q) = %s; want no UUID", text, r.AppendBrief(nil))
		}
	}
}

// Each published mention is read as what it says, and what looks like one is not.
func TestMentions(t *testing.T) {
	in := inspector(t, Options{})
	for i := range mentions {
		m := &mentions[i]
		r := in.Inspect(m.example)
		if !r.OK() || r.Readings[0].Scheme.Name != m.scheme || r.Cleaned != m.id || r.Readings[0].Confidence != Certain {
			t.Errorf("Inspect(%q) = %s; want %s %s", m.example, r.AppendBrief(nil), m.scheme, m.id)
		}
	}
	for _, text := range []string{"<@>", "<:a>", "<t:now:R>", "<t:1618953630:x>", "<@12>", "<#general>"} {
		if r := in.Inspect(text); r.OK() && r.Readings[0].Confidence == Certain {
			t.Errorf("Inspect(%q) = %s; want nothing certain", text, r.AppendBrief(nil))
		}
	}
}

// Wrappers in each other are taken off; the marks that end a sentence are none of an id.
func TestSentences(t *testing.T) {
	in := inspector(t, Options{})
	for text, want := range map[string]string{
		`'\x017f22e279b07cc398c4dc0c0c07398f'::bytea`:          "017f22e279b07cc398c4dc0c0c07398f",
		"1_541_815_603_606_036_480":                            "1541815603606036480",
		"[80 127 31 119 188 248 108 215 153 67 144 17]":        "507f1f77bcf86cd799439011",
		"id=1541815603606036480n":                              "1541815603606036480",
		"https://x.com/a/status/1541815603606036480.":          "1541815603606036480",
		"https://x.com/a/status/1541815603606036480)":          "1541815603606036480",
		"[a post](https://x.com/a/status/1541815603606036480)": "1541815603606036480",
		"(https://x.com/a/status/1541815603606036480)":         "1541815603606036480",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f!":                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f?":                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"see 017f22e2-79b0-7cc3-98c4-dc0c0c07398f:":            "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
	} {
		if r := in.Inspect(text); !r.OK() || r.Cleaned != want {
			t.Errorf("Inspect(%q) reads %q: %s; want %q", text, r.Cleaned, r.AppendBrief(nil), want)
		}
	}
}

// Words that only chance fits are no ids, and nothing is said of what they might have been.
func TestWordsAreNone(t *testing.T) {
	in := inspector(t, Options{})
	for _, text := range []string{"not-an-id", "message", "cmd", "inspect", "human-readable", "snake_case_name",
		"Cross-Origin"} {
		r := in.Inspect(text)
		if want := quote(text) + " is not an id of any known scheme"; r.OK() || r.Err.Message != want {
			t.Errorf("Inspect(%q) = %s; want no reading, and why", text, r.AppendBrief(nil))
		}
	}
}

// Of names that are put together of words, of words, and of random letters at most one in a
// thousand is an id; the others say what reads them.
func TestLettersByChance(t *testing.T) {
	in := inspector(t, Options{})
	page := try.Of(os.ReadFile("../README.md")).Or(t)
	letter := func(r rune) bool { return r|' ' >= 'a' && r|' ' <= 'z' }
	words := strings.FieldsFunc(string(page), func(r rune) bool { return !letter(r) })
	random := rand.New(rand.NewPCG(1, 1))
	for len(words) < long(10_000, 200_000) {
		text := make([]byte, 3+random.IntN(30))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		words = append(words, string(text))
	}
	read := 0
	for _, text := range words {
		if r := in.Inspect(text); r.OK() {
			read++
		}
	}
	if 1000*read > len(words) {
		t.Errorf("%d of %d texts of letters are ids; want one in 1000 at most", read, len(words))
	}
	const text = "HYOYoYloLx"
	want := quote(text) + " is not an id of any known scheme: it has no digit, and fits snowid by chance alone; " +
		"use --as snowid to read it"
	if r := in.Inspect(text); r.OK() || r.Err.Message != want {
		t.Errorf("Inspect(%q) = %s; want why not", text, r.AppendBrief(nil))
	}
	if r := inspector(t, Options{Letters: true}).Inspect(text); r.place("snowid") != 0 {
		t.Errorf("Inspect(%q) with Letters = %s; want snowid", text, r.AppendBrief(nil))
	}
}

// What is known of a UUID without a known meaning, or of a time in thousands of years, is no more than possible; so are
// groups that product keys have. A UUID in ShortUUID's form comes before chance; numbers with check digits are read in
// groups.
func TestReadAsKnown(t *testing.T) {
	in := inspector(t, Options{})
	for _, tt := range []struct {
		text, scheme string
		confidence   Confidence
	}{
		{"12345678-1234-1234-c234-123456789abc", "uuid-microsoft", Possible},
		{"f02bc93a-5fe7-dab7-469e-8ee6ef93d90a", "uuid-variant-ncs", Possible},
		{"12345678-1234-1234-e234-123456789abc", "uuid-future", Possible},
		{"43c11e65-9cf2-7dd0-a45c-9ae95f86f27a", "uuidv7", Possible}, // of 4330
		{"ffffffff-ffff-ffff-ffff-ffffffffffff", "uuid-max", Certain},
		{"ABCD-EFGH-JKMN-PQRS", "breezeid", Possible},
		{"N8eKVJ5VkWQ3xwHrqDAnvL", "uuidv4", Possible},
		{"DE89 3704 0044 0532 0130 00", "iban", Likely},
		{"ISBN 978-0-306-40615-7", "isbn", Likely},
		{"978 0 306 40615 7", "isbn", Likely},
		{"HYOYoYloLw", "snowid", Possible}, // its published example, without a digit
		// hashes come before what else they may be by chance
		{"a9993e364706816aba3e25717850c26c9cd0d89d", "sha1", Possible},
		{"13c7f72eff938c3cba49cfb88fa840868effca9c", "sha1", Possible}, // a KSUID of 2024 as well
		{"900150983cd24fb0d6963f7d28e17f72", "md5", Possible},
		{"BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", "sha256", Possible},
		{"017f22e279b07cc398c4dc0c0c07398f", "uuidv7", Likely},
	} {
		r := in.Inspect(tt.text)
		if !r.OK() || r.Readings[0].Scheme.Name != tt.scheme || r.Readings[0].Confidence != tt.confidence {
			t.Errorf("Inspect(%q) = %s; want %s %s", tt.text, r.AppendBrief(nil), tt.scheme, tt.confidence)
		}
	}
}

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
		if at, ok := r.Readings[0].AppendTime(nil, new(LastSecond)); ok {
			t.Logf("%s %s %s", row.host, row.id, at)
		}
	}
	for _, tt := range []struct{ text, scheme, id string }{
		{"x.com/jack/status/20?s=20", "", ""},
		{"https://netflix.com/jack/status/1050118621198921728", "", ""},
		{"https://x.com@example.com/jack/status/1050118621198921728", "", ""},
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
