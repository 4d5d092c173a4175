//go:build ignore

// This program builds cmd/idscope-web for browsers into the folder wasm, as go generate runs it. Equal sources give
// equal files.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const folder = "wasm"

func main() {
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func build() error {
	dir, err := os.MkdirTemp("", "idscope-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "idscope.wasm")
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", out, "../idscope-web")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, text)
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	if program, err = pack(program); err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := put("wasm_exec.js", script); err != nil {
		return err
	}
	return put("idscope.wasm.gz", program)
}

// put writes a file of the folder, unless it is as it has to be: a program that embeds it may be being built.
func put(name string, text []byte) error {
	name = filepath.Join(folder, name)
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, text) {
		return nil
	}
	return os.WriteFile(name, text, 0o644)
}

func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
