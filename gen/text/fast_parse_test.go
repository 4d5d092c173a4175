package text

import (
	"math/rand/v2"
	"testing"
)

// The fast parsers read what the general ones read, and refuse what those refuse:
// good texts, in the other case, and with any byte changed to any other.
func TestFastParse(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, c := range []struct {
		what       string
		write      func(ID) []byte
		fast, slow func([]byte) (ID, bool)
	}{
		{"number", func(id ID) []byte {
			return appendUint64(nil, id.Lo>>random.IntN(64)%1e19, 0)
		},
			parse64,
			func(s []byte) (ID, bool) {
				return parseRadix(&decimalAlphabet, s, 0)
			}},
	} {
		refused := 0
		for i := range 20_000 {
			s := c.write(ID{random.Uint64(), random.Uint64(), random.Uint64()})
			switch i % 4 {
			case 1:
				s[random.IntN(len(s))] = byte(random.Uint32())
			case 2:
				s[random.IntN(len(s))] ^= 1 << random.IntN(8)
			case 3:
				for k := range s {
					if s[k] >= 'A' {
						s[k] ^= ' '
					}
				}
			}
			got, ok := c.fast(s)
			want, wantOK := c.slow(s)
			if ok != wantOK || ok && got != want {
				t.Fatalf("%s %q is %x, %t; want %x, %t", c.what, s, got, ok, want, wantOK)
			}
			if !ok {
				refused++
			}
		}
		if refused < 1000 {
			t.Errorf("of 20000 texts of a %s %d were refused; want many", c.what, refused)
		}
	}
}
