// Package web has the files of the page that reads IDs in a browser. Idscope page writes them as a folder for any web
// server; idscope serve serves them.
package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"idscope/gen/fault"
)

// Index is the page itself. It names its other files relative to itself, each with ./ before it.
const Index = "index.html"

// The files that are built, and not part of the source: the program, packed, and the script of Go that starts it.
const (
	program = "idscope.wasm"
	packed  = program + ".gz"
	starter = "wasm_exec.js"
)

//go:embed index.html *.css *.js
var source embed.FS

// ErrNotBuilt says that this executable was built without the program for browsers.
var ErrNotBuilt = errors.New("the program for browsers was not built")

// Page is the page. The zero value has no program for browsers: it asks the server that serves it.
type Page struct {
	Built fs.FS // what go generate ./cmd/idscope-full builds; nil for nothing
}

// Complete reports whether the program for browsers is there.
func (p Page) Complete() bool {
	if p.Built == nil {
		return false
	}
	_, err := fs.Stat(p.Built, packed)
	return err == nil
}

// Files returns the content of every file by its name. Without the program the error is [ErrNotBuilt].
func (p Page) Files() (map[string][]byte, error) {
	if !p.Complete() {
		return nil, &fault.Error{Reason: ErrNotBuilt,
			Text: "this idscope-full was built without the program for browsers",
			Hint: "in a clone of the source: go generate ./cmd/idscope-full && CGO_ENABLED=0 go install ./..."}
	}
	files := map[string][]byte{}
	names := []string{starter, program}
	list, _ := source.ReadDir(".") // of embedded files: no error
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	for _, name := range names {
		text, _, err := p.File(name, false)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = text
	}
	return files, nil
}

// File returns one file, and whether it is packed by gzip, as only the program is, and only with zip. The error wraps
// [fs.ErrNotExist] for a name that the page does not have.
func (p Page) File(name string, zip bool) (text []byte, zipped bool, err error) {
	switch {
	case name == program && p.Built != nil:
		if text, err = fs.ReadFile(p.Built, packed); err == nil && !zip {
			text, err = unpack(text)
		}
		return text, zip, err
	case name == starter && p.Built != nil:
		text, err = fs.ReadFile(p.Built, starter)
	default:
		text, err = source.ReadFile(name)
	}
	return text, false, err
}

func unpack(text []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Served returns the page as a server shows it: its files are below a path, and what the server has is at its end.
func Served(path, section string) string {
	text, _ := source.ReadFile(Index) // of an embedded file: no error
	return strings.NewReplacer(`="./`, `="`+path, "<!--served-->", section).Replace(string(text))
}
