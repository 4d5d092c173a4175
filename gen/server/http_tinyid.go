package server

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// The paths of tinyid, as its IdContronller.java has them. Errors have a status of their
// own, which its client takes for no answer, and asks again.

// getTinyid is tinyid's: ids in one line, with commas between them.
func (s *Server) getTinyid(w http.ResponseWriter, q *http.Request) {
	s.tinyid(w, q, frame{between: ",", kind: plainText})
}

// getTinyidJSON is the same as tinyid's Response.
func (s *Server) getTinyidJSON(w http.ResponseWriter, q *http.Request) {
	s.tinyid(w, q, frame{`{"data":[`, ",", `],"code":200,"message":""}`, "application/json"})
}

func (s *Server) tinyid(w http.ResponseWriter, q *http.Request, f frame) {
	n, ok := s.countOf(w, atMost(q.FormValue("batchSize"), mostIDs))
	if !ok {
		return
	}
	src, ok := s.sourceFor(w, q, q.FormValue("bizType"))
	if !ok {
		return
	}
	if src.from == nil || !src.number {
		refuse(w, http.StatusBadRequest, "bad_request", src.name+" generates no numbers; want a generator of numbers")
		return
	}
	s.writeIDs(w, q, request{source: src, n: n}, f)
}

// atMost bounds a number, as tinyid does.
func atMost(text string, most int) string {
	if n, err := strconv.Atoi(text); err == nil && n > most {
		return strconv.Itoa(most)
	}
	return text
}

// tinyidSegment is a segment as tinyid's clients count through it: from the number after
// current up to max, by delta. They ask for the next one at loading.
type tinyidSegment struct {
	Max       uint64 `json:"maxId"`
	Loading   uint64 `json:"loadingId"`
	Current   uint64 `json:"currentId"`
	Delta     int    `json:"delta"`
	Remainder int    `json:"remainder"`
}

// segmentFor takes a segment for one client.
func (s *Server) segmentFor(w http.ResponseWriter, q *http.Request) (t tinyidSegment, ok bool) {
	src, ok := s.counterFor(w, q, q.FormValue("bizType"))
	if !ok {
		return t, false
	}
	from := src.from.(*stored)
	if src.scheme.Name != "segment" {
		refuse(w, http.StatusNotFound, "no_counter", src.name+` hands out no segments; want one of scheme = "segment"`)
		return t, false
	}
	n := min(cmp.Or(from.from.places[0].Step, 1), mostIDs)
	if !s.takeHTTP(w, q, int(n)) {
		return t, false
	}
	first, last, err := src.reserve(q.Context(), n)
	if err != nil {
		refuseError(w, err)
		return t, false
	}
	return tinyidSegment{Max: last.Lo, Loading: first.Lo - 1 + n/5, Current: first.Lo - 1, Delta: 1}, true
}

// getTinyidSegment is tinyid's for its own clients, which count by themselves.
func (s *Server) getTinyidSegment(w http.ResponseWriter, q *http.Request) {
	t, ok := s.segmentFor(w, q)
	if !ok {
		return
	}
	var words []string
	for _, v := range []uint64{t.Current, t.Loading, t.Max, uint64(t.Delta), uint64(t.Remainder)} {
		words = append(words, strconv.FormatUint(v, 10))
	}
	w.Header().Set("Content-Type", plainText)
	_, _ = w.Write([]byte(strings.Join(words, ",")))
}

// getTinyidSegmentJSON is the same as tinyid's Response.
func (s *Server) getTinyidSegmentJSON(w http.ResponseWriter, q *http.Request) {
	t, ok := s.segmentFor(w, q)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(struct {
		Data    tinyidSegment `json:"data"`
		Code    int           `json:"code"`
		Message string        `json:"message"`
	}{t, 200, ""})
}
