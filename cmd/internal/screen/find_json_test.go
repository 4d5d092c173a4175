package screen

import (
	"encoding/json"
	"testing"
)

// The name of a file is any text.
func TestFoundJSONNames(t *testing.T) {
	name := "a\"\\\n\u2028<\x01"
	f := &FoundJSON{}
	text := f.quoted(0, name)
	var back string
	if err := json.Unmarshal([]byte(text), &back); err != nil || back != name {
		t.Errorf("quoted(%q) = %s, %v; want JSON of the same", name, text, err)
	}
	if again := f.quoted(0, ""); again != text {
		t.Errorf("quoted of the same key = %s; want %s again", again, text)
	}
}
