package inspect

import (
	"slices"
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	in := inspector(t, Options{})
	const snowflake, uuid = "1541815603606036480", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	for _, tt := range []struct {
		given, cleaned string
		warnings       []string // the start of each
	}{
		{snowflake, snowflake, nil},
		{" " + snowflake + "\t\r\n", snowflake, []string{"blanks"}},
		{snowflake + ",", snowflake, []string{"a trailing comma"}},
		{`"` + snowflake + `"`, snowflake, []string{"quotes"}},
		{`"` + snowflake + `",`, snowflake, []string{"a trailing comma", "quotes"}},
		{` '` + snowflake + `' `, snowflake, []string{"blanks", "quotes"}},
		{"\u201c" + uuid + "\u201d", uuid, []string{"quotes"}},
		{"`" + uuid + "`", uuid, []string{"quotes"}},
		{"{" + uuid + "}", uuid, []string{"braces"}},
		{"{ " + uuid + " },", uuid, []string{"a trailing comma", "braces", "blanks"}},
		{"urn:uuid:" + uuid, uuid, []string{"the prefix urn:uuid:"}},
		{`"urn:uuid:` + uuid + `"`, uuid, []string{"quotes", "the prefix urn:uuid:"}},
		{"0x1565a11f6217a000", "1565a11f6217a000", []string{"the prefix 0x"}},
		{"0X1565A11F6217A000", "1565A11F6217A000", []string{"the prefix 0x"}},
		{"0x50ddd59901c0000", "050ddd59901c0000", []string{"the prefix 0x"}},
		{"50 dd da 8f 43 d2 70 00", "50ddda8f43d27000", []string{"blanks between bytes"}},
		{"https://x.com/jack/status/" + snowflake, snowflake, []string{"the address is one of x.com"}},
		{"https://x.com/jack/status/" + snowflake + "/?s=20&t=abc#top", snowflake, []string{"the address is one of x.com"}},
		{"https://example.com/a/" + snowflake + "/?s=20&t=abc#top", snowflake, []string{"the end of a URL"}},
		{"https://example.com/item?id=" + uuid, uuid, []string{"the end of a URL"}},
		{`"https://example.com/` + uuid + `"`, uuid, []string{"quotes", "the end of a URL"}},
		{"\ufeff" + snowflake, snowflake, []string{"marks that are not seen"}},
		{snowflake[:5] + "\u200b" + snowflake[5:], snowflake, []string{"marks that are not seen"}},
		{"\x1b[1;32m" + uuid + "\x1b[0m", uuid, []string{"the colours of a terminal"}},
		{"017f22e2\u201079b0\u20117cc3\u201398c4\u2015dc0c0c07398f", uuid, []string{"dashes were read as hyphens"}},
		{`ObjectId("507f1f77bcf86cd799439011")`, "507f1f77bcf86cd799439011", []string{"the call of ObjectId", "quotes"}},
		{`UUID("` + uuid + `")`, uuid, []string{"the call of UUID", "quotes"}},
		{`uuid.MustParse("` + uuid + `")`, uuid, []string{"the call of uuid.MustParse", "quotes"}},
		{`BinData(4, "AX8i4nmwfMOYxNwMDAc5jw==")`, "AX8i4nmwfMOYxNwMDAc5jw==", []string{"the call of BinData", "quotes"}},
		{`{"$oid":"507f1f77bcf86cd799439011"}`, "507f1f77bcf86cd799439011", []string{"braces", "the name $oid", "quotes"}},
		{`  "id": "` + snowflake + `",`, snowflake, []string{"blanks", "a trailing comma", "the name id", "quotes"}},
		{"id=" + uuid, uuid, []string{"the name id"}},
		{"--id=" + snowflake, snowflake, []string{"the name --id"}},
		{"X'017f22e279b07cc398c4dc0c0c07398f'", "017f22e279b07cc398c4dc0c0c07398f", []string{"the X'' of SQL"}},
		{`\x507f1f77bcf86cd799439011`, "507f1f77bcf86cd799439011", []string{`the prefix \x`}},
		{"<@175928847299117063>", "175928847299117063", []string{"it is a mention of a user of Discord"}},
		{"<@!175928847299117063>", "175928847299117063", []string{"it is a mention of a user of Discord"}},
		{"(" + snowflake + ")", snowflake, []string{"brackets"}},
		{"[" + uuid + "]", uuid, []string{"brackets"}},
		{snowflake + ";", snowflake, []string{"a trailing semicolon"}},
		{"pvc-" + uuid, uuid, []string{"the prefix pvc-"}},
		{"usr_01FWHE4YDGFK1SHH6W1G60EECF", "01FWHE4YDGFK1SHH6W1G60EECF", []string{"the prefix usr_"}},
		{"usr:01FWHE4YDGFK1SHH6W1G60EECF", "01FWHE4YDGFK1SHH6W1G60EECF", []string{"the name usr"}},
		{uuid + " trailing", uuid, []string{"nothing reads the whole, so it was searched"}},
		{snowflake + "," + uuid, snowflake, []string{"nothing reads the whole, so it was searched, as --find does: 2 ids"}},
		{"MTU0MTgxNTYwMzYwNjAzNjQ4MA==", snowflake, []string{"base64 of a decimal number"}},
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
		if at, _ := r.Readings[0].AppendTime(nil); string(at) != tt.time || !slices.Equal(r.Warnings, []string{tt.warning}) {
			t.Errorf("--as %s %q: %s, warnings %q; want %s, %q", tt.as, tt.text, at, r.Warnings, tt.time, tt.warning)
		}
	}
}
