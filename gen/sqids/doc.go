// Package sqids writes lists of numbers as short texts and reads them back, by the public Sqids specification
// (github.com/sqids/sqids-spec, sqids.org).
//
//	c, err := sqids.New(sqids.Options{})
//	text, err := c.Append(nil, []uint64{1, 2, 3}) // 86Rf07
//	numbers, err := c.Decode("86Rf07")            // [1 2 3]
//
// This is obfuscation, not encryption: anyone who knows the alphabet, or collects enough texts, reads the
// numbers.
//
// # How a text is made
//
// The alphabet of n characters is shuffled once, by a fixed rule. The numbers choose an offset o: their count, plus for
// each number v at place i the code of the character v mod n, plus i, modulo n. The alphabet is rotated by o and
// reversed; its last character, the prefix, begins the text. Then for each number its digits to the base n-1, of all
// characters but the first; between two numbers that first character, the separator, after which the alphabet is
// shuffled again. A text below the minimum length gets one more separator and is filled with freshly shuffled
// alphabets. A text in which a word of the blocklist is found is made again with the next offset, up to n times.
//
// # What is read
//
// The specification's own decoder takes any text of the right characters. Here a text is read only if an encoder with
// the same alphabet writes it for some blocklist and some minimum length; all others wrap [ErrMalformed]. So ids stay
// readable when words join the blocklist later. Where this codec would write the numbers in another way, [Codec.Decode]
// returns them together with a [NotCanonicalError].
//
// # Differences from other implementations
//
// All of uint64 is written and read. The JavaScript reference stops at 2^53-1, as its numbers do. Go's sqids-go v0.4.1
// wraps around silently where a text is more than 64 bits, and reads malformed texts as the specification allows.
package sqids
