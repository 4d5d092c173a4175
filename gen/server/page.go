package server

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"net/http"
	"path"
	"strings"

	"idscope/gen/server/web"
)

//go:embed openapi.json
var openAPI []byte

// pagePolicy is the content security policy of the page: what comes from here, and nothing else.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; " +
	"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// pageTypes are the types of the files, by their ending: what a host says of them may be wrong.
var pageTypes = [...]struct{ ending, mime string }{{".css", "text/css; charset=utf-8"},
	{".js", "text/javascript; charset=utf-8"}, {".wasm", "application/wasm"}}

func (s *Server) getPage(w http.ResponseWriter, _ *http.Request) error {
	reads := "server"
	if s.page.Complete() {
		reads = "browser"
	}
	var section strings.Builder
	fmt.Fprintf(&section, `<section id="served" data-reads="%s" aria-labelledby="served-title">
<h2 id="served-title">Generators of this server</h2>
<div class="scroll" tabindex="0"><table>
<thead><tr><th>name</th><th>scheme</th><th>IDs</th><th>last ID</th><th>state</th></tr></thead>
<tbody id="generators"></tbody></table></div>
<p id="listed"></p>
<details><summary>Commands of the Redis protocol</summary>
<div class="scroll" tabindex="0"><table><tbody>
`, reads)
	for _, row := range commandTable() {
		if row.run != nil {
			fmt.Fprintf(&section, "<tr><td>%s</td><td>%s</td></tr>\n", html.EscapeString(row.usage()),
				html.EscapeString(row.help))
		}
	}
	section.WriteString(`</tbody></table></div></details>
<p><code>redis-cli INCR snowflake</code>, <code>POST /v1/ids?generator=uuidv7&amp;n=10</code>,
<a href="/openapi.json">openapi.json</a>, <a href="/metrics">metrics</a></p>
<p>From clients that read integers as doubles, such as Node, use <code>ID.NEXT snowflake</code>:
it answers with text.</p>
</section>`)
	text, err := web.Served("page/", section.String())
	if err != nil {
		return &httpFailure{http.StatusInternalServerError, "unavailable", err.Error()}
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = io.WriteString(w, text)
	return nil
}

// getPageFile serves a file of the page. The program for browsers is kept packed, and sent so to clients that take it.
func (s *Server) getPageFile(w http.ResponseWriter, q *http.Request) error {
	name := q.PathValue("file")
	text, zipped, err := s.page.File(name, strings.Contains(q.Header.Get("Accept-Encoding"), "gzip"))
	if err != nil || name == web.Index {
		return notFound(q)
	}
	h := w.Header()
	for _, t := range pageTypes {
		if path.Ext(name) == t.ending {
			h.Set("Content-Type", t.mime)
		}
	}
	h.Set("Content-Security-Policy", pagePolicy) // of the worker, which is a page of its own
	h.Set("Vary", "Accept-Encoding")
	if zipped {
		h.Set("Content-Encoding", "gzip")
	}
	_, _ = w.Write(text)
	return nil
}

func (s *Server) getOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI)
	return nil
}
