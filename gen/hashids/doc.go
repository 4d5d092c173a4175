// Package hashids writes lists of numbers as short texts that depend on a salt, and reads them back, by the Hashids
// algorithm (hashids.org; the behaviour is that of hashids.js 2 and hashids-python 1.3, which agree).
//
//	c, err := hashids.New(hashids.Options{Salt: "s"})
//	text, err := c.Append(nil, []uint64{1541815603606036480})
//	numbers, err := c.Decode(string(text))
//
// This is obfuscation, not encryption: the salt can be found from a handful of texts whose numbers are known, and it is
// no key.
//
// # How a text is made
//
// The alphabet is split in three: separators (those of cfhistuCFHISTU that it has, and more where they are fewer than 1
// in 3.5 of the rest), guards (1 in 12 of what is left) and digits. Each is shuffled by the salt. The sum of v mod
// (100+i) over the numbers chooses the first character, the lottery. For each number the digits are shuffled again, by
// lottery, salt and the digits before; between two numbers is a separator that the number chooses. A text below the
// minimum length gets a guard in front, one behind, and then digits on both sides.
//
// # What is read
//
// Only what the same options write, the minimum length included: a text is read, written again and compared.
//
// # Other implementations
//
// All of uint64 is written and read; JavaScript takes numbers up to 2^53-1 only, other than as a BigInt, hashids-java
// up to 2^53, and go-hashids up to 2^63-1: see [MaxSafe]. [Codec.AppendHex] is the hexadecimal mode of JavaScript and
// Python; EncodeHex of go-hashids writes each digit as a number of its own, and is not read. Characters are code
// points, as in JavaScript and Python, spaces too, and of one that is there twice the first one counts; go-hashids
// refuses both.
package hashids
