package find

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// noise writes what logs and listings are made of, without identifiers.
type noise struct{ *rand.Rand }

func newNoise(seed uint64) *noise { return &noise{rand.New(rand.NewPCG(seed, 7))} }

func (r *noise) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func (r *noise) hex(n int) string { return hex.EncodeToString(r.bytes((n + 1) / 2))[:n] }

func (r *noise) of(symbols string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(symbols[r.IntN(len(symbols))])
	}
	return b.String()
}

var commonWords = strings.Fields(`get user account connection pool manager kubernetes api server config map
	request response handler internal network timeout error service database query select from where index html
	shared library object factory bean abstract singleton proxy authentication authorization token refresh session
	cache redis postgres mysql migration create table update delete insert transaction rollback commit checkpoint
	replication primary secondary failover metrics exporter`)

// word is a word, or some of them in one of the ways that programs join them.
func (r *noise) word() string {
	n := 1 + r.IntN(5)
	words := make([]string, n)
	for i := range words {
		words[i] = commonWords[r.IntN(len(commonWords))]
	}
	switch r.IntN(7) {
	case 0:
		return strings.Join(words, "-")
	case 1:
		return strings.Join(words, "_")
	case 2:
		return strings.ToUpper(strings.Join(words, "_"))
	case 3:
		for i := range words {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
		return strings.Join(words, "")
	case 4:
		return strings.Join(words, "-") + fmt.Sprint(r.IntN(1000))
	case 5:
		return strings.Join(words, "")
	}
	return words[0]
}

func (r *noise) time() time.Time {
	return time.UnixMicro(1_400_000_000_000_000 + r.Int64N(380_000_000_000_000)).UTC()
}

func (r *noise) ip() string {
	return fmt.Sprintf("%d.%d.%d.%d", r.IntN(256), r.IntN(256), r.IntN(256), r.IntN(256))
}

// kinds are the sorts of lines.
var noiseKinds = []func(r *noise) string{
	func(r *noise) string {
		return fmt.Sprintf(`%s - - [%s] "GET /%s/%s?page=%d&q=%s HTTP/1.1" %d %d "https://%s.example.com/" `+
			`"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101"`,
			r.ip(), r.time().Format("02/Jan/2006:15:04:05 -0700"), r.word(), r.word(), r.IntN(99), r.word(), 200+r.IntN(300),
			r.IntN(1e6), r.word())
	},
	func(r *noise) string {
		return fmt.Sprintf(`{"ts":%q,"level":"info","logger":%q,"msg":"%s %s","took":%d.%06d,"bytes":%d,"at":%d}`,
			r.time().Format(time.RFC3339Nano), r.word(), r.word(), r.word(), r.IntN(100), r.IntN(1e6), r.Uint32(),
			r.time().UnixNano())
	},
	func(r *noise) string {
		return fmt.Sprintf("%s %s %s[%d]: %s %s: %s", r.time().Format(time.Stamp), r.word(), r.word(), r.IntN(1e5),
			r.word(), r.word(), r.ip())
	},
	func(r *noise) string {
		return fmt.Sprintf("goroutine %d [running]:\nmain.(*%s).%s(0xc%s, {0x%s?, "+
			"0x%x})\n\t/home/user/go/src/%s/%s.go:%d +0x%x",
			r.IntN(1e4), r.word(), r.word(), r.hex(9), r.hex(12), r.IntN(64), r.word(), r.word(), r.IntN(2000), r.IntN(4096))
	},
	func(r *noise) string {
		return fmt.Sprintf("commit %s\nMerge: %s %s\nDate:   %s\n    %s %s\nindex %s..%s 100644", r.hex(40), r.hex(7),
			r.hex(12), r.time().Format(time.RubyDate), r.word(), r.word(), r.hex(7), r.hex(40))
	},
	func(r *noise) string { return base64.StdEncoding.EncodeToString(r.bytes(48 + r.IntN(400))) },
	func(r *noise) string { return base64.RawURLEncoding.EncodeToString(r.bytes(20 + r.IntN(100))) },
	func(r *noise) string {
		return fmt.Sprintf("github.com/%s/%s v%d.%d.%d h1:%s=", r.word(), r.word(), r.IntN(9), r.IntN(99), r.IntN(99),
			base64.StdEncoding.EncodeToString(r.bytes(32))[:43])
	},
	func(r *noise) string {
		return fmt.Sprintf(`"integrity": "sha512-%s", v0.0.0-%s-%s`, base64.StdEncoding.EncodeToString(r.bytes(64)),
			r.time().Format("20060102150405"), r.hex(12))
	},
	func(r *noise) string { return hex.Dump(r.bytes(64)) },
	func(r *noise) string {
		return fmt.Sprintf("%08x: %s %s %s %s %s", r.Uint32(), r.hex(4), r.hex(4), r.hex(4), r.hex(4), r.hex(8))
	},
	func(r *noise) string {
		return fmt.Sprintf("md5 %s sha1 %s sha256:%s sha512 %s crc %s", r.hex(32), r.hex(40), r.hex(64), r.hex(128), r.hex(8))
	},
	func(r *noise) string {
		return fmt.Sprintf("%s inet6 fe80::%s:%s:%s:%s/64 ether %s:%s:%s", r.word(), r.hex(4), r.hex(4), r.hex(4), r.hex(4),
			r.hex(2), r.hex(2), r.hex(2))
	},
	func(r *noise) string {
		return fmt.Sprintf("+49 %d/%d-%d, +1-%03d-%03d-%04d, 00%d, %s, 978-3-%d-%d-%d", 100+r.IntN(899), r.IntN(1e6),
			r.IntN(99), r.IntN(999), r.IntN(999), r.IntN(9999),
			r.Uint64N(1e13), r.of("0123456789", 11)+"-"+r.of("0123456789", 5), r.IntN(99999), r.IntN(999), r.IntN(10))
	},
	func(r *noise) string {
		return fmt.Sprintf("%s %s %s %d %d", r.time().Format("2006-01-02"), r.time().Format("20060102T150405Z"),
			r.time().Format("2006-01-02T15:04:05.000000-07:00"), r.time().Unix(), r.time().UnixMicro())
	},
	func(r *noise) string {
		return fmt.Sprintf("%s-%d.%d.%d-%d.el9.x86_64.rpm %s_%d.%d-%dubuntu%d_amd64.deb %s", r.word(), r.IntN(9),
			r.IntN(99), r.IntN(999), r.IntN(99), r.word(), r.IntN(9), r.IntN(99), r.IntN(9), r.IntN(9),
			r.of("0123456789abcdef", 12))
	},
	func(r *noise) string {
		return fmt.Sprintf("pod/%s-%s-%s Running span %s/%s", r.word(), r.of("bcdfghjklmnpqrstvwxz2456789", 10),
			r.of("bcdfghjklmnpqrstvwxz2456789", 5), r.hex(32), r.hex(16))
	},
	func(r *noise) string {
		return fmt.Sprintf("Authorization: Bearer %s.%s.%s",
			base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)),
			base64.RawURLEncoding.EncodeToString(r.bytes(60)), base64.RawURLEncoding.EncodeToString(r.bytes(32)))
	},
	func(r *noise) string {
		return fmt.Sprintf("\x1b[36m%s\x1b[0m \x1b[1;31m%s\x1b[0m %s=%s C:\\%s\\new%s\\%s.dll _ZN%d%s%d%sEv", r.word(),
			r.word(), r.word(), r.word(), r.word(), r.word(), r.word(), r.IntN(30), r.word(), r.IntN(30), r.word())
	},
	func(r *noise) string {
		return fmt.Sprintf("%.15f,%.12e,-%d,%d,%d.%d", r.Float64()*1e4, r.Float64(), r.Uint64(), r.Uint64(), r.Uint64(),
			r.Uint64())
	},
	func(r *noise) string {
		return fmt.Sprintf("https://%s.example.com/%s/%s?utm=%s&next=%%2F%s%%3Fa%%3D%d#%s %s@%s.org", r.word(), r.word(),
			r.word(), r.word(), r.word(), r.Uint32(), r.word(), r.word(), r.word())
	},
}

// lines are n lines of all kinds.
func (r *noise) lines(n int) []byte {
	var b []byte
	for i := range n {
		b = append(append(b, noiseKinds[i%len(noiseKinds)](r)...), '\n')
	}
	return b
}
