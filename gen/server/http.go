package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/inspect"
)

// route is what one path of HTTP does.
type route struct {
	method, path string
	open         bool // also for strangers
	handle       func(*Server, http.ResponseWriter, *http.Request)
}

// routes are all of them; openapi.json says the same, which a test compares.
func routes() []route {
	return []route{
		{"POST", "/v1/ids", false, (*Server).postIDs},
		{"GET", "/v1/inspect/{id}", false, (*Server).getInspect},
		{"GET", "/v1/generators", false, (*Server).getGenerators},
		{"GET", "/api/snowflake/get/{key}", false, (*Server).getLeafSnowflake},
		{"GET", "/api/segment/get/{key}", false, (*Server).getLeafSegment},
		{"GET", "/tinyid/id/nextIdSimple", false, (*Server).getTinyid},
		{"POST", "/tinyid/id/nextIdSimple", false, (*Server).getTinyid},
		{"GET", "/tinyid/id/nextId", false, (*Server).getTinyidJSON},
		{"POST", "/tinyid/id/nextId", false, (*Server).getTinyidJSON},
		{"GET", "/tinyid/id/nextSegmentIdSimple", false, (*Server).getTinyidSegment},
		{"POST", "/tinyid/id/nextSegmentIdSimple", false, (*Server).getTinyidSegment},
		{"GET", "/tinyid/id/nextSegmentId", false, (*Server).getTinyidSegmentJSON},
		{"POST", "/tinyid/id/nextSegmentId", false, (*Server).getTinyidSegmentJSON},
		{"GET", "/healthz", true, (*Server).getHealth},
		{"GET", "/readyz", true, (*Server).getReady},
		{"GET", "/metrics", false, (*Server).getMetrics},
		{"GET", "/openapi.json", false, (*Server).getOpenAPI},
		{"GET", "/{$}", false, (*Server).getPage},
	}
}

// handler answers HTTP.
func (s *Server) handler() http.Handler {
	m := http.NewServeMux()
	for _, r := range routes() {
		m.HandleFunc(r.method+" "+r.path, func(w http.ResponseWriter, q *http.Request) {
			if !r.open {
				u := s.whoAsks(w, q)
				if u == nil {
					return
				}
				q = q.WithContext(context.WithValue(q.Context(), userKey{}, u))
			}
			r.handle(s, w, q)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		if err := s.checkSite(q); err != nil {
			refuse(w, http.StatusForbidden, "wrong_site", err.Error())
			return
		}
		q.Body = http.MaxBytesReader(w, q.Body, maxRequest)
		s.stats.http.Add(1)
		m.ServeHTTP(w, q)
	})
}

// checkSite refuses what a page of another site sends. Without users the only guard is
// that programs of this host ask: a name that is not this host's may be one that was
// pointed at it.
func (s *Server) checkSite(q *http.Request) error {
	if !s.users.Load().required && !loopback(q.Host) {
		return errors.New("this server is asked by the name " + strconv.Quote(q.Host) + "; want localhost")
	}
	if origin := q.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host != q.Host {
			return errors.New("requests of other sites' pages are refused")
		}
	}
	return nil
}

type userKey struct{}

// userOf is who asks.
func userOf(q *http.Request) *user {
	u, _ := q.Context().Value(userKey{}).(*user)
	return u
}

// whoAsks returns the user of a request, or answers with the error.
func (s *Server) whoAsks(w http.ResponseWriter, q *http.Request) *user {
	us := s.users.Load()
	if !us.required {
		return us.anyone
	}
	name, password, ok := credentials(q)
	if !ok {
		w.Header().Set("WWW-Authenticate", `Basic realm="idscope", charset="UTF-8"`)
		refuse(w, http.StatusUnauthorized, "no_auth", "authentication is required; want a user and a password")
		return nil
	}
	u, hash := us.byName[name], ""
	if u != nil {
		hash = u.hash
	}
	good, err := s.guard.check(q.Context(), host(q.RemoteAddr), hash, us.decoy, []byte(password))
	var delay *delayError
	switch {
	case errors.As(err, &delay):
		s.count(&s.stats.delayed)
		w.Header().Set("Retry-After", strconv.Itoa(int(delay.wait/time.Second)+1))
		refuse(w, http.StatusTooManyRequests, "delayed", err.Error())
		return nil
	case err != nil:
		refuse(w, http.StatusServiceUnavailable, "unavailable", err.Error())
		return nil
	case !good:
		s.count(&s.stats.wrong)
		w.Header().Set("WWW-Authenticate", `Basic realm="idscope", charset="UTF-8"`)
		refuse(w, http.StatusUnauthorized, "wrong_password", "invalid username-password pair")
		return nil
	}
	return u
}

// httpError is the JSON of an error.
type httpError struct {
	Schema int `json:"schema"`
	Error  struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	e := httpError{Schema: 1}
	e.Error.Code, e.Error.Message = code, inspect.Redact(message)
	writeJSON(w, status, e)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // who asked may be gone
}

// sendOn sends a client on to the server that leads, where that has HTTP.
func sendOn(w http.ResponseWriter, q *http.Request, err error) bool {
	var moved *movedError
	if !errors.As(err, &moved) || moved.to.Web == "" {
		return false
	}
	to := url.URL{Scheme: "http", Host: moved.to.Web, Path: q.URL.Path, RawQuery: q.URL.RawQuery}
	if moved.to.TLS {
		to.Scheme = "https"
	}
	w.Header().Set("Location", to.String())
	refuse(w, http.StatusTemporaryRedirect, "moved", err.Error())
	return true
}

// refuseError answers with the error of a generator.
func refuseError(w http.ResponseWriter, err error) {
	var unknown *unknownError
	var at *gen.ClockError
	switch {
	case errors.Is(err, errDown), errors.As(err, new(*movedError)):
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, "no_leader", errDown.Error())
	case errors.As(err, &unknown):
		refuse(w, http.StatusNotFound, "unknown_generator", err.Error())
	case err == errNoCreate:
		refuse(w, http.StatusForbidden, "no_permission", "no permission for this generator")
	case errors.Is(err, counter.ErrFull):
		refuse(w, http.StatusServiceUnavailable, "exhausted", err.Error())
	case !errors.As(err, &at):
		refuse(w, http.StatusServiceUnavailable, "unavailable", err.Error())
	default:
		code := "exhausted"
		switch at.Reason {
		case gen.ErrBackward, gen.ErrStalled, gen.ErrBeforeEpoch:
			code = "clock_back"
		case gen.ErrFenced:
			code = "fenced"
		case gen.ErrEnded:
			code = "overflow"
		}
		if !at.Retry.IsZero() {
			w.Header().Set("Retry-After", strconv.Itoa(max(1, int(at.Retry.Sub(at.Now)/time.Second))))
		}
		refuse(w, http.StatusServiceUnavailable, code, err.Error())
	}
}

func (s *Server) getHealth(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) }

// getReady says whether every generator can generate now.
func (s *Server) getReady(w http.ResponseWriter, _ *http.Request) {
	if s.draining.Load() {
		refuse(w, http.StatusServiceUnavailable, "ending", "the server is about to end")
		return
	}
	for _, src := range s.table.Load().sources {
		if err := src.ready(); err != nil {
			refuse(w, http.StatusServiceUnavailable, "not_ready", err.Error())
			return
		}
	}
	_, _ = w.Write([]byte("ready\n"))
}
