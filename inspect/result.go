package inspect

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	corefault "idscope/gen/fault"
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
	// Ambiguous: more than one reading fits, and the best is only possible. A caller
	// that needs one reading has to ask, not to guess.
	Ambiguous bool
	Err       *Error // nil where there is a reading
	// Found are the identifiers in a text that is none as a whole, where there are
	// several: the readings are those of the first.
	Found []string
	// Diagnosis is what is wrong with a text that fits a rare scheme weakly, and looks
	// like a damaged identifier of a common one; empty for others.
	Diagnosis string

	refused error  // by a scheme's Verify, of a text that is read with As
	nested  bool   // nothing but what is around every text is taken off
	hidden  string // of a secret that Input and Cleaned do not show
	bare    string // Cleaned, before a secret in it was hidden
	forms   uint64 // in which it was read
	chance  *check // that only chance speaks for

	buf    [maxText]byte
	pieces []gen.Piece // of all readings
	scan   scan
	json   jsonWriter
}

// OK reports whether there is a reading.
func (r *Result) OK() bool { return r.Err == nil }

// Bare is the text that was read, as Cleaned but with its secrets: to be compared, never to be shown. It is empty where
// it looks like a decimal number or base32, and what was around it says that it is hexadecimal.
func (r *Result) Bare() string {
	if n := len(r.bare); r.forms == hexForms && (isDigits(r.bare) || n != 24 && n != uuidLen-4) {
		return ""
	}
	return r.bare
}

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

// objection says what is wrong with an identifier whose time is implausible; of a year beyond 9999 it names the year
// only.
func (m *member) objection(id gen.ID) string {
	if era := m.era(id); era != nil {
		return era.Text
	}
	tick, text := m.tick(id), "time beyond the year 287396"
	if m.dated(tick) {
		text = "time " + string(m.times.append(nil, tick, new(LastSecond))[:len(time.DateOnly)])
	} else if _, ok := m.unixMilli(tick); ok {
		text = fmt.Sprintf("time in the year %d", m.line.Time(m.shown(tick)).Year())
	}
	return string(m.appendFault([]byte(text), tick))
}

// era is what the issuer gave out before the scheme, where an identifier is of that; nil for the scheme's own.
func (m *member) era(id gen.ID) *gen.Era {
	for i := range m.scheme.Before {
		if era := &m.scheme.Before[i]; id.Cmp(era.Max) <= 0 {
			return era
		}
	}
	return nil
}

// appendFault appends what is wrong with an implausible time.
func (m *member) appendFault(dst []byte, tick uint64) []byte {
	switch {
	case tick >= m.first, m.last < m.first: // so is its epoch
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

// refusal says why there is no reading.
func (in *Inspector) refusal(r *Result) string {
	as, names, why := in.opts.As, strings.Join(namesOf(in.opts.As), ", "), ""
	switch {
	case r.hidden != "":
		if r.refused != nil {
			why = ": " + r.refused.Error()
		}
		names, why = cmp.Or(names, "any known scheme"), why+"; "+r.hidden
	case len(as) == 0:
		return in.unknown(r)
	case r.refused != nil:
		names, why = as[0].Name, ": "+r.refused.Error()
	case as[0].Pattern != nil && len(as) == 1:
		why = "; give " + as[0].Read(false).String()
	case len(r.RuledOut) == 1:
		names, why = as[0].Name, ": "+r.RuledOut[0].Reason()
	case as[0].Pattern == nil:
		_, err := as[0].Parse([]byte(r.Cleaned))
		text, ok := errors.AsType[*corefault.Error](err)
		switch {
		case ok && (len(as) == 1 || as[0].Text.Form != gen.Decimal):
			return text.Text
		case err != nil && as[0].Affix != nil:
			return err.Error()
		}
	}
	return quote(r.Cleaned) + " is not an id of " + names + why
}

// unknown says why no scheme reads a text.
func (in *Inspector) unknown(r *Result) string {
	diagnosis, quoted := "", quote(r.Cleaned)
	if !r.nested {
		diagnosis = in.diagnose(r.Cleaned)
	}
	other := otherThan(strings.TrimSpace(r.Cleaned))
	switch n := len(r.RuledOut); {
	case r.Cleaned == "":
		return quoted + " is empty; give an id"
	case other != "":
		return quoted + " is not an id, but " + other
	case diagnosis != "":
		return quoted + " " + diagnosis
	case isWord(r.Cleaned):
	case r.chance != nil:
		return fmt.Sprintf("%s is not an id of any known scheme: it has no digit, and fits %s by chance alone; "+
			"use --as %[2]s to read it", quoted, r.chance.scheme.Name)
	case n == 1:
		return fmt.Sprintf("%s fits no scheme: of %s the %s", quoted, r.RuledOut[0].Scheme.Name, r.RuledOut[0].Reason())
	case n > 1:
		return fmt.Sprintf("%s fits no scheme: %d were ruled out", quoted, n)
	}
	if running(r.Cleaned) && !r.nested {
		return quoted + " is not an id, and no likely one is in it; idscope inspect --find --all takes possible ones " +
			"too, --find --as SCHEME those of one"
	}
	return quoted + " is not an id of any known scheme"
}

func namesOf(list []*gen.Scheme) (names []string) {
	for _, s := range list {
		names = append(names, s.Name)
	}
	return slices.Compact(names) // a variant may bear the same name
}

// running reports whether a text looks like a line in which ids may be, as of JSON or of
// a log.
func running(text string) bool {
	between := func(c rune) bool { return strings.ContainsRune(" \t\"',:;={}[]()", c) }
	return slices.ContainsFunc(strings.FieldsFunc(text, between), func(run string) bool {
		return len(run) < len(text) && len(run) >= leastSearched && strings.ContainsAny(run, "0123456789")
	})
}

// quote quotes the start of a text.
func quote(text string) string {
	const most = 48
	format := "%q"
	if strings.Contains(text, `"`) {
		format = "%#q" // in backquotes: what is quoted already is read more easily so
	}
	if len(text) > most {
		return fmt.Sprintf(format+"...", strings.ToValidUTF8(text[:most], ""))
	}
	return fmt.Sprintf(format, text)
}

// isWord reports whether a text is a word, or some: nobody meant an id of another time by it.
func isWord(text string) bool {
	key, _ := allShapes().key([]byte(text), anyForm)
	return key.word != noWord
}

// other is what is known, and is not an id: it is named where it is given for one.
type other struct {
	words   string
	is      func(text string) bool
	example string
}

// others have their examples from the standards.
var others = [...]other{
	{"a date", isDate, "2026-11-23"},
	{"a time", isTime, "1985-04-12T23:20:50.52Z"},  // RFC 3339
	{"an IP address", isAddress, "192.0.2.1"},      // RFC 5737
	{"a mail address", isMail, "user@example.com"}, // RFC 5322
	{"the SHA-256 of an SSH key", isFingerprint, // ssh-keygen(1)
		"SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDOSYH4Rqeb3rxcgXs"},
	{"a DID of the AT protocol", isDID, "did:plc:ewvi7nxzyoun6zhxrhs64oiz"}, // atproto.com
	{"an issue key, as of Jira", isIssueKey, "PROJ-1234"},                   // support.atlassian.com, project keys
	{"the volume ID of a FAT file system", isFAT, "67E3-17ED"},              // blkid(8)
	{"a prefix of hexadecimal digits without any", isPrefix, "0x"},
}

// otherThan names what a text is in place of an id; empty for what is not known.
func otherThan(text string) string {
	for i := range others {
		if others[i].is(text) {
			return others[i].words
		}
	}
	return ""
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

func isTime(text string) bool {
	_, err := time.Parse(time.RFC3339Nano, text)
	return err == nil
}

func isAddress(text string) bool {
	if strings.Count(text, ".") != 3 && strings.Count(text, ":") < 2 {
		return false
	}
	_, err := netip.ParseAddr(text)
	return err == nil
}

func isMail(text string) bool {
	name, host, ok := strings.Cut(text, "@")
	label, domain, dotted := strings.Cut(host, ".")
	return ok && dotted && name != "" && label != "" && domain != "" && !strings.Contains(host, "@") &&
		!strings.ContainsAny(text, " \t\"'<>()[]/:;,")
}

func isFingerprint(text string) bool {
	hash, ok := strings.CutPrefix(text, "SHA256:")
	return ok && len(hash) == 43 && strings.Trim(hash, plain+"+/") == ""
}

func isDID(text string) bool {
	id, ok := strings.CutPrefix(text, "did:plc:")
	return ok && len(id) == 24 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// isIssueKey reports whether a text is the key of a project, large letters, and a number that is no id's.
func isIssueKey(text string) bool {
	project, number, ok := strings.Cut(text, "-")
	return ok && len(project) >= 2 && strings.Trim(project, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" &&
		len(number) < leastInside && isDigits(number) && number[0] != '0'
}

// isFAT leaves digits alone to ISSN.
func isFAT(text string) bool {
	upper, lower, ok := strings.Cut(text, "-")
	return ok && len(upper) == 4 && len(lower) == 4 && strings.Trim(upper+lower, "0123456789ABCDEF") == "" &&
		!isDigits(upper+lower)
}

func isPrefix(text string) bool { return strings.EqualFold(text, "0x") }
