package inspect

import (
	"fmt"
	"strconv"
	"time"

	"idscope/gen"
)

// Result is all that is known about one text. It owns its slices: reading
// another text into it with [Inspector.InspectInto] uses them again.
type Result struct {
	Input    string
	Cleaned  string // what was read, after clean-ups that Warnings name
	Readings []Reading
	RuledOut []RuledOut
	Warnings []string
	Epochs   []SolvedEpoch // with Around: the epochs that would put the text at that date
	// Ambiguous: more than one reading fits, and the best is only possible. Whoever
	// needs one reading has to ask, not to guess.
	Ambiguous bool
	Err       *Error // nil where there is a reading
	// Found are the identifiers in a text that is none as a whole, where there are
	// several: the readings are those of the first.
	Found []string
	// Diagnosis is what is wrong with a text that fits a rare scheme weakly, and looks
	// like a damaged identifier of a common one; empty for others.
	Diagnosis string

	refused error  // by a scheme's Verify, of a text that is read with As
	nested  bool   // nothing but what stands around every text is taken off
	hidden  bool   // Input and Cleaned do not show a secret
	chance  string // the name of a scheme that only chance speaks for

	buf    [maxText]byte
	pieces []gen.Piece // of all readings
	known  []bool      // which kinds of members are among what is shown
	scan   scan
	json   jsonWriter
}

// OK reports whether there is a reading.
func (r *Result) OK() bool { return r.Err == nil }

// Error says why a text has no reading.
type Error struct {
	Code    string // CodeNotAnID or CodeTooLong
	Message string
	Hint    string // what may help; empty where nothing is known
}

// CodeNotAnID is the code of a text that no scheme reads, CodeTooLong that of one that is
// not read, as no line is that long.
const (
	CodeNotAnID = "not_an_id"
	CodeTooLong = "too_long"
)

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Cause is why a reading was ruled out.
type Cause uint8

// The causes.
const (
	Future       Cause = iota // its time is later than a day from now
	BeforeUse                 // its time is before the scheme was used first, or in its first day
	Constant                  // a bit that is always the same is not, or the bits are no identifier for another reason
	BeforeScheme              // it is of an era of the issuer's before the scheme
)

// RuledOut is a reading that the text has the form of, but that fails a check.
type RuledOut struct {
	Scheme *gen.Scheme
	Cause  Cause
	ID     gen.ID
	tick   uint64
	c      *candidate
}

// Time is the start of the tick of its time, in UTC; without meaning for Constant and
// BeforeScheme.
func (r *RuledOut) Time() time.Time { return r.c.line.Time(r.c.shown(r.tick)) }

// Reason says in words why it was ruled out.
func (r *RuledOut) Reason() string {
	if r.Cause == Constant {
		return r.c.mismatch(r.ID)
	}
	return r.c.objection(r.ID)
}

// objection says what is wrong with an identifier whose time is implausible.
func (m *member) objection(id gen.ID) string {
	if era := m.scheme.EraOf(id); era != nil {
		return era.Text
	}
	return string(m.appendTimeReason(nil, m.tick(id)))
}

// appendTimeReason says what is wrong with an implausible time; of a year beyond 9999 it names the year only.
func (m *member) appendTimeReason(dst []byte, tick uint64) []byte {
	dst = append(dst, "time "...)
	n := len(dst)
	if m.dated(tick) {
		dst = m.appendTime(dst, tick)[:n+len(time.DateOnly)]
	} else if _, ok := m.unixMilli(tick); ok {
		dst = fmt.Appendf(dst, "in the year %d", m.line.Time(m.shown(tick)).Year())
	} else {
		dst = append(dst, "beyond the year 287396"...)
	}
	return m.appendFault(dst, tick)
}

// appendFault appends what is wrong with an implausible time.
func (m *member) appendFault(dst []byte, tick uint64) []byte {
	switch {
	case tick >= m.first:
		return append(dst, " is in the future"...)
	case tick >= m.used:
		return append(dst, " is in its first day, as that of every small number"...)
	}
	return strconv.AppendInt(append(dst, " is before its first use in "...), int64(m.usedYear), 10)
}

// mismatch names the first constant that is not as declared, else says what the
// scheme has against the bits.
func (m *member) mismatch(id gen.ID) string {
	for i, f := range m.scheme.Layout {
		if got := m.codec.Field(id, i).Lo; f.Source == gen.Const && got != f.Value {
			return fmt.Sprintf("%s is %d, not %d", f.Name, got, f.Value)
		}
	}
	if err := m.scheme.CheckBits(m.codec, id); err != nil {
		return err.Error()
	}
	return "too many bits"
}

// SolvedEpoch is an epoch at which the text would be an identifier of the date
// that was asked for.
type SolvedEpoch struct {
	Layout string        // as gen.ParseLayout reads it
	Tick   time.Duration // of the layout's time
	Epoch  time.Time
	Known  string   // what is known to count from within a day of it, "" for nothing
	Like   []string // schemes of that layout and tick, most common first
}
