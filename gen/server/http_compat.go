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
	s.writeNumbers(w, q, request{source: src, n: 1})
}

// writeNumbers answers with IDs in one line, with commas between them, if they are numbers.
func (s *Server) writeNumbers(w http.ResponseWriter, q *http.Request, r request) {
	if r.source.from == nil || !r.source.number {
		refuse(w, http.StatusBadRequest, "bad_request", r.source.name+
			" generates no numbers: use a generator of numbers")
		return
	}
	s.writeIDs(w, q, r, frame{between: ",", kind: plainText})
}

// getTinyid is tinyid's, as its IdContronller.java has it: IDs in one line. Errors have a status of their own, which
// its client takes for no answer, and asks again.
func (s *Server) getTinyid(w http.ResponseWriter, q *http.Request) {
	text := q.FormValue("batchSize")
	if n, err := strconv.Atoi(text); err == nil && n > mostIDs {
		text = strconv.Itoa(mostIDs)
	}
	n, ok := s.countOf(w, text)
	if !ok {
		return
	}
	if src, ok := s.sourceFor(w, q, q.FormValue("bizType")); ok {
		s.writeNumbers(w, q, request{source: src, n: n})
	}
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
		refuseError(w, errNoPermission)
		return nil, false
	}
	src := s.table.Load().sources[name]
	if src != nil {
		if _, ok := src.from.(*storeCounter); ok {
			return src, true
		}
	}
	refuse(w, http.StatusNotFound, "no_counter", "there is no counter "+strconv.Quote(name)+
		`: use one of serve.toml, as scheme = "segment"`)
	return nil, false
}
