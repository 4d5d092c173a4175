package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"idscope/bench/chart"
	"idscope/bench/index"
	"idscope/bench/report"
	"idscope/bench/throughput"
	"idscope/gen/server/service"
	"idscope/gen/store"
)

// fullName is the program with every engine linked in.
const fullName = "idscope-full"

// RunFull runs the same call in idscope-full, and does not return where that works:
// the program replaces itself, or passes the other's status on. need is what
// this program has not. A call that has printed something cannot go on there.
func (a *App) RunFull(need string) error {
	if a.Out.(*checked).begun {
		return Refused("%s needs %s, and a part of the answer is printed already", need, fullName)
	}
	path, ok := a.FindFull()
	if !ok || a.Getenv(fullMark) != "" {
		return Refused("%s needs %s, which is not beside this program nor on PATH", need, fullName).
			Hinted("%s", a.wayToFull())
	}
	return a.replace(path)
}

// fullMark keeps two programs that both lack an engine from calling each other.
const fullMark = "IDSCOPE_FULL"

// FindFull looks beside this program, then on PATH.
func (a *App) FindFull() (string, bool) {
	if own, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(own); err == nil {
			own = real
		}
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), fullName)); err == nil {
			return path, true
		}
	}
	path, err := exec.LookPath(fullName)
	return path, err == nil
}

// wayToFull is the command to run instead: the same call of idscope-full out of the
// source, where that is in this folder or above it and Go is at hand.
func (a *App) wayToFull() string {
	const module = "module idscope\n"
	here, err := os.Getwd()
	if _, e := exec.LookPath("go"); err == nil && e == nil {
		for dir, way := here, "."; ; dir, way = filepath.Dir(dir), filepath.Join(way, "..") {
			if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil &&
				strings.HasPrefix(string(text), module) {
				path := filepath.ToSlash(filepath.Join(way, "cmd", fullName))
				if !strings.HasPrefix(path, ".") { // else go run takes it for a package of a module
					path = "./" + path
				}
				words := []string{"go run", path}
				for _, arg := range a.Args {
					words = append(words, ShellWord(arg))
				}
				return strings.Join(words, " ")
			}
			if filepath.Dir(dir) == dir {
				break
			}
		}
	}
	return "go install ./... installs both"
}

// ShellWord quotes an argument where a shell would not leave it as it is.
func ShellWord(arg string) string {
	if arg != "" && strings.Trim(arg,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,.:/@%") == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Engines are the parts of the tool that need other people's large libraries.
// The program idscope has none of them, so that it starts fast; idscope-full has
// all. A command that needs one calls [App.RunFull].
type Engines struct {
	Plot   chart.Drawer
	Report report.Writer
	Index  []index.Driver // databases to measure in; nil where they are not linked
	Stores []store.Driver // of hosts, beside file:
	Server service.Engine
	Page   func() (files map[string][]byte, err error) // of the page for browsers, by their names
	Rivals func() []throughput.Subject                 // other libraries that make ids; nil where they are not linked
}
