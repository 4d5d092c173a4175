package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/scheme"
	"idscope/inspect/known"
)

// ownSchemes reads the user's own schemes, in the order of the file; none where
// there is no file, or no home to look in.
func (a *App) ownSchemes() ([]*gen.Scheme, error) {
	tables, f, err := a.readTOML("schemes.toml")
	if err != nil {
		return nil, err
	}
	names := slices.SortedFunc(maps.Keys(tables), func(a, b string) int { return f.line(a, "") - f.line(b, "") })
	var own []*gen.Scheme
	for _, name := range names {
		s, err := a.ownScheme(f, name, tables[name])
		if err != nil {
			return nil, err
		}
		own = append(own, s)
	}
	return own, nil
}

// ownScheme makes a scheme of a table: layout, epoch, tick and summary, each a
// text as on the command line; the epoch may be a TOML date too.
func (a *App) ownScheme(f tomlFile, name string, table any) (*gen.Scheme, error) {
	values, ok := table.(map[string]any)
	switch _, builtIn := known.Get(name); {
	case !ok:
		return nil, f.fail(name, "", "key %s is outside any table; write [NAME] above layout, epoch, tick and summary",
			name)
	case name == "" || name[0] < 'a' || name[0] > 'z' ||
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "":
		return nil, f.fail(name, "",
			"scheme name %q is not usable; use lower-case letters, digits, - and _, a letter first", name)
	case builtIn || name == scheme.CustomName:
		return nil, f.fail(name, "", "%s is built in; use another name", name)
	case values["layout"] == nil:
		return nil, f.fail(name, "", `%s has no layout; use layout = "time:41 worker:10 seq:12"`, name)
	}
	o := scheme.CustomOptions{Name: name, Tick: scheme.DefaultTick}
	summary := ""
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		text, isText := value.(string)
		day, isTime := tomlTime(value)
		var err error
		switch {
		case key == "epoch" && isTime:
			o.Epoch = day
		case key != "layout" && key != "epoch" && key != "tick" && key != "summary":
			err = fmt.Errorf("%q is unknown; use layout, epoch, tick or summary", key)
		case !isText:
			err = fmt.Errorf("%v is not a text; use it in quotes", value)
		case key == "layout":
			o.Layout = text
			_, err = gen.ParseLayout(text)
		case key == "epoch":
			o.Epoch, err = quantity.ParseTime(text, a.Clock.Now(), time.UTC)
		case key == "tick":
			o.Tick, err = ParseTick(text)
		case key == "summary":
			summary = text
		}
		if err != nil {
			return nil, f.fail(name, key, "%s %w", key, err)
		}
	}
	s, err := scheme.Custom(o)
	if err != nil {
		return nil, f.fail(name, "layout", "%w", err)
	}
	if summary != "" {
		s.Summary = summary
	}
	s.Prior = ownPrior
	return s, nil
}

// ownPrior is that of a layout which the user declared: above that of every scheme, so that it
// comes first among equals.
const ownPrior = 4.5

// tomlTime takes a date or time without an offset as UTC, as everywhere else.
func tomlTime(value any) (time.Time, bool) {
	switch t := value.(type) {
	case toml.LocalDate:
		return t.AsTime(time.UTC), true
	case toml.LocalDateTime:
		return t.AsTime(time.UTC), true
	case time.Time:
		return t.UTC(), true
	}
	return time.Time{}, false
}

// tomlFile finds the line of a key, which the decoder tells only of what it
// refuses itself.
type tomlFile struct {
	path  string
	lines []string
}

func (f tomlFile) fail(table, key, format string, values ...any) error {
	return Usage("%s:%d: "+format, append([]any{f.path, f.line(table, key)}, values...)...)
}

// line is that of a key of a table, or for no key that of the table.
func (f tomlFile) line(table, key string) int {
	found, at := 1, ""
	for i, line := range f.lines {
		line = strings.TrimSpace(line)
		if inside, ok := strings.CutPrefix(line, "["); ok {
			at, _, _ = strings.Cut(inside, "]")
			if at = unquote(at); at == table {
				found = i + 1
			}
			continue
		}
		name, _, _ := strings.Cut(line, "=")
		switch name = unquote(name); {
		case at == table && name == key && key != "", // under its table
			at == "" && name == table+"."+key, // as table.key = ...
			at == "" && name == table:         // as table = { key = ... }
			return i + 1
		}
	}
	return found
}

func unquote(name string) string { return strings.Trim(strings.TrimSpace(name), `"'`) }
