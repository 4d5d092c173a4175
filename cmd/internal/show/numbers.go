package show

import (
	"slices"
	"strconv"
	"strings"

	"idscope/cmd/internal/ui"
	"idscope/inspect"
)

// Numbers is what a codec of numbers reads out of a text.
type Numbers struct {
	Text, Codec string
	Confidence  inspect.Confidence
	Numbers     []uint64
	Hex         string // instead of numbers
	Note        string // what is odd about the text
}

// Detail is what a line says of the text.
func (n *Numbers) Detail() string {
	text := "hex " + n.Hex
	if n.Hex == "" {
		text = ui.Plural(len(n.Numbers), "number ", "numbers ") + n.list()
	}
	if n.Note != "" {
		text += " (" + n.Note + ")"
	}
	return text
}

// Line is what one line says of the text.
func (n *Numbers) Line() *Line {
	return &Line{ID: []byte(ui.Escaped(n.Text)), Scheme: []byte(n.Codec), Confidence: []byte(n.Confidence.String()),
		Detail: []byte(n.Detail()), Sure: n.Confidence > inspect.Possible}
}

func (n *Numbers) list() string {
	list := make([]string, len(n.Numbers))
	for i, v := range n.Numbers {
		list[i] = strconv.FormatUint(v, 10)
	}
	return strings.Join(list, ", ")
}

// Numbers is the screen of one such text.
func (v *View) Numbers(n *Numbers) string {
	p := v.Page(factColumn)
	p.Line(ui.Bold.Of(ui.Escaped(n.Text)))
	p.Line()
	sure := ui.Plain.Of(n.Confidence.String())
	if n.Confidence == inspect.Possible {
		sure = ui.Warn.Of("possible: little evidence")
	}
	p.Note("scheme", ui.Bold.Of(n.Codec+" (obfuscated numbers)"), sure)
	one := len(n.Numbers) == 1 && n.Hex == ""
	if n.Hex != "" {
		p.Say("hex digits", n.Hex)
	} else {
		p.Say(ui.Plural(len(n.Numbers), "number", "numbers"), n.list())
	}
	p.Line()
	p.Indent(restColumn)
	if one {
		p.Say("also written", "hex "+strconv.FormatUint(n.Numbers[0], 16))
	}
	if n.Note != "" {
		p.Fact("note", ui.Warn.Of(n.Note))
	}
	switch {
	case slices.Contains([]int{16, 24, 32}, len(n.Hex)):
		p.Say("narrow it", ui.Hard("idscope inspect "+n.Hex))
	case one && n.Numbers[0] >= 1<<32: // few ids are smaller
		p.Say("narrow it", ui.Hard("idscope inspect "+n.list()))
	}
	return p.String()
}
