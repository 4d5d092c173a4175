package server

import (
	"net/http"
	"strconv"
	"strings"
)

// Paths of other id services, so that their clients need another address only.

// credentials are who asks: by HTTP's Basic authentication, or as tinyid's clients do by
// the parameter token, as user:password.
func credentials(q *http.Request) (name, password string, ok bool) {
	if name, password, ok = q.BasicAuth(); ok {
		return name, password, true
	}
	if strings.HasPrefix(q.URL.Path, "/tinyid/") {
		return strings.Cut(q.FormValue("token"), ":")
	}
	return "", "", false
}

// getLeafSnowflake is Meituan Leaf's: the text of one id. Leaf takes any key; here a
// generator of that name is used where there is one, else the scheme leaf.
func (s *Server) getLeafSnowflake(w http.ResponseWriter, q *http.Request) {
	name := q.PathValue("key")
	if t := s.table.Load(); t.sources[name] == nil {
		name = "leaf"
	}
	src, ok := s.sourceFor(w, q, name)
	if !ok {
		return
	}
	if src.from == nil || !src.number {
		refuse(w, http.StatusBadRequest, "bad_request", src.name+" generates no numbers; want a generator of numbers")
		return
	}
	s.writeIDs(w, q, request{source: src, n: 1}, frame{kind: plainText})
}

// getLeafSegment is Leaf's for counters: the text of one number.
func (s *Server) getLeafSegment(w http.ResponseWriter, q *http.Request) {
	if src, ok := s.counterFor(w, q, q.PathValue("key")); ok {
		s.writeIDs(w, q, request{source: src, n: 1}, frame{kind: plainText})
	}
}

// counterFor returns the counter of a name, if the user may use it.
func (s *Server) counterFor(w http.ResponseWriter, q *http.Request, name string) (*source, bool) {
	if !userOf(q).may(generate, []byte(name)) {
		refuseError(w, errNoCreate)
		return nil, false
	}
	src := s.table.Load().sources[name]
	if src != nil {
		if _, ok := src.from.(*stored); ok {
			return src, true
		}
	}
	refuse(w, http.StatusNotFound, "no_counter", "there is no counter "+strconv.Quote(name)+
		`; want one of serve.toml, as scheme = "segment"`)
	return nil, false
}
