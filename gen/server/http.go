package server

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen/server/web"
	"idscope/inspect"
)

// route is what one path of HTTP does. README.md and openapi.json say the same, which tests compare.
type route struct {
	methods, path string
	keys          string // of the query, or of a form
	open          bool   // also before authentication, by any name of this host and from any site
	help          string
	// handle answers; the user is nil of a route that is open. Its error is answered, if nothing was yet.
	handle func(*Server, http.ResponseWriter, *http.Request, *user) error
}

func routes() []route {
	return []route{
		{"POST", "/v1/ids", "generator n count format", false, "IDs as JSON, as strings; `format=text` is one per line",
			(*Server).postIDs},
		{"GET", "/v1/inspect/{id}", "as", false, "what the ID says; 422 where it is none", (*Server).getInspect},
		{"GET", "/v1/generators", "", false, "the generators that the user may use", (*Server).getGenerators},
		{"GET", "/api/snowflake/get/{key}", "", false,
			"Leaf's: a generator of that name in the file, or the scheme `leaf`", (*Server).getLeafSnowflake},
		{"GET", "/api/segment/get/{key}", "", false, "Leaf's: a number of the counter of that name",
			(*Server).getLeafSegment},
		{"GET POST", "/tinyid/id/nextIdSimple", "bizType batchSize token", false,
			"tinyid's; the token is `user:password`", (*Server).getTinyid},
		{"GET", "/healthz", "", true, "whether the process runs", (*Server).getHealth},
		{"GET", "/readyz", "", true, "whether every generator can generate", (*Server).getReady},
		{"GET", "/metrics", "", false, "Prometheus", (*Server).getMetrics},
		{"GET", "/openapi.json", "", false, "all of this in OpenAPI", (*Server).getOpenAPI},
		{"GET", "/{$}", "", false, "a page that shows the generators and reads pasted IDs", (*Server).getPage},
		{"GET", "/page/{file}", "", false, "the files of that page", (*Server).getPageFile},
	}
}

// handler answers HTTP.
func (s *Server) handler() http.Handler {
	m := http.NewServeMux()
	for _, r := range routes() {
		m.HandleFunc(r.path, func(w http.ResponseWriter, q *http.Request) {
			if err := s.route(r, w, q); err != nil {
				refuse(w, q, err)
			}
		})
	}
	m.HandleFunc("/", func(w http.ResponseWriter, q *http.Request) { refuse(w, q, notFound(q)) })
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		q.Body = http.MaxBytesReader(w, q.Body, maxRequest)
		s.stats.http.Add(1)
		m.ServeHTTP(w, q)
	})
}

// route answers a request of a route, if its client may make it and its keys are known.
func (s *Server) route(r route, w http.ResponseWriter, q *http.Request) error {
	methods := strings.Fields(strings.Replace(r.methods, "GET", "GET HEAD", 1))
	if !slices.Contains(methods, q.Method) {
		allow := strings.Join(methods, ", ")
		w.Header().Set("Allow", allow)
		return &httpFailure{http.StatusMethodNotAllowed, "method_not_allowed",
			q.URL.Path + " is not for " + q.Method + ": use " + allow}
	}
	if err := s.checkSite(q); err != nil && !r.open {
		return &httpFailure{http.StatusForbidden, "wrong_site", err.Error()}
	}
	if err := q.ParseForm(); err != nil {
		return badRequest("the parameters cannot be read: %v", err)
	}
	known := strings.Fields(r.keys)
	for _, key := range sorted(q.Form) {
		if !slices.Contains(known, key) {
			return badRequest("key %.64q is unknown: use %s", key, cmp.Or(strings.Join(known, ", "), "none"))
		}
	}
	var u *user
	if !r.open {
		var err error
		if u, err = s.whoAsks(q); err != nil {
			return err
		}
	}
	err := r.handle(s, w, q, u)
	if err == errRetired {
		err = r.handle(s, w, q, u)
	}
	return err
}

// checkSite refuses what a page of another site sends, but for a link to the page of this one: browsers tell of it by
// Sec-Fetch-Site, older ones by Origin, which most of what they GET lacks. Without users the only guard is that
// programs of this host ask: a name that is not this host's may be one that was pointed at it.
func (s *Server) checkSite(q *http.Request) error {
	if s.users.Load().anyone != nil && !loopback(q.Host) {
		return errors.New("this server is asked by the name " + strconv.Quote(q.Host) + ": use localhost")
	}
	site := q.Header.Get("Sec-Fetch-Site")
	other := site != "" && site != "same-origin" && site != "none" && q.URL.Path != "/"
	if origin := q.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		other = other || err != nil || u.Host != q.Host
	}
	if other {
		return errors.New("requests of other sites' pages are refused")
	}
	return nil
}

// whoAsks returns the user of a request.
func (s *Server) whoAsks(q *http.Request) (*user, error) {
	us := s.users.Load()
	if us.anyone != nil {
		return us.anyone, nil
	}
	name, password, ok := credentials(q)
	if !ok {
		return nil, &httpFailure{http.StatusUnauthorized, "no_auth",
			"authentication is required: use a user and a password"}
	}
	u, err := s.authenticate(q.Context(), us, q.RemoteAddr, name, []byte(password))
	if err == nil && u == nil {
		err = &httpFailure{http.StatusUnauthorized, "wrong_password", "invalid username-password pair"}
	}
	return u, err
}

// httpFailure is an error as HTTP answers it.
type httpFailure struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *httpFailure) Error() string { return e.Message }

func badRequest(format string, values ...any) error {
	return &httpFailure{http.StatusBadRequest, "bad_request", fmt.Sprintf(format, values...)}
}

func notFound(q *http.Request) error {
	return &httpFailure{http.StatusNotFound, "not_found",
		"there is no " + q.URL.Path + ": GET /openapi.json names the paths"}
}

// refuse answers with an error: a client is sent on to the server that leads, where that has HTTP.
func refuse(w http.ResponseWriter, q *http.Request, err error) {
	var own *httpFailure
	var moved *movedError
	kind, wait := kindOf(err), retryAfter(err)
	answer := httpFailure{kind.status, kind.http, err.Error()}
	h := w.Header()
	switch {
	case errors.As(err, &own):
		if answer = *own; own.status == http.StatusUnauthorized {
			h.Set("WWW-Authenticate", `Basic realm="idscope", charset="UTF-8"`)
		}
	case errors.As(err, &moved) && moved.to.Web != "":
		to := url.URL{Scheme: "http", Host: moved.to.Web, Path: q.URL.Path, RawQuery: q.URL.RawQuery}
		if moved.to.TLS {
			to.Scheme = "https"
		}
		h.Set("Location", to.String())
		answer.status, answer.Code = http.StatusTemporaryRedirect, "moved"
	case kind == kindDown:
		wait, answer.Message = time.Second, errDown.Error()
	}
	if wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	}
	answer.Message = inspect.Redact(answer.Message)
	writeJSON(w, answer.status, errorAnswer{Schema: 1, Error: answer})
}

// errorAnswer is the JSON of an error.
type errorAnswer struct {
	Schema int         `json:"schema"`
	Error  httpFailure `json:"error"`
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // who asked may be gone
}

func (s *Server) getHealth(w http.ResponseWriter, _ *http.Request, _ *user) error {
	_, _ = w.Write([]byte("ok\n"))
	return nil
}

// getReady says whether every generator can generate now.
func (s *Server) getReady(w http.ResponseWriter, _ *http.Request, _ *user) error {
	if s.draining.Load() {
		return &httpFailure{http.StatusServiceUnavailable, "ending", "the server is about to end"}
	}
	for _, src := range s.table.Load().sources {
		if err := src.ready(); err != nil {
			return &httpFailure{http.StatusServiceUnavailable, "not_ready", err.Error()}
		}
	}
	_, _ = w.Write([]byte("ready\n"))
	return nil
}

//go:embed openapi.json
var openAPI []byte

// pagePolicy is the content security policy of the page: what comes from here, and nothing else.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; " +
	"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// pageTypes are the types of the files, by their ending: what a host says of them may be wrong.
var pageTypes = [...]struct{ ending, mime string }{{".css", "text/css; charset=utf-8"},
	{".js", "text/javascript; charset=utf-8"}, {".wasm", "application/wasm"}}

func (s *Server) getPage(w http.ResponseWriter, _ *http.Request, _ *user) error {
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
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = io.WriteString(w, web.Served("page/", section.String()))
	return nil
}

// getPageFile serves a file of the page. The program for browsers is kept packed, and sent so to clients that take it.
func (s *Server) getPageFile(w http.ResponseWriter, q *http.Request, _ *user) error {
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

func (s *Server) getOpenAPI(w http.ResponseWriter, _ *http.Request, _ *user) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI)
	return nil
}
