package server

import (
	"bytes"
	"fmt"
	"mime"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

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
		if _, ok := methods.(map[string]any)[strings.ToLower(method)]; ok && regexp.MustCompile("^"+pattern+"$").MatchString(path) {
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
