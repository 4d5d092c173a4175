package server

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"idscope/gen/server/web"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestPageFiles serves the files of the page, and nothing else; the program goes out packed to those that take it.
func TestPageFiles(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("\x00asm"))
	_ = w.Close()
	s := bareServer(t)
	s.page = web.Page{Built: fstest.MapFS{"idscope.wasm.gz": {Data: packed.Bytes()}, "wasm_exec.js": {Data: []byte("go")}}}
	get := func(path, accepts string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		q := httptest.NewRequest("GET", path, nil)
		q.Host = "localhost"
		q.Header.Set("Accept-Encoding", accepts)
		s.handler().ServeHTTP(w, q)
		return w
	}
	if page := get("/", ""); !strings.Contains(page.Body.String(), `data-reads="browser"`) ||
		!strings.Contains(page.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("the page does not read in the browser, or has the policy %q", page.Header().Get("Content-Security-Policy"))
	}
	for _, test := range []struct{ path, accepts, kind, encoding, text string }{
		{"/page/idscope.wasm", "gzip, br", "application/wasm", "gzip", packed.String()},
		{"/page/idscope.wasm", "", "application/wasm", "", "\x00asm"},
		{"/page/wasm_exec.js", "gzip", "text/javascript; charset=utf-8", "", "go"},
		{"/page/page.css", "gzip", "text/css; charset=utf-8", "", ":root"},
	} {
		w := get(test.path, test.accepts)
		h := w.Header()
		if w.Code != 200 || h.Get("Content-Type") != test.kind || h.Get("Content-Encoding") != test.encoding ||
			!strings.HasPrefix(w.Body.String(), test.text) || h.Get("Content-Security-Policy") != pagePolicy {
			t.Errorf("%s: status %d, %v, %.20q", test.path, w.Code, h, w.Body)
		}
	}
	for _, path := range []string{"/page/web.go", "/page/index.html", "/page/README.md", "/page/..%2fpage.css",
		"/page/idscope.wasm.gz"} {
		if w := get(path, "gzip"); w.Code != 404 {
			t.Errorf("%s: status %d; want 404", path, w.Code)
		}
	}
	s.page = web.Page{}
	if page := get("/", ""); !strings.Contains(page.Body.String(), `data-reads="server"`) {
		t.Error("without the program the page does not read by the server")
	}
	if w := get("/page/idscope.wasm", "gzip"); w.Code != 404 {
		t.Errorf("without the program it is served with status %d", w.Code)
	}
}

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
