package schemetest

import (
	"bytes"
	"go/format"
	"os"
	"testing"
)

// Generated compares index.go of the test's folder with what go generate writes there; update writes it.
func Generated(t *testing.T, update bool, folder string, source []byte) {
	t.Helper()
	want, err := format.Source(source)
	if err != nil {
		t.Fatal(err)
	}
	if update {
		if err := os.WriteFile("index.go", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile("index.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("index.go does not match the declarations (%v); run: go generate ./%s", err, folder)
	}
}
