package known

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
)

var generators = []declaration{
	{since: "2012-10-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "cuid1", Title: "CUID (first)",
		Aliases: []string{"cuid"}, Spec: "github.com/paralleldrive/cuid",
		ReadOnly: "its author deprecated it for cuid2, for it reveals too much", Prior: 2.5,
		Summary: "c and 24 of base36: ms, counter, fingerprint of host and process, random",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("prefix", "c"), part("timestamp", gen.Time, base36, 8, 8), part("counter", gen.Seq, base36, 4, 4),
			part("fingerprint", gen.Worker, base36, 4, 4), random("random", base36, 8)}},
		Notes: []string{
			"the fingerprint is two symbols of the process id and two of the host's name",
			"the time wraps around in 2059: with 8 symbols of base36 it has no more milliseconds"},
		Example: parted("2018-08-28T01:59:31.442Z", "github.com/paralleldrive/cuid, README.md",
			"c", "jld2cyuq", "0000", "t3rm", "niod1foy")}},
	{since: "2013-03-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "puid", Title: "puid",
		Spec: "github.com/pid/puid", ReadOnly: "it reveals host and process, and few generate it still", Prior: 0.5,
		Summary: "24 of base36: ms, process id, 6 hexadecimal digits of the host, nanoseconds",
		Encoding: gen.Encoding{Verify: belowSecond, VerifyBits: 1.12, Pattern: gen.Pattern{
			part("timestamp", gen.Time, base36, 8, 8), part("process", gen.Worker, base36, 4, 4),
			part("machine", gen.Worker, hexDigits, 6, 6), data("hrtime", base36, 6)}},
		Notes: []string{
			"the machine is the end of an MD5 of an address or of the host's name",
			"older versions have the machine before the process: see puid-2013; which one it is tells the place of " +
				"the hexadecimal digits"},
		Example: parted("2013-05-15T20:10:40.107Z", "github.com/pid/puid, README.md",
			"hgqy29gr", "11cm", "2504cd", "f8rg7q")}},
	{of: "puid", Scheme: gen.Scheme{Name: "puid-2013", Family: "puid", Title: "puid before version 0.4", Prior: 0.25,
		Summary: "24 of base36: ms, 6 hexadecimal digits of the host, process id, nanoseconds",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			part("timestamp", gen.Time, base36, 8, 8), part("machine", gen.Worker, hexDigits, 6, 6),
			part("process", gen.Worker, base36, 4, 4), data("hrtime", base36, 6)}},
		Notes: []string{"the README of today still draws this order, and shows ids of the other: see puid"},
		Example: parted("2013-03-11T09:34:30.381Z", "github.com/pid/puid, README.md",
			"he5fps6l", "2504cd", "1w3a", "g8ut8e")}},
	// shortpuid is seconds and, in nine more decimal digits, the nanoseconds of a clock that is not the wall's:
	// they are a counter, the seconds alone are a time.
	{since: "2013-04-01", epoch: "1999-06-07T15:00:00Z", Scheme: gen.Scheme{Name: "shortpuid", Title: "short puid",
		Spec: "github.com/pid/puid", ReadOnly: "nanoseconds of a clock alone keep those of one host apart", Prior: 0.5,
		Summary: "12 of base36: seconds since 1999 and nanoseconds; up to 14 with a node",
		Bits:    gen.Bits{Tick: time.Second},
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "timestamp", Source: gen.Time, Alphabet: base36, Min: 12, Max: 12, Per: 1e9},
			part("node", gen.Worker, base36, 0, 2)}},
		Notes: []string{
			"the nanoseconds are of a clock of the machine's own, a counter: the time is exact to the second",
			"the epoch may be chosen; shortpuid-unix counts from 1970",
			"JavaScript rounds such numbers to 64 or 128 ns, so the last symbol says little"},
		Example: parted("2013-04-21T12:43:10Z", "github.com/pid/puid, README.md", "3bqk9my968mc", "")}},
	{of: "shortpuid", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "shortpuid-unix", Title: "short puid since 1970",
		Summary: "12 of base36: seconds since 1970 and nanoseconds; up to 14 with a node", Prior: 0.25,
		Notes:   []string{"the default epoch is 1999: see shortpuid"},
		Example: parted("2013-05-15T11:20:56Z", "github.com/pid/puid, README.md", "aeby6ob5sso4", "zd")}},
	// hyperid is a random UUID in base64, drawn once, and a counter behind it. Its URL-safe form has the alphabet
	// of RFC 4648 section 5; before version 3 it was its own, where - is the symbol that is / elsewhere, and _ the
	// one that is +.
	{since: "2016-05-01", Scheme: gen.Scheme{Name: "hyperid", Title: "hyperid", Spec: "github.com/mcollina/hyperid",
		ReadOnly: "from one id all others of its process are known", Prior: 1,
		Summary: "22 of base64, a random UUID kept per process, a slash or -, a counter",
		// version and variant of the UUID, four spare bits
		Encoding: gen.Encoding{Verify: verifyHyperID, VerifyBits: 10, Pattern: gen.Pattern{
			{Name: "uuid", Source: gen.Random, Alphabet: base62 + "+/-_", Min: 22, Max: 22, Keep: true, Drawn: 122},
			fixed("mark", "/", "-"), part("counter", gen.Seq, decimals, 1, 10)}},
		Example: parted("", "github.com/mcollina/hyperid, README.md, the example of decode, encoded",
			"BJtwIMeHQb+h0ql2EsEUGA", "/", "1")}},
	// go-tsid is the TSID of a library for Go that counts from 2023, and by default has no node: 22 bits begin at
	// random and count up.
	{since: "2023-07-01", epoch: "2023-01-01", Scheme: gen.Scheme{Name: "go-tsid", Title: "TSID of go-tsid",
		Spec: "github.com/vishal-bihani/go-tsid, tsid.go", ReadOnly: "a tsid has a node, which keeps hosts apart",
		Summary:  "64-bit id of go-tsid: 42-bit milliseconds since 2023, 22 random bits; base32",
		Bits:     gen.Bits{Layout: gen.Layout{field("timestamp", gen.Time, 42), field("random", gen.Random, 22)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Crockford}, Alternatives: []gen.Text{{Form: gen.Decimal}}},
		Notes:    []string{"its README says that it counts from 2020; its code has 2023"},
		Example: example("03CPHMJ76HV8R", "2023-12-04T17:36:43.577Z",
			"github.com/vishal-bihani/go-tsid, README.md, read with the epoch of its code", "29180203577", "2682136")}},
	// tsid-base43 is a TSID in the base that has the fewest symbols for 12 characters. It is not an encoding of tsid,
	// as a TSID that lost a symbol would be read as one.
	{of: "tsid", Scheme: gen.Scheme{Name: "tsid-base43", Title: "TSID in base43",
		ReadOnly: "a tsid sorts as text in base32",
		Summary:  "64-bit id of tsid-creator in 12 characters of 0-9A-Za-g",
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Base43, Width: 12}, Alternatives: []gen.Text{}},
		Example: example("5VQVRUcG2BMB", "2060-04-07T14:48:27.102Z", "github.com/f4b6a3/tsid-creator, TsidTest.java",
			"1270738107102", "277", "522")}},
}

// belowSecond refuses what is no number of nanoseconds in a second.
func belowSecond(text string) ([]gen.Finding, error) {
	n, err := strconv.ParseUint(text[len(text)-6:], 36, 64)
	if err != nil || n >= 1e9 {
		return nil, fmt.Errorf("its nanoseconds are %d, a second or more", n)
	}
	return nil, nil
}

var errHyperID = errors.New("its first 22 symbols are not a random UUID in base64")

func verifyHyperID(text string) ([]gen.Finding, error) {
	body := text[:22]
	data, ok := hyperUUID(base64.RawStdEncoding, body)
	if text[22] == '-' {
		if data, ok = hyperUUID(base64.RawURLEncoding, body); !ok {
			data, ok = hyperUUID(base64.RawStdEncoding, strings.NewReplacer("_", "+", "-", "/").Replace(body))
		}
	}
	if !ok {
		return nil, errHyperID
	}
	var id gen.ID
	for _, b := range data {
		id, _ = id.MulAdd(256, uint64(b))
	}
	return found("uuid", string(gen.Text{Form: gen.UUID}.Append(nil, id, 128))), nil
}

// hyperUUID reads 22 symbols as a random UUID.
func hyperUUID(symbols *base64.Encoding, text string) (data []byte, ok bool) {
	data, err := symbols.Strict().DecodeString(text)
	return data, err == nil && data[6]>>4 == 4 && data[8]>>6 == 2
}
