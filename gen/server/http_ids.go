package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"idscope/gen"
	"idscope/gen/quantity"
)

// request is what a client asks for: n ids of a source.
type request struct {
	source *source
	n      int
	plain  bool // one a line, else JSON
}

// idsRequest reads the parameters of POST /v1/ids. It answers with the error itself.
func (s *Server) idsRequest(w http.ResponseWriter, q *http.Request) (r request, ok bool) {
	if r.n, ok = s.countOf(w, cmp.Or(q.Form.Get("n"), q.Form.Get("count"))); !ok {
		return r, false
	}
	switch format := q.Form.Get("format"); format {
	case "":
		r.plain = strings.HasPrefix(q.Header.Get("Accept"), "text/plain")
	case "text", "json":
		r.plain = format == "text"
	default:
		refuse(w, http.StatusBadRequest, "bad_request",
			fmt.Sprintf("format %.64q is unknown: use json or text", format))
		return r, false
	}
	r.source, ok = s.sourceFor(w, q, q.Form.Get("generator"))
	return r, ok
}

// countOf reads a number of ids; empty is one.
func (s *Server) countOf(w http.ResponseWriter, text string) (int, bool) {
	if text == "" {
		return 1, true
	}
	n, err := quantity.ParseCount(text, 1, mostIDs)
	if err != nil {
		refuse(w, http.StatusBadRequest, "bad_request", fmt.Sprintf("n is %.64q: use 1 to %d", text, mostIDs))
		return 0, false
	}
	return int(n), true
}

// sourceFor returns the generator of a name, if the user may use it.
func (s *Server) sourceFor(w http.ResponseWriter, q *http.Request, name string) (*source, bool) {
	if name == "" {
		refuse(w, http.StatusBadRequest, "bad_request", "there is no generator: use ?generator=NAME")
		return nil, false
	}
	src, err := s.find(q.Context(), s.table.Load(), userOf(q), []byte(name))
	if err != nil {
		refuseError(w, err)
		return nil, false
	}
	return src, true
}

// postIDs answers with ids: as JSON, or one a line.
func (s *Server) postIDs(w http.ResponseWriter, q *http.Request) {
	r, ok := s.idsRequest(w, q)
	if !ok {
		return
	}
	f := frame{"", "\n", "\n", plainText}
	if !r.plain {
		name, _ := json.Marshal(r.source.name) // of a string: no error
		scheme, _ := json.Marshal(r.source.scheme.Name)
		f = frame{fmt.Sprintf(`{"schema":1,"generator":%s,"scheme":%s,"ids":["`, name, scheme), `","`, "\"]}\n",
			"application/json"}
	}
	s.writeIDs(w, q, r, f)
}

// frame is what is around ids.
type frame struct{ head, between, end, kind string }

const plainText = "text/plain; charset=utf-8"

// writeIDs writes ids between a head and an end, as they are generated. What fails
// before the first is written is an error; later the connection is cut, so that nobody
// takes a part for all.
func (s *Server) writeIDs(w http.ResponseWriter, q *http.Request, r request, f frame) {
	if !s.admitHTTP(w, q, r.n) {
		return
	}
	ids := make([]gen.ID, min(r.n, batch))
	between := func(dst []byte, _ int) []byte { return append(dst, f.between...) }
	buf := []byte(f.head)
	for left, first := r.n, true; left > 0; first = false {
		out, made, err := r.source.appendIDs(q.Context(), buf, ids[:min(left, batch)], between)
		if err != nil {
			if first && made == 0 && sendOn(w, q, err) {
				return
			}
			s.log.Warn("refused", "generator", r.source.name, "error", err)
			if !first || made > 0 {
				panic(http.ErrAbortHandler)
			}
			refuseError(w, err)
			return
		}
		if left -= made; left == 0 {
			out = append(out[:len(out)-len(f.between)], f.end...)
		}
		if first {
			w.Header().Set("Content-Type", f.kind)
		}
		if _, err := w.Write(out); err != nil {
			return
		}
		buf = out[:0]
	}
}

// getInspect says what an id says.
func (s *Server) getInspect(w http.ResponseWriter, q *http.Request) {
	if !s.admitHTTP(w, q, 0) {
		return
	}
	text, ok, err := s.read(q.PathValue("id"), q.URL.Query().Get("as"))
	if err != nil {
		refuse(w, http.StatusBadRequest, "bad_request", err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if !ok {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	_, _ = w.Write(append(text, '\n'))
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

func (s *Server) getGenerators(w http.ResponseWriter, q *http.Request) {
	t := s.table.Load()
	a := generatorsAnswer{Schema: 1, Listed: t.listed, Generators: []generatorAnswer{}}
	for _, name := range t.names() {
		src := t.sources[name]
		if src.name != name || !userOf(q).mayUse(src, []byte(name)) { // another way to write it
			continue
		}
		one := generatorAnswer{Name: name, Scheme: src.scheme.Name, IDs: src.ids.Load(), Ready: src.ready() == nil}
		if id, ok := src.latest(); ok {
			one.Last = string(src.appendID(nil, id))
		}
		a.Generators = append(a.Generators, one)
	}
	writeJSON(w, http.StatusOK, a)
}
