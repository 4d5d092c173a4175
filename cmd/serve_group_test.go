package cmd

import "testing"

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
