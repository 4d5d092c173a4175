package birthday

import "math/big"

// precision is arithmetic with a fixed number of bits of mantissa. math/big has no
// logarithm and no exponential; these are the textbook series, each behind a
// reduction that makes it short. Errors are a few units of the last bits.
type precision uint

func (p precision) zero() *big.Float               { return new(big.Float).SetPrec(uint(p)) }
func (p precision) of(v int64) *big.Float          { return p.zero().SetInt64(v) }
func (p precision) fromInt(v *big.Int) *big.Float  { return p.zero().SetInt(v) }
func (p precision) fromRat(v *big.Rat) *big.Float  { return p.zero().SetRat(v) }
func (p precision) add(a, b *big.Float) *big.Float { return p.zero().Add(a, b) }
func (p precision) sub(a, b *big.Float) *big.Float { return p.zero().Sub(a, b) }
func (p precision) mul(a, b *big.Float) *big.Float { return p.zero().Mul(a, b) }
func (p precision) quo(a, b *big.Float) *big.Float { return p.zero().Quo(a, b) }

// negligible reports whether adding a term to a sum changes nothing any more.
func (p precision) negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-int(p)-2
}

// log1p is ln(1+x) for -1/2 <= x <= 1, without loss for a small x:
// 2 atanh(x/(2+x)), whose series gains 3 bits a term or more.
func (p precision) log1p(x *big.Float) *big.Float {
	z := p.quo(x, p.add(p.of(2), x))
	square, power, sum := p.mul(z, z), p.zero().Set(z), p.zero().Set(z)
	for i := int64(3); ; i += 2 {
		power.Mul(power, square)
		term := p.quo(power, p.of(i))
		if p.negligible(term, sum) {
			return sum.Add(sum, sum)
		}
		sum.Add(sum, term)
	}
}

// ln2 is 2 atanh(1/3).
func (p precision) ln2() *big.Float { return p.log1p(p.of(1)) }

// log is the natural logarithm of y > 0.
func (p precision) log(y *big.Float) *big.Float {
	m := p.zero()
	exp := y.MantExp(m) // 1/2 <= m < 1
	if m.Cmp(big.NewFloat(0.75)) < 0 {
		m.SetMantExp(m, 1)
		exp-- // 3/4 <= m < 3/2: what is near 1 keeps exponent 0, and all its bits
	}
	r := p.log1p(p.sub(m, p.of(1)))
	if exp == 0 {
		return r
	}
	return r.Add(r, p.mul(p.of(int64(exp)), p.ln2()))
}

// halvings is how often exp halves its argument before the series: each costs a
// squaring and saves terms.
const halvings = 8

// exp is e^x, for |x| below 2^30.
func (p precision) exp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.of(1)
	}
	w := p + 2*halvings + 32 // the squarings double the error each, the reduction costs the bits of x
	quo, _ := w.quo(x, w.ln2()).Int64()
	r := w.sub(x, w.mul(w.of(quo), w.ln2()))
	r.SetMantExp(r, -halvings)
	y := w.add(w.expm1(r), w.of(1))
	for range halvings {
		y.Mul(y, y)
	}
	return p.zero().SetMantExp(y, int(quo))
}

// expm1 is e^x - 1 for |x| <= 1, without loss for a small x.
func (p precision) expm1(x *big.Float) *big.Float {
	term, sum := p.zero().Set(x), p.zero().Set(x)
	for i := int64(2); ; i++ {
		term.Mul(term, x)
		term.Quo(term, p.of(i))
		if p.negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}

// bernoulli returns B2, B4, ... B2count, from the tangent numbers, which are
// integers (Knuth and Buckholtz, Math. Comp. 21, 1967).
func bernoulli(count int) []*big.Rat {
	t := make([]*big.Int, count+1)
	t[1] = big.NewInt(1)
	for k := 2; k <= count; k++ {
		t[k] = new(big.Int).Mul(t[k-1], big.NewInt(int64(k-1)))
	}
	for k := 2; k <= count; k++ {
		for j := k; j <= count; j++ {
			a := new(big.Int).Mul(t[j-1], big.NewInt(int64(j-k)))
			b := new(big.Int).Mul(t[j], big.NewInt(int64(j-k+2)))
			t[j] = a.Add(a, b)
		}
	}
	all := make([]*big.Rat, count)
	for i := range all { // B2j = (-1)^(j-1) 2j T(j) / (4^j (4^j - 1))
		j := i + 1
		four := new(big.Int).Lsh(big.NewInt(1), uint(2*j))
		num := new(big.Int).Mul(t[j], big.NewInt(int64(2*j)))
		if j%2 == 0 {
			num.Neg(num)
		}
		all[i] = new(big.Rat).SetFrac(num, new(big.Int).Mul(four, new(big.Int).Sub(four, big.NewInt(1))))
	}
	return all
}
