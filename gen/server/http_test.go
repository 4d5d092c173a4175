package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/server/service"
	"idscope/gen/server/web"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// get asks by HTTP, or by HTTPS what is to be trusted, and returns status and body.
func get(t *testing.T, r *running, path string, trust ...*tls.Config) string {
	t.Helper()
	c, scheme := http.DefaultClient, "http"
	if len(trust) > 0 {
		scheme, c = "https", &http.Client{Transport: &http.Transport{TLSClientConfig: trust[0]}}
		defer c.CloseIdleConnections()
	}
	answer := try.Of(c.Get(scheme + "://" + r.web + path)).Or(t)
	defer answer.Body.Close()
	body := try.Of(io.ReadAll(answer.Body)).Or(t)
	return fmt.Sprintf("%d %s", answer.StatusCode, body)
}

// TestOpenAPI: openapi.json says what the handlers do: each path with its methods and
// parameters, and nothing else.
func TestOpenAPI(t *testing.T) {
	var doc describedPaths
	try.Works(t, json.Unmarshal(openAPI, &doc))
	var said, done []string
	for path, methods := range doc.Paths {
		for method, one := range methods {
			said = append(said, strings.ToUpper(method)+" "+path)
			for _, p := range one.Parameters {
				try.Equal(t, p.In == "path", strings.Contains(path, "{"+p.Name+"}"), "%s is in %s:", p.Name, path)
			}
		}
	}
	for _, r := range routes() {
		path := strings.TrimSuffix(r.path, "{$}")
		for _, method := range strings.Fields(r.methods) {
			done = append(done, method+" "+path)
			var keys []string
			for _, p := range doc.Paths[path][strings.ToLower(method)].Parameters {
				if p.In == "query" {
					keys = append(keys, p.Name)
				}
			}
			slices.Sort(keys)
			known := strings.Fields(r.keys)
			if slices.Sort(known); !slices.Equal(keys, known) {
				t.Errorf("openapi.json has the keys %q of %s; want %q", keys, path, known)
			}
		}
	}
	slices.Sort(said)
	slices.Sort(done)
	try.Same(t, said, done, "openapi.json has")
	doc.each(t, bareServer(t).handler(), func(string, string, []string, *httptest.ResponseRecorder) {})
}

// FuzzHTTP: no parameters panic, and every answer is of a status that is documented.
func FuzzHTTP(f *testing.F) {
	h := bareServer(f).handler()
	f.Add("/v1/ids", "generator=ulid&n=3&format=json")
	f.Add("/v1/inspect/1541815603606036480", "as=snowflake")
	f.Add("/tinyid/id/nextIdSimple", "bizType=uuidv4&batchSize=2")
	f.Add("/v1/ids", "generator=uuidv2&n=65")
	f.Add("/api/segment/get/a", "%zz")
	f.Fuzz(func(t *testing.T, path, query string) {
		if len(query) > 100 || strings.Contains(query, "0000") {
			return // no large counts: each takes its time
		}
		for _, method := range []string{"GET", "POST"} {
			q := &http.Request{Method: method, URL: &url.URL{Path: path, RawQuery: query}, Host: "localhost",
				Header: http.Header{}, Body: http.NoBody}
			w := httptest.NewRecorder()
			serveBriefly(t.Context(), h, w, q)
			switch w.Code {
			case 200, 301, 307, 400, 403, 404, 405, 422, 503:
			default:
				t.Errorf("%s %q ? %q = %d", method, path, query, w.Code)
			}
		}
	})
}

// serveBriefly answers a client that leaves after a moment, as some schemes have few IDs in minutes: an answer that has
// begun is cut then.
func serveBriefly(ctx context.Context, h http.Handler, w http.ResponseWriter, q *http.Request) {
	ctx, leave := context.WithTimeout(ctx, 50*time.Millisecond)
	defer leave()
	defer func() {
		if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
			panic(cause)
		}
	}()
	h.ServeHTTP(w, q.WithContext(ctx))
}

// TestHealthHTTP10: balancers ask by HTTP/1.0, without a Host.
func TestHealthHTTP10(t *testing.T) {
	r := start(t, "")
	for _, test := range []struct{ path, want string }{{"/healthz", "200 OK"}, {"/readyz", "200 OK"},
		{"/metrics", "403 Forbidden"}} {
		w := dial(t, r.web)
		fmt.Fprintf(w, "GET %s HTTP/1.0\r\n\r\n", test.path)
		if line, err := w.r.ReadString('\n'); err != nil || !strings.Contains(line, test.want) {
			t.Errorf("%s by HTTP/1.0 says %q, %v; want %s", test.path, line, err, test.want)
		}
	}
	r.draining.Store(true)
	try.Contains(t, get(t, r, "/readyz"), `"error":{"code":"ending","message":"the server is about to end"`, "/readyz =")
}

// TestHTTPConnections: connections of HTTP beyond a limit are closed.
func TestHTTPConnections(t *testing.T) {
	for _, limit := range []string{"connections", "per_address"} {
		t.Run(limit, func(t *testing.T) { httpConnections(t, start(t, "[limits]\n"+limit+" = 2\n")) })
	}
}

func httpConnections(t *testing.T, r *running) {
	var list []*wire
	ask := func() string {
		w := dial(t, r.web)
		list = append(list, w)
		fmt.Fprint(w, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		line, _ := w.r.ReadString('\n')
		return line
	}
	for i, want := range []string{"HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n", ""} {
		try.Equal(t, ask(), want, "connection %d is told", i)
	}
	try.Equal(t, r.stats.rejected.Load(), 1, "connections are rejected:")
	list[0].Close()
	try.Await(t, "another to be served", func() bool { return ask() != "" })
}

// breaking is a generator that fails after so many IDs.
type breaking struct {
	Generator
	left int
}

func (b *breaking) Fill(_ context.Context, dst []gen.ID) (int, error) {
	n := min(len(dst), b.left)
	for i := range dst[:n] {
		dst[i] = gen.ID{Lo: uint64(i)}
	}
	if b.left -= n; n < len(dst) {
		return n, errors.New("the disk is full")
	}
	return n, nil
}

// TestAnswerIsCut: an answer whose generator fails after some IDs is cut, so that no client takes a
// part of it for all; one that fails before the first is an error.
func TestAnswerIsCut(t *testing.T) {
	s := bareServer(t)
	uuid, _ := scheme.Get("uuidv4")
	ask := func(left int) (status int, err error) {
		src := newSource("uuidv4", uuid, &breaking{left: left})
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			if err := s.writeIDs(w, q, nil, src, 2*batch, frame{"[", ",", "]", plainText}); err != nil {
				refuse(w, q, err)
			}
		}))
		defer web.Close()
		web.Config.ErrorLog = log.New(io.Discard, "", 0)
		answer, err := http.Get(web.URL)
		if err != nil {
			return 0, err
		}
		defer answer.Body.Close()
		_, err = io.ReadAll(answer.Body)
		return answer.StatusCode, err
	}
	redis := func(left int) (string, bool) {
		out := &sink{}
		c := try.Of(s.newSession(out, false)).Or(t)
		from := newSource("uuidv4", uuid, &breaking{&local{}, left})
		s.table.Store(&table{sources: map[string]*source{"uuidv4": from}})
		c.run(t.Context(), encodeRequest("ID.MGET", "uuidv4", strconv.Itoa(2*batch)))
		return out.String() + string(c.out), c.over
	}
	said, over := redis(0)
	try.Equal(t, said, "-UNAVAILABLE the disk is full\r\n", "none of them by Redis:")
	try.Equal(t, over, false, "and then the connection ends:")
	for _, left := range []int{1, batch, batch + 1, 2*batch - 1} {
		if said, over := redis(left); !over || !strings.HasPrefix(said, "*2048\r\n") || strings.Contains(said, "disk") {
			t.Errorf("an answer of %d of %d IDs by Redis goes on: %t, %.40q", left, 2*batch, over, said)
		}
		if _, err := ask(left); err == nil {
			t.Errorf("an answer of %d of %d IDs ends as if it were all", left, 2*batch)
		}
	}
	try.Of(ask(2*batch)).Is(t, http.StatusOK, "all of them:")
	if status, err := ask(0); status < 400 || err != nil {
		t.Errorf("none of them: %d, %v; want an error of HTTP", status, err)
	}
}

// answers holds HTTP answers against openapi.json.
type answers struct {
	document map[string]any
	compiler *jsonschema.Compiler
	inspect  *jsonschema.Schema // of /v1/inspect
}

func newAnswers(t *testing.T) *answers {
	t.Helper()
	document := try.Of(jsonschema.UnmarshalJSON(bytes.NewReader(openAPI))).Or(t)
	a := &answers{document: document.(map[string]any), compiler: jsonschema.NewCompiler()}
	try.Works(t, a.compiler.AddResource("openapi.json", document))
	a.inspect = try.Of(a.compiler.Compile("../../cmd/testdata/schema/inspect.json")).Or(t)
	return a
}

// operation finds the path of the document that a request is of.
func (a *answers) operation(method, path string) (template string, ok bool) {
	path, _, _ = strings.Cut(path, "?")
	for template, methods := range a.document["paths"].(map[string]any) {
		pattern := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(template), "[^/]+")
		if _, ok := methods.(map[string]any)[strings.ToLower(method)]; ok &&
			regexp.MustCompile("^"+pattern+"$").MatchString(path) {
			return template, true
		}
	}
	return "", false
}

// check returns what the document does not say of an answer. Paths that it does not have are
// no concern of its.
func (a *answers) check(method, path string, status int, contentType string, body []byte) error {
	template, ok := a.operation(method, path)
	if !ok {
		return nil
	}
	kind, _, _ := mime.ParseMediaType(contentType)
	pointer := fmt.Sprintf("openapi.json#/paths/%s/%s/responses/%d/content/%s/schema", escaped(template),
		strings.ToLower(method), status, escaped(kind))
	s, err := a.compiler.Compile(pointer)
	if err != nil {
		return fmt.Errorf("openapi.json has no answer %d of %s for %s %s", status, kind, method, path)
	}
	if kind != "application/json" {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	if template == "/v1/inspect/{id}" && (status == 200 || status == 422) {
		s = a.inspect
	}
	return s.Validate(value)
}

// escaped is a name in a JSON pointer.
func escaped(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(name)
}

// TestOpenAPIRefuses reads testdata/answers.txt: an answer with one member more, one less or of another type is not
// what the document says.
func TestOpenAPIRefuses(t *testing.T) {
	a := newAnswers(t)
	try.Lines(t, "testdata/answers.txt", func(given string) string {
		words := strings.SplitN(given, " ", 4)
		status := try.Of(strconv.Atoi(words[2])).Or(t)
		return fmt.Sprint(a.check(words[0], words[1], status, "application/json", []byte(words[3])) == nil)
	})
}

// describedPaths is what openapi.json says that tests need.
type describedPaths struct {
	Paths map[string]map[string]struct {
		Parameters []struct{ Name, In string }
		Responses  map[string]struct{ Headers map[string]any }
	}
	Components struct {
		Schemas struct {
			Error struct {
				Properties struct {
					Error struct {
						Properties struct {
							Code struct{ Enum []string }
						}
					}
				}
			}
		}
	}
}

// each asks for each path by each method, and shows what the answer says. Each answer is as the document says.
func (d *describedPaths) each(t *testing.T, h http.Handler, see func(what, at string, responses []string,
	w *httptest.ResponseRecorder)) {
	t.Helper()
	described := newAnswers(t)
	for path, methods := range d.Paths {
		for method, one := range methods {
			at := strings.NewReplacer("{id}", "1541815603606036480", "{key}", "snowflake").Replace(path)
			switch {
			case strings.HasPrefix(path, "/tinyid"):
				at += "?bizType=snowflake"
			case path == "/v1/ids":
				at += "?generator=snowflake"
			}
			q := httptest.NewRequest(strings.ToUpper(method), at, nil)
			q.Host = "localhost"
			w := httptest.NewRecorder()
			h.ServeHTTP(w, q)
			what := q.Method + " " + path
			kind := w.Header().Get("Content-Type")
			try.Equal(t, described.check(q.Method, at, w.Code, kind, w.Body.Bytes()), nil, "%s: %s is", what, w.Body)
			said, ok := one.Responses[fmt.Sprint(w.Code)]
			if !ok {
				t.Errorf("%s answers %d, which openapi.json does not say", what, w.Code)
			}
			if to := w.Header().Get("Location"); to != "" && said.Headers["Location"] == nil {
				t.Errorf("%s is sent to %q, of which openapi.json says %v", what, to, said.Headers)
			}
			see(what, at, slices.Collect(maps.Keys(one.Responses)), w)
		}
	}
}

// TestOpenAPIGroup: each path answers a standby's clients as openapi.json says, both where
// another leads and where nobody does, and no other path has those answers. The codes of
// errors are those of README.md.
func TestOpenAPIGroup(t *testing.T) {
	var doc describedPaths
	try.Works(t, json.Unmarshal(openAPI, &doc))
	codes := doc.Components.Schemas.Error.Properties.Error.Properties.Code.Enum
	page := try.Of(os.ReadFile("README.md")).Or(t)
	_, list, _ := strings.Cut(string(page), "with the codes")
	list, _, _ = strings.Cut(list, ".")
	try.Same(t, slices.DeleteFunc(regexp.MustCompile(`\w+`).FindAllString(list, -1),
		func(s string) bool { return s == "and" }), codes, "README.md has the codes")
	withTimeOfItsOwn(t, func(t *testing.T) { // requests wait for a leader
		m := newSeenGroup(t, 2)
		leader := m.list[0].self.Web
		for _, code := range []string{"moved", "no_leader"} {
			if code == "no_leader" {
				m.pass(m.list[1].ttl)
			}
			doc.each(t, newStandby(t, m.list[1]).handler(), func(what, at string, responses []string,
				w *httptest.ResponseRecorder) {
				var e errorAnswer
				_ = json.Unmarshal(w.Body.Bytes(), &e) // or it is no error
				switch got := e.Error.Code; {
				case slices.Contains(responses, "307"):
					try.Equal(t, got, code, "%s has the code", what)
				case got != "" && !slices.Contains(codes, got) || got == "moved" || got == "no_leader":
					t.Errorf("%s has the code %q; want another", what, got)
				}
				try.Equal(t, w.Header().Get("Retry-After") == "1", e.Error.Code == "no_leader", "%s is to come again:", what)
				to := w.Header().Get("Location")
				if w.Code == http.StatusTemporaryRedirect && to != "http://"+leader+at {
					t.Errorf("%s is sent to %q; want the server that leads", what, to)
				}
			})
		}
	})
}

// newStandby is a server of a group, without addresses.
func newStandby(t *testing.T, c *cluster) *Server {
	s := newServer(service.Options{Scheme: schemeOf, Hold: testHold(t.TempDir())}, quiet(), timeNow)
	if s.cluster = c; c != nil {
		c.register(register{s.metrics})
	}
	return s
}

// TestPageFiles has the page in testdata/page.html, and in testdata/page.txt how it and its files are served, and
// nothing else, to clients that take some encodings: the program goes out packed to those that take that.
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
	try.File(t, "testdata/page.html", get("/", "").Body.String())
	try.Lines(t, "testdata/page.txt", func(given string) string {
		path, accepts, _ := strings.Cut(given, " ")
		w := get(path, accepts)
		return fmt.Sprintf("%d %v %.4q %t", w.Code, w.Header(), w.Body, w.Body.String() == packed.String())
	})
	s.page = web.Page{}
	try.Contains(t, get("/", "").Body.String(), `data-reads="server"`, "without the program the page =")
	try.Equal(t, get("/page/idscope.wasm", "gzip").Code+get("/page/wasm_exec.js", "").Code, 808, "with its starter:")
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
		try.Same(t, console, nil, "with %s the browser says", hash)
	}
}

// TestReference: README.md and the page list the commands and paths that there are, as the tables say them.
func TestReference(t *testing.T) {
	text := try.Of(os.ReadFile("README.md")).Or(t)
	w := httptest.NewRecorder()
	bareServer(t).getPage(w, httptest.NewRequest("GET", "/", nil), nil)
	reference := "| command | reply |\n|---|---|\n"
	for _, row := range commandTable() {
		if row.run == nil {
			continue
		}
		reference += fmt.Sprintf("| `%s` | %s |\n", strings.ReplaceAll(row.usage(), "|", "\\|"), row.help)
		try.Contains(t, w.Body.String(), "<td>"+row.usage()+"</td>", "the page =")
	}
	try.Contains(t, string(text), reference, "README.md =")
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
	try.Contains(t, string(text), reference, "README.md =")
	try.Equal(t, fmt.Sprint(hashesAtOnce, longestQueue, firstDelay, longestDelay, forgetAfter, mostGuessers, mostPassword,
		mostCost, mostBuckets, maxRequest, maxBulk, maxArgs, outMost, batch, keptIdle, mostIDs, mostText, attempts, lastReads,
		drainFor, cutFor, tellFor, aheadFor, storePatience, loadPatience, storeAgain, lookEach, maxAhead, defaultTTL,
		leastTTL, keepsPerTTL, triesPerTTL, pausesPerTTL, marginPerTTL, holdPerTTL, restTTLs, compareEach),
		"2 64 100ms 10s 10m0s 10000 72 15 10000 16384 4096 256 65536 1024 4096 65536 1024 8 500ms 4s 1s 1s 20ms 5s 30s "+
			"100ms 5s 10s 3s 2s 3 4 12 10 3 2 30s", "the bounds, of which README.md says some, are")
}
