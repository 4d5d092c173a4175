package gen

// Format is what kind of text a scheme has.
type Format uint8

// The formats.
const (
	FormatID         Format = iota // names something, and anyone may know it
	FormatToken                    // opens something, and must not be shown
	FormatCheckDigit               // a number or code with one or more check digits
	FormatHash                     // a hash of what it names
	FormatNumber                   // a plain number: a time, a telephone number
)

// String returns the words that results show.
func (f Format) String() string {
	return [...]string{"id", "token", "number with check digit", "hash", "number"}[f]
}
