package birthday

import (
	"math"
	"math/big"
	"testing"
)

func TestFunctions(t *testing.T) {
	p := precision(400)
	for _, x := range []float64{1e-300, 1e-9, 0.1, 0.5, 0.74, 0.75, 0.9999999, 1, 1.0000001, 1.49, 2, 10, 745.1, 1e300} {
		v := p.zero().SetFloat64(x)
		if got, _ := p.log(v).Float64(); math.Abs(got-math.Log(x)) > 1e-15*math.Abs(math.Log(x)) {
			t.Errorf("log(%v) = %v; want %v", x, got, math.Log(x))
		}
		if x > 1000 {
			continue
		}
		back := p.log(p.exp(v))
		if off := back.Sub(back, v); off.Sign() != 0 && off.MantExp(nil) > 12-400 {
			t.Errorf("log(exp(%v)) is off by %.2g", x, off)
		}
		if x <= 1 {
			if got, _ := p.expm1(v).Float64(); math.Abs(got-math.Expm1(x)) > 4e-16*math.Expm1(x) {
				t.Errorf("expm1(%v) = %v; want %v", x, got, math.Expm1(x))
			}
			if got, _ := p.log1p(v).Float64(); math.Abs(got-math.Log1p(x)) > 4e-16*math.Log1p(x) {
				t.Errorf("log1p(%v) = %v; want %v", x, got, math.Log1p(x))
			}
		}
	}
}

// TestConstants: published digits.
func TestConstants(t *testing.T) {
	p := precision(256)
	for _, c := range []struct {
		name string
		got  *big.Float
		want string
	}{
		{"ln 2", p.ln2(), "0.69314718055994530941723212145817656807550013436025525412068"},
		{"ln 10", p.log(p.of(10)), "2.30258509299404568401799145468436420760110148862877297603333"},
		{"e", p.exp(p.of(1)), "2.71828182845904523536028747135266249775724709369995957496697"},
		{"e^-1", p.exp(p.of(-1)), "0.36787944117144232159552377016146086744581113103176783450784"},
	} {
		if got := c.got.Text('f', 59); got != c.want {
			t.Errorf("%s = %s; want %s", c.name, got, c.want)
		}
	}
}

func TestBernoulli(t *testing.T) {
	all := bernoulli(15)
	for i, want := range map[int]string{0: "1/6", 1: "-1/30", 2: "1/42", 5: "-691/2730", 9: "-174611/330",
		14: "8615841276005/14322"} {
		if got := all[i].RatString(); got != want {
			t.Errorf("B%d = %s; want %s", 2*i+2, got, want)
		}
	}
}
