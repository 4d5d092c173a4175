package scheme

// Alphabets of several schemes that are patterns of text, in order of their values.
const (
	decimals  = "0123456789"
	smalls    = "abcdefghijklmnopqrstuvwxyz"
	capitals  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexDigits = "0123456789abcdef"
	base36    = decimals + smalls
	base62    = decimals + capitals + smalls
	base64URL = capitals + smalls + decimals + "-_"
)
