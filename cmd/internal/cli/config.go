package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"idscope/bench/compare"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/scheme"
	"idscope/gen/tomlfile"
	"idscope/inspect"
)

// Unconfigured marks the commands that read no config.toml: what a script generates does
// not depend on it, and takes no longer.
const Unconfigured = "unconfigured"

// configKeys lists what config.toml may set: each is the default of the flag of its name.
func configKeys() []string {
	var list []string
	for _, section := range flagTable {
		for _, f := range section.flags {
			if f.Config && !slices.Contains(list, f.Name) {
				list = append(list, f.Name)
			}
		}
	}
	return list
}

// configPath is the path of a file of the user's, empty where there is no place for it.
func (a *App) configPath(name string) string {
	dir := a.ownFolder("XDG_CONFIG_HOME", ".config")
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// readTOML reads a file of the user's. All is empty where there is no file, or no home to look in.
func (a *App) readTOML(name string) (values map[string]any, f tomlFile, err error) {
	path := a.configPath(name)
	if path == "" {
		return nil, f, nil
	}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, f, nil
	case err != nil:
		return nil, f, Refused("%s cannot be read: %w", path, FileCause(err))
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // which Notepad writes
	if err := toml.Unmarshal(text, &values); err != nil {
		line, cause := tomlfile.Fault(err)
		return nil, f, Usage("%s:%d: %w", path, line, cause)
	}
	return values, tomlFile{path, text}, nil
}

// config reads config.toml: its values, as a command line has them, and its lines.
func (a *App) config() (map[string]string, tomlFile, error) {
	given, f, err := a.readTOML("config.toml")
	if err != nil {
		return nil, f, err
	}
	values := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		known := slices.Contains(configKeys(), key)
		switch v := given[key].(type) {
		case string:
			values[key] = v
		case int64:
			values[key] = fmt.Sprint(v)
		default:
			known = false
		}
		switch {
		case !known:
			return nil, f, f.fail(key, "", "%s is not understood; use %s, each a text or a number", key,
				strings.Join(configKeys(), ", "))
		case values[key] == "":
			return nil, f, f.fail(key, "", "%s is empty; remove it, or use a value", key)
		}
	}
	return values, f, nil
}

// setting is what a variable says in place of a flag, else what config.toml does.
func (a *App) setting(key, variable string) (string, error) {
	if text := a.Getenv(variable); text != "" {
		return text, nil
	}
	values, _, err := a.config()
	return values[key], err
}

// Configure makes the values of config.toml the defaults of a command's flags.
func (a *App) Configure(c *cobra.Command) error {
	for of := c; of != nil; of = of.Parent() {
		if of.Annotations[Unconfigured] != "" || of.Hidden {
			return nil
		}
	}
	values, file, err := a.config()
	if err != nil {
		return err
	}
	width, err := file.width(values)
	if err != nil {
		return err
	}
	if delete(values, "width"); width > 0 && a.OutTerminal { // a pipe has no width
		a.Width = width
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		f, row := c.Flags().Lookup(key), a.Row(c, key)
		if f == nil || f.Changed || !row.Config || row.Env != "" || a.overruled(c, key, values[key]) {
			continue // what a variable may say has setting
		}
		if choice, ok := f.Value.(*Choice); ok && key == "format" && choice.index(values[key]) < 0 &&
			!slices.Contains([]string{"card", "line", "csv", "tsv", "json"}, gen.Fold(values[key])) {
			return file.fail(key, "", "format %q is unknown; use one of card, line, csv, tsv, json", values[key])
		} else if ok && key == "format" && choice.index(values[key]) < 0 {
			continue // of a command whose answers are not IDs
		}
		if err := f.Value.Set(values[key]); err != nil {
			return file.fail(key, "", "%s %w", key, err)
		}
	}
	return nil
}

// width reads the width among the values, 0 for none.
func (f tomlFile) width(values map[string]string) (int, error) {
	text := values["width"]
	if text == "" {
		return 0, nil
	}
	n, err := parseCount(text)
	if err != nil || n < 40 || n > 1<<20 {
		return 0, f.fail("width", "", "width %q is not one of a screen; use 40 or more", text)
	}
	return int(n), nil
}

// overruled reports whether a variable says what the key of the colour would, or a flag does not go with that format.
func (a *App) overruled(c *cobra.Command, key, value string) bool {
	switch key {
	case "color":
		variable, _ := colourVariable(a.Getenv)
		return variable != ""
	case "format":
		return slices.ContainsFunc(a.flags[c].given(), func(row *Flag) bool { return !row.goesWith(gen.Fold(value)) })
	}
	return false
}

// Setting is what a variable, config.toml or a file of this user amounts to.
type Setting struct {
	Schema int    `json:"schema"`
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source"` // the variable, config.toml or default
}

// Settings are all settings and where each comes from: those that flags overrule, then the places of
// files and programs.
func (a *App) Settings() ([]Setting, error) {
	values, file, err := a.config()
	if err == nil {
		_, err = file.width(values)
	}
	if err != nil {
		return nil, err
	}
	var list []Setting
	add := func(key, value, source string) {
		if !slices.ContainsFunc(list, func(s Setting) bool { return s.Key == key }) {
			list = append(list, Setting{1, key, cmp.Or(value, "none"), source})
		}
	}
	state, source := "none: no HOME, and "+sharedState+" cannot be written", "default"
	if f, err := (&StateFlags{}).Folder(a, ""); err == nil {
		state = f.State
	}
	if a.Getenv("IDSCOPE_STATE") != "" {
		source = "$IDSCOPE_STATE"
	}
	colour, when := colourVariable(a.Getenv)
	for _, section := range flagTable {
		for _, row := range section.flags {
			switch {
			case row.Name == "state":
				add("state", state, source)
			case row.Name == "color" && colour != "":
				add(row.Name, when, "$"+colour)
			case row.Env != "" && a.Getenv(row.Env) != "":
				add(row.Name, a.settingText(row.Name, a.Getenv(row.Env)), "$"+row.Env)
			case row.Config && values[row.Name] != "":
				add(row.Name, a.settingText(row.Name, values[row.Name]), "config.toml")
			case row.Env != "" || row.Config:
				usual := map[string]string{"color": "auto", "tz": "UTC", "format": "that of each command"}
				add(row.Name, cmp.Or(row.Else, usual[row.Name]), "default")
			}
		}
	}
	source = "default"
	if a.Getenv("IDSCOPE_CLAIMS") != "" {
		source = "$IDSCOPE_CLAIMS"
	}
	add("claims", a.claims(), source)
	add("config.toml", file.path, "file")
	schemes := ""
	if own, err := a.ownSchemes(); err != nil || len(own) > 0 {
		schemes = a.configPath("schemes.toml")
	}
	add("schemes.toml", schemes, "file")
	full, _ := a.FindFull()
	add("idscope-full", full, "program")
	return list, nil
}

// settingText is a value as it may be shown: without the user and password of a store.
func (a *App) settingText(key, value string) string {
	if key != "store" {
		return OneLine(value)
	}
	c, err := (&StoreFlags{}).At(a, value, lease.DefaultGroup)
	if err != nil {
		return "not understood"
	}
	return OneLine(c.Shown())
}

// ownSchemes reads the user's own schemes, in the order of the file; none where
// there is no file, or no home to look in.
func (a *App) ownSchemes() ([]*gen.Scheme, error) {
	tables, f, err := a.readTOML("schemes.toml")
	if err != nil {
		return nil, err
	}
	keys := tomlfile.Of(f.text)
	names := slices.SortedFunc(maps.Keys(tables), func(a, b string) int { return keys.Line(a) - keys.Line(b) })
	var own []*gen.Scheme
	for _, name := range names {
		if slices.ContainsFunc(own, func(s *gen.Scheme) bool { return s.Called(name) }) {
			return nil, f.fail(name, "", "%s differs from a name above in - and _ alone; use another name", name)
		}
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
	switch _, builtIn := inspect.Named(name); {
	case !ok:
		return nil, f.fail(name, "", "key %s is outside any table; write [NAME] above layout, epoch, tick and summary",
			name)
	case name == "" || name[0] < 'a' || name[0] > 'z' ||
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "":
		return nil, f.fail(name, "",
			"scheme name %q is not usable; use lower-case letters, digits, - and _, a letter first", name)
	case builtIn || IsCodec(gen.Fold(name)) || gen.Fold(name) == scheme.CustomName ||
		len(compare.Schemes([]string{name})) == 0:
		return nil, f.fail(name, "", "%s is built in; use another name", name)
	case values["layout"] == nil:
		return nil, f.fail(name, "", `%s has no layout; use layout = "time:41 worker:10 seq:12"`, name)
	}
	o := scheme.CustomOptions{Name: name}
	summary := ""
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		text, isText := value.(string)
		day, isTime := tomlTime(value)
		var err error
		switch {
		case key == "epoch" && isTime:
			o.Epoch = &day
		case key != "layout" && key != "epoch" && key != "tick" && key != "summary":
			err = errors.New("is unknown; use layout, epoch, tick or summary")
		case !isText:
			err = fmt.Errorf("%v is not a text; use it in quotes", value)
		case key == "layout":
			o.Layout = text
			_, err = gen.ParseLayout(text)
		case key == "epoch":
			day, err = parseEpoch(text)
			o.Epoch = &day
		case key == "tick":
			o.Tick, err = ParseTick(text)
		case key == "summary":
			if summary = text; screen.Printable(text) != text {
				err = fmt.Errorf("%q is not one line of text; use characters that can be seen", text)
			}
		}
		switch {
		case err != nil && key == "layout" && isText: // whose error begins with that
			return nil, f.fail(name, key, "%w", err)
		case err != nil:
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

// tomlFile is a file of the user's.
type tomlFile struct {
	path string
	text []byte
}

// fail is what is wrong with a key of a table, or for no key with the table.
func (f tomlFile) fail(table, key, format string, values ...any) error {
	return Usage("%s:%d: "+format, append([]any{f.path, tomlfile.Of(f.text).Line(table, key)}, values...)...)
}
