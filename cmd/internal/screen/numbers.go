package screen

import (
	"slices"
	"strconv"
	"strings"

	"idscope/inspect"
)

// numbersText is what a line says of a text that encodes numbers.
func numbersText(n *inspect.Numbers) string {
	if n.Hex != "" {
		return "hex " + n.Hex
	}
	return Plural(len(n.List), "number ", "numbers ") + strings.Join(n.Decimals(), ", ")
}

// numbers is the screen of one such text, below the text itself.
func (c *card) numbers(n *inspect.Numbers) {
	sure := Plain.Of(c.best.Confidence.String())
	if c.best.Confidence == inspect.Possible {
		sure = Warn.Of("possible: little evidence")
	}
	c.Note("scheme", Bold.Of(SchemeTitle(c.best.Scheme)), sure)
	list, one := strings.Join(n.Decimals(), ", "), len(n.List) == 1 && n.Hex == ""
	if n.Hex != "" {
		c.Say("hex digits", n.Hex)
	} else {
		c.Say(Plural(len(n.List), "number", "numbers"), list)
	}
	if one {
		c.Say("encodings", "hex "+strconv.FormatUint(n.List[0], 16))
	}
	if n.Note != "" {
		c.Fact("note", Warn.Of(Escaped(n.Note)))
	}
	switch {
	case slices.Contains([]int{16, 24, 32}, len(n.Hex)):
		c.Say("to decide", Hard("idscope inspect "+n.Hex))
	case one && n.List[0] >= 1<<32: // few ids are smaller
		c.Say("to decide", Hard("idscope inspect "+list))
	}
}
