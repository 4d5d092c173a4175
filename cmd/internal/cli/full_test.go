package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"idscope/gen/testing/try"
)

// TestWayToFull: where the source and Go are at hand, the hint is the command that works.
func TestWayToFull(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go on PATH")
	}
	root := t.TempDir()
	below := filepath.Join(root, "a", "b")
	try.Works(t, os.MkdirAll(below, 0o755))
	a := &App{Environment: Environment{Args: []string{"bench", "report", "-o", "my report.html"}}}
	for _, test := range []struct{ module, dir, want string }{
		{"module other\n", root, "go install ./... installs both"},
		{"module idscope\n", root, "go run ./cmd/idscope-full bench report -o 'my report.html'"},
		{"module idscope\n", below, "go run ../../cmd/idscope-full bench report -o 'my report.html'"},
	} {
		try.Works(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte(test.module), 0o644))
		t.Chdir(test.dir)
		try.Equal(t, a.wayToFull(), test.want, "in %s of %q the way is", test.dir, test.module)
	}
}
