package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"idscope/gen/server/service"
	"idscope/gen/testing/try"
)

// groupOpenAPI is what openapi.json says that a test of a group needs.
type groupOpenAPI struct {
	Paths map[string]map[string]struct {
		Responses map[string]struct {
			Headers map[string]any
		}
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

// TestOpenAPIGroup: each path answers a standby's clients as openapi.json says, both where
// another leads and where nobody does, and no other path has those answers. The codes of
// errors are those of README.md.
func TestOpenAPIGroup(t *testing.T) {
	var doc groupOpenAPI
	try.Works(t, json.Unmarshal(openAPI, &doc))
	codes := doc.Components.Schemas.Error.Properties.Error.Properties.Code.Enum
	page := try.Of(os.ReadFile("README.md")).Or(t)
	_, list, _ := strings.Cut(string(page), "with the codes")
	list, _, _ = strings.Cut(list, ".")
	if got := regexp.MustCompile(`\w+`).FindAllString(list, -1); !slices.Equal(slices.DeleteFunc(got,
		func(s string) bool { return s == "and" }), codes) {
		t.Errorf("README.md has the codes %q; want %q", got, codes)
	}
	m := newSeenGroup(t, 2)
	leader := m.list[0].self.Web
	described := newAnswers(t)
	for _, led := range []bool{true, false} {
		if !led {
			m.pass(m.list[1].ttl)
		}
		h := newStandby(t, m.list[1]).handler()
		for path, methods := range doc.Paths {
			for method, one := range methods {
				at := strings.NewReplacer("{id}", "1541815603606036480", "{key}", "snowflake").Replace(path)
				at += snowflakeKeys(path)
				q := httptest.NewRequest(strings.ToUpper(method), at, nil)
				q.Host = "localhost"
				w := httptest.NewRecorder()
				h.ServeHTTP(w, q)
				if err := described.check(q.Method, at, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()); err != nil {
					t.Errorf("%s %s answers %s: %v", method, path, w.Body, err)
				}
				said, ok := one.Responses[fmt.Sprint(w.Code)]
				if !ok {
					t.Errorf("%s %s answers %d, which openapi.json does not say", method, path, w.Code)
				}
				var e httpError
				_ = json.Unmarshal(w.Body.Bytes(), &e) // or it is no error
				_, sent := one.Responses["307"]
				want := ""
				switch {
				case sent && led:
					want = "moved"
				case sent:
					want = "no_leader"
				}
				if got := e.Error.Code; want != "" && got != want || got != "" && !slices.Contains(codes, got) ||
					want == "" && (got == "moved" || got == "no_leader") {
					t.Errorf("%s %s with a leader %v: %d %q; want %q", method, path, led, w.Code, got, want)
				}
				to := w.Header().Get("Location")
				if w.Code == http.StatusTemporaryRedirect && (to != "http://"+leader+at || said.Headers["Location"] == nil) {
					t.Errorf("%s %s is sent to %q, of which openapi.json says %v", method, path, to, said.Headers)
				}
			}
		}
	}
}

// newStandby is a server of a group, without addresses.
func newStandby(t *testing.T, c *cluster) *Server {
	s := newServer(service.Options{Scheme: schemeOf, Hold: testHold(t.TempDir())}, quiet(), timeNow)
	if s.cluster = c; c != nil {
		c.register(register{s.metrics.server})
	}
	return s
}
