// Package lines is how many lines come in and go out: one cutter of lines,
// workers whose results keep the order of the input, and a writer that is emptied
// before more input is waited for.
//
// A line ends in LF; the last line of an input may lack it. Its text is that
// without LF or CR LF ([Trim]), and of a text that is to be an identifier only the
// start is read ([Text]). Every other byte, NUL included, is part of the line.
//
// Nothing waits for a buffer to fill: a [Cutter] returns what has come as soon as
// it has a whole line, and [Each] and [Run] have it worked on, and written, before
// or while more is waited for. Memory is bounded, whatever comes, by the longest
// line that is kept whole.
package lines

// Longest is how much of a line is read where texts of identifiers are, in bytes:
// no identifier is that long.
const Longest = 4096

// Trim returns a line without its end, LF or CR LF. Of the last line of an input,
// which has no LF, it takes a CR away all the same.
func Trim(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}

// Text returns what is read of a line where texts of identifiers are: that without
// its end, up to Longest bytes.
func Text(line []byte) []byte {
	line = Trim(line)
	return line[:min(len(line), Longest)]
}
