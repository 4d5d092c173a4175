package cmd

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"idscope/gen/testing/try"
)

// FuzzTemplate: no template panics, and what is understood is written as Go's own
// text/template writes it.
func FuzzTemplate(f *testing.F) {
	for _, text := range []string{"{{.Time}} {{.Worker}}", "{{if .A}}x{{else if .B}}y{{end}}", "{{", "{{.A.B}}", "",
		`{{printf "%s" .A | print}}`, `{{eq .A "1" "2"}}`, "{{/* no */}}", "{{- .A -}} ", "{{$.A}}"} {
		f.Add(text)
	}
	differing := regexp.MustCompile(`[0-9%]|eq|ne|not|true|false|print`) // numbers and booleans, which theirs has
	f.Fuzz(func(t *testing.T, text string) {
		ours, err := parseTemplate(text)
		if err != nil {
			return
		}
		for _, name := range ours.Names {
			ours.Values[name] = strings.Repeat("v", len(name)%3)
		}
		got := string(ours.Append(nil))
		theirs, err := template.New("").Option("missingkey=zero").Parse(text)
		var want strings.Builder
		if err != nil || theirs.Execute(&want, ours.Values) != nil {
			return
		}
		if !differing.MatchString(text) && got != want.String() {
			t.Errorf("%q = %q; text/template writes %q", text, got, want.String())
		}
	})
}

func TestCutVersion(t *testing.T) {
	try.Lines(t, "testdata/versions.txt", func(given string) string {
		rest, version, found := cutVersion([]byte(try.Of(strconv.Unquote(given)).Or(t)))
		return fmt.Sprintf("%q %q %v", rest, version, found)
	})
}
