//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestCountersLean: the lean program takes numbers of a segment that the host has without
// an engine, and goes on in idscope-full when the store has to be asked.
func TestCountersLean(t *testing.T) {
	testserver.Demanded(t, "both programs over a database")
	_, url := mariaDB(t, "segments of the lean program")
	full := try.Of(program()).Or(t)
	alone, both := filepath.Join(t.TempDir(), "idscope"), filepath.Join(t.TempDir(), "idscope")
	if out, err := exec.Command("go", "build", "-o", alone, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	try.Works(t, os.Link(alone, both))
	try.Works(t, os.Symlink(full, filepath.Join(filepath.Dir(both), "idscope-full")))
	h := newHost(t)
	run := func(program string, args ...string) (string, string) {
		c := h.command(args...)
		c.Path, c.Args[0] = program, program
		c.Env = append(c.Env, "PATH=/nowhere")
		var failed strings.Builder
		c.Stderr = &failed
		out, _ := c.Output()
		return string(out), failed.String()
	}
	args := call("segment", url, "orders")
	if out, text := run(both, append(args, "--create", "--step", "100")...); out != "1\n" {
		t.Fatalf("%q, %s; want 1 by way of idscope-full", out, text)
	}
	if out, text := run(alone, append(args, "-n", "3")...); out != "2\n3\n4\n" || text != "" {
		t.Errorf("%q, %s; want the host's own numbers without an engine", out, text)
	}
	if out, text := run(alone, append(args, "-n", "500")...); out != "" || !strings.Contains(text, "idscope-full") {
		t.Errorf("%q, %s; want none of the 96 that are left, as they are too few, and that idscope-full is needed", out, text)
	}
	if out, text := run(both, args...); len(complete(out)) != 1 || text != "" {
		t.Errorf("%q, %s; want the next segment by way of idscope-full", out, text)
	}
}
