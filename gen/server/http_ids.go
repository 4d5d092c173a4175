package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"idscope/gen"
	"idscope/gen/quantity"
)

// countOf reads a number of ids; empty is one.
func countOf(text string) (int, error) {
	if text == "" {
		return 1, nil
	}
	n, err := quantity.ParseCount(text, 1, mostIDs)
	if err != nil {
		return 0, badRequest("n is %.64q: use 1 to %d", text, mostIDs)
	}
	return int(n), nil
}

// sourceFor returns the generator of a name, if the user may use it.
func (s *Server) sourceFor(q *http.Request, name string) (*source, error) {
	if name == "" {
		return nil, badRequest("there is no generator: use ?generator=NAME")
	}
	return s.find(q.Context(), s.table.Load(), userOf(q), []byte(name))
}

// postIDs answers with ids: as JSON, or one a line.
func (s *Server) postIDs(w http.ResponseWriter, q *http.Request) error {
	n, err := countOf(cmp.Or(q.Form.Get("n"), q.Form.Get("count")))
	if err != nil {
		return err
	}
	var plain bool // else JSON
	switch format := q.Form.Get("format"); format {
	case "":
		plain = strings.HasPrefix(q.Header.Get("Accept"), "text/plain")
	case "text", "json":
		plain = format == "text"
	default:
		return badRequest("format %.64q is unknown: use json or text", format)
	}
	src, err := s.sourceFor(q, q.Form.Get("generator"))
	if err != nil {
		return err
	}
	f := frame{"", "\n", "\n", plainText}
	if !plain {
		name, _ := json.Marshal(src.name) // of a string: no error
		scheme, _ := json.Marshal(src.scheme.Name)
		f = frame{fmt.Sprintf(`{"schema":1,"generator":%s,"scheme":%s,"ids":["`, name, scheme), `","`, "\"]}\n",
			"application/json"}
	}
	return s.writeIDs(w, q, src, n, f)
}

// frame is what is around ids.
type frame struct{ head, between, end, kind string }

const plainText = "text/plain; charset=utf-8"

// writeIDs writes n IDs between a head and an end, as they are generated. What fails
// before the first is written is an error; later the connection is cut, so that nobody
// takes a part for all.
func (s *Server) writeIDs(w http.ResponseWriter, q *http.Request, src *source, n int, f frame) error {
	if err := s.admitHTTP(q, n); err != nil {
		return err
	}
	ids := make([]gen.ID, min(n, batch))
	between := func(dst []byte, _ int) []byte { return append(dst, f.between...) }
	buf := []byte(f.head)
	for left := n; left > 0; {
		out, made, err := src.appendIDs(q.Context(), buf, ids[:min(left, batch)], between)
		if err != nil {
			if err = s.refused(src, err); left == n && made == 0 {
				return err
			}
			panic(http.ErrAbortHandler)
		}
		if left == n {
			src.requests.Add(1)
			w.Header().Set("Content-Type", f.kind)
		}
		if left -= made; left == 0 {
			out = append(out[:len(out)-len(f.between)], f.end...)
		}
		if _, err := w.Write(out); err != nil {
			return nil // who asked is gone
		}
		buf = out[:0]
	}
	return nil
}

// getInspect says what an id says.
func (s *Server) getInspect(w http.ResponseWriter, q *http.Request) error {
	if err := s.admitHTTP(q, 0); err != nil {
		return err
	}
	text, ok, err := s.read(q.PathValue("id"), q.URL.Query().Get("as"))
	if err != nil {
		return badRequest("%v", err)
	}
	w.Header().Set("Content-Type", "application/json")
	if !ok {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	_, _ = w.Write(append(text, '\n'))
	return nil
}

// generatorsAnswer lists what the server generates.
type generatorsAnswer struct {
	Schema     int               `json:"schema"`
	Listed     bool              `json:"listed"` // only these, without the permission to create
	Generators []generatorAnswer `json:"generators"`
}

type generatorAnswer struct {
	Name   string `json:"name"`
	Scheme string `json:"scheme"`
	IDs    uint64 `json:"ids"`
	Last   string `json:"last,omitempty"` // that was handed out
	Ready  bool   `json:"ready"`
}

func (s *Server) getGenerators(w http.ResponseWriter, q *http.Request) error {
	t := s.table.Load()
	a := generatorsAnswer{Schema: 1, Listed: t.listed, Generators: []generatorAnswer{}}
	for _, name := range t.names() {
		src := t.sources[name]
		if !userOf(q).mayUse(src, []byte(name)) {
			continue
		}
		one := generatorAnswer{Name: name, Scheme: src.scheme.Name, IDs: src.ids.Load(), Ready: src.ready() == nil}
		if id, ok := src.latest(); ok {
			one.Last = string(src.appendID(nil, id))
		}
		a.Generators = append(a.Generators, one)
	}
	writeJSON(w, http.StatusOK, a)
	return nil
}

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
