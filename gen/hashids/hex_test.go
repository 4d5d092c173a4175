package hashids

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestHexIsReadAsWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := mustNew(t, randomOptions(r))
		digits := make([]byte, 1+r.IntN(60))
		for i := range digits {
			digits[i] = "0000123456789abcdef"[r.IntN(19)]
		}
		hex := string(digits)
		text, err := c.AppendHex(nil, hex)
		if back, e := c.DecodeHex(string(text)); back != hex || err != nil || e != nil {
			t.Fatalf("DecodeHex(AppendHex(%s) = %s) = %s, %v, %v", hex, text, back, err, e)
		}
		if upper, _ := c.AppendHex(nil, strings.ToUpper(hex)); string(upper) != string(text) {
			t.Fatalf("AppendHex of %s in capitals = %s; want %s", hex, upper, text)
		}
	}
}

func TestHexThatIsRefused(t *testing.T) {
	c := mustNew(t, Options{})
	for _, hex := range []string{"", "g", "0x12", "-1", "12 ", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "\u0661"} {
		if got, err := c.AppendHex([]byte("x"), hex); string(got) != "x" || !errors.Is(err, ErrHex) {
			t.Errorf("AppendHex(%q) = %q, %v; want x and ErrHex", hex, got, err)
		}
	}
	if got, err := c.DecodeHex(""); got != "" || !errors.Is(err, ErrHex) {
		t.Errorf("DecodeHex of nothing = %q, %v; want ErrHex", got, err)
	}
	for name, list := range map[string][]uint64{
		"no digit behind the 1":  {1},
		"another leading digit":  {0x2f},
		"zero":                   {0},
		"a short group in front": {0x1f, 0x1f},
		"13 digits in a group":   {0x1_0000_0000_0000_0},
	} {
		text, _ := c.Append(nil, list)
		if got, err := c.DecodeHex(string(text)); got != "" || !errors.Is(err, ErrHex) {
			t.Errorf("%s: DecodeHex(%s) = %q, %v; want ErrHex", name, text, got, err)
		}
	}
	if got, err := c.DecodeHex("f"); got != "" || !errors.Is(err, ErrMalformed) {
		t.Errorf("DecodeHex(f) = %q, %v; want ErrMalformed", got, err)
	}
}
