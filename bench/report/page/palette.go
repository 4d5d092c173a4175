package page

import "strings"

// tone is a colour with its value on a light and on a dark ground.
type tone struct {
	name        string // of the CSS property, without the dashes in front
	light, dark string
	drawn       []string // what package plot draws it as; empty for colours of the page alone
}

// tones are all colours of a page. Words have a contrast of 4.5 and more to their
// ground, lines and bars of 3; a test calculates it.
var tones = [...]tone{
	{"ground", "#ffffff", "#0f1419", nil},
	{"raised", "#f4f6f8", "#181f26", nil},
	{"ink", "#1b2126", "#e3e8ed", nil},
	{"soft", "#55606b", "#9aa6b2", []string{"#808080"}},
	{"rule", "#d3dae1", "#323c46", nil},
	{"faint", "#8a939c", "#6b7682", []string{"#7f7f7f"}},
	{"link", "#0b57b8", "#6cb2ff", nil},
	{"warn-ground", "#fff4e0", "#33260b", nil},
	{"warn-rule", "#b35c00", "#e39a3c", nil},
	{"c1", "#1f6fe0", "#5ea6ff", []string{"#2f81f7"}},
	{"c2", "#b0500a", "#f0914a", []string{"#d96c12"}},
	{"c3", "#1c7a3a", "#4cc26f", []string{"#2a984b"}},
	{"c4", "#8546e0", "#bd93ff", []string{"#a366f2"}},
	{"c5", "#c8362f", "#ff7f78", []string{"#e04f49"}},
	{"c6", "#0c7583", "#3cc0cf", []string{"#1490a0"}},
	{"c7", "#a83a8a", "#ee84d0", []string{"#c852a8"}},
	{"c8", "#716510", "#cdb93c", []string{"#8f8020"}},
}

// palettes are the tones as CSS, by the setting of the reader's system; on paper
// they are light.
func palettes() string {
	var light, dark strings.Builder
	for _, t := range tones {
		light.WriteString("--" + t.name + ":" + t.light + ";")
		dark.WriteString("--" + t.name + ":" + t.dark + ";")
	}
	return ":root{" + light.String() + "}\n@media screen and (prefers-color-scheme:dark){:root{" + dark.String() + "}}\n"
}

// toneOf finds the tone of a colour of a drawing, as #rrggbb in lower case.
func toneOf(drawn string) (name string, ok bool) {
	for _, t := range tones {
		for _, d := range t.drawn {
			if d == drawn {
				return t.name, true
			}
		}
	}
	return "", false
}
