package cmd

import (
	"strings"
	"testing"
	"text/template"
)

// FuzzTemplate: no template panics, and what is understood is written as Go's own
// text/template writes it.
func FuzzTemplate(f *testing.F) {
	for _, text := range []string{"{{.Time}} {{.Worker}}", "{{if .A}}x{{else if .B}}y{{end}}",
		`{{printf "%s" .A | print}}`,
		`{{eq .A "1" "2"}}`, "{{/* no */}}", "{{- .A -}} ", "{{$.A}}", `{{and .A (or .B "x")}}`, "{{", "{{.A.B}}", ""} {
		f.Add(text)
	}
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
		if booleans := strings.ContainsAny(text, "0123456789%") || strings.Contains(text, "eq") ||
			strings.Contains(text, "ne") || strings.Contains(text, "not") || strings.Contains(text, "true") ||
			strings.Contains(text, "false") || strings.Contains(text, "print"); !booleans && got != want.String() {
			t.Errorf("%q = %q; text/template writes %q", text, got, want.String())
		}
	})
}

func TestCutVersion(t *testing.T) {
	for text, want := range map[string][2]string{
		versionMark + "7\n[limits]\n": {"[limits]\n", "7"},
		versionMark + "a:1\r\n":       {"", "a:1"},
		versionMark + "7":             {versionMark + "7", ""},
		versionMark + "\n":            {versionMark + "\n", ""},
		versionMark + "7 8\n":         {versionMark + "7 8\n", ""},
		"\n" + versionMark + "7\n":    {"\n" + versionMark + "7\n", ""},
		"":                            {"", ""},
	} {
		rest, version, found := cutVersion([]byte(text))
		if string(rest) != want[0] || version != want[1] || found != (want[1] != "") {
			t.Errorf("cutVersion(%q) = %q, %q, %v; want %q, %q", text, rest, version, found, want[0], want[1])
		}
	}
}
