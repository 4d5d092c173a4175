package server

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
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

// TestHTTP asks each path.
func TestHTTP(t *testing.T) {
	r := start(t, "")
	described := newAnswers(t)
	for _, test := range []struct{ method, path, header, want string }{
		{"POST", "/v1/ids?generator=snowflake&n=2", "",
			`200 \{"schema":1,"generator":"snowflake","scheme":"snowflake","ids":\["\d{19}","\d{19}"\]\}\n`},
		{"POST", "/v1/ids?generator=uuidv7&format=text&n=2", "", `200 [0-9a-f-]{36}\n[0-9a-f-]{36}\n`},
		{"POST", "/v1/ids?generator=nanoid&count=2", "Accept: text/plain", `200 [\w-]{21}\n[\w-]{21}\n`},
		{"POST", "/v1/ids?generator=nanoid", "", `200 .*"ids":\["[\w-]{21}"\]\}\n`},
		{"POST", "/v1/ids?generator=nothing", "", `404 .*"unknown_generator","message":"no generator .*\n`},
		{"POST", "/v1/ids", "", `400 .*"bad_request".*use \?generator=NAME.*\n`},
		{"POST", "/v1/ids?generator=ulid&n=65537", "", `400 .*use 1 to 65536.*\n`},
		{"POST", "/v1/ids?generator=ulid&n=-1", "", `400 .*\n`},
		{"POST", "/v1/ids?generator=ulid&format=xml", "", `400 .*use json or text.*\n`},
		{"POST", "/v1/ids?generator=%zz", "", `400 .*\n`},
		{"POST", "/v1/ids?generator=ulid", "Origin: http://example.com", `403 .*"wrong_site".*\n`},
		{"POST", "/v1/ids?generator=ulid", "Host: example.com", `403 .*"wrong_site".*\n`},
		{"GET", "/v1/ids?generator=ulid", "", `405 .*"method_not_allowed".*use POST.*\n`},
		{"POST", "/v1/ids?generator=ulid&number=3", "",
			`400 .*key \\"number\\" is unknown: use generator, n, count, format.*\n`},
		{"GET", "/v1/generators?count=3", "", `400 .*key \\"count\\" is unknown: use none.*\n`},
		{"GET", "/v1/nothing", "", `404 .*"not_found".*\n`},
		{"POST", "/healthz", "", `405 .*"method_not_allowed".*use GET, HEAD.*\n`},
		{"GET", "/v1/inspect/1541815603606036480?as=snowflake", "", `200 \{"schema":1.*"scheme":"snowflake".*\n`},
		{"GET", "/v1/inspect/hello!", "", `422 .*"not_an_id".*\n`},
		{"GET", "/v1/inspect/1?as=nothing", "", `400 .*"message":"no generator .*no such scheme.*\n`},
		{"GET", "/v1/generators", "", `200 .*"name":"snowflake".*\n`},
		{"GET", "/api/snowflake/get/anything", "", `200 \d{19}`},
		{"GET", "/api/segment/get/orders", "", `404 .*"no_counter".*\n`},
		{"GET", "/tinyid/id/nextIdSimple?bizType=snowflake&batchSize=3", "", `200 \d{19},\d{19},\d{19}`},
		{"POST", "/tinyid/id/nextIdSimple?bizType=snowflake&token=x", "", `200 \d{19}`},
		{"GET", "/tinyid/id/nextIdSimple?bizType=ulid", "", `400 .*generates no numbers.*\n`},
		{"GET", "/healthz", "", "200 ok\n"},
		{"GET", "/readyz", "", "200 ready\n"},
		{"GET", "/metrics", "", `200 (?s:.*)idscope_ids_total\{generator="snowflake",scheme="snowflake"\} [1-9](?s:.*)`},
		{"GET", "/openapi.json", "", `200 (?s:.*)`},
		{"GET", "/", "", `200 <!DOCTYPE html>(?s:.*)`},
		{"GET", "/nothing", "", "404 .*\n"},
	} {
		q := try.Of(http.NewRequest(test.method, "http://"+r.web+"/", nil)).Or(t)
		q.URL.Opaque = test.path // as it is
		if name, value, ok := strings.Cut(test.header, ": "); name == "Host" {
			q.Host = value
		} else if ok {
			q.Header.Set(name, value)
		}
		answer, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatalf("%s: %v", test.path, err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		got := fmt.Sprintf("%d %s", answer.StatusCode, body)
		if !regexp.MustCompile("^(?:" + test.want + ")$").MatchString(got) {
			t.Errorf("%s %s %s = %.300q; want %s", test.method, test.path, test.header, got, test.want)
		}
		if err := described.check(test.method, test.path, answer.StatusCode, answer.Header.Get("Content-Type"),
			body); err != nil {
			t.Errorf("%s %s answers %.300q: %v", test.method, test.path, got, err)
		}
		try.Equal(t, answer.Header.Get("Cache-Control"), "no-store", "%s has Cache-Control", test.path)
	}
}

// TestHTTPUsers: paths ask for a user and a password, but for those that say whether the
// server lives.
func TestHTTPUsers(t *testing.T) {
	r := newRunning(t, userFile(t, "app", "geheim", "generate = [\"orders\"]\n")+
		"[generators.orders]\nscheme = \"snowflake\"\n[generators.others]\nscheme = \"ulid\"\n")
	r.guard.now = func() time.Time { return timeZero } // so that the second guess comes too soon
	r.serve()
	described := newAnswers(t)
	for _, test := range []struct {
		path, user, password string
		want                 string
	}{
		{"/healthz", "", "", "200"},
		{"/readyz", "", "", "200"},
		{"/metrics", "", "", "401"},
		{"/", "", "", "401"},
		{"/v1/generators", "app", "geheim", "200"},
		{"/metrics", "app", "geheim", "200"},
		{"/api/snowflake/get/orders", "app", "geheim", "200"},
		{"/api/snowflake/get/others", "app", "geheim", "403"},
		{"/tinyid/id/nextIdSimple?bizType=orders&token=" + url.QueryEscape("app:geheim"), "", "", "200"},
		{"/metrics", "app", "wrong", "401"},
		{"/metrics", "app", "wrong", "429"},
		{"/metrics", "app", "geheim", "200"}, // it was right before
	} {
		q, _ := http.NewRequest("GET", "http://"+r.web+test.path, nil)
		if test.user != "" {
			q.SetBasicAuth(test.user, test.password)
		}
		answer := try.Of(http.DefaultClient.Do(q)).Or(t)
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err := described.check("GET", test.path, answer.StatusCode, answer.Header.Get("Content-Type"), body); err != nil {
			t.Errorf("%s as %q answers %s: %v", test.path, test.user, body, err)
		}
		try.Equal(t, fmt.Sprint(answer.StatusCode), test.want, "%s as %q =", test.path, test.user)
		shown := func(name string) bool { return strings.Contains(string(body), name) }
		if test.path == "/v1/generators" && (shown("others") || !shown("orders")) {
			t.Errorf("%s is shown %s; want the generators that it may use", test.user, body)
		}
	}
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
				if p.In == "path" != strings.Contains(path, "{"+p.Name+"}") {
					t.Errorf("parameter %s of %s is in %s", p.Name, path, p.In)
				}
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
	f.Add("/api/segment/get/a", "%zz")
	f.Fuzz(func(t *testing.T, path, query string) {
		if len(query) > 100 || strings.Contains(query, "0000") {
			return // no large counts: each takes its time
		}
		for _, method := range []string{"GET", "POST"} {
			q := &http.Request{Method: method, URL: &url.URL{Path: path, RawQuery: query}, Host: "localhost",
				Header: http.Header{}, Body: http.NoBody}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, q.WithContext(t.Context()))
			switch w.Code {
			case 200, 301, 307, 400, 403, 404, 405, 422, 503:
			default:
				t.Errorf("%s %q ? %q = %d", method, path, query, w.Code)
			}
		}
	})
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
}

// TestHTTPConnections: connections of HTTP beyond the limit are closed.
func TestHTTPConnections(t *testing.T) {
	r := start(t, "[limits]\nconnections = 2\n")
	first, second := dial(t, r.web), dial(t, r.web)
	for _, w := range []*wire{first, second} {
		fmt.Fprint(w, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if line, err := w.r.ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Fatalf("%q, %v", line, err)
		}
	}
	try.Of(dial(t, r.web).ends()).Is(t, "", "a third is told")
}

// breaking is a generator that fails after so many IDs.
type breaking struct {
	Generator
	left int
}

func (b *breaking) Fill(_ context.Context, dst []gen.ID) (int, error) {
	n := min(len(dst), b.left)
	for i := range dst[:n] {
		dst[i] = gen.FromUint64(uint64(i))
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
			if err := s.writeIDs(w, q, src, 2*batch, frame{"[", ",", "]", plainText}); err != nil {
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
	for _, left := range []int{1, batch, batch + 1, 2*batch - 1} {
		if _, err := ask(left); err == nil {
			t.Errorf("an answer of %d of %d IDs ends as if it were all", left, 2*batch)
		}
	}
	try.Of(ask(2*batch)).Is(t, http.StatusOK, "all of them:")
	if status, err := ask(0); status < 400 || err != nil {
		t.Errorf("none of them: %d, %v; want an error of HTTP", status, err)
	}
}
