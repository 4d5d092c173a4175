package screen

import (
	"slices"
	"strconv"
	"strings"

	"idscope/gen"
	"idscope/inspect"
)

// TableValues are the columns of a table where none are chosen; id is the text as it was read, detail what a line says
// behind the time.
func TableValues() []string { return []string{"id", "scheme", "confidence", "time", "detail"} }

// ValueNames lists what Value knows: of every id, and of those of the schemes the names
// of their fields and parts.
func ValueNames(of []*gen.Scheme) []string {
	names := append(inspect.FactKeys(), "id", "detail", "input", "ok", "ambiguous", "warnings", "error")
	for _, s := range of {
		for _, f := range s.Layout {
			if f.Source != gen.Const {
				names = append(names, f.Name)
			}
		}
		for _, p := range s.Pattern {
			if p.Name != "" {
				names = append(names, p.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Value is what the best reading says of an id under a name, as [gen.Fold] writes it;
// empty where it says nothing.
func (v *View) Value(r *inspect.Result, name string) string {
	switch name {
	case "input":
		return r.Input
	case "ok":
		return strconv.FormatBool(r.OK())
	case "ambiguous":
		return strconv.FormatBool(r.Ambiguous)
	case "warnings":
		return strings.Join(r.Warnings, "; ")
	case "error":
		if r.Err == nil {
			return ""
		}
		return r.Err.Message
	}
	if !r.OK() {
		switch name {
		case "id":
			return r.Input
		case "detail":
			return v.Refusal(r)
		}
		return ""
	}
	best := &r.Readings[0]
	switch name {
	case "id":
		return r.Cleaned
	case "detail":
		v.line.Read(v, r)
		return strings.ReplaceAll(string(v.line.Detail), string(rune(HardBlank)), " ")
	}
	f, ok := best.Fact(name)
	switch {
	case !ok:
		return ""
	case f.Kind == inspect.Moment:
		return string(f.AppendTime(nil, v.Zone))
	}
	return string(f.AppendText(nil))
}
