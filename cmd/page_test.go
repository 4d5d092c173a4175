package cmd

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/cmd/internal/cli"
	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

// TestPageFiles writes the files that the engine has, and nothing else, into a directory that has no others.
func TestPageFiles(t *testing.T) {
	files := map[string][]byte{"index.html": []byte("<!DOCTYPE html>"), "idscope.wasm": []byte("\x00asm")}
	with := func(files map[string][]byte, err error) func(*Environment) {
		return func(e *Environment) {
			e.Engines.Page = func() (map[string][]byte, error) { return files, err }
		}
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 { // also over an earlier page
		if got := call(t, with(files, nil), "page", "-o", dir); got.status != 0 || got.out != "" || got.err != "" {
			t.Fatalf("%+v; want status 0 and nothing printed", got)
		}
	}
	written := ""
	for _, entry := range try.Of(os.ReadDir(dir)).Or(t) {
		written += entry.Name() + ":" + string(try.Of(os.ReadFile(filepath.Join(dir, entry.Name()))).Or(t)) + "\n"
	}
	try.Equal(t, written, "idscope.wasm:\x00asm\nindex.html:<!DOCTYPE html>\n", "the directory has")

	try.Works(t, os.WriteFile(filepath.Join(dir, "a.txt"), nil, 0o600))
	file := filepath.Join(dir, "a.txt")
	for _, test := range []struct {
		change func(*Environment)
		args   []string
		status int
		says   []string
	}{
		{with(files, nil), []string{"page"}, cli.StatusUsage, []string{"idscope page -o DIR"}},
		{with(files, nil), []string{"page", "-o", dir}, cli.StatusRefused, []string{"a.txt", "hint"}},
		{with(files, nil), []string{"page", "-o", file}, cli.StatusRefused, []string{"a.txt"}},
		{with(nil, &fault.Error{Text: "was built without", Hint: "go generate"}), []string{"page", "-o", dir + "2"},
			cli.StatusRefused, []string{"was built without", "hint: go generate"}},
		{with(nil, errors.New("broken")), []string{"page", "-o", dir + "2"}, cli.StatusRefused, []string{"broken"}},
	} {
		got := call(t, test.change, test.args...)
		for _, text := range test.says {
			if got.status != test.status || got.out != "" || !strings.Contains(got.err, text) {
				t.Errorf("%q: %+v; want status %d, and %q", test.args, got, test.status, text)
			}
		}
	}
	if _, err := os.Stat(dir + "2"); err == nil {
		t.Error("a directory was created for a page that is not there")
	}
}
