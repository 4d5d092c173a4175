package screen

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
)

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestStyles(t *testing.T) {
	plain, coloured := New(false, 0), New(true, 0)
	want := map[Style]string{Plain: "", Bold: "1", Dim: "2", Red: "31", Green: "32", Yellow: "33", Magenta: "35",
		Cyan:        "36",
		BrightGreen: "92", BrightMagenta: "95", BrightCyan: "96"}
	for s := Plain; s < styles; s++ {
		text := "a b"
		if want[s] != "" {
			text = "\x1b[" + want[s] + "ma b\x1b[0m"
		}
		if got := coloured.Paint(s, "a b"); got != text || string(coloured.Append(nil, s, "a b")) != text {
			t.Errorf("style %d paints %q; want %q", s, got, text)
		}
		if got := plain.Paint(s, "a b"); got != "a b" || coloured.Paint(s, "") != "" {
			t.Errorf("style %d of no colour paints %q; want %q", s, got, "a b")
		}
	}
}

func TestTable(t *testing.T) {
	table := &Table{Head: []string{"NAME", ">BITS", "TEXT", ">N"}, Style: BoldNames,
		Rows: [][]string{{"a", "1", "", ""}, {"bcdef", "1234567", "e-f g", "2"}, {"", "", "x", ""}}}
	const want = "NAME      BITS  TEXT   N\na            1\nbcdef  1234567  e-f g  2\n                x\n"
	if got := New(false, 0).Table(table); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	coloured := New(true, 0).Table(table)
	if got := escapes.ReplaceAllString(coloured, ""); got != want {
		t.Errorf("the coloured table, stripped, is\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(coloured, "\x1b[1mbcdef\x1b[0m  1234567") {
		t.Errorf("the coloured table is %q; want bold names", coloured)
	}
	const parts = "NAME      BITS\na            1\nbcdef  1234567\n\n\nNAME   TEXT   N\na\nbcdef  e-f g  2\n       x\n"
	if got := New(false, 16).Panels(table); got != parts {
		t.Errorf("cut into parts it is\n%s\nwant\n%s", got, parts)
	}
	long := &Table{Head: []string{"A", "C", ">B", "D"}, Rows: [][]string{{"1", strings.Repeat("text ", 9) + "end", "22",
		"333"}}}
	for width, want := range map[int]string{
		80: "A  C                                                  B  D\n1  text text text text text text text text " +
			"text end  22  333\n",
		44: "A  C                                  B  D\n1  text text text text text text...  22  333\n",
		39: "A  C                                  B\n1  text text text text text text...  22\n",
		34: "A  C\n1  text text text text text...\n",
		2:  "A  C\n1  t\n",
	} {
		if got := New(false, 0).Table(long.Narrow(width, "D", ">B")); got != want {
			t.Errorf("at %d columns it is\n%s\nwant\n%s", width, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	const id = "0190163d-8694-739b-aea5-966c26f8ad91"
	tests := []struct {
		words string
		width int
		write func(*Page)
		want  string
	}{
		{"a fact wraps in its column", 20, func(p *Page) {
			p.Say("word", "one two three four")
		}, "  word    one two\n          three four\n"},
		{"without a width nothing wraps", 0, func(p *Page) {
			p.Say("word", "one two three four")
		}, "  word    one two three four\n"},
		{"what is hard stays together", 20, func(p *Page) {
			p.Fact("", Plain.Of("one "), Bold.Of(Hard("two three")))
		}, "          one\n          two three\n"},
		{"a long word begins further left", 40, func(p *Page) {
			p.Say("word", "the id "+id)
		}, "  word    the id\n    " + id + "\n"},
		{"and is never cut", 20, func(p *Page) { p.Say("word", "the id "+id) }, "  word    the id\n    " + id + "\n"},
		{"a list has its word once", 20, func(p *Page) {
			p.Item("w", Dim.Of("one two three"))
			p.Item("w", Dim.Of("b"))
		}, "  w       one two\n          three\n          b\n"},
		{"a note stands beside", 80, func(p *Page) {
			p.Note("w", Bold.Of("one"), Dim.Of("two"))
		}, "  w       one" + strings.Repeat(" ", 38) + "two\n"},
		{"nearer where there is little room", 20, func(p *Page) {
			p.Note("w", Bold.Of("one"), Dim.Of("two"))
		}, "  w       one  two\n"},
		{"and below where there is none", 20, func(p *Page) {
			p.Note("w", Bold.Of("one"), Dim.Of("longer"))
		}, "  w       one\n          longer\n"},
		{"a paragraph is indented as its head", 20, func(p *Page) {
			p.Paragraph("note: ", "one two three four")
		}, "note: one two three\n      four\n"},
		{"ends of lines are clean", 0, func(p *Page) { p.Line(Plain.Of("one  ")); p.Say("w", ""); p.Line() }, "one\n  w\n"},
	}
	for _, test := range tests {
		for _, coloured := range []bool{false, true} {
			page := New(coloured, test.width).Page(10)
			test.write(page)
			if got := escapes.ReplaceAllString(page.String(), ""); got != test.want {
				t.Errorf("%s: the page is\n%s\nwant\n%s", test.words, got, test.want)
			}
		}
	}
}

func TestBits(t *testing.T) {
	var bits []Bit
	for i, c := range []byte("ttttwwwwssss") {
		bits = append(bits, Bit{c, []Style{Cyan, Magenta, Green}[i/4]})
	}
	if got := strings.Join(New(false, 40).Bits(bits), "|"); got != "     tttt wwww ssss" {
		t.Errorf("the bits are %q", got)
	}
	if got := New(true, 40).Bits(bits)[0]; got != "    \x1b[36m tttt\x1b[0m\x1b[35m wwww\x1b[0m\x1b[32m ssss\x1b[0m" {
		t.Errorf("the coloured bits are %q", got)
	}
}

func TestBar(t *testing.T) {
	tests := []struct {
		words string
		width int
		wait  time.Duration
		want  string
	}{
		{"a short call shows nothing", 80, 400 * time.Millisecond, ""},
		{"a long one a bar", 80, 2 * time.Second,
			"reading  50% [############............] 954 MiB of 1.86 GiB, 477 MiB/s, 2s left"},
		{"cut to the width", 54, 2 * time.Second, "reading  50% 954 MiB of 1.86 GiB, 477 MiB/s, 2s left"},
		{"of any width", 12, 2 * time.Second, "reading  50"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		now := time.Unix(0, 0)
		b := NewBar(&out, test.width, func() time.Time { return now })
		b.Bytes("reading", 0, 2e9)
		now = now.Add(test.wait)
		b.Bytes("reading", 1e9, 2e9)
		b.Bytes("reading", 1e9, 2e9) // at once: not drawn again
		want := ""
		if test.want != "" {
			want = erase + test.want
		}
		if got := out.String(); got != want || len(test.want) >= test.width {
			t.Errorf("%s: the bar is %q; want %q", test.words, got, want)
		}
		b.Clear()
		if want != "" && !strings.HasSuffix(out.String(), erase) {
			t.Errorf("%s: the bar stays", test.words)
		}
	}
	steps := []struct {
		done, total int64
		took        time.Duration
		width       int
		want        string
	}{
		{1, 2, 2 * time.Second, 80, "measuring  50% [####################....................] 2s left"},
		{0, 20, time.Second, 80, "measuring   0% [........................................]"},
		{20, 20, time.Second, 30, "measuring 100% [#######] 20/s"},
		{1, 2, 2 * time.Second, 12, "measuring  "},
	}
	for _, test := range steps {
		var out bytes.Buffer
		now := time.Unix(0, 0)
		b := NewBar(&out, test.width, func() time.Time { return now })
		now = now.Add(test.took)
		b.Steps("measuring", test.done, test.total)
		if got := out.String(); got != erase+test.want || len(test.want) >= test.width {
			t.Errorf("%d of %d steps after %s at %d columns are %q; want %q", test.done, test.total, test.took, test.width,
				got, test.want)
		}
	}
	NewBar(nil, 0, time.Now).Steps("nobody looks", 1, 2)
}

func TestPanels(t *testing.T) {
	table := &Table{Head: []string{"A", ">B", "C", "D"}, Rows: [][]string{{"aaa", "1", "cc", "dddd"}}}
	for width, want := range map[int]string{0: "A B C D", 100: "A B C D", 16: "A B C D", 15: "A B C|A D",
		8: "A B|A C|A D", 1: "A B|A C|A D"} {
		var heads []string
		for _, part := range strings.Split(New(false, width).Panels(table), "\n\n") {
			head, row, _ := strings.Cut(part, "\n")
			heads = append(heads, strings.Join(strings.Fields(head), " "))
			if len(strings.Fields(row)) != len(strings.Fields(head)) || !strings.HasPrefix(row, "aaa") {
				t.Errorf("at width %d: row %q below %q", width, row, head)
			}
		}
		if got := strings.Join(heads, "|"); got != want {
			t.Errorf("at width %d: %s; want %s", width, got, want)
		}
	}
}

func TestProseInTables(t *testing.T) {
	table := &Table{Head: []string{"a", "text"}, Rows: [][]string{{"x", "one two three"}, {"yy", "four"}}, Prose: true}
	for width, want := range map[int]string{
		0:  "a   text\nx   one two three\nyy  four\n",
		17: "a   text\nx   one two three\nyy  four\n",
		16: "a   text\nx   one two\n    three\nyy  four\n",
		3:  "a   text\nx   one two three\nyy  four\n", // no room at all
	} {
		if got := New(false, width).Table(table); got != want {
			t.Errorf("at %d columns the table is\n%s\nwant\n%s", width, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	table := &Table{Head: []string{"A", ">B", "C", "D"}, Rows: [][]string{{"aaa", "1", "cc", "dddd"}}}
	for width, want := range map[int]string{0: "A B C D|", 16: "A B C D|", 15: "A B D|C", 12: "A B D|C", 11: "A D|C B",
		8: "A D|C B"} {
		got, left := table.Fit(width, "C", ">B")
		head := strings.ReplaceAll(strings.Join(got.Head, " "), ">", "") + "|" + strings.Join(left, " ")
		if head != want || len(got.Rows[0]) != len(got.Head) || len(table.Rows[0]) != 4 {
			t.Errorf("at width %d: %s, %v; want %s", width, head, got.Rows, want)
		}
	}
}

func TestProse(t *testing.T) {
	const text = "One line and\nanother one.\n\nItems:\n  a=1        what it is\n  b, c\n"
	for width, want := range map[int]string{
		0:  "One line and another one.\n\nItems:\n  a=1        what it is\n  b, c\n",
		20: "One line and another\none.\n\nItems:\n  a=1\n      what it is\n  b, c\n",
		26: "One line and another one.\n\nItems:\n  a=1        what it is\n  b, c\n",
	} {
		p := New(false, width).Page(0)
		p.Prose(text)
		if got := p.String(); got != want {
			t.Errorf("at %d columns the text is\n%s\nwant\n%s", width, got, want)
		}
	}
}

func TestShell(t *testing.T) {
	const line = `idscope gen --layout "time:41 shard:8" -n 3`
	for width, want := range map[int]string{
		0:  line + "\n",
		40: "idscope gen --layout \"time:41 shard:8\" \\\n    -n 3\n",
		24: "idscope gen --layout \\\n    \"time:41 shard:8\" \\\n    -n 3\n",
	} {
		p := New(false, width).Page(0)
		p.Shell(0, line)
		if got := p.String(); got != want {
			t.Errorf("at %d columns the command is\n%s\nwant\n%s", width, got, want)
		}
	}
}
