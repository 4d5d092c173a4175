package show

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/gen/quantity"
)

// fact is a line of a card: a word and what it says.
type fact struct{ word, text string }

// Where what is said of anything but an id begins, and where it is wrapped.
const (
	schemeFactColumn = 15
	textWidth        = 80
)

// facts begins a card with a title and facts, which wraps also where nobody looks.
func facts(pen *ui.Pen, title []ui.Styled, list []fact) *ui.Page {
	p := pen.AtMost(textWidth).Page(schemeFactColumn)
	p.Line(title...)
	p.Line()
	say(p, list)
	return p
}

func say(p *ui.Page, list []fact) {
	for _, f := range list {
		p.Say(f.word, f.text)
	}
}

// Scheme shows a scheme in full. All of it is derived from the declaration; recorded
// says whether its ids are put down on this host.
func Scheme(pen *ui.Pen, s *gen.Scheme, recorded bool, now time.Time) (string, error) {
	var codec *gen.Codec
	if s.Pattern == nil {
		var err error
		if codec, err = s.Layout.Compile(); err != nil {
			return "", err
		}
	}
	list := append(append(about(s), lifetime(s, now)...), capacity(s)...)
	if id, made := example(s, codec); id != "" {
		list = append(list, fact{"example", strings.TrimSuffix(id+"  "+made, "  ")})
	}
	p := facts(pen, []ui.Styled{ui.Bold.Of(s.Name)}, list)
	p.Line()
	if s.Pattern != nil {
		p.Text(partTable(pen, s.Pattern))
	} else {
		letters := s.Layout.Letters()
		bits := bitsOf(s.Layout, func(field, _ int) byte { return letters[field] })
		for _, row := range pen.AtMost(textWidth).Bits(bits) {
			p.Line(ui.Plain.Of("  " + row))
		}
		p.Line()
		p.Text(fieldTable(pen, s, codec))
	}
	p.Line()
	say(p, uniqueness(s, recorded))
	if paced(s) {
		p.Line()
		p.Text(policyTable(pen, s))
	}
	if len(s.Notes) > 0 {
		p.Line()
	}
	for _, note := range s.Notes {
		p.Paragraph("  note: ", note)
	}
	return p.String(), nil
}

func about(s *gen.Scheme) []fact {
	facts := []fact{{"title", s.Title}, {"summary", s.Summary}, {"source", s.Spec}}
	if len(s.Aliases) > 0 {
		facts = append(facts, fact{"also called", strings.Join(s.Aliases, ", ")})
	}
	if s.Pattern != nil {
		text := fmt.Sprintf("%d characters, no layout of bits; %s", s.Pattern.Made(), s.Pattern)
		return append(facts, fact{"text", text}, fact{"entropy", fmt.Sprintf("%.4g random bits", s.Entropy())})
	}
	text := fmt.Sprintf("%d bits as %s, %d characters", s.Layout.Size(), s.Text.Form, s.TextLength())
	return append(facts, fact{"text", text})
}

// soon is how long before the end of a layout one should be told.
const soon = 2 * quantity.Year

func lifetime(s *gen.Scheme, now time.Time) []fact {
	if !s.Timed() {
		return nil
	}
	tick := quantity.FormatDuration(s.Tick)
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
		text += fmt.Sprintf(", in %d years", left/int64(quantity.Year/time.Second))
	}
	return append(facts, fact{"ends", text})
}

func capacity(s *gen.Scheme) []fact {
	var facts []fact
	if bits := s.WorkerBits(); bits > 0 {
		facts = append(facts, fact{"workers", "0 to " + gen.Mask(bits).Decimal()})
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
		return append(facts, fact{"capacity", "as many as you like; random bits keep them apart"})
	}
	text := n.Decimal() + " ids"
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

// paced reports whether a sequencer makes the ids, so that policies matter.
func paced(s *gen.Scheme) bool {
	return s.Generated() && s.Varies() && (s.Backward != 0 || s.Overflow != 0 || s.Start.Rule != 0)
}

// perSecond is how many whole ids one worker can make in a second; empty where no count
// is the limit.
func perSecond(s *gen.Scheme) string {
	n, ok := s.PerSecond()
	if !ok {
		return ""
	}
	return new(big.Int).Quo(n.Num(), n.Denom()).String()
}

// example is the scheme's first published id, with its time; empty where there is none.
func example(s *gen.Scheme, codec *gen.Codec) (id, made string) {
	id = s.Example.Text
	switch {
	case id == "":
	case !s.Timed():
	case s.Pattern != nil:
		pieces, _ := s.Pattern.Match(nil, id)
		for _, p := range pieces {
			if p.Source == gen.Time {
				made = s.Timeline().Time(p.Value).Format(s.TimeLayout())
			}
		}
	default:
		if parsed, err := s.Parse([]byte(id)); err == nil {
			made = s.Timeline().Time(codec.Source(parsed.ID, gen.Time).Lo).Format(s.TimeLayout())
		}
	}
	return id, made
}
