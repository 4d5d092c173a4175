package text

import (
	"fmt"
	"math"
	"time"
)

// DateDigits is the one form whose text is not the bits of the ID in some base: a date YYYYMMDD and a sequence of 4 to
// 15 digits. The bits are how many digits the sequence has, the days since 1970-01-01, the sequence; so IDs sort as the
// decimal numbers do, and zeros in front of a sequence are kept.
const (
	dateDigitsBits = dateCountBits + dateDayBits + dateSeqBits
	dateCountBits  = 4
	dateDayBits    = 24
	dateSeqBits    = 30 // all of nine digits; of longer sequences the first ones are 0

	dateLen      = len("YYYYMMDD")
	dateSeqLeast = 4 // a date and less is a date, or an hour
	dateSeqMost  = 1<<dateCountBits - 1

	secondsPerDay = 24 * 60 * 60
)

// appendDateDigits writes what has no text (a day after the year 9999, a sequence that needs more digits than there
// are) longer than any text.
func appendDateDigits(dst []byte, id ID) []byte {
	seq := id.Lo & (1<<dateSeqBits - 1)
	day := id.Lo >> dateSeqBits & (1<<dateDayBits - 1)
	count := int(id.Lo >> (dateSeqBits + dateDayBits) & dateSeqMost)
	year, month, dayOfMonth := time.Unix(int64(day)*secondsPerDay, 0).UTC().Date()
	if count < dateSeqLeast || seq >= uint64(math.Pow10(count)) || year > 9999 {
		count = dateSeqMost + 1
	}
	dst = appendRadix(&decimalAlphabet, dst, ID{Lo: uint64(year*1e4 + int(month)*100 + dayOfMonth)}, dateLen)
	return appendRadix(&decimalAlphabet, dst, ID{Lo: seq}, count)
}

func parseDateDigits(s []byte) (ID, bool) {
	day, ok := parseDay(s[:dateLen])
	if !ok {
		return ID{}, false
	}
	seq, ok := parseRadix(&decimalAlphabet, s[dateLen:], dateSeqMost)
	count := uint64(len(s) - dateLen)
	return ID{Lo: count<<(dateDayBits+dateSeqBits) | day<<dateSeqBits | seq.Lo}, ok && seq.Lo < 1<<dateSeqBits
}

// parseDay returns the days from 1970-01-01 to a date that the calendar has.
func parseDay(digits []byte) (day uint64, ok bool) {
	date, ok := parseRadix(&decimalAlphabet, digits, dateLen)
	year, month, dayOfMonth := int(date.Lo/1e4), int(date.Lo/100%100), int(date.Lo%100)
	if !ok || year < 1970 {
		return 0, false
	}
	at := time.Date(year, time.Month(month), dayOfMonth, 0, 0, 0, 0, time.UTC)
	y, m, d := at.Date()
	return uint64(at.Unix() / secondsPerDay), y == year && int(m) == month && d == dayOfMonth
}

func whyDateDigits(_ *alphabet, s string, _ int) (problem string, reason error) {
	if _, ok := parseDay([]byte(s[:dateLen])); !ok {
		return fmt.Sprintf("starts with %s, no date since 1970", s[:dateLen]), ErrFormat
	}
	return fmt.Sprintf("has a sequence above %d", 1<<dateSeqBits-1), ErrOverflow
}
