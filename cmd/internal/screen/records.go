package screen

import (
	"bytes"
	"encoding"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"idscope/inspect"
)

// Write writes a slice of records in a format: json, an object a line; csv, with headings; tsv,
// without headings, with blanks for control characters; markdown, a table.
//
// A column is called as the tag csv says, or as the tag json does; "-" is none. A member that
// is absent from JSON is an empty cell. A list is one cell, a struct the columns of its
// members, with the tag in front of their names, and a list of structs as well, the values of
// a column in one cell. After a comma the tag csv takes options: rows, the list has a row for
// each element, beside which the others are repeated; last, the value is in the last of these
// rows alone; count, the cell is the length of the list; and sep=, what is between the
// elements of a list, a blank where it is not given.
func Write(w io.Writer, format string, records any) error {
	if format == "json" {
		for i, all := 0, reflect.ValueOf(records); i < all.Len(); i++ {
			if err := WriteJSON(w, all.Index(i).Interface()); err != nil {
				return err
			}
		}
		return nil
	}
	all := reflect.ValueOf(records)
	head, rows := tableOf("", all.Type(), all)
	switch format {
	case "csv":
		return csv.NewWriter(w).WriteAll(append([][]string{head}, rows...))
	case "tsv":
		var text []byte
		for _, row := range rows {
			text = AppendTSV(text, row)
		}
		_, err := w.Write(text)
		return err
	case "markdown":
		return Markdown(w, head, rows)
	}
	return fmt.Errorf("format %q is unknown: use json, csv, tsv or markdown", format)
}

// celler is a value whose cell is not its JSON.
type celler interface{ Cell() string }

// columner is a value that has columns of its own. Of no value there are the names anyway.
type columner interface {
	Columns() (names, cells []string)
}

// tableOf returns the columns of a slice of records, with a prefix in front of their names, and their rows; of no
// value there are none.
func tableOf(prefix string, t reflect.Type, all reflect.Value) (head []string, rows [][]string) {
	names := walker{}
	names.members(prefix, t.Elem(), reflect.Value{})
	for i := 0; all.IsValid() && i < all.Len(); i++ {
		for w := (walker{}); ; {
			w.count, w.cells = 1, nil
			w.members(prefix, t.Elem(), all.Index(i))
			if w.row < w.count {
				rows = append(rows, w.cells)
			}
			if w.row++; w.row >= w.count {
				break
			}
		}
	}
	return names.names, rows
}

// walker collects the cells of one row of a record.
type walker struct {
	row, count   int // of the rows of the record
	names, cells []string
}

// tag is what a member's tags say.
type tag struct {
	name              string
	absent            bool // the zero value
	rows, last, count bool
	sep               string
}

func tagOf(f reflect.StructField) tag {
	name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	t := tag{name: name, absent: strings.HasPrefix(rest, "omit"), sep: " "}
	own, options, _ := strings.Cut(f.Tag.Get("csv"), ",")
	if isStruct(f.Type) && own != "-" {
		t.name = "" // a name of JSON leads to an object, that of CSV is in front
	}
	if own != "" {
		t.name = own
	}
	if _, sep, given := strings.Cut(options, "sep="); given {
		t.sep = sep
	}
	list := strings.Split(options, ",")
	has := func(option string) bool { return slices.Contains(list, option) }
	t.rows, t.last, t.count = has("rows"), has("last"), has("count")
	return t
}

// members adds the columns of a struct; of no value they are empty.
func (w *walker) members(prefix string, t reflect.Type, v reflect.Value) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := tagOf(f)
		if !f.IsExported() || tag.name == "-" || tag.name == "" && !isStruct(f.Type) {
			continue
		}
		var value reflect.Value
		if v.IsValid() {
			value = v.Field(i)
		}
		if tag.last && w.row < w.count-1 {
			value = reflect.Value{}
		}
		w.member(prefix, tag, f.Type, value)
	}
}

// member adds the columns of a member.
func (w *walker) member(prefix string, tag tag, t reflect.Type, v reflect.Value) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
		if v.IsValid() {
			v = v.Elem() // of nil no value
		}
	}
	if c, ok := reflect.Zero(t).Interface().(columner); ok {
		if v.IsValid() {
			c = v.Interface().(columner)
		}
		names, cells := c.Columns()
		w.names, w.cells = append(w.names, names...), append(w.cells, cells...)
		return
	}
	switch list := t.Kind() == reflect.Slice; {
	case !isStruct(t) || tag.count:
		w.names = append(w.names, prefix+tag.name)
		w.cells = append(w.cells, text(v, tag))
	case tag.rows:
		one := reflect.Value{}
		if v.IsValid() {
			if w.count = v.Len(); w.row < w.count {
				one = v.Index(w.row)
			}
		}
		w.members(prefix+tag.name, t.Elem(), one)
	case list:
		w.joined(prefix+tag.name, tag.sep, t, v)
	default:
		w.members(prefix+tag.name, t, v)
	}
}

// joined adds the columns of a list of structs, each value of a column behind the one before.
func (w *walker) joined(prefix, sep string, t reflect.Type, v reflect.Value) {
	head, rows := tableOf(prefix, t, v)
	for j := range head {
		column := make([]string, len(rows))
		for i, row := range rows {
			column[i] = row[j]
		}
		w.cells = append(w.cells, strings.Join(column, sep))
	}
	w.names = append(w.names, head...)
}

// isStruct reports whether a member has columns below it: a struct, or a list of them, that is
// no text.
func isStruct(t reflect.Type) bool {
	for _, own := range []reflect.Type{reflect.TypeFor[celler](), reflect.TypeFor[encoding.TextMarshaler]()} {
		if t.Implements(own) {
			return false
		}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return isStruct(t.Elem())
	}
	return t.Kind() == reflect.Struct || t.Implements(reflect.TypeFor[columner]())
}

// text is the cell of a value.
func text(v reflect.Value, tag tag) string {
	switch {
	case !v.IsValid(), tag.absent && v.IsZero():
		return ""
	case tag.count:
		return strconv.Itoa(v.Len())
	}
	switch own := v.Interface().(type) {
	case celler:
		return own.Cell()
	case encoding.TextMarshaler:
		text, _ := own.MarshalText() // empty where it fails
		return string(text)
	}
	switch v.Kind() {
	case reflect.Int64: // a duration too, as in JSON
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case reflect.Slice:
		cells := make([]string, v.Len())
		for i := range cells {
			cells[i] = text(v.Index(i), tag)
		}
		return strings.Join(cells, tag.sep)
	}
	return fmt.Sprint(v.Interface())
}

// AppendTSV appends a row whose cells have no tabs and no ends of lines.
func AppendTSV(dst []byte, row []string) []byte {
	for i, cell := range row {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = append(dst, flat(cell)...)
	}
	return append(dst, '\n')
}

// flat is a text with blanks for control characters.
func flat(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}

// Markdown writes a table for documents. A > in front of a heading sets its column to the right.
func Markdown(w io.Writer, head []string, rows [][]string) error {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + strings.ReplaceAll(flat(c), "|", `\|`) + " |")
		}
		b.WriteString("\n")
	}
	titles, rules := make([]string, len(head)), make([]string, len(head))
	for i, h := range head {
		rules[i] = "---"
		var right bool
		if titles[i], right = strings.CutPrefix(h, ">"); right {
			rules[i] = "--:"
		}
	}
	line(titles)
	line(rules)
	for _, row := range rows {
		line(row)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes a value as JSON in one line, with <, > and & as they are, and what is not seen escaped:
// see [inspect.AppendEscaped].
func WriteJSON(w io.Writer, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(inspect.AppendEscaped(nil, text.Bytes()))
	return err
}
