package scheme

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
	"idscope/gen/text"
)

// prefixed are ids behind a prefix that says what they are of.
var prefixed = []declaration{
	// orderlyid repeats nothing on one host; the original's sequence goes round, and 60 random bits are left to keep
	// IDs apart.
	{since: "2025-01-01", epoch: "2020-01-01", Scheme: gen.Scheme{Name: "orderlyid", Title: "OrderlyID",
		Spec: "github.com/orderlykit/orderlyid, spec/0001-spec.md", Prior: 0.5,
		Summary: "160-bit id behind a type, with a checksum: time, tenant, sequence, shard",
		Bits: gen.Bits{Backward: gen.BackwardContinue, Node: "shard", Layout: gen.Layout{
			ticks("timestamp", 48), fixed("version", 2, 0), data("privacy", 1), data("reserved", 5), data("tenant", 16),
			seq("sequence", 12), data("shard", 16), random("random", 60)}},
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.CrockfordLower},
			Affix: &gen.Affix{Default: "order", Separator: '_', MaxPrefix: 31, Symbols: smalls + decimals,
				Rule: orderlyPrefix, Sum: orderlySum, SumMark: '-', SumLen: 4},
			Alternatives: []gen.Text{}},
		Notes: []string{
			"the checksum is optional when reading, idscope always writes it, and it covers the prefix",
			"the original's sequence goes round past 4096 ids in a millisecond; ours waits for the next one",
			"--set privacy=1 marks a time that was rounded; the rounding is the caller's (--at)",
			"the specification reads either case; ours reads the canonical small letters only"},
		Example: example("shipment_00jc1gmqww0000801zzzzzzzzzzzzzzz-a0f4", "2025-01-01T00:00:00.999Z",
			"github.com/orderlykit/orderlyid, spec/test-vectors.json",
			"157852800999", "0", "0", "0", "1", "0", "65535", "1152921504606846975")}},
	// typeid is strict: small letters, a first symbol of at most 7, and the version and variant of a UUIDv7.
	{of: "uuidv7", since: "2023-06-01", Scheme: gen.Scheme{Name: "typeid", Title: "TypeID",
		Spec: "github.com/jetify-com/typeid, spec 0.3.0", Prior: 1.5,
		Summary:   "UUIDv7 behind a type's name, as user_...: --prefix user; 26 of base32",
		Libraries: "Go typeid-go, Java typeid-java, JS typeid-js, Python typeid-python",
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.CrockfordLower},
			Affix: &gen.Affix{Optional: true, Separator: '_', MaxPrefix: 63, Symbols: smalls + "_",
				Rule: typePrefix},
			Alternatives: []gen.Text{}},
		Notes: []string{
			"without a prefix there is no separator either",
			"the separator is the last _: prefixes may have some of their own inside"},
		Example: example("prefix_01h455vb4pex5vsknk084sn02q", "2023-06-30T03:34:18.518Z",
			"github.com/jetify-com/typeid, spec/valid.yml, valid-uuidv7",
			"1688096058518", "7", "1867", "2", "4381636308810498135")}},
	// upid has its prefix last in the bits and first in the text: texts of one prefix sort by time, and so do the bits
	// of all. Chance alone keeps IDs apart.
	{since: "2024-06-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "upid", Title: "UPID",
		Spec: "github.com/carderne/upid, README.md", Prior: 1,
		Summary:   "128-bit id with a prefix, as user_...: 256 ms, 64 random bits: --prefix user",
		Libraries: "Python upid, Rust upid",
		Bits: gen.Bits{Tick: 256 * millisecond, Layout: gen.Layout{
			ticks("timestamp", 40), random("random", 64),
			{Name: "prefix", Source: gen.Data, Bits: 20, Value: 1<<20 - 1}, fixed("version", 4, 6)}},
		Encoding: gen.Encoding{PrefixField: "prefix", PrefixBits: upidPrefix, Text: gen.Text{Form: gen.UPIDText}},
		Notes: []string{
			"a prefix of fewer than four symbols is filled up with z; the original cuts longer ones, ours refuses them",
			"texts and bits sort differently: the prefix is first in the one, last in the other",
			"the original drops underscores wherever they are, ours wants the one after the prefix"},
		Example: example("abcd_2adnrb7b6jkyos6xusvmaa", "2024-11-17T19:32:22.400Z",
			"github.com/Racum/uuinfo, src/id_format_tests.rs", "6765124775", "2585605361773197094", "204041", "6")}},
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

// typePrefix is the rule of the specification: [a-z]([a-z_]*[a-z])?.
func typePrefix(prefix string) error {
	for i := range len(prefix) {
		switch c := prefix[i]; {
		case c >= 'a' && c <= 'z':
		case c == '_' && i > 0 && i < len(prefix)-1:
		case c == '_':
			return errors.New("use no _ at its ends")
		default:
			return errors.New("use small letters a to z, and _ between them")
		}
	}
	return nil
}

// upidPrefix returns the 20 bits of a prefix of one to four symbols.
func upidPrefix(prefix string) (v uint64, err error) {
	symbols, _ := gen.UPIDText.Symbols()
	if len(prefix) > 4 {
		return 0, fmt.Errorf("%.40q is too long for upid: %d characters; use at most 4", prefix, len(prefix))
	}
	for i := range 4 {
		c := byte('z')
		if i < len(prefix) {
			c = prefix[i]
		}
		at := strings.IndexByte(symbols, c)
		if at < 0 {
			return 0, fmt.Errorf("%q is not one of upid: use small letters a to z and digits 2 to 7", prefix)
		}
		v = v<<5 | uint64(at)
	}
	return v, nil
}
