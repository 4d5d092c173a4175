// Package lines is how many lines come in and go out: one cutter of lines,
// workers whose results keep the order of the input, and a writer that is emptied
// before more input is waited for.
//
// A line ends in LF; the last line of an input may lack it. Its text is that
// without LF or CR LF ([Trim]). Every other byte, NUL included, is part of the line.
// A line longer than [Longest] is not read at all: a part of it may be another text.
//
// Nothing waits for a buffer to fill: a [Cutter] returns what has come as soon as
// it has a whole line, and [Each] and [Run] have it worked on, and written, before
// or while more is waited for. Memory is bounded, whatever comes, by the longest
// line that is kept whole.
package lines

// Longest is the longest line that is read, in bytes without its end, of all commands: it
// is longer than any argument of a program may be, so that a line reads as an argument.
const Longest = 1 << 20

// TooLong says of a longer line what is wrong with it.
const TooLong = "is longer than 1 MiB, the limit of a line; check that each line ends in a line feed"

// Trim returns a line without its end, LF or CR LF. Of the last line of an input,
// which has no LF, it takes a CR away anyway.
func Trim(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}
