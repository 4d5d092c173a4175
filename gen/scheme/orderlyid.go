package scheme

import (
	"bytes"
	"errors"
	"strings"

	"idscope/gen"
	"idscope/gen/text"
)

// orderlyID repeats nothing on one host; the original's sequence goes round, and 60 random bits are left to keep
// IDs apart.
func orderlyID() *gen.Scheme {
	return &gen.Scheme{
		Name: "orderlyid", Title: "OrderlyID",
		Summary: "160-bit id behind a type, with a checksum: time, tenant, sequence, shard",
		Spec:    "github.com/orderlykit/orderlyid, spec/0001-spec.md",
		Bits: gen.Bits{
			Layout: gen.Layout{
				ticks("timestamp", 48), fixed("version", 2, 0), data("privacy", 1), data("reserved", 5),
				data("tenant", 16), seq("sequence", 12), data("shard", 16), random("random", 60),
			},
			Epoch:    unixMilli(1577836800000),
			Backward: gen.BackwardContinue,
		},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.CrockfordLower},
			Affix: &gen.Affix{
				Default: "order", Separator: '_', MaxPrefix: 31,
				Symbols: "abcdefghijklmnopqrstuvwxyz0123456789",
				Rule:    orderlyPrefix,
				Sum:     orderlySum, SumMark: '-', SumLen: 4,
			},
			Alternatives: []gen.Text{},
		},
		Since: day(2025, 1, 1), Prior: 0.5,
		Notes: []string{
			"the checksum is optional when reading, idscope always writes it, and it covers the prefix",
			"the original's sequence goes round past 4096 ids in a millisecond; ours waits for the next one",
			"--set privacy=1 marks a time that was rounded; the rounding is the caller's (--at)",
			"the specification reads either case; ours reads the canonical small letters only",
		},
		Example: gen.Vector{Text: "shipment_00jc1gmqww0000801zzzzzzzzzzzzzzz-a0f4", Time: "2025-01-01T00:00:00.999Z",
			Values: []string{"157852800999", "0", "0", "0", "1", "0", "65535", "1152921504606846975"},
			Source: "github.com/orderlykit/orderlyid, spec/test-vectors.json"},
	}
}

// orderlyPrefix is the rule of the specification: [a-z][a-z0-9]{1,30}.
func orderlyPrefix(prefix string) error {
	for i := range len(prefix) {
		if c := prefix[i]; (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return errors.New("use small letters and digits, a letter first")
		}
	}
	if len(prefix) < 2 {
		return errors.New("use at least 2 characters")
	}
	return nil
}

// orderlySum is the polymod of Bech32 (BIP 173) over prefix and separator, as that
// expands them, and the values of the payload's symbols; its lowest 20 bits.
func orderlySum(dst, id []byte) []byte {
	symbols, _ := gen.CrockfordLower.Symbols()
	at := bytes.IndexByte(id, '_') + 1
	var few [36]byte // the payload, and four zeros for the sum
	values := few[:0]
	for _, c := range id[at:] {
		values = append(values, byte(strings.IndexByte(symbols, c))) // 0xff of what the text's form refuses
	}
	sum := text.Bech32(string(id[:at]), append(values, 0, 0, 0, 0)) ^ 1
	for shift := 15; shift >= 0; shift -= 5 {
		dst = append(dst, symbols[sum>>shift&31])
	}
	return dst
}
