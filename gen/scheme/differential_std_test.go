package scheme

import (
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

// The standard library reads what we write: hex, base32, integers, times.

func TestStandardLibraryReadsOurObjectIDs(t *testing.T) {
	eachOfOurs(t, "objectid", func(_ gen.ID, text string, field func(string) uint64, at time.Time) {
		b, err := hex.DecodeString(text)
		if err != nil || len(b) != 12 {
			t.Fatalf("hex.DecodeString(%s) = %x, %v", text, b, err)
		}
		compareObjectID(t, b, field, at)
	})
}

func TestWeReadObjectIDsOfTheStandardLibrary(t *testing.T) {
	s, _ := Get("objectid")
	codec := schemetest.Compile(t, s)
	random := newBytes(12)
	for range many {
		b := random()
		_, field, at := readOurs(t, s, codec, hex.EncodeToString(b))
		compareObjectID(t, b, field, at)
	}
}

func compareObjectID(t *testing.T, b []byte, field func(string) uint64, at time.Time) {
	t.Helper()
	sec := binary.BigEndian.Uint32(b)
	random := binary.BigEndian.Uint64(append([]byte{0, 0, 0}, b[4:9]...))
	counter := binary.BigEndian.Uint32(append([]byte{0}, b[9:]...))
	if !time.Unix(int64(sec), 0).Equal(at) || random != field("random") || uint64(counter) != field("counter") {
		t.Fatalf("%x is %d, %d, %d; to us %s, %d, %d", b, sec, random, counter, at, field("random"), field("counter"))
	}
}

func TestStandardLibraryReadsOurSnowflakes(t *testing.T) {
	for name, epoch := range map[string]int64{"snowflake": 1288834974657, "leaf": 1288834974657,
		"shardingsphere": 1477958400000} {
		t.Run(name, func(t *testing.T) {
			eachOfOurs(t, name, func(_ gen.ID, text string, field func(string) uint64, at time.Time) {
				n, err := strconv.ParseInt(text, 10, 64)
				if err != nil || n < 0 || !time.UnixMilli(n>>22+epoch).Equal(at) || uint64(n&4095) != field("sequence") ||
					uint64(n>>12&31) != field("worker")&31 {
					t.Fatalf("ParseInt(%s) = %d, %v; to us %s, sequence %d", text, n, err, at, field("sequence"))
				}
			})
		})
	}
}

func TestStandardLibraryReadsOurXids(t *testing.T) {
	lower := base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)
	eachOfOurs(t, "xid", func(id gen.ID, text string, _ func(string) uint64, _ time.Time) {
		want := id.Bytes12()
		if b, err := lower.DecodeString(text); err != nil || [12]byte(b) != want {
			t.Fatalf("DecodeString(%s) = %x, %v; want %x", text, b, err, want)
		}
	})
	s, _ := Get("xid")
	codec := schemetest.Compile(t, s)
	random := newBytes(12)
	for range many {
		b := random()
		if id, _, _ := readOurs(t, s, codec, lower.EncodeToString(b)); id.Bytes12() != [12]byte(b) {
			t.Fatalf("Parse(%s) = %x; want %x", lower.EncodeToString(b), id, b)
		}
	}
}

func TestStandardLibraryReadsOurFlakes(t *testing.T) {
	// math/big has the small letters first, Boundary the capitals
	swap := strings.NewReplacer(pairs("abcdefghijklmnopqrstuvwxyz")...)
	eachOfOurs(t, "boundary-flake", func(id gen.ID, text string, field func(string) uint64, at time.Time) {
		n, ok := new(big.Int).SetString(swap.Replace(text), 62)
		want := id.Bytes16()
		if !ok || n.Cmp(new(big.Int).SetBytes(want[:])) != 0 {
			t.Fatalf("SetString(%s) = %v, %t; want %x", text, n, ok, want)
		}
		ms := new(big.Int).Rsh(n, 64).Int64()
		if !time.UnixMilli(ms).Equal(at) || n.Uint64()&0xffff != field("sequence") || field("worker")&gen.Multicast == 0 {
			t.Fatalf("%s is %d ms; to us %s, sequence %d, worker %x", text, ms, at, field("sequence"), field("worker"))
		}
	})
}

// pairs lists each letter with its other case, both ways.
func pairs(letters string) []string {
	var list []string
	for _, c := range letters {
		lower, upper := string(c), strings.ToUpper(string(c))
		list = append(list, lower, upper, upper, lower)
	}
	return list
}
