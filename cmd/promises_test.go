package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestPromises: each test that CONTRIBUTING.md says holds a promise is there.
func TestPromises(t *testing.T) {
	text := try.Of(os.ReadFile("../.github/CONTRIBUTING.md")).Or(t)
	_, section, _ := strings.Cut(string(text), "| promise | test |\n|---|---|\n")
	section, _, _ = strings.Cut(section, "\n\n")
	name := regexp.MustCompile("`([^`]+)`|((?:Test|Fuzz)\\w+)")
	promises := 0
	for row := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(row, "| \n"), " | ")
		tests := cells[len(cells)-1]
		folder, found := "", 0
		for _, m := range name.FindAllStringSubmatch(tests, -1) {
			switch {
			case m[2] == "" && strings.ContainsAny(m[1], "/") || m[1] == "gen" || m[1] == "cmd" || m[1] == "inspect":
				folder = m[1]
				continue
			case m[2] == "":
				if _, err := os.Stat("testdata/script/" + m[1] + ".txtar"); err != nil {
					t.Errorf("%s: %v", cells[0], err)
				}
			case !declares(t, folder, m[2]):
				t.Errorf("%s: %s has no %s", cells[0], folder, m[2])
			}
			found++
		}
		if found == 0 {
			t.Errorf("%s: no test", cells[0])
		}
		promises++
	}
	if promises < 30 {
		t.Errorf("%d promises", promises)
	}
}

// declares reports whether a test of a folder has that name.
func declares(t *testing.T, folder, name string) bool {
	files := try.Of(filepath.Glob("../" + folder + "/*_test.go")).Or(t)
	for _, file := range files {
		text := try.Of(os.ReadFile(file)).Or(t)
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
