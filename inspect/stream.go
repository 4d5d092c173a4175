package inspect

import (
	"bytes"
	"unsafe"

	"idscope/inspect/numeral"
)

// LongestLine is how much of a line is looked at, in bytes: no identifier is that
// long, and memory has to stay the same whatever comes.
const LongestLine = 4096

// A Streamer writes the JSON of many texts: byte for byte what [Inspector.InspectInto]
// with [Result.AppendBrief] or [Result.AppendJSON] writes, the short objects from
// [Inspector.Detect]. It is for one goroutine.
type Streamer struct {
	in     *Inspector
	brief  bool
	result Result

	scan  scan
	last  numeral.Second
	guess int // length of the line before
}

// NewStreamer returns a Streamer of short objects or of full ones.
func NewStreamer(in *Inspector, brief bool) *Streamer {
	return &Streamer{in: in, brief: brief}
}

// Append appends the object of a text, and a newline. ok is whether the text has a
// reading.
func (s *Streamer) Append(dst, text []byte) (longer []byte, ok bool) {
	if s.brief {
		if longer, ok = s.short(dst, text); ok {
			return longer, true
		}
	}
	s.in.InspectInto(&s.result, unsafe.String(unsafe.SliceData(text), len(text))) // the result is gone before the text is
	if s.brief {
		dst = s.result.AppendBrief(dst)
	} else {
		dst = s.result.AppendJSON(dst)
	}
	return append(dst, '\n'), s.result.OK()
}

// AppendLines appends the objects of all lines of a text, and counts the lines and
// those without a reading. Lines end in LF or CRLF; the last may lack that. Of a
// line that is longer than LongestLine only the start is read.
func (s *Streamer) AppendLines(dst, lines []byte) (longer []byte, total, bad int) {
	for len(lines) > 0 {
		total++
		// A line mostly is as long as the one before. What a table has is without newlines.
		if n := s.guess; s.brief && n < len(lines) && lines[n] == '\n' {
			if longer, ok := s.short(dst, lines[:n]); ok {
				dst, lines = longer, lines[n+1:]
				continue
			}
		}
		text, next := lines, len(lines)
		if n := bytes.IndexByte(lines, '\n'); n >= 0 {
			text, next = lines[:n], n+1
		}
		lines = lines[next:]
		if n := len(text); n > 0 && text[n-1] == '\r' {
			text = text[:n-1]
		}
		s.guess = len(text)
		ok := false
		if dst, ok = s.Append(dst, text[:min(len(text), LongestLine)]); !ok {
			bad++
		}
	}
	return dst, total, bad
}

// short is Append of a short object, for texts that a table reads.
func (s *Streamer) short(dst, text []byte) (longer []byte, ok bool) {
	k, ok := s.in.detect(&s.scan, text)
	if !ok {
		return dst, false
	}
	b := k.briefs[s.scan.confidence].Load()
	if b == nil {
		b = k.newBrief(s.scan.confidence)
		k.briefs[s.scan.confidence].Store(b)
	}
	if b.size == 0 {
		return dst, false
	}
	return b.append(dst, text, s.scan.tick, &s.last), true
}
