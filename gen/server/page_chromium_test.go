package server

import (
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestPage opens the page in a browser: it shows the generators, reads the id in its
// address, runs under its policy, and nothing is complained about.
func TestPage(t *testing.T) {
	browser := testserver.NewBrowser(t, "how the page of the server works in a browser")
	r := start(t, "[generators.orders]\nscheme = \"snowflake\"\nworker = 7\n")
	last := r.dial().ask("INCR", "orders")
	for hash, want := range map[string][]string{
		"#017f22e2-79b0-7cc3-98c4-dc0c0c07398f": {"uuidv7", "2022-02-22T19:22:22.000Z", `data-done="yes"`,
			"orders", last, "ready"},
		"#017f22e2-79b0-7cc3-98c4-dc0c0c07398f%0A1541815603606036480": {"uuidv7", "Only the first line was read",
			"go generate ./cmd/idscope-full", `data-done="yes"`},
		"#<img%20src=x%20onerror=alert(1)>": {`class="wrong"`, `data-done="yes"`},
	} {
		dom, console := browser.Open(t, "http://"+r.web+"/"+hash, "--virtual-time-budget=10000", "--dump-dom")
		for _, text := range want {
			try.Contains(t, dom, text, "with %s the page lacks %s:\n", hash, text)
		}
		if len(console) > 0 {
			t.Errorf("with %s the browser says %q", hash, console)
		}
	}
}
