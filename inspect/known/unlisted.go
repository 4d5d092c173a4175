package known

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// Unlisted returns the schemes that are only ever read and that no list shows: UUIDs that nobody makes any more, or
// that no standard defines, and Unix times.
func Unlisted() []*gen.Scheme {
	all := make([]*gen.Scheme, UnlistedCount)
	for i := range all {
		all[i] = UnlistedAt(i)
	}
	return all
}

// Detected returns what texts are compared with where no scheme is asked for: All and Unlisted, but for counters
// without a time, of which every whole number is one.
func Detected() []*gen.Scheme {
	return slices.DeleteFunc(append(All(), Unlisted()...),
		func(s *gen.Scheme) bool { return s.Counter != "" && !s.Timed() })
}

// UnlistedCount is how many Unlisted returns.
const UnlistedCount = 20

// UnlistedAt returns one of Unlisted.
func UnlistedAt(i int) *gen.Scheme {
	if i < len(unlisted) {
		return unlisted[i].scheme()
	}
	version := uint64(i - len(unlisted))
	if version > 0 {
		version += 8 // RFC 9562 defines 1 to 8
	}
	return unassigned(version)
}

// Asked returns the schemes whose ids so many others can be taken for that they are read only when one asks for them,
// or where the text around it names them: any number is an ID of Facebook, any hexadecimal digits that of a gist.
func Asked() []*gen.Scheme {
	all := make([]*gen.Scheme, len(asked))
	for i := range asked {
		all[i] = asked[i].scheme()
	}
	return all
}

var unlisted = [...]declaration{
	// uuidv2 is a version 1 whose lowest 32 bits of the time are a local number (user or group), and whose clock
	// sequence has given 8 bits to the kind of that number. Its time is left with steps of 429.5 s.
	{since: "1990-01-01", epoch: "1582-10-15", Scheme: gen.Scheme{Name: "uuidv2",
		Title: "UUID version 2 (DCE Security)", Aliases: []string{"uuid2", "v2"},
		Spec: "DCE 1.1, Authentication and Security Services, appendix A", Prior: 0.5,
		Summary: "UUID of DCE Security: local id and domain, time in steps of 429 s, node",
		Bits: gen.Bits{Tick: (1 << 32) * 100 * time.Nanosecond, WorkerRule: gen.WorkerNode, Layout: gen.Layout{
			field("local_id", gen.Data, 32), field("time_mid", gen.Time, 16), constant("version", 4, 2),
			fieldFrom("time_high", gen.Time, 12, 16), constant("variant", 2, 2), field("clock_seq", gen.Rollback, 6),
			field("local_domain", gen.Data, 8), field("node", gen.Worker, 48)}},
		Notes:   []string{"local_domain 0 is a POSIX user, 1 a group, 2 an organisation"},
		Example: example("000003e8-2363-21ed-9600-00ff5cd06ba9", "", "computed from the layout")}},
	// uuid-variant-ncs is any UUID of variant 0 that does not have the fields of uuid-ncs.
	{Scheme: gen.Scheme{Name: "uuid-variant-ncs", Title: "UUID of the NCS variant, no NCS fields",
		Spec:    "RFC 9562 section 4.1, variant 0",
		Summary: "UUID whose variant is that of the NCS, but which has not its fields",
		Bits: gen.Bits{Layout: gen.Layout{
			field("high", gen.Data, 64), constant("variant", 1, 0), field("low", gen.Data, 63)}}}},
	// uuid-ncs is the UUID of Apollo's Network Computing System, from which the others come: 4 us since 1980, 16 zero
	// bits, an address family, a host. Source: RFC 9562 section 4.1, the history of variant 0.
	{since: "1986-01-01", epoch: "1980-01-01", Scheme: gen.Scheme{Name: "uuid-ncs", Title: "UUID of the NCS (Apollo)",
		Spec: "Network Computing Architecture (1990); RFC 9562 section 4.1", Prior: 0.25,
		Summary: "UUID of Apollo's Network Computing System: time of 4 us, family, host",
		Bits: gen.Bits{Tick: 4 * time.Microsecond, Valid: validNCS, Layout: gen.Layout{
			field("time", gen.Time, 48), constant("reserved", 16, 0), constant("variant", 1, 0),
			field("family", gen.Data, 7), field("host", gen.Worker, 56)}},
		Notes: []string{"the 48 bits of time ran out in 2015"}}},
	// uuid-microsoft is a GUID of before the RFC.
	{Scheme: gen.Scheme{Name: "uuid-microsoft", Title: "GUID of Microsoft's variant",
		Spec:    "RFC 9562 section 4.1, variant 110",
		Summary: "GUID of Microsoft's own variant, as those of early COM",
		Bits: gen.Bits{Layout: gen.Layout{
			field("data1", gen.Data, 32), field("data2", gen.Data, 16), field("data3", gen.Data, 16),
			constant("variant", 3, 6), field("data4", gen.Data, 61)}},
		Notes:   []string{"data1, data2 and data3 are little-endian in memory"},
		Example: example("00000000-0000-0000-c000-000000000046", "", "COM, IUnknown")}},
	{Scheme: gen.Scheme{
		Name: "uuid-future", Title: "UUID of a reserved variant", Spec: "RFC 9562 section 4.1, variant 111",
		Summary: "UUID whose variant is reserved for the future", Undefined: true,
		Bits: gen.Bits{Layout: gen.Layout{
			field("high", gen.Data, 64), constant("variant", 3, 7), field("low", gen.Data, 61)}}}},
	// uuidv7-draft is version 7 as the drafts of 2021 had it, and the package uuid7 for Python until 2026: seconds in
	// 36 bits and a fraction in 24, of which the last 12 come after the version. A UUIDv7 of today read so is of
	// 1983, one of these read as a UUIDv7 of about 2200.
	{since: "2021-04-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "uuidv7-draft",
		Title: "UUID version 7, draft of 2021", Spec: "draft-peabody-dispatch-new-uuid-format-02",
		ReadOnly: "RFC 9562 gave version 7 another layout", Prior: 0.5,
		Summary: "UUID of version 7 as drafted in 2021: 36-bit seconds and a fraction",
		Bits: gen.Bits{Tick: time.Second, Fraction: 24, Layout: gen.Layout{
			fieldFrom("unixts", gen.Time, 36, 24), fieldFrom("subsec_a", gen.Time, 12, 12), constant("version", 4, 7),
			field("subsec_b", gen.Time, 12), constant("variant", 2, 2), field("seq", gen.Seq, 14),
			field("rand", gen.Random, 48)}},
		Notes: []string{"read as a UUIDv7 of RFC 9562 its time is about two centuries too late"},
		Example: example("061cb26a-54b8-7a52-8000-2124e7041024", "2021-12-28T15:00:53Z",
			"github.com/stevesimmons/uuid7, uuid7.py")}},
	// uuidv6-google has the 64 bits of its time in place, as if no version stood among them, which then takes the
	// place of bits 15 to 12. Read as a UUIDv6 it is of the year 1610. Two calls within 6.5536 ms may have the same
	// time, clock sequence and node. Source: version6.go of that version, issues 159 and 161.
	{since: "1990-01-01", epoch: "1582-10-15", Scheme: gen.Scheme{Name: "uuidv6-google", Family: "uuidv6",
		Title: "UUID version 6 of google/uuid 1.6.0", Spec: "github.com/google/uuid v1.6.0, version6.go",
		ReadOnly: "it is a defect of a library; gen generates the UUIDv6 of RFC 9562", Prior: 0.5,
		Summary: "UUIDv6 as google/uuid 1.6.0 writes it: the time in place, 4 bits lost",
		Bits: gen.Bits{Tick: 100 * time.Nanosecond, Digit: gen.Digit{Bits: 12, Base: 1 << 16},
			WorkerRule: gen.WorkerNode, Layout: gen.Layout{
				constant("unused", 4, 0), fieldFrom("time_high", gen.Time, 44, 12), constant("version", 4, 6),
				field("time_low", gen.Time, 12), constant("variant", 2, 2), field("clock_seq", gen.Rollback, 14),
				field("node", gen.Worker, 48)}},
		Caution: "google/uuid 1.6.0 wrote this UUIDv6 with a defect: bits 15 to 12 of its time are lost, " +
			"so the time is early by up to 6.1 ms, and there can be duplicates",
		Notes: []string{"read as a UUIDv6 of RFC 9562 its time is a sixteenth of what it was: 1610 for 2026"},
		Example: example("01f1e65d-9cf2-6dd0-a45c-9ae95f86f27a", "2026-11-22T10:15:16.4651984Z",
			"the library wrote it at 2026-11-22T10:15:16.4664Z")}},
	// A point in time as a plain number looks like an id, and is pasted as one. First use is when its text got the
	// length that it has today.
	{since: "2001-09-09T01:46:40Z", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "unix-s",
		Title: "Unix time in seconds", Spec: "POSIX.1-2024, Seconds Since the Epoch", Format: gen.FormatNumber,
		Summary: "not an id: a time as a number, 10 digits since 2001", Prior: 3,
		Bits:     gen.Bits{Tick: time.Second, Layout: gen.Layout{field("time", gen.Time, 64)}},
		Encoding: gen.Encoding{Alternatives: []gen.Text{}}}},
	{of: "unix-s", Scheme: gen.Scheme{Name: "unix-ms", Title: "Unix time in milliseconds", Prior: 3,
		Summary: "not an id: a time as a number, 13 digits since 2001", Bits: gen.Bits{Tick: time.Millisecond}}},
	{of: "unix-s", Scheme: gen.Scheme{Name: "unix-us", Title: "Unix time in microseconds", Prior: 1,
		Summary: "not an id: a time as a number, 16 digits since 2001", Bits: gen.Bits{Tick: time.Microsecond}}},
	{of: "unix-s", Scheme: gen.Scheme{Name: "unix-ns", Title: "Unix time in nanoseconds",
		Summary: "not an id: a time as a number, 19 digits since 2001", Bits: gen.Bits{Tick: time.Nanosecond}}},
	// This typeid is a TypeID around 128 bits that are no UUIDv7, which the specification lets everyone read and
	// nobody make (spec 0.3.0, "UUID suffix"). It bears the same name; nothing but the UUID is known of it.
	{of: "typeid", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "typeid", Family: "typeid",
		Title: "TypeID, not of a UUIDv7", ReadOnly: "TypeIDs are UUIDv7s", Prior: 1.5,
		Summary: "TypeID around a UUID that is not version 7 (only read)",
		Bits:    gen.Bits{Layout: gen.Layout{field("uuid", gen.Data, 128)}},
		Notes: []string{
			"without a prefix there is no separator either",
			"the separator is the last _: prefixes may have some of their own inside"}}},
}

// unassigned is a UUID of a version that no standard has given a meaning.
func unassigned(version uint64) *gen.Scheme {
	d := declaration{Scheme: gen.Scheme{
		Name: fmt.Sprintf("uuidv%d", version), Title: fmt.Sprintf("UUID version %d (not assigned)", version),
		Summary: "UUID of a version that has no meaning", Spec: "RFC 9562 section 4.2, unassigned", Undefined: true,
		Bits: gen.Bits{Layout: gen.Layout{
			field("data_a", gen.Data, 48), constant("version", 4, version), field("data_b", gen.Data, 12),
			constant("variant", 2, 2), field("data_c", gen.Data, 62)}}}}
	return d.scheme()
}

var errNCS = errors.New("its address family, or the end of its host, is none of the NCS")

// validNCS wants one of the families 1 to 13, and a host of four bytes that are not all zero and three that are, as all
// of the NCS have: masks of addresses have the variant and the zeros as well.
func validNCS(id gen.ID) error {
	const host = 1<<56 - 1
	if family := id.Lo >> 56; family == 0 || family > 13 || id.Lo&(1<<24-1) != 0 || id.Lo&host == 0 {
		return errNCS
	}
	return nil
}

var asked = [...]declaration{
	// comb is a UUID marked as random whose first 48 bits are a time in units of 10 us, so that it sorts: those of
	// ramsey/uuid's COMB generator, which Laravel's Str::orderedUuid uses. One of seven random UUIDs has a plausible
	// time there. Source: ramsey/uuid, CombGenerator.php and TimestampFirstCombCodec.php.
	{since: "2013-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "comb",
		Title: "COMB UUID, time first (Laravel)", Aliases: []string{"laravel"},
		Spec:     "github.com/ramsey/uuid, src/Generator/CombGenerator.php",
		ReadOnly: "a UUIDv7 sorts as well and says that it does",
		Summary:  "UUID marked version 4 whose first 48 bits are a time of 10 us (Laravel)",
		Bits: gen.Bits{Tick: 10 * time.Microsecond, Layout: gen.Layout{
			field("timestamp", gen.Time, 48), constant("version", 4, 4), fieldFrom("random_a", gen.Random, 12, 62),
			constant("variant", 2, 2), field("random_b", gen.Random, 62)}},
		Notes: []string{"an id does not tell whether it is one, or a random UUID"},
		Example: example("98ecfe77-1b80-4a3f-8f3b-0c7b6b0c2f11", "2023-04-14T01:41:29.22496Z",
			"computed from the layout")}},
	// aws-secret-key is the secret half of an access key of AWS: 40 symbols of base64, as thousands of other texts
	// have, so that it is read only beside its name, or where one asks for it.
	{since: "2006-03-14", Scheme: gen.Scheme{Name: "aws-secret-key", Title: "AWS secret access key",
		Spec: "docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html", Format: gen.FormatToken,
		ReadOnly: "AWS gives them out", Prior: 2,
		Summary:  "40 of base64 beside a name as aws_secret_access_key; never shown",
		Encoding: gen.Encoding{Pattern: gen.Pattern{secret("secret", capitals+smalls+decimals+"+/", 36, 36)}},
		Example: gen.Vector{Text: "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
			Source: "docs.aws.amazon.com, AWS CLI, configuration files"}}},
	{since: "2004-02-04", Scheme: gen.Scheme{Name: "facebook", Title: "Facebook id",
		Spec: "developers.facebook.com/docs/graph-api", ReadOnly: "Facebook gives them out",
		Summary:  "number of a post, video or page of Facebook, which tells nothing else",
		Encoding: gen.Encoding{Pattern: gen.Pattern{part("number", gen.Data, decimals, 4, 20)}},
		Example:  example("10154009990506729", "", "developers.facebook.com, embedded posts")}},
	{since: "2008-07-20", Scheme: gen.Scheme{Name: "gist", Title: "GitHub gist", Spec: "docs.github.com/rest/gists",
		ReadOnly: "GitHub gives them out",
		Summary:  "20 or 32 hexadecimal digits of a gist of GitHub",
		Encoding: gen.Encoding{Pattern: gen.Pattern{part("digits", gen.Random, hexDigits, 20, 32)}},
		Example:  example("6cad326836d38bd3a7ae", "", "gist.github.com/octocat")}},
	{since: "2002-01-01", Scheme: gen.Scheme{Name: "jira", Title: "Jira issue",
		Spec: "support.atlassian.com/jira-software-cloud, issue keys", ReadOnly: "Jira counts them",
		Summary: "key of a project, a hyphen and a number of an issue of Jira",
		Encoding: gen.Encoding{Verify: verifyJira,
			Pattern: gen.Pattern{part("key", gen.Data, capitals+decimals+"_-", 3, 24)}},
		Example: example("JRASERVER-3157", "", "jira.atlassian.com")}},
}

// verifyJira takes the key and the number apart.
func verifyJira(text string) ([]gen.Finding, error) {
	project, number, ok := strings.Cut(text, "-")
	if !ok || project == "" || number == "" || strings.Trim(number, decimals) != "" {
		return nil, errors.New("an issue has a key, a hyphen and a number")
	}
	return found("project", project, "number", number), nil
}
