package server

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"strings"
)

//go:embed page.html
var pageText string

//go:embed openapi.json
var openAPI []byte

// policyOf is the content security policy of a page: its own script and style, by their
// digests, and requests to where it came from; nothing else.
func policyOf(page string) string {
	return "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
		"script-src " + digestOf(page, "script") + "; style-src " + digestOf(page, "style")
}

// digestOf is the source expression of the only element of that name.
func digestOf(page, element string) string {
	_, rest, _ := strings.Cut(page, "<"+element+">")
	text, _, _ := strings.Cut(rest, "</"+element+">")
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (s *Server) getPage(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policyOf(pageText))
	h.Set("Referrer-Policy", "no-referrer")
	var rows strings.Builder
	for _, row := range commandTable() {
		if row.run != nil {
			fmt.Fprintf(&rows, "<tr><td>%s</td><td>%s</td></tr>\n", html.EscapeString(row.usage()),
				html.EscapeString(row.help))
		}
	}
	_, _ = w.Write([]byte(strings.Replace(pageText, "<!--commands-->", rows.String(), 1)))
}

func (s *Server) getOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI)
}
