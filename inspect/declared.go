package inspect

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/inspect/known"
)

// onlyRead are the schemes that are only ever read: nobody makes them any more, or they are not
// made by layout. They are declared as package scheme declares the others.
var onlyRead = [...]func() *gen.Scheme{uuidV2, uuidNCS, uuidApollo, uuidMicrosoft, uuidFuture, uuidV7Draft,
	uuidV6Google, unixSeconds, unixMillis, unixMicros, unixNanos, typeIDOther,
	uuidV0, uuidV9, uuidV10, uuidV11, uuidV12, uuidV13, uuidV14, uuidV15}

// Declared returns the schemes that are only ever read, beside those of package known.
func Declared() []*gen.Scheme {
	list := make([]*gen.Scheme, len(onlyRead))
	for i, d := range onlyRead {
		list[i] = d()
	}
	return withDefaults(list)
}

// onlyNamed are schemes whose identifiers so many others can be taken for that they
// are read only when one asks for them: see Named.
func onlyNamed() []*gen.Scheme {
	return withDefaults([]*gen.Scheme{uuidComb(), awsSecretKey(), facebook(), gist(), jira()})
}

func withDefaults(list []*gen.Scheme) []*gen.Scheme {
	for _, s := range list {
		s.SetDefaults()
	}
	return list
}

// unixEpoch is 1970-01-01T00:00Z.
func unixEpoch() time.Time { return time.Unix(0, 0).UTC() }

// uuidV2 is the UUID of DCE Security: a version 1 whose lowest 32 bits of the
// time are a local number (user or group), and whose clock sequence has given 8
// bits to the kind of that number. Its time is left with steps of 429.5 s.
// Source: DCE 1.1, Authentication and Security Services, appendix A.
func uuidV2() *gen.Scheme {
	return &gen.Scheme{
		Name:    "uuidv2",
		Aliases: []string{"uuid2", "v2"},
		Title:   "UUID version 2 (DCE Security)",
		Summary: "UUID of DCE Security: local id and domain, time in steps of 429 s, node",
		Spec:    "DCE 1.1, Authentication and Security Services, appendix A",
		Bits: gen.Bits{
			Layout: gen.Layout{
				{Name: "local_id", Source: gen.Data, Bits: 32},
				{Name: "time_mid", Source: gen.Time, Bits: 16},
				{Name: "version", Source: gen.Const, Bits: 4, Value: 2},
				{Name: "time_high", Source: gen.Time, Bits: 12, From: 16},
				{Name: "variant", Source: gen.Const, Bits: 2, Value: 2},
				{Name: "clock_seq", Source: gen.Rollback, Bits: 6},
				{Name: "local_domain", Source: gen.Data, Bits: 8},
				{Name: "node", Source: gen.Worker, Bits: 48},
			},
			Epoch:      time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC),
			Tick:       (1 << 32) * 100 * time.Nanosecond,
			WorkerRule: gen.WorkerNode,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC),
		Prior:    0.5,
		Notes:    []string{"local_domain 0 is a POSIX user, 1 a group, 2 an organisation"},
		Example:  gen.Vector{Text: "000003e8-2363-21ed-9600-00ff5cd06ba9", Source: "computed from the layout"},
	}
}

// uuidApollo is the UUID of Apollo's Network Computing System, from which the
// others come: 4 us since 1980, 16 zero bits, an address family, a host.
// Source: RFC 9562 section 4.1, the history of variant 0.
func uuidApollo() *gen.Scheme {
	return &gen.Scheme{
		Name:    "uuid-ncs",
		Title:   "UUID of the NCS (Apollo)",
		Summary: "UUID of Apollo's Network Computing System: time of 4 us, family, host",
		Spec:    "Network Computing Architecture (1990); RFC 9562 section 4.1",
		Bits: gen.Bits{
			Layout: gen.Layout{
				{Name: "time", Source: gen.Time, Bits: 48},
				{Name: "reserved", Source: gen.Const, Bits: 16},
				{Name: "variant", Source: gen.Const, Bits: 1},
				{Name: "family", Source: gen.Data, Bits: 7},
				{Name: "host", Source: gen.Worker, Bits: 56},
			},
			Epoch: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
			Tick:  4 * time.Microsecond,
			Valid: validNCS,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Since:    time.Date(1986, 1, 1, 0, 0, 0, 0, time.UTC),
		Prior:    0.25,
		Notes:    []string{"the 48 bits of time ran out in 2015"},
	}
}

var errNCS = errors.New("its address family, or the end of its host, is none of the NCS")

// validNCS wants one of the families 1 to 13, and a host of four bytes that are not
// all zero and three that are, as all of the NCS have: masks of addresses have the
// variant and the zeros as well.
func validNCS(id gen.ID) error {
	const host = 1<<56 - 1
	if family := id.Lo >> 56; family == 0 || family > 13 || id.Lo&(1<<24-1) != 0 || id.Lo&host == 0 {
		return errNCS
	}
	return nil
}

// uuidNCS is any UUID of variant 0 that does not have the fields of uuidApollo.
func uuidNCS() *gen.Scheme {
	return &gen.Scheme{
		Name:    "uuid-variant-ncs",
		Title:   "UUID of the NCS variant, no NCS fields",
		Summary: "UUID whose variant is that of the NCS, but which has not its fields",
		Spec:    "RFC 9562 section 4.1, variant 0",
		Bits: gen.Bits{Layout: gen.Layout{
			{Name: "high", Source: gen.Data, Bits: 64},
			{Name: "variant", Source: gen.Const, Bits: 1},
			{Name: "low", Source: gen.Data, Bits: 63},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
	}
}

// uuidMicrosoft is a GUID of before the RFC: variant 110.
func uuidMicrosoft() *gen.Scheme {
	return &gen.Scheme{
		Name:    "uuid-microsoft",
		Title:   "GUID of Microsoft's variant",
		Summary: "GUID of Microsoft's own variant, as those of early COM",
		Spec:    "RFC 9562 section 4.1, variant 110",
		Bits: gen.Bits{Layout: gen.Layout{
			{Name: "data1", Source: gen.Data, Bits: 32},
			{Name: "data2", Source: gen.Data, Bits: 16},
			{Name: "data3", Source: gen.Data, Bits: 16},
			{Name: "variant", Source: gen.Const, Bits: 3, Value: 6},
			{Name: "data4", Source: gen.Data, Bits: 61},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		Notes:    []string{"data1, data2 and data3 are little-endian in memory"},
		Example:  gen.Vector{Text: "00000000-0000-0000-c000-000000000046", Source: "COM, IUnknown"},
	}
}

// uuidFuture is a UUID of the variant that is kept for the future: 111.
func uuidFuture() *gen.Scheme {
	return &gen.Scheme{
		Name:      "uuid-future",
		Title:     "UUID of a reserved variant",
		Summary:   "UUID whose variant is reserved for the future",
		Spec:      "RFC 9562 section 4.1, variant 111",
		Undefined: true,
		Bits: gen.Bits{Layout: gen.Layout{
			{Name: "high", Source: gen.Data, Bits: 64},
			{Name: "variant", Source: gen.Const, Bits: 3, Value: 7},
			{Name: "low", Source: gen.Data, Bits: 61},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
	}
}

func uuidV0() *gen.Scheme  { return uuidUnassigned(0) }
func uuidV9() *gen.Scheme  { return uuidUnassigned(9) }
func uuidV10() *gen.Scheme { return uuidUnassigned(10) }
func uuidV11() *gen.Scheme { return uuidUnassigned(11) }
func uuidV12() *gen.Scheme { return uuidUnassigned(12) }
func uuidV13() *gen.Scheme { return uuidUnassigned(13) }
func uuidV14() *gen.Scheme { return uuidUnassigned(14) }
func uuidV15() *gen.Scheme { return uuidUnassigned(15) }

// uuidUnassigned is a UUID of a version that no standard has given a meaning.
func uuidUnassigned(version uint64) *gen.Scheme {
	return &gen.Scheme{
		Name:      fmt.Sprintf("uuidv%d", version),
		Title:     fmt.Sprintf("UUID version %d (not assigned)", version),
		Summary:   "UUID of a version that has no meaning",
		Spec:      "RFC 9562 section 4.2, unassigned",
		Undefined: true,
		Bits: gen.Bits{Layout: gen.Layout{
			{Name: "data_a", Source: gen.Data, Bits: 48},
			{Name: "version", Source: gen.Const, Bits: 4, Value: version},
			{Name: "data_b", Source: gen.Data, Bits: 12},
			{Name: "variant", Source: gen.Const, Bits: 2, Value: 2},
			{Name: "data_c", Source: gen.Data, Bits: 62},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
	}
}

// uuidV7Draft is version 7 as the drafts of 2021 had it, and the package uuid7 for
// Python until 2026: seconds in 36 bits and a fraction in 24, of which the last 12
// stand behind the version. A UUIDv7 of today read so is of 1983, one of these read
// as a UUIDv7 of about 2200. Source: draft-peabody-dispatch-new-uuid-format-02;
// stevesimmons/uuid7.
func uuidV7Draft() *gen.Scheme {
	return &gen.Scheme{
		Name:    "uuidv7-draft",
		Title:   "UUID version 7, draft of 2021",
		Summary: "UUID of version 7 as drafted in 2021: 36-bit seconds and a fraction",
		Spec:    "draft-peabody-dispatch-new-uuid-format-02",
		Bits: gen.Bits{Epoch: unixEpoch(), Tick: time.Second, Fraction: 24, Layout: gen.Layout{
			{Name: "unixts", Source: gen.Time, Bits: 36, From: 24},
			{Name: "subsec_a", Source: gen.Time, Bits: 12, From: 12},
			{Name: "version", Source: gen.Const, Bits: 4, Value: 7},
			{Name: "subsec_b", Source: gen.Time, Bits: 12},
			{Name: "variant", Source: gen.Const, Bits: 2, Value: 2},
			{Name: "seq", Source: gen.Seq, Bits: 14},
			{Name: "rand", Source: gen.Random, Bits: 48},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		ReadOnly: "RFC 9562 gave version 7 another layout",
		Since:    time.Date(2021, 4, 1, 0, 0, 0, 0, time.UTC),
		Prior:    0.5,
		Notes:    []string{"read as a UUIDv7 of RFC 9562 its time is about two centuries too late"},
		Example: gen.Vector{Text: "061cb26a-54b8-7a52-8000-2124e7041024", Time: "2021-12-28T15:00:53Z",
			Source: "github.com/stevesimmons/uuid7, uuid7.py"},
	}
}

// uuidV6Google is version 6 as github.com/google/uuid 1.6.0 writes it: the 64 bits of
// its time in place, as if no version stood among them, which then takes the place
// of bits 15 to 12. Read as a UUIDv6 it is of the year 1610. Two calls within 6.5536
// ms may have the same time, clock sequence and node. Source: version6.go of that
// version, issues 159 and 161.
func uuidV6Google() *gen.Scheme {
	return &gen.Scheme{
		Name:    "uuidv6-google",
		Family:  "uuidv6",
		Title:   "UUID version 6 of google/uuid 1.6.0",
		Summary: "UUIDv6 as google/uuid 1.6.0 writes it: the time in place, 4 bits lost",
		Spec:    "github.com/google/uuid v1.6.0, version6.go",
		Bits: gen.Bits{
			Layout: gen.Layout{
				{Name: "unused", Source: gen.Const, Bits: 4},
				{Name: "time_high", Source: gen.Time, Bits: 44, From: 12},
				{Name: "version", Source: gen.Const, Bits: 4, Value: 6},
				{Name: "time_low", Source: gen.Time, Bits: 12},
				{Name: "variant", Source: gen.Const, Bits: 2, Value: 2},
				{Name: "clock_seq", Source: gen.Rollback, Bits: 14},
				{Name: "node", Source: gen.Worker, Bits: 48},
			},
			Epoch:      time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC),
			Tick:       100 * time.Nanosecond,
			Digit:      gen.Digit{Bits: 12, Base: 1 << 16},
			WorkerRule: gen.WorkerNode,
		},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		ReadOnly: "it is a defect of a library; gen generates the UUIDv6 of RFC 9562",
		Caution: "google/uuid 1.6.0 wrote this UUIDv6 with a defect: bits 15 to 12 of its time are lost, " +
			"so the time is early by up to 6.1 ms, and there can be duplicates",
		Since: time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC),
		Prior: 0.5,
		Notes: []string{"read as a UUIDv6 of RFC 9562 its time is a sixteenth of what it was: 1610 for 2026"},
		Example: gen.Vector{Text: "01f1e65d-9cf2-6dd0-a45c-9ae95f86f27a", Time: "2026-11-22T10:15:16.4651984Z",
			Source: "the library wrote it at 2026-11-22T10:15:16.4664Z"},
	}
}

// uuidComb is a UUID marked as random whose first 48 bits are a time in units of
// 10 us, so that it sorts: those of ramsey/uuid's COMB generator, which Laravel's
// Str::orderedUuid uses. One of seven random UUIDs has a plausible time there, so
// it is read only where one asks for it. Source: ramsey/uuid, CombGenerator.php and
// TimestampFirstCombCodec.php.
func uuidComb() *gen.Scheme {
	return &gen.Scheme{
		Name:    "comb",
		Aliases: []string{"laravel"},
		Title:   "COMB UUID, time first (Laravel)",
		Summary: "UUID marked version 4 whose first 48 bits are a time of 10 us (Laravel)",
		Spec:    "github.com/ramsey/uuid, src/Generator/CombGenerator.php",
		Bits: gen.Bits{Epoch: unixEpoch(), Tick: 10 * time.Microsecond, Layout: gen.Layout{
			{Name: "timestamp", Source: gen.Time, Bits: 48},
			{Name: "version", Source: gen.Const, Bits: 4, Value: 4},
			{Name: "random_a", Source: gen.Random, Bits: 12, From: 62},
			{Name: "variant", Source: gen.Const, Bits: 2, Value: 2},
			{Name: "random_b", Source: gen.Random, Bits: 62},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.UUID}},
		ReadOnly: "a UUIDv7 sorts as well and says that it does",
		Since:    time.Date(2013, 1, 1, 0, 0, 0, 0, time.UTC),
		Prior:    0,
		Notes:    []string{"an id does not tell whether it is one, or a random UUID"},
		Example: gen.Vector{Text: "98ecfe77-1b80-4a3f-8f3b-0c7b6b0c2f11", Time: "2023-04-14T01:41:29.22496Z",
			Source: "computed from the layout"},
	}
}

// typeIDOther is a TypeID around 128 bits that are no UUIDv7, which the
// specification lets everyone read and nobody make (spec 0.3.0, "UUID suffix").
// It bears the same name; nothing but the UUID is known of it.
func typeIDOther() *gen.Scheme {
	s, _ := scheme.Get("typeid")
	o := *s
	o.Family = s.Name
	o.Title = "TypeID, not of a UUIDv7"
	o.Summary = "TypeID around a UUID that is not version 7 (only read)"
	o.Layout = gen.Layout{{Name: "uuid", Source: gen.Data, Bits: 128}}
	o.Tick, o.Fraction, o.RandomMost, o.Example = 0, 0, 0, gen.Vector{}
	o.Backward, o.Overflow, o.Growth = 0, 0, gen.GrowthNone
	o.ReadOnly = "TypeIDs are UUIDv7s"
	return &o
}

// unix is a point in time as a plain number, which looks like an identifier and
// is pasted as one. First use is when its text got the length that it has today.
func unix(name, title string, tick time.Duration, digits string, prior float64) *gen.Scheme {
	return &gen.Scheme{
		Name:    name,
		Title:   title,
		Summary: "not an id: a time as a number, " + digits + " digits since 2001",
		Spec:    "POSIX.1-2024, Seconds Since the Epoch",
		Format:  gen.FormatNumber,
		Bits: gen.Bits{
			Layout: gen.Layout{{Name: "time", Source: gen.Time, Bits: 64}},
			Epoch:  unixEpoch(),
			Tick:   tick,
		},
		Encoding: gen.Encoding{Spellings: []gen.Text{}},
		Since:    time.Unix(1e9, 0).UTC(),
		Prior:    prior,
	}
}

func unixSeconds() *gen.Scheme {
	return unix("unix-s", "Unix time in seconds", time.Second, "10", 3)
}

func unixMillis() *gen.Scheme {
	return unix("unix-ms", "Unix time in milliseconds", time.Millisecond, "13", 3)
}

func unixMicros() *gen.Scheme {
	return unix("unix-us", "Unix time in microseconds", time.Microsecond, "16", 1)
}

func unixNanos() *gen.Scheme {
	return unix("unix-ns", "Unix time in nanoseconds", time.Nanosecond, "19", 0)
}

// What only the address of a host tells: any number is an id of Facebook, any
// hexadecimal digits that of a gist.

const numerals = "0123456789"

func facebook() *gen.Scheme {
	return &gen.Scheme{
		Name:    "facebook",
		Title:   "Facebook id",
		Summary: "number of a post, video or page of Facebook, which tells nothing else",
		Spec:    "developers.facebook.com/docs/graph-api",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{{Name: "number", Source: gen.Data, Alphabet: numerals, Min: 4, Max: 20}},
		},
		ReadOnly: "Facebook gives them out",
		Since:    time.Date(2004, 2, 4, 0, 0, 0, 0, time.UTC),
		Example:  gen.Vector{Text: "10154009990506729", Source: "developers.facebook.com, embedded posts"},
	}
}

func gist() *gen.Scheme {
	return &gen.Scheme{
		Name:    "gist",
		Title:   "GitHub gist",
		Summary: "20 or 32 hexadecimal digits of a gist of GitHub",
		Spec:    "docs.github.com/rest/gists",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{{Name: "digits", Source: gen.Random, Alphabet: "0123456789abcdef", Min: 20, Max: 32}},
		},
		ReadOnly: "GitHub gives them out",
		Since:    time.Date(2008, 7, 20, 0, 0, 0, 0, time.UTC),
		Example:  gen.Vector{Text: "6cad326836d38bd3a7ae", Source: "gist.github.com/octocat"},
	}
}

func jira() *gen.Scheme {
	return &gen.Scheme{
		Name:    "jira",
		Title:   "Jira issue",
		Summary: "key of a project, a hyphen and a number of an issue of Jira",
		Spec:    "support.atlassian.com/jira-software-cloud, issue keys",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{{Name: "key", Source: gen.Data, Alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-",
				Min: 3,
				Max: 24}},
			Verify: verifyJira,
		},
		ReadOnly: "Jira counts them",
		Since:    time.Date(2002, 1, 1, 0, 0, 0, 0, time.UTC),
		Example:  gen.Vector{Text: "JRASERVER-3157", Source: "jira.atlassian.com"},
	}
}

// verifyJira takes the key and the number apart.
func verifyJira(text string) ([]gen.Finding, error) {
	project, number, ok := strings.Cut(text, "-")
	if !ok || project == "" || number == "" || strings.Trim(number, numerals) != "" {
		return nil, errors.New("an issue has a key, a hyphen and a number")
	}
	return []gen.Finding{{Name: "project", Value: project}, {Name: "number", Value: number}}, nil
}

// Named returns what --as means: the scheme of that name, or the family; cid is
// either version, puid either order of its parts, uuid every version and variant,
// uuid25, shortuuid and uuid-ncname are every one of them in that spelling only. ok is
// false for names that package scheme and Declared do not have: the caller looks for
// schemes of the user's own.
func Named(name string) (list []*gen.Scheme, ok bool) {
	folded := gen.Fold(name)
	if folded == "uuid" || folded == "guid" {
		return uuids(), true
	}
	if list, ok = schemesNamed(func(own string) bool { return own == name }, name); ok {
		return list, true
	}
	return schemesNamed(func(own string) bool { return gen.Fold(own) == folded }, name)
}

// schemesNamed returns the schemes of a name of which is reports whether it is meant: short-uuid
// and shortuuid are two.
func schemesNamed(is func(own string) bool, name string) (list []*gen.Scheme, ok bool) {
	for _, f := range gen.Forms() {
		if u := f.Form.UUIDs(); u.Name != "" && is(u.Name) {
			list = append(list, respelled(uuids(), gen.Text{Form: f.Form, Width: u.Width})...)
		}
	}
	if len(list) > 0 {
		return list, true
	}
	if s, ok := known.Get(name); ok {
		return append([]*gen.Scheme{s}, kinOf(name)...), true
	}
	for _, s := range append(Declared(), onlyNamed()...) {
		if is(s.Name) || slices.ContainsFunc(s.Aliases, is) {
			return []*gen.Scheme{s}, true
		}
	}
	return nil, false
}

// kinOf are the other schemes that a name stands for: some kinds of identifiers
// are declared in two ways, but called by one name.
func kinOf(name string) (list []*gen.Scheme) {
	for _, s := range append(known.All(), Declared()...) {
		if s.Family != "" && gen.Fold(s.Family) == gen.Fold(name) {
			list = append(list, s)
		}
	}
	return list
}

// uuids are the schemes that are written as UUIDs, one for each version and variant.
func uuids() []*gen.Scheme {
	return slices.DeleteFunc(append(known.All(), Declared()...),
		func(s *gen.Scheme) bool { return s.Text.Form != gen.UUID || s.ReadOnly != "" })
}

// respelled returns copies that are written in one way only.
func respelled(list []*gen.Scheme, t gen.Text) []*gen.Scheme {
	for i, s := range list {
		c := *s
		c.Text, c.Spellings = t, []gen.Text{}
		list[i] = &c
	}
	return list
}
