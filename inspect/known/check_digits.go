package known

import "errors"

var errCheckDigit = errors.New("its check digit is wrong")

// luhn reports whether the last of some decimal digits is the check digit of ISO/IEC 7812-1, annex B. Letters
// count as two digits, A as 10, which ISO 6166 adds.
func luhn(text string) bool {
	sum, double := 0, false
	add := func(d int) {
		if double {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	for i := len(text) - 1; i >= 0; i-- {
		v := base36Value(text[i])
		add(v % 10)
		if v > 9 {
			add(v / 10)
		}
	}
	return sum%10 == 0
}

// mod97 is the remainder of digits and large letters, A as 10 (ISO/IEC 7064, MOD 97-10): 1 where the check
// digits are right.
func mod97(text string) int {
	sum := 0
	for i := range len(text) {
		if v := base36Value(text[i]); v > 9 {
			sum = (sum*100 + v) % 97
		} else {
			sum = (sum*10 + v) % 97
		}
	}
	return sum
}

// base36Value is the value of a digit or of a large letter.
func base36Value(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c-'A') + 10
}

// gs1 reports whether the last of some digits is the check digit of GS1: weights 3 and 1 in turn, from the
// right.
func gs1(digits string) bool {
	sum := 0
	for i := range len(digits) {
		weight := 1
		if (len(digits)-i)%2 == 0 {
			weight = 3
		}
		sum += weight * int(digits[i]-'0')
	}
	return sum%10 == 0
}

// mod11 reports whether the last of some symbols, X for 10, makes the sum of weights that fall to 1 divisible
// by 11: of ISBN-10 and ISSN.
func mod11(symbols string) bool {
	sum := 0
	for i := range len(symbols) {
		v := int(symbols[i] - '0')
		if symbols[i]|' ' == 'x' {
			if v = 10; i < len(symbols)-1 {
				return false
			}
		}
		sum += (len(symbols) - i) * v
	}
	return sum%11 == 0
}

// mod11to2 is that of ISO/IEC 7064, MOD 11-2 (ORCID, ISNI).
func mod11to2(symbols string) bool {
	sum := 0
	for i := range len(symbols) - 1 {
		sum = (sum + int(symbols[i]-'0')) * 2 % 11
	}
	last := symbols[len(symbols)-1]
	check := (12 - sum) % 11
	return check == 10 && last|' ' == 'x' || check < 10 && last == byte('0'+check)
}

// verified is the error of a check digit that is not right.
func verified(right bool) error {
	if !right {
		return errCheckDigit
	}
	return nil
}
