package server

import (
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// TestReference: README.md and the page list the commands and paths that there are, as the tables say them.
func TestReference(t *testing.T) {
	text := try.Of(os.ReadFile("README.md")).Or(t)
	w := httptest.NewRecorder()
	bareServer(t).getPage(w, httptest.NewRequest("GET", "/", nil))
	reference := "| command | reply |\n|---|---|\n"
	for _, row := range commandTable() {
		if row.run == nil {
			continue
		}
		reference += fmt.Sprintf("| `%s` | %s |\n", strings.ReplaceAll(row.usage(), "|", "\\|"), row.help)
		if !strings.Contains(w.Body.String(), "<td>"+row.usage()+"</td>") {
			t.Errorf("the page lacks %s", row.usage())
		}
	}
	if !strings.Contains(string(text), reference) {
		t.Errorf("README.md lacks this table:\n%s", reference)
	}
	reference = "| path | answer |\n|---|---|\n"
	for _, r := range routes() {
		keys, before := "", "?"
		for _, key := range strings.Fields(r.keys) {
			keys += before + key + "="
			before = "&"
		}
		reference += fmt.Sprintf("| `%s %s%s` | %s |\n", strings.ReplaceAll(r.methods, " ", ", "),
			strings.TrimSuffix(r.path, "{$}"), keys, r.help)
	}
	if !strings.Contains(string(text), reference) {
		t.Errorf("README.md lacks this table:\n%s", reference)
	}
}
