package hashids

import (
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"

	"idscope/gen/internal/lists"
)

// Append appends the text of the numbers; no numbers have the empty text, and the error is always nil. With an alphabet
// and a text of up to 128 characters it allocates nothing beyond dst.
func (c *Codec) Append(dst []byte, numbers []uint64) ([]byte, error) {
	return c.encode(dst, numbers, c.minLength), nil
}

func (c *Codec) encode(dst []byte, numbers []uint64, minLength int) []byte {
	if len(numbers) == 0 {
		return dst
	}
	var digitRoom, saltRoom [ascii]rune
	var sum uint64
	for i, v := range numbers {
		sum += v % uint64(i+modulus)
	}
	place := sum % uint64(len(c.digits))
	lottery, digits := c.digits[place], digitRoom[:0]
	start, length := len(dst), 1
	dst = utf8.AppendRune(dst, lottery)
	var second rune // of the text, which chooses the guard at the end
	for i, v := range numbers {
		digits = c.next(digits, saltRoom[:], i, int(place))
		var room [64]rune
		text := lists.Digits(&room, v, digits)
		for _, r := range text {
			dst = utf8.AppendRune(dst, r)
		}
		length += len(text)
		if i == 0 {
			second = text[0]
		}
		if i+1 < len(numbers) {
			v %= uint64(text[0]) + uint64(i)
			dst = utf8.AppendRune(dst, c.seps[v%uint64(len(c.seps))])
			length++
		}
	}
	if length >= minLength {
		return dst
	}
	count := uint64(len(c.guards))
	front := c.guards[(sum+uint64(lottery))%count]
	var room [utf8.UTFMax]byte
	dst = slices.Insert(dst, start, utf8.AppendRune(room[:0], front)...)
	if length++; length >= minLength {
		return dst
	}
	dst = utf8.AppendRune(dst, c.guards[(sum+uint64(second))%count])
	if length++; length >= minLength {
		return dst
	}
	return c.fill(dst, digits, saltRoom[:], start, minLength-length)
}

// next returns the digits of number i, made of those of the number before; place is that of the lottery. The room is
// for the salt.
func (c *Codec) next(digits, room []rune, i, place int) []rune {
	if i == 0 {
		digits = append(digits[:0], c.digits...)
	}
	c.reshuffle(digits, room, c.digits[place])
	return digits
}

// fill puts digits around the text that begins at start, the second half of them in front and the first half behind,
// shuffled for each round. What the last round has too many of goes, half of it in front.
func (c *Codec) fill(dst []byte, digits, saltRoom []rune, start, missing int) []byte {
	n := len(digits)
	half := n / 2
	rounds := (missing + n - 1) / n
	excess := rounds*n - missing
	var room [ascii]rune
	front := append(room[:0], make([]rune, rounds*(n-half))...)
	at := len(front)
	for range rounds {
		shuffle(digits, append(saltRoom[:0], digits...))
		at -= n - half
		copy(front[at:], digits[half:])
		behind := digits[:half]
		if at == 0 {
			behind = behind[:half-(excess-excess/2)]
		}
		for _, r := range behind {
			dst = utf8.AppendRune(dst, r)
		}
	}
	var bytes [ascii]byte
	text := bytes[:0]
	for _, r := range front[excess/2:] {
		text = utf8.AppendRune(text, r)
	}
	return slices.Insert(dst, start, text...)
}

// shuffle mixes a list by a salt: from the back to the front, place i changes with the place (code + v + sum of codes)
// mod i, where v counts through the salt, again and again.
func shuffle(list, salt []rune) {
	if len(salt) == 0 {
		return
	}
	var sum uint64
	v := 0
	for i := len(list) - 1; i > 0; i-- {
		code := uint64(salt[v])
		sum += code
		j := (code + uint64(v) + sum) % uint64(i)
		list[i], list[j] = list[j], list[i]
		if v++; v == len(salt) {
			v = 0
		}
	}
}

// reshuffle mixes the digits for the next number: the salt is the lottery, the codec's salt and the digits before, as
// long as the digits.
func (c *Codec) reshuffle(digits, room []rune, lottery rune) {
	key := append(room[:0], lottery)
	key = append(key, c.salt[:min(len(c.salt), len(digits)-1)]...)
	key = append(key, digits[:len(digits)-len(key)]...)
	shuffle(digits, key)
}

// Decode reads the numbers of a text; the empty text has none. What it reads, Append writes as the same text. Its
// errors wrap ErrAlphabet, ErrMalformed or ErrOverflow.
func (c *Codec) Decode(text string) ([]uint64, error) { return c.numbers(text, c.minLength) }

// Length returns the minimum length to which a text of this salt and alphabet was filled up; ok is false where no
// minimum length makes a text of it.
func (c *Codec) Length(text string) (n int, ok bool) {
	n = utf8.RuneCountInString(text)
	if n > MaxLength {
		return 0, false
	}
	_, err := c.numbers(text, n)
	return n, err == nil && text != ""
}

func (c *Codec) numbers(text string, minLength int) ([]uint64, error) {
	if text == "" {
		return nil, nil
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("%q is not UTF-8, which is %w", text, ErrAlphabet)
	}
	body, err := c.body(text)
	if err != nil {
		return nil, err
	}
	numbers, err := c.read(body)
	if err != nil {
		return nil, fmt.Errorf("%q %w", text, err)
	}
	var room [ascii]byte
	if string(c.encode(room[:0], numbers, minLength)) != text {
		return nil, fmt.Errorf("%q is %w", text, ErrMalformed)
	}
	return numbers, nil
}

// body is the part between the guards. No text has more than two of them.
func (c *Codec) body(text string) (string, error) {
	guards, from, to := 0, 0, len(text)
	for i, r := range text {
		switch {
		case slices.Contains(c.digits, r), slices.Contains(c.seps, r):
		case !slices.Contains(c.guards, r):
			return "", fmt.Errorf("%q in %q is %w", r, text, ErrAlphabet)
		default:
			switch guards++; guards {
			case 1:
				from = i + utf8.RuneLen(r)
			case 2:
				to = i
			default:
				return "", fmt.Errorf("%q is %w", text, ErrMalformed)
			}
		}
	}
	return text[from:to], nil
}

// read reads the numbers between the guards.
func (c *Codec) read(body string) (numbers []uint64, err error) {
	lottery, size := utf8.DecodeRuneInString(body)
	place := slices.Index(c.digits, lottery)
	if place < 0 || size == len(body) {
		return nil, fmt.Errorf("is %w", ErrMalformed)
	}
	var digitRoom, saltRoom [ascii]rune
	digits := c.next(digitRoom[:0], saltRoom[:], 0, place)
	var v uint64
	i, empty := 0, true
	for _, r := range body[size:] {
		if slices.Contains(c.seps, r) {
			if empty {
				return nil, fmt.Errorf("is %w", ErrMalformed)
			}
			numbers = append(numbers, v)
			i, v, empty = i+1, 0, true
			digits = c.next(digits, saltRoom[:], i, place)
			continue
		}
		hi, lo := bits.Mul64(v, uint64(len(digits)))
		sum, carry := bits.Add64(lo, uint64(slices.Index(digits, r)), 0)
		if hi+carry > 0 {
			return nil, fmt.Errorf("has a number of %w", ErrOverflow)
		}
		v, empty = sum, false
	}
	if empty {
		return nil, fmt.Errorf("is %w", ErrMalformed)
	}
	return append(numbers, v), nil
}
