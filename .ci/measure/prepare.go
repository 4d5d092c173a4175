package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// bareSource is the least that a Go program can do: write a line.
const bareSource = "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"0123456789abcdef\\n\") }\n"

// prepare builds the programs that are compared, and the launcher.
func (m *measurement) prepare(dir string) (err error) {
	m.dir = dir
	if m.self, err = os.Executable(); err != nil {
		return err
	}
	source := filepath.Join(dir, "bare.go")
	if err := os.WriteFile(source, []byte(bareSource), 0o600); err != nil {
		return err
	}
	for _, p := range []struct {
		path *string
		name string
		what string
	}{{&m.idscope, "idscope", "."}, {&m.bare, "bare", source}, {&m.launch, "launch", "./.ci/measure/launch"}} {
		*p.path = filepath.Join(dir, p.name)
		if err := install(*p.path, p.what); err != nil {
			return err
		}
	}
	os.Setenv("IDSCOPE_STATE", filepath.Join(dir, "state"))
	os.Setenv("IDSCOPE_CLAIMS", filepath.Join(dir, "claims"))
	m.versions = versions()
	return nil
}

// install builds a program and copies it to where it runs. What the linker has just
// written lies in the page cache in small pieces, and each is a page fault of its
// own when the program starts; an installed program was copied, and has fewer.
func install(to, what string) error {
	linked := to + ".linked"
	c := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked, what)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("build of %s: %w", what, err)
	}
	if err := copyFile(to, linked); err != nil {
		return err
	}
	return os.Remove(linked)
}

func copyFile(to, from string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Close())
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
