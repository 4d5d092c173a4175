package inspect

import (
	"time"

	"idscope/gen"
)

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
