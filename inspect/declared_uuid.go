package inspect

import (
	"errors"
	"fmt"
	"time"

	"idscope/gen"
)

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
