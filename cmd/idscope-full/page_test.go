package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// mostPacked is the most that the program for browsers may take, packed.
const mostPacked = 2_500_000

// TestProgramForBrowsers holds what go generate built against this Go: the script that starts the program and the
// program are of one version, and it is small enough.
func TestProgramForBrowsers(t *testing.T) {
	p := page()
	if !p.Complete() {
		testserver.Demanded(t, "the program for browsers, which go generate ./cmd/idscope-full builds")
		t.Fatal("there is no program for browsers; run go generate ./cmd/idscope-full")
	}
	packed := try.Of(fs.ReadFile(p.Built, "idscope.wasm.gz")).Or(t)
	if len(packed) > mostPacked {
		t.Errorf("the program for browsers has %d bytes packed; at most %d are allowed", len(packed), mostPacked)
	}
	r := try.Of(gzip.NewReader(bytes.NewReader(packed))).Or(t)
	program := try.Of(io.ReadAll(r)).Or(t)
	version, _, _ := strings.Cut(runtime.Version(), " ")
	if !bytes.Contains(program, []byte(version)) {
		t.Errorf("the program for browsers was not built by %s; run go generate ./cmd/idscope-full", version)
	}
	root := try.Of(exec.Command("go", "env", "GOROOT").Output()).Or(t)
	want := try.Of(os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))).Or(t)
	if got, err := fs.ReadFile(p.Built, "wasm_exec.js"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("wasm_exec.js is not that of %s (%v); run go generate ./cmd/idscope-full", version, err)
	}
}
