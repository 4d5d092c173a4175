package inspect

import (
	"unsafe"
)

// A Streamer writes the JSON of many texts: byte for byte what [Inspector.InspectInto]
// with [Result.AppendBrief] or [Result.AppendJSON] writes, the short objects from what
// [Inspector.DetectInto] finds. It is for one goroutine.
type Streamer struct {
	in     *Inspector
	brief  bool
	result Result
	best   Reading // as much of it as a short object has
}

// NewStreamer returns a Streamer of short objects or of full ones.
func NewStreamer(in *Inspector, brief bool) *Streamer {
	return &Streamer{in: in, brief: brief}
}

// Append appends the object of a text, and a newline. ok is whether the text has a
// reading.
func (s *Streamer) Append(dst, text []byte) (longer []byte, ok bool) {
	r := &s.result
	if s.brief {
		if o := s.in.detect(&r.scan, text); o.best != nil { // letters, digits and hyphens, which need no escape
			dst = append(append(dst, `{"schema":1,"input":"`...), text...)
			b := &s.best
			b.c, b.Scheme, b.Timed, b.Confidence, b.tick = o.best.candidate, o.best.scheme, o.best.timed, o.confidence, o.tick
			r.json.begin()
			return append(r.json.appendReading(dst, b, true), "}\n"...), true
		}
	}
	s.in.InspectInto(r, unsafe.String(unsafe.SliceData(text), len(text))) // the result is gone before the text is
	if s.brief {
		dst = r.AppendBrief(dst)
	} else {
		dst = r.AppendJSON(dst)
	}
	return append(dst, '\n'), r.OK()
}
