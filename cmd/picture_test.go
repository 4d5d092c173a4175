package cmd

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// picture is the card of an id as the first page shows it; pictured what is called.
const picture = "../.github/card.svg"

var pictured = []string{"inspect", "1541815603606036480"}

// TestPicture compares the picture with what the program draws on a terminal.
func TestPicture(t *testing.T) {
	got := call(t, func(e *Environment) { e.OutTerminal, e.Width = true, 80 },
		append(pictured, "--color", "always", "--now", today)...)
	try.Need(t, got.status, 0, "idscope %q = %+v", pictured, got)
	try.File(t, picture, svg("$ idscope "+strings.Join(pictured, " ")+"\n"+got.out))
}

// The size of a character in the picture, and its margin, in pixels.
const (
	cellWidth  = 8.4
	cellHeight = 18
	margin     = 16
)

// colours are those of the picture for the codes that ui writes, on its dark ground.
var pictureColours = map[int]string{1: "#ffffff", 2: "#8b949e", 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341",
	35: "#d2a8ff", 36: "#79c0ff", 92: "#56d364", 95: "#f0a6ff", 96: "#a5d6ff"}

// svg draws text with colour codes as a terminal of 80 columns does.
func svg(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	width, height := 80*cellWidth+2*margin, len(lines)*cellHeight+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%.0f" height="%d">`+"\n",
		width, height, width, height)
	b.WriteString(`<rect width="100%" height="100%" rx="8" fill="#0d1117"/>` + "\n" +
		`<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="#c9d1d9">` +
		"\n")
	for i, line := range lines {
		y, column := margin+(i+1)*cellHeight-5, 0
		for _, part := range styledParts(line) {
			if strings.TrimSpace(part.text) != "" {
				fmt.Fprintf(&b, `<text x="%.1f" y="%d" textLength="%.1f"%s>%s</text>`+"\n", margin+float64(column)*cellWidth, y,
					// viewers merge blanks
					float64(len(part.text))*cellWidth, part.style, strings.ReplaceAll(html.EscapeString(part.text), " ", "\u00a0"))
			}
			column += len(part.text)
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// styledPart is a text and how it is drawn.
type styledPart struct{ style, text string }

var codes = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// styledParts cuts a line at its colour codes.
func styledParts(line string) []styledPart {
	var list []styledPart
	style := ""
	for line != "" {
		at := codes.FindStringSubmatchIndex(line)
		if at == nil {
			return append(list, styledPart{style, line})
		}
		if at[0] > 0 {
			list = append(list, styledPart{style, line[:at[0]]})
		}
		style = ""
		for _, code := range strings.Split(line[at[2]:at[3]], ";") {
			n, _ := strconv.Atoi(code)
			if colour := pictureColours[n]; colour != "" {
				style = ` fill="` + colour + `"`
			}
			if n == 1 {
				style += ` font-weight="bold"`
			}
		}
		line = line[at[1]:]
	}
	return list
}
