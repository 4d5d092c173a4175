package inspect

import (
	"bytes"
	"strconv"

	"idscope/gen"
)

// gapKind says what a part of an object is made of.
type gapKind uint8

const (
	gapInput     gapKind = iota + 1 // the text, quoted
	gapCanonical                    // the identifier in its scheme's form, quoted
	gapTime                         // its time
	gapMilli                        // the same in Unix milliseconds
	gapField                        // the value of a field
	gapEncodings                    // all spellings
	gapWorker                       // the number of the worker
	gapHost                         // what the worker is, quoted
	gapDay                          // the day of its time
	gapMismatch                     // which constant is wrong, quoted
)

// gap is a part of an object that depends on the number; all else is the same for
// texts of one shape that pass the same checks.
type gap struct {
	from, to int
	kind     gapKind
	c        *candidate // whose number it is
	field    int
}

// trace collects the gaps of an object, in their order. A nil one does not.
type trace struct {
	gaps []gap
	c    *candidate
}

// of says whose number the next gaps are of.
func (tr *trace) of(c *candidate) {
	if tr != nil {
		tr.c = c
	}
}

func (tr *trace) note(from, to int, kind gapKind) {
	if tr != nil && from < to {
		tr.gaps = append(tr.gaps, gap{from: from, to: to, kind: kind, c: tr.c})
	}
}

// field notes the value of a field; those of constants do not change.
func (tr *trace) field(from, to, field int, source gen.Source) {
	if tr != nil && source != gen.Const {
		tr.gaps = append(tr.gaps, gap{from, to, gapField, tr.c, field})
	}
}

// reveal notes what a reading says of its worker.
func (tr *trace) reveal(from int, dst []byte, r *Reading, name string) {
	v, ok := r.Worker()
	if tr == nil || !ok {
		return
	}
	switch name {
	case "host":
		tr.note(from, len(dst), gapHost)
	case "worker":
		number := strconv.AppendUint(nil, v, 10)
		if at := bytes.Index(dst[from:], number); at >= 0 {
			tr.note(from+at, from+at+len(number), gapWorker)
		}
	}
}

// reason notes what is wrong with what was ruled out: the day in it, or all.
func (tr *trace) reason(from int, dst []byte, r *RuledOut) {
	const day = `"time 2006-01-02`
	switch {
	case tr == nil || r.Cause == BeforeScheme:
	case r.Cause == Constant:
		tr.note(from, len(dst), gapMismatch)
	case len(dst)-from > len(day):
		tr.note(from+len(day)-len("2006-01-02"), from+len(day), gapDay)
	}
}
