// Package show turns data into screens: one file a screen, each a pure function from
// what a package of the core returns to the text that a person reads. It draws with
// package ui alone, and prints nothing.
package show

import (
	"fmt"
	"strings"
	"time"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
)

// View is what the screens of ids have in common.
type View struct {
	*ui.Pen
	Zone *time.Location
	Now  time.Time

	Verbose bool   // with bits, fields and encodings
	Drawing bool   // the drawing of bits alone
	All     bool   // also what is said of little weight
	Asked   bool   // for a scheme or a date, so that nothing is left to decide
	Near    string // the date asked for

	line Line // of Value
}

// factColumn is where what is said of an id begins.
const factColumn = 14

// fieldStyles gives each field a colour of its own: that of its source, or where another
// field has that, the next that is free. Unused bits are dim.
func fieldStyles(l gen.Layout) []ui.Style {
	sources := make([]gen.Source, len(l))
	for i, f := range l {
		sources[i] = f.Source
	}
	styles := coloured(sources)
	for i, f := range l {
		if f.Unused() {
			styles[i] = ui.Dim
		}
	}
	return styles
}

// pieceStyles is fieldStyles for the parts of a pattern.
func pieceStyles(list []inspect.Piece) []ui.Style {
	sources := make([]gen.Source, len(list))
	for i, p := range list {
		sources[i] = p.Source
	}
	return coloured(sources)
}

// coloured gives each of a row a colour. Where there are more than colours, some have
// the same one, never two beside each other.
func coloured(sources []gen.Source) []ui.Style {
	styles, uses := make([]ui.Style, len(sources)), map[ui.Style]int{}
	for i, source := range sources {
		best := sourceStyles[source]
		for _, s := range palette {
			if uses[s] < uses[best] {
				best = s
			}
		}
		styles[i] = best
		uses[best] += 2
		if i > 0 {
			uses[styles[i-1]]--
		}
		uses[best]++
	}
	return styles
}

// palette are the colours of fields whose source's colour is taken.
var palette = [...]ui.Style{ui.Green, ui.Yellow, ui.Magenta, ui.Red, ui.BrightMagenta, ui.BrightGreen, ui.BrightCyan,
	ui.Cyan}

var sourceStyles = [gen.Digest + 1]ui.Style{
	gen.Const: ui.Yellow, gen.Time: ui.Cyan, gen.Seq: ui.Green, gen.Worker: ui.Magenta,
	gen.Data: ui.BrightMagenta, gen.Rollback: ui.BrightGreen, gen.Digest: ui.BrightCyan,
}

// timeText writes the time of a reading in the zone, with the digits that it has;
// "-" without a time.
func (v *View) timeText(r *inspect.Reading) string {
	if !r.Timed {
		return "-"
	}
	text, ok := r.AppendTime(nil)
	switch _, fits := r.UnixMilli(); {
	case r.Vague():
		return r.Time.In(v.Zone).Format(time.RFC3339)
	case !fits:
		return "beyond the year 287396"
	case !ok:
		return fmt.Sprintf("in the year %d", r.Time.Year())
	case v.Zone == time.UTC:
		return string(text)
	}
	layout := "2006-01-02T15:04:05"
	if _, fraction, _ := strings.Cut(strings.TrimSuffix(string(text), "Z"), "."); fraction != "" {
		layout += "." + strings.Repeat("0", len(fraction))
	}
	return r.Time.In(v.Zone).Format(layout + "Z07:00")
}

// fieldText writes the value of a field: wide ones that count nothing in hexadecimal, a
// node as the address that it is.
func fieldText(s *gen.Scheme, i int, f inspect.FieldValue) string {
	return string(appendField(nil, s, i, f))
}

func appendField(dst []byte, s *gen.Scheme, i int, f inspect.FieldValue) []byte {
	switch {
	case f.Source == gen.Worker && s.WorkerRule == gen.WorkerNode && f.Width == 48:
		var b [6]byte
		for k := range b {
			b[k] = byte(f.Value.Shr(uint(40 - 8*k)).Lo)
		}
		return fmt.Appendf(dst, "%02x:%02x:%02x:%02x:%02x:%02x", b[0], b[1], b[2], b[3], b[4], b[5])
	case f.Source == gen.Time && s.Layout[i].From >= s.Fraction,
		f.Source == gen.Seq, f.Source == gen.Const, f.Width <= 32:
		return gen.Text{Form: gen.Decimal}.Append(dst, f.Value, gen.MaxBits)
	}
	return gen.Text{Form: gen.Hex}.Append(append(dst, "0x"...), f.Value, f.Width)
}

// schemeTitle is the name of a scheme with what its title adds to it.
func schemeTitle(s *gen.Scheme) string {
	plain := func(text string) string { return strings.ReplaceAll(strings.ToLower(text), " ", "-") }
	head, added, more := strings.Cut(s.Title, " (")
	switch {
	case plain(s.Title) == s.Name || s.Title == "":
		return s.Name
	case more && plain(head) == s.Name:
		return s.Name + " (" + added
	case more:
		return s.Name + ", " + s.Title
	}
	return s.Name + " (" + s.Title + ")"
}

// bitsOf are the bits of a layout, the most significant first, each with its symbol and
// the style of its field.
func bitsOf(l gen.Layout, symbol func(field, bit int) byte) []ui.Bit {
	bits := make([]ui.Bit, 0, l.Size())
	styles := fieldStyles(l)
	for i, f := range l {
		for range f.Bits {
			bits = append(bits, ui.Bit{Symbol: symbol(i, l.Size()-1-len(bits)), Style: styles[i]})
		}
	}
	return bits
}
