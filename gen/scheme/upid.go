package scheme

import (
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

// upid has its prefix last in the bits and first in the text: texts of one prefix sort by time, and so do the bits
// of all. Chance alone keeps IDs apart.
func upid() *gen.Scheme {
	return &gen.Scheme{
		Name: "upid", Title: "UPID",
		Summary:   "128-bit id with a prefix, as user_...: 256 ms, 64 random bits: --prefix user",
		Spec:      "github.com/carderne/upid, README.md",
		Libraries: "Python upid, Rust upid",
		Bits: gen.Bits{Epoch: unix(0), Tick: 256 * millisecond, Layout: gen.Layout{
			ticks("timestamp", 40), random("random", 64),
			{Name: "prefix", Source: gen.Data, Bits: 20, Value: 1<<20 - 1}, fixed("version", 4, 6),
		}},
		Encoding: gen.Encoding{PrefixField: "prefix", PrefixBits: upidPrefix, Text: gen.Text{Form: gen.UPIDText}},
		Since:    day(2024, 6, 1), Prior: 1,
		Notes: []string{
			"a prefix of fewer than four symbols is filled up with z; the original cuts longer ones, ours " +
				"refuses them",
			"texts and bits sort differently: the prefix is first in the one, last in the other",
			"the original drops underscores wherever they are, ours wants the one after the prefix",
		},
		Example: gen.Vector{Text: "abcd_2adnrb7b6jkyos6xusvmaa", Time: "2024-11-17T19:32:22.400Z",
			Values: []string{"6765124775", "2585605361773197094", "204041", "6"},
			Source: "github.com/Racum/uuinfo, src/id_format_tests.rs"},
	}
}

// upidPrefix returns the 20 bits of a prefix of one to four symbols.
func upidPrefix(prefix string) (v uint64, err error) {
	symbols, _ := gen.UPIDText.Symbols()
	if len(prefix) > 4 {
		return 0, fmt.Errorf("prefix %.40q is too long for upid: %d characters; use at most 4", prefix, len(prefix))
	}
	for i := range 4 {
		c := byte('z')
		if i < len(prefix) {
			c = prefix[i]
		}
		at := strings.IndexByte(symbols, c)
		if at < 0 {
			return 0, fmt.Errorf("prefix %q is not one of upid: %w", prefix,
				errors.New("use small letters a to z and digits 2 to 7"))
		}
		v = v<<5 | uint64(at)
	}
	return v, nil
}
