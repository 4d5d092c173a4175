package show

import (
	"slices"
	"strconv"
	"strings"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
)

// valueNames are the values that any id may have, by their names in JSON; id is the text
// as it was read, detail what a line says behind the time, worker the number of the node
// where no field is called so.
var valueNames = [...]string{"id", "scheme", "confidence", "time", "detail", "input", "ok", "ambiguous", "canonical",
	"format", "encoding", "size_bits", "random_bits", "evidence_bits", "time_unix_ms", "prefix", "worker", "warnings",
	"error", "int", "hex", "base32", "base58", "base62", "base64", "uuid", "shortuuid", "uuid25"}

// TableValues are the columns of a table where none are chosen.
func TableValues() []string { return slices.Clone(valueNames[:5]) }

// ValueNames lists what Value knows: of every id, and of those of the schemes the names
// of their fields and parts.
func ValueNames(of []*gen.Scheme) []string {
	names := slices.Clone(valueNames[:])
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
	case "scheme":
		return best.Scheme.Name
	case "confidence":
		return best.Confidence.String()
	case "time":
		if best.Timed {
			return v.timeText(best)
		}
		return ""
	case "detail":
		v.line.Read(v, r)
		return strings.ReplaceAll(string(v.line.Detail), string(rune(ui.HardBlank)), " ")
	case "canonical":
		return best.Canonical()
	case "format":
		return best.Format().String()
	case "encoding":
		return best.Spelling
	case "sizebits":
		return strconv.Itoa(best.Bits())
	case "randombits":
		_, most := best.Entropy()
		return strconv.FormatFloat(most, 'g', -1, 64)
	case "evidencebits":
		return strconv.FormatFloat(best.Evidence, 'f', 1, 64)
	case "timeunixms":
		if ms, ok := best.UnixMilli(); ok && best.Timed {
			return strconv.FormatInt(ms, 10)
		}
		return ""
	case "prefix":
		return best.Prefix
	}
	return fieldNamed(best, name)
}

// fieldNamed is a field, a part or an encoding of an id.
func fieldNamed(r *inspect.Reading, name string) string {
	for _, f := range r.Fields() {
		if gen.Fold(f.Name) == name {
			return f.Value.Decimal()
		}
	}
	for _, p := range r.Pieces() {
		if gen.Fold(p.Name) == name {
			return p.Text
		}
	}
	if n, ok := r.Worker(); ok && name == "worker" {
		return strconv.FormatUint(n, 10)
	}
	for _, e := range r.Encodings() {
		if gen.Fold(e.Name) == name {
			return e.Text
		}
	}
	return ""
}
