// Package inspect takes identifiers apart: text in, readings out. It returns
// data and prints nothing; flags, colour and streams are its caller's matter.
//
// Everything it knows comes from the declarations that package gen makes
// identifiers from, so that the two cannot disagree: layout, epoch, tick, text
// form, first use. What is only ever read (UUID versions that nobody makes, Unix
// times) is declared in package known, in the same way.
//
//	in, err := inspect.New(inspect.Options{Now: time.Now()})
//	result := in.Inspect("1541815603606036480")
//	for _, r := range result.Readings { // best first
//		fmt.Println(r.Scheme.Name, r.Time, r.Confidence)
//	}
//
// # Evidence
//
// A reading is a scheme together with a way to write its identifiers. Its
// evidence, in bits, is -log2 of the chance that a random string of the same
// shape passes every check of the reading. The shape is the smallest usual
// alphabet that has all the symbols (digits, small hexadecimal, base58 ...) and
// the length. The checks are: the text form can write it, constant bits and spare
// bits are right, and the time lies between the scheme's first use and a day
// from now. The chance is counted, not sampled: see [Reading.Evidence].
//
// Readings are ordered by evidence plus the declaration's Prior. Certain is a
// reading with a syntax of its own, or 20 bits; likely one with 8 bits that is 4
// ahead of the next. As many readings are tried on one text, both also want
// that all the readings of that shape with as much evidence, taken together,
// would be hit by at most 1 in 2^20, or 1 in 256, random strings.
// Words, and digits that start with a date, are no random strings: their readings
// are never more than possible.
//
// # Other tools
//
// [Convert] writes an identifier in another encoding or scheme, [Window] finds
// the smallest and largest identifier of a window of time, [SameSource] compares
// many identifiers of one unknown origin.
//
// # How texts are read
//
// Texts of one shape (length, symbols, marks) have one table: the checks of all schemes that
// may read one, compiled from the declarations when the first text of the shape comes. An
// Inspector that has read nothing has compiled nothing. [Inspector.InspectInto] makes all
// readings by it, and what is ruled out; [Inspector.DetectInto] stops at the best reading,
// where the ranking says that no other can change it, and does not allocate. A [Streamer]
// writes what both find as JSON, a [TokenReader] reads running text. What pasting added is
// taken off before.
package inspect
