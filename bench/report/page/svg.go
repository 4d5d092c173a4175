package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
)

// What of a drawing is taken over. Anything else would be refused: so no drawing
// brings a script, a link or a thing to fetch into the page.
var (
	elements   = []string{"svg", "g", "path", "text", "title", "desc"}
	attributes = []string{"d", "x", "y", "transform"}
	properties = []string{"fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
		"font-size", "font-weight", "font-style"}
	dropped = []string{"font-family", "font-variant"} // the page's own
)

// inline turns a drawing into an element of the page: without a size of its own,
// in the page's colours, with alt as its name. Words that would lie on others are
// left out: marks of an axis stand close in a small picture.
func inline(svg []byte, alt string) (string, error) {
	var out []byte
	var seen words
	begun, after := 0, 0 // of the text that is open, which has no elements in it: where it begins, and where its attributes end
	d := xml.NewDecoder(bytes.NewReader(svg))
	skip := 0 // depth inside of a title or desc, which alt replaces
	for {
		token, err := d.Token()
		switch {
		case err == io.EOF && len(out) > 0:
			return string(out), nil
		case err != nil:
			return "", fmt.Errorf("the drawing is no SVG: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := t.Name.Local
			switch {
			case !slices.Contains(elements, name) || (name == "svg") == (len(out) > 0) || after > 0 && skip == 0:
				return "", fmt.Errorf("the drawing has an element %q; want one of %s", name, strings.Join(elements, ", "))
			case name == "title" || name == "desc" || skip > 0:
				skip++
				continue
			case name == "svg":
				box, err := viewBox(t.Attr)
				if err != nil {
					return "", err
				}
				out = append(out, `<svg viewBox="`+box+`" role="img" aria-label="`+html.EscapeString(alt)+`">`...)
				continue
			case name == "text":
				begun = len(out)
				seen.open(t.Attr)
			}
			kept, err := keep(t.Attr)
			if err != nil {
				return "", err
			}
			out = append(out, "<"+name+kept+">"...)
			if name == "text" {
				after = len(out) - 1
			}
		case xml.EndElement:
			if skip > 0 {
				skip--
				continue
			}
			out = append(out, "</"+t.Name.Local+">"...)
			if t.Name.Local != "text" {
				continue
			}
			if out = slices.Insert(out, after, []byte(seen.length())...); !seen.close() {
				out = out[:begun]
			}
			after = 0
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); text != "" && skip == 0 && len(out) > 0 {
				out = append(out, html.EscapeString(text)...)
				seen.write(text)
			}
		}
	}
}

// viewBox returns the coordinates of a drawing: four numbers.
func viewBox(list []xml.Attr) (string, error) {
	for _, a := range list {
		if a.Name.Local == "viewBox" && a.Value != "" && strings.Trim(a.Value, "0123456789. ") == "" {
			return a.Value, nil
		}
	}
	return "", errors.New("the drawing has no viewBox; want one, to be scaled by")
}

// keep returns the attributes that are taken over.
func keep(list []xml.Attr) (string, error) {
	out := ""
	for _, a := range list {
		switch {
		case a.Name.Local == "style":
			text, err := restyle(a.Value)
			if err != nil {
				return "", err
			}
			out += ` style="` + text + `"`
		case !slices.Contains(attributes, a.Name.Local):
			return "", fmt.Errorf("the drawing has an attribute %q; want one of %s", a.Name.Local, strings.Join(attributes, ", "))
		default:
			out += " " + a.Name.Local + `="` + html.EscapeString(a.Value) + `"`
		}
	}
	return out, nil
}

// restyle puts the page's colours for those of the drawing.
func restyle(text string) (string, error) {
	var out []string
	for part := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), ":")
		value = strings.ToLower(strings.TrimSpace(value))
		switch {
		case name == "" || slices.Contains(dropped, name) || value == "normal":
			continue
		case !slices.Contains(properties, name) || strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789#.,- ") != "":
			return "", fmt.Errorf("the drawing has a style %q; want one of %s", part, strings.Join(properties, ", "))
		}
		if strings.HasPrefix(value, "#") {
			tone, ok := toneOf(value)
			if !ok {
				return "", fmt.Errorf("the drawing has a colour %s, which the page has none for", value)
			}
			value = "var(--" + tone + ")"
		}
		out = append(out, name+":"+value)
	}
	return strings.Join(out, ";"), nil
}
