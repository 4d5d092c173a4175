package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"idscope/gen/server/service"
	"idscope/gen/testing/try"
)

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

// TestOpenAPIRefuses: an answer with one member more, one less or of another type is not what
// the document says.
func TestOpenAPIRefuses(t *testing.T) {
	a := newAnswers(t)
	for _, test := range []struct {
		method, path string
		status       int
		body         string
		ok           bool
	}{
		{"POST", "/v1/ids?n=1", 200, `{"schema":1,"generator":"a","scheme":"ulid","ids":["x"]}`, true},
		{"POST", "/v1/ids", 200, `{"schema":1,"generator":"a","scheme":"ulid","ids":[1]}`, false},
		{"POST", "/v1/ids", 200, `{"schema":2,"generator":"a","scheme":"ulid","ids":["x"]}`, false},
		{"POST", "/v1/ids", 200, `{"schema":1,"scheme":"ulid","ids":["x"]}`, false},
		{"POST", "/v1/ids", 200, `{"schema":1,"generator":"a","scheme":"ulid","ids":["x"],"more":1}`, false},
		{"POST", "/v1/ids", 400, `{"schema":1,"error":{"code":"bad_request","message":"m"}}`, true},
		{"POST", "/v1/ids", 400, `{"schema":1,"error":{"code":"other","message":"m"}}`, false},
		{"POST", "/v1/ids", 400, `{"schema":1,"error":{"code":"bad_request","message":"m","hint":""}}`, false},
		{"POST", "/v1/ids", 418, `{}`, false},
		{"GET", "/v1/generators", 200,
			`{"schema":1,"listed":true,"generators":[{"name":"a","scheme":"b","ids":1,"ready":true}]}`, true},
		{"GET", "/v1/generators", 200,
			`{"schema":1,"listed":true,"generators":[{"name":"a","scheme":"b","ids":1,"ready":true,"last":null}]}`, false},
		{"GET", "/v1/inspect/hello", 422, `{"schema":1,"input":"hello","ok":false,"readings":[],` +
			`"error":{"code":"not_an_id","message":"m"}}`, true},
		{"GET", "/v1/inspect/hello", 422, `{"schema":1,"input":"hello","ok":false,"readings":[]}`, false},
		{"DELETE", "/v1/ids", 405, `{}`, true},
	} {
		if err := a.check(test.method, test.path, test.status, "application/json", []byte(test.body)); err == nil != test.ok {
			t.Errorf("%s %s %d %s: %v; want ok %v", test.method, test.path, test.status, test.body, err, test.ok)
		}
	}
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
			if err := described.check(q.Method, at, w.Code, kind, w.Body.Bytes()); err != nil {
				t.Errorf("%s answers %s: %v", what, w.Body, err)
			}
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
		c.register(register{s.metrics.server})
	}
	return s
}
