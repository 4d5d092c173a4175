package schemetest

import (
	"bytes"
	"go/format"
	"os"
	"testing"

	"idscope/gen/testing/try"
)

// Generated compares index.go of the test's folder with what go generate writes there; update writes it.
func Generated(t *testing.T, update bool, folder string, source []byte) {
	t.Helper()
	want := try.Of(format.Source(source)).Or(t)
	if update {
		try.Works(t, os.WriteFile("index.go", want, 0o644))
		return
	}
	if got, err := os.ReadFile("index.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("index.go does not match the declarations (%v); run: go generate ./%s", err, folder)
	}
}
