package cmd

import (
	"fmt"
	"io"
	"strings"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// one shows a scheme in full. All of it is derived from the declaration.
func (o *schemesOptions) one(s *gen.Scheme, now time.Time) error {
	var codec *gen.Codec
	if s.Pattern == nil {
		var err error
		if codec, err = s.Layout.Compile(); err != nil {
			return cli.Usage("%w", err)
		}
	}
	st := newStyles(o.Coloured())
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", st.bold.Render(s.Name))
	facts := append(about(s), lifetime(s, now)...)
	facts = append(facts, capacity(s)...)
	if e := example(s, codec); e != nil {
		facts = append(facts, fact{"example", strings.TrimSuffix(e.ID+"  "+e.Time, "  ")})
	}
	writeFacts(&b, st, facts)
	if s.Pattern != nil {
		b.WriteString("\n" + partTable(st, s.Pattern) + "\n")
	} else {
		b.WriteString("\n" + st.drawing(s.Layout) + "\n" + fieldTable(st, s, codec) + "\n")
	}
	writeFacts(&b, st, uniqueness(s))
	if paced(s) {
		b.WriteString("\n" + policyTable(st, s))
	}
	if len(s.Notes) > 0 {
		b.WriteString("\n")
	}
	for _, note := range s.Notes {
		b.WriteString(paragraph("  note: ", note))
	}
	_, err := io.WriteString(o.Out, b.String())
	return cli.StdoutError(err)
}

// fact is a line of a card: a word and what it says.
type fact struct{ word, text string }

func writeFacts(b *strings.Builder, st styles, facts []fact) {
	for _, f := range facts {
		head := fmt.Sprintf("%-11s", f.word)
		for i, line := range strings.Split(strings.TrimSuffix(paragraph("  "+head+"  ", f.text), "\n"), "\n") {
			if i == 0 {
				line = "  " + st.dim.Render(head) + line[2+len(head):]
			}
			b.WriteString(line + "\n")
		}
	}
}

// paragraph wraps a text at 80 columns, behind a head and indented as far.
func paragraph(head, text string) string {
	var b strings.Builder
	b.WriteString(head)
	at := len(head)
	for i, word := range strings.SplitAfter(text, " ") {
		if i > 0 && at+len(strings.TrimRight(word, " ")) > 80 {
			trimmed := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(trimmed + "\n" + strings.Repeat(" ", len(head)))
			at = len(head)
		}
		b.WriteString(word)
		at += len(word)
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

func about(s *gen.Scheme) []fact {
	facts := []fact{{"title", s.Title}, {"summary", s.Summary}, {"source", s.Spec}}
	if len(s.Aliases) > 0 {
		facts = append(facts, fact{"also called", strings.Join(s.Aliases, ", ")})
	}
	if s.Pattern != nil {
		return append(facts, fact{"text", fmt.Sprintf("%d characters, no layout of bits; %s", s.Pattern.Made(), s.Pattern)},
			fact{"entropy", fmt.Sprintf("%.4g random bits", s.Entropy())})
	}
	return append(facts, fact{"text", fmt.Sprintf("%d bits as %s, %d characters", s.Layout.Size(), s.Text.Form, s.TextLength())})
}

// soon is how long before the end of a layout one should be told.
const soon = 2 * cli.Year

func lifetime(s *gen.Scheme, now time.Time) []fact {
	if !s.Timed() {
		return nil
	}
	tick := cli.ShortDuration(s.Tick)
	if s.Fraction > 0 {
		tick += fmt.Sprintf(", and %d bits of its fraction", s.Fraction)
	}
	facts := []fact{{"epoch", s.Epoch.UTC().Format(time.RFC3339Nano)}, {"tick", tick}}
	end, ok := s.End()
	if !ok {
		return append(facts, fact{"ends", "never, as far as clocks go"})
	}
	text := end.Format(time.RFC3339Nano)
	switch left := end.Unix() - now.Unix(); {
	case left <= 0:
		text += " - it has ended: gen refuses, give a later --epoch"
	case left < int64(soon/time.Second):
		text += fmt.Sprintf(" - in %d days: choose a later --epoch, or another scheme, now", left/86400)
	default:
		text += fmt.Sprintf(", in %d years", left/int64(cli.Year/time.Second))
	}
	return append(facts, fact{"ends", text})
}

func capacity(s *gen.Scheme) []fact {
	var facts []fact
	if bits := s.WorkerBits(); bits > 0 {
		facts = append(facts, fact{"workers", "0 to " + decimal(gen.Mask(bits))})
	}
	n, ok := s.PerTick()
	switch {
	case s.ReadOnly != "":
		return facts
	case s.Named():
		return append(facts, fact{"capacity", "one id for each name in a namespace"})
	case !s.Varies():
		return append(facts, fact{"capacity", "one id"})
	case !ok:
		return append(facts, fact{"capacity", "as many as you like; odds keep them apart"})
	}
	text := decimal(n) + " ids"
	if s.Timed() {
		text += " a tick"
		if rate := perSecond(s); rate != "" {
			text += ", " + rate + " a second"
		}
	}
	if s.WorkerBits() > 0 {
		text += ", for each worker"
	}
	return append(facts, fact{"capacity", text})
}

func fieldTable(st styles, s *gen.Scheme, codec *gen.Codec) string {
	marks := s.Layout.Letters()
	rows := make([][]string, len(s.Layout))
	for i, f := range s.Layout {
		lsb := codec.LSB(i)
		bits := fmt.Sprint(lsb)
		if f.Bits > 1 {
			bits = fmt.Sprintf("%d-%d", lsb+f.Bits-1, lsb)
		}
		source := f.Source.String()
		switch {
		case f.Source == gen.Const:
			source = fmt.Sprintf("const %d", f.Value)
		case f.Bits != s.Layout.Width(f.Source) && f.Source != gen.Data:
			source += fmt.Sprintf(", its bits %d-%d", f.From+f.Bits-1, f.From)
		}
		rows[i] = []string{"  " + string(marks[i]), f.Name, bits, fmt.Sprint(f.Bits), source}
	}
	return st.grid([]string{"", "field", ">bits", ">width", "from"}, rows, func(row, column int) style {
		switch {
		case row < 0:
			return st.dim
		case column == 0:
			return *st.field(s.Layout, row)
		}
		return st.plain
	})
}

// growthHelp says what the random bits do within a tick.
var growthHelp = [...]string{
	gen.GrowthOne:    "random bits grow by 1 within a tick",
	gen.GrowthRandom: "random bits grow by 1 to 2^32 within a tick",
	gen.GrowthStride: "random bits take each value once within a tick",
}

func policyTable(st styles, s *gen.Scheme) string {
	var rows [][]string
	add := func(flag, value string, list []gen.Choice) {
		rule, _, _ := strings.Cut(value, ":")
		for _, c := range list {
			if c.Name == rule {
				help := c.Help[:strings.IndexAny(c.Help+",", ",;")] // the flag's help says the rest
				rows = append(rows, []string{"  --" + flag, value, help})
			}
		}
	}
	add("on-backward", s.Backward.String(), gen.BackwardChoices())
	add("on-overflow", s.Overflow.String(), gen.OverflowChoices())
	if s.Start.Rule != 0 {
		add("start", s.Start.String(), gen.StartChoices())
	}
	rows = append(rows, []string{"  --max-lead", cli.ShortDuration(s.Lead()), "longest time borrowed from the future"},
		[]string{"  --max-wait", cli.ShortDuration(s.Wait()), "longest wait for a clock that went back"})
	if s.Growth != gen.GrowthNone {
		rows = append(rows, []string{"  (fixed)", "growth", growthHelp[s.Growth]})
	}
	return st.grid([]string{"  policy", "default", "meaning"}, rows, func(row, _ int) style {
		if row < 0 {
			return st.dim
		}
		return st.plain
	})
}
