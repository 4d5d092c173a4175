package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

// TestSelfContained: the page takes nothing from elsewhere, and needs no policy that allows what is written in it.
func TestSelfContained(t *testing.T) {
	text := try.Of(source.ReadFile(Index)).Or(t)
	page := string(text)
	for _, wrong := range []string{`<script>`, `<style`, ` style=`, `unsafe-inline`, `'unsafe-eval'`, `//`} {
		if strings.Contains(strings.ReplaceAll(page, "http://localhost:8000/", ""), wrong) {
			t.Errorf("the page has %s", wrong)
		}
	}
	try.Equal(t, regexp.MustCompile(`\son[a-z]+=`).FindString(page), "", "the page has a handler in its text:")
	for _, name := range regexp.MustCompile(`="\./([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if _, _, err := (Page{}).File(name[1], true); err != nil {
			t.Errorf("the page names %s: %v", name[1], err)
		}
	}
	entries := try.Of(source.ReadDir(".")).Or(t)
	for _, entry := range entries {
		text := try.Of(source.ReadFile(entry.Name())).Or(t)
		for _, wrong := range []string{"innerHTML", "insertAdjacentHTML", "document.write", "eval(", "localStorage"} {
			if bytes.Contains(text, []byte(wrong)) {
				t.Errorf("%s uses %s", entry.Name(), wrong)
			}
		}
		address := regexp.MustCompile(`https?://[a-z0-9.]+`).FindAllString(string(text), -1)
		for _, a := range address {
			if a != "http://localhost" && a != "http://www.w3.org" { // a hint, and the name of SVG
				t.Errorf("%s names %s", entry.Name(), a)
			}
		}
	}
}

func TestFiles(t *testing.T) {
	_, err := Page{}.Files()
	if !errors.Is(err, ErrNotBuilt) || !strings.Contains(fault.Hint(err), "go generate ./cmd/idscope-full") {
		t.Errorf("without the program: %v, hint %q; want the command that builds it", err, fault.Hint(err))
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("\x00asm"))
	_ = w.Close()
	p := Page{Built: fstest.MapFS{"idscope.wasm.gz": {Data: packed.Bytes()}, "wasm_exec.js": {Data: []byte("go")},
		"README.md": {Data: []byte("not of the page")}}}
	files, err := p.Files()
	if err != nil || string(files["idscope.wasm"]) != "\x00asm" || string(files["wasm_exec.js"]) != "go" ||
		len(files[Index]) == 0 ||
		files["README.md"] != nil || files["web.go"] != nil {
		t.Errorf("files of %d names, %v; want the page, and the program unpacked", len(files), err)
	}
}
