package cmd

import (
	"path/filepath"
	"testing"
)

func TestClaimsAreInOnePlace(t *testing.T) {
	for _, data := range []string{"", `ProgramData`, `\ProgramData`, `D:\Data`} {
		got := hostClaims(func(string) string { return data })
		if !filepath.IsAbs(got) {
			t.Errorf("ProgramData %q: claims in %s; want an absolute path", data, got)
		}
		if data == `D:\Data` && got != `D:\Data\idscope\claims` {
			t.Errorf("ProgramData %q: claims in %s; want below it", data, got)
		}
	}
}
