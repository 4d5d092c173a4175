//go:build ignore

// Check reads the files that .ci/package fills in from templates, as far as their syntax
// can be read without the tools that they are for: go run check.go FOLDER.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if err := check(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

func check(folder string) error {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err.Error()
		}
		return string(text)
	}
	var manifest struct {
		Version      string
		Architecture map[string]struct{ URL, Hash string }
		Bin          []string
	}
	if err := json.Unmarshal([]byte(read("idscope.json")), &manifest); err != nil {
		return fmt.Errorf("idscope.json: %w", err)
	}
	if manifest.Version == "" || len(manifest.Architecture) != 2 || len(manifest.Bin) != 2 {
		return fmt.Errorf("idscope.json is %+v; give it a version, 2 architectures and 2 programs", manifest)
	}
	formula := read("idscope.rb")
	opened := len(regexp.MustCompile(`(?m)^\s*(class|def)\b|\bdo$`).FindAllString(formula, -1))
	if closed := len(regexp.MustCompile(`(?m)^\s*end$`).FindAllString(formula, -1)); opened != closed || opened == 0 {
		return fmt.Errorf("idscope.rb opens %d blocks and closes %d", opened, closed)
	}
	for line := range strings.Lines(read("Containerfile")) {
		if line = strings.TrimSpace(line); line != "" &&
			!regexp.MustCompile(`^(#|FROM |ARG |ADD |ENV |VOLUME |ENTRYPOINT )`).
				MatchString(line) {
			return fmt.Errorf("Containerfile has the line %q, which is not an instruction", line)
		}
	}
	return nil
}
