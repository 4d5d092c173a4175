package inspect

import (
	"unsafe"
)

// A Streamer writes the JSON of many texts: byte for byte what [Inspector.InspectInto]
// with [Result.AppendBrief] or [Result.AppendJSON] writes, the short objects by
// table where [Inspector.DetectInto] does so. It is for one goroutine.
type Streamer struct {
	in     *Inspector
	brief  bool
	result Result

	scan scan
	last lastSecond
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

// short is Append of a short object, for texts that a table reads.
func (s *Streamer) short(dst, text []byte) (longer []byte, ok bool) {
	o := s.in.detect(&s.scan, text)
	if o.best == nil {
		return dst, false
	}
	b := o.best.briefs[o.confidence].Load()
	if b == nil {
		b = o.best.newBrief(o.confidence)
		o.best.briefs[o.confidence].Store(b)
	}
	if b.size == 0 {
		return dst, false
	}
	return b.append(dst, text, o.tick, &s.last), true
}
