// Package tomlfile tells of which line of a TOML file an error is: go-toml does of what it refuses itself alone.
package tomlfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Key is a key of a file, after those of its tables.
type Key struct {
	Path []string
	Line int
}

// Keys are the keys of a file, in their order, those of tables among them.
type Keys []Key

// Of lists the keys of a text that go-toml takes.
func Of(text []byte) (keys Keys) {
	p := unstable.Parser{}
	p.Reset(text)
	for table := []string(nil); p.NextExpression(); {
		e := p.Expression()
		if e.Kind == unstable.KeyValue {
			keys.add(&p, table, e)
		} else {
			table = keys.add(&p, nil, e)
		}
	}
	return keys
}

// add appends a key, with those of the table that is its value, and returns its path.
func (k *Keys) add(p *unstable.Parser, table []string, e *unstable.Node) []string {
	path, line := slices.Clip(table), 0
	for it := e.Key(); it.Next(); {
		path, line = append(path, string(it.Node().Data)), p.Shape(it.Node().Raw).Start.Line
	}
	*k = append(*k, Key{path, line})
	if v := e.Value(); e.Kind == unstable.KeyValue && v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			k.add(p, path, it.Node())
		}
	}
	return path
}

// Line is where a path begins, or else the nearest of its tables; 0 where the file has none of them.
func (k Keys) Line(path ...string) int {
	for ; len(path) > 0; path = path[:len(path)-1] {
		for _, key := range k {
			if len(key.Path) >= len(path) && slices.Equal(key.Path[:len(path)], path) {
				return key.Line
			}
		}
	}
	return 0
}

// At gives the error of an UnmarshalText, if any, the place of its text: of what is not in quotes go-toml gives none.
func At(text []byte, err error) error {
	if err == nil {
		return nil
	}
	return unstable.NewParserError(text, "%w", err)
}

// Fault is the line, 0 where it is not known, and the cause of what a decoder refused.
func Fault(err error) (line int, cause error) {
	var unknown *toml.StrictMissingError
	var at *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		line, _ = unknown.Errors[0].Position()
		return line, fmt.Errorf("key %q is unknown", strings.Join(unknown.Errors[0].Key(), "."))
	case errors.As(err, &at):
		line, _ = at.Position()
		return line, errors.New(strings.TrimPrefix(at.Error(), "toml: "))
	}
	return 0, err
}
