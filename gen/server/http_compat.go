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
func (s *Server) getLeafSnowflake(w http.ResponseWriter, q *http.Request) error {
	name := q.PathValue("key")
	if t := s.table.Load(); t.sources[name] == nil {
		name = "leaf"
	}
	return s.writeNumbers(w, q, name, 1)
}

// writeNumbers answers with IDs of a generator in one line, with commas between them, if they are numbers.
func (s *Server) writeNumbers(w http.ResponseWriter, q *http.Request, name string, n int) error {
	src, err := s.sourceFor(q, name)
	switch {
	case err != nil:
		return err
	case src.from == nil || !src.number:
		return badRequest("%s generates no numbers: use a generator of numbers", src.name)
	}
	return s.writeIDs(w, q, src, n, frame{between: ",", kind: plainText})
}

// getTinyid is tinyid's, as its IdContronller.java has it: IDs in one line. Errors have a status of their own, which
// its client takes for no answer, and asks again.
func (s *Server) getTinyid(w http.ResponseWriter, q *http.Request) error {
	text := q.FormValue("batchSize")
	if n, err := strconv.Atoi(text); err == nil && n > mostIDs {
		text = strconv.Itoa(mostIDs)
	}
	n, err := countOf(text)
	if err != nil {
		return err
	}
	return s.writeNumbers(w, q, q.FormValue("bizType"), n)
}

// getLeafSegment is Leaf's for counters of the file: the text of one number.
func (s *Server) getLeafSegment(w http.ResponseWriter, q *http.Request) error {
	name := q.PathValue("key")
	if !userOf(q).may(generate, []byte(name)) {
		return errNoPermission
	}
	if src := s.table.Load().sources[name]; src != nil {
		if _, ok := src.from.(*storeCounter); ok {
			return s.writeIDs(w, q, src, 1, frame{kind: plainText})
		}
	}
	return &httpFailure{http.StatusNotFound, "no_counter",
		"there is no counter " + strconv.Quote(name) + `: use one of serve.toml, as scheme = "segment"`}
}
