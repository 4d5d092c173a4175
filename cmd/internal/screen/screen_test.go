package screen

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/bench/chart"
	"idscope/gen/testing/try"
)

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestScreens compares what is drawn with testdata/screens.txt. In colour it is the same without its escapes; those of
// each style are there, and of what has a style of its own.
func TestScreens(t *testing.T) {
	var all strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&all, format+"\n", args...) }
	draw := func(what string, of func(p *Pen) string, widths ...int) {
		for _, width := range widths {
			plain := of(New(false, width))
			try.Equal(t, escapes.ReplaceAllString(of(New(true, width)), ""), plain,
				"%s at %d, without its colours,", what, width)
			say("# %s, %d columns\n%s", what, width, plain)
		}
	}
	page := func(what string, write func(*Page), widths ...int) {
		draw(what, func(p *Pen) string { page := p.Page(10); write(page); return page.String() }, widths...)
	}

	for s := range styles {
		coloured := New(true, 0)
		say("%q %q", coloured.Paint(s, "a b"), coloured.Paint(s, ""))
		try.Equal(t, string(coloured.Append(nil, s, "a b")), coloured.Paint(s, "a b"), "style %d appended", s)
		try.Equal(t, New(false, 0).Paint(s, "a b"), "a b", "style %d without colour", s)
	}

	table := &Table{Head: []string{"NAME", ">BITS", "TEXT", ">N"}, Style: BoldNames,
		Rows: [][]string{{"a", "1", "", ""}, {"bcdef", "1234567", "e-f g", "2"}, {"", "", "x", ""}}}
	say("%q\n", New(true, 0).Table(table))
	draw("a table", func(p *Pen) string { return p.Table(table) }, 0)
	long := &Table{Head: []string{"A", "C", ">B", "D"}, Rows: [][]string{{"1", strings.Repeat("text ", 9) + "end", "22",
		"333"}}}
	draw("a narrow one", func(p *Pen) string { return p.Table(long.Narrow(p.Width(), "D", ">B")) }, 80, 44, 39, 34, 2)
	short := &Table{Head: []string{"A", ">B", "C", "D"}, Rows: [][]string{{"aaa", "1", "cc", "dddd"}}}
	draw("its parts", func(p *Pen) string { return p.Panels(table) }, 16)
	draw("parts", func(p *Pen) string { return p.Panels(short) }, 0, 100, 16, 15, 8, 1)
	draw("what fits", func(p *Pen) string {
		out, left := short.Fit(p.Width(), "C", ">B")
		return p.Table(out) + fmt.Sprint(left) + "\n"
	}, 0, 16, 15, 12, 11, 8)
	prose := &Table{Head: []string{"a", "text"}, Rows: [][]string{{"x", "one two three"}, {"yy", "four"}}, Prose: true}
	draw("prose in a table", func(p *Pen) string { return p.Table(prose) }, 0, 17, 16, 3)

	const id = "the id 0190163d-8694-739b-aea5-966c26f8ad91"
	page("a fact", func(p *Page) { p.Say("word", "one two three four") }, 20, 0)
	page("what stays together", func(p *Page) { p.Fact("", Plain.Of("one "), Bold.Of(Hard("two three"))) }, 20)
	page("a word that begins further left, and is never cut", func(p *Page) { p.Say("word", id) }, 40, 20)
	page("a list", func(p *Page) { p.Item("w", Dim.Of("one two three")); p.Item("w", Dim.Of("b")) }, 20)
	page("a note beside", func(p *Page) { p.Note("w", Bold.Of("one"), Dim.Of("two")) }, 80, 20)
	page("a note below", func(p *Page) { p.Note("w", Bold.Of("one"), Dim.Of("longer")) }, 20)
	page("a paragraph", func(p *Page) { p.Paragraph("note: ", "one two three four") }, 20)
	page("no blanks at ends", func(p *Page) { p.Line(Plain.Of("one  ")); p.Say("w", ""); p.Line() }, 0)
	page("prose", func(p *Page) {
		p.Prose("One line and\nanother one.\n\nItems:\n  a=1        what it is\n  b, c\n")
	}, 0, 20, 26)
	page("a command", func(p *Page) { p.Shell(0, `idscope gen --layout "time:41 shard:8" -n 3`) }, 0, 40, 32, 24)

	var bits []Bit
	for i, c := range []byte("ttttwwwwssss") {
		bits = append(bits, Bit{c, []Style{Cyan, Magenta, Green}[i/4]})
	}
	say("%q", New(true, 40).Bits(bits))
	draw("bits", func(p *Pen) string { return strings.Join(p.Bits(bits), "|") + "\n" }, 40)
	draw("a plot, without points that cannot be drawn", func(p *Pen) string {
		return Plot(&chart.Figure{X: chart.Axis{Label: "rows", Log: true}, Y: chart.Axis{Label: "rate", Log: true},
			Lines: []chart.Line{{X: []float64{0, 1, 10, 100}, Y: []float64{1, 1, 5, 9}}},
			Marks: []chart.Mark{{Name: "here", X: 10}}}, p.Width(), 8)
	}, 40, 60, 80)
	draw("no plot", func(p *Pen) string { return Plot(&chart.Figure{}, p.Width(), 8) }, 80)
	for _, format := range []string{"json", "csv", "tsv", "markdown"} {
		draw(format, func(*Pen) string {
			var b strings.Builder
			try.Works(t, Write(&b, format, records()))
			return b.String()
		}, 0)
	}
	try.Says(t, Write(&all, "xml", records()), "use json, csv, tsv or markdown", "another format:")
	bars(t, say)

	try.File(t, "testdata/screens.txt", all.String())
}

// bars says what bars of progress write, as the lines of testdata/bars.txt ask for it: the columns of the terminal, how
// long after the one before a bar is shown again, whether of bytes or steps, and how much of what is done then.
func bars(t *testing.T, say func(format string, args ...any)) {
	t.Helper()
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/bars.txt")).Or(t))) {
		var out bytes.Buffer
		words, now := strings.Fields(line), time.Unix(0, 0)
		width := try.Of(strconv.Atoi(words[0])).Or(t)
		b := NewBar(&out, width, func() time.Time { return now })
		show := map[string]func(string, int64, int64){"bytes": b.Bytes, "steps": b.Steps}[words[2]]
		for _, word := range words[3:] {
			var done, total int64
			try.Of(fmt.Sscanf(word, "%d/%d", &done, &total)).Or(t)
			show(words[2], done, total)
			now = now.Add(try.Of(time.ParseDuration(words[1])).Or(t))
		}
		for drawn := range strings.SplitSeq(out.String(), erase) {
			if width > 0 && len(drawn) >= width {
				t.Errorf("%d symbols on %d columns; want less, or they wrap", len(drawn), width)
			}
		}
		b.Clear()
		b.Steps("cleared", 1, 2)
		say("%s: %q", strings.TrimSpace(line), &out)
	}
	NewBar(nil, 0, time.Now).Steps("nobody looks", 1, 2)
}
