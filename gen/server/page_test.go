package server

import (
	"bytes"
	"compress/gzip"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"idscope/gen/server/web"
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
