package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/quantity"
	"idscope/gen/server/service"
	"idscope/inspect"
)

// mostIDs is the largest count of one request.
const mostIDs = 65536

// next answers INCR with one ID as a number if it can be one, and ID.NEXT with its text.
func (c *session) next(ctx context.Context, args [][]byte) any {
	src, err := c.allowed(ctx, args[1], 1)
	if err != nil {
		return err
	}
	room := c.room(1)
	if src.text == nil && equalFold(args[0], "INCR") {
		if _, err = src.fill(ctx, room); err == nil {
			c.out = src.appendNumber(c.out, room[0])
		}
	} else {
		c.out, _, err = src.appendIDs(ctx, c.out, room, bulkRoom, bulkFrom)
	}
	if err != nil {
		return c.server.refused(src, err)
	}
	src.requests.Add(1)
	return nil
}

// mget answers with an array of IDs; with LIKE and a form only where the IDs are those that who asks would generate.
func (c *session) mget(ctx context.Context, args [][]byte) any {
	like := len(args) == 5 && equalFold(args[3], "LIKE")
	if len(args) != 3 && !like {
		return wrongNumber("id.mget")
	}
	src, n, err := c.several(ctx, args)
	if err != nil {
		return err
	}
	if like && (src.listed || c.server.cluster != nil || service.Form(src.scheme) != string(args[4])) {
		return failf("ERR %s is not the scheme of that name as the client has it", src.name)
	}
	before := len(c.out)
	c.out = appendHead(c.out, '*', n)
	for made := 0; made < n && !c.over; {
		room := c.room(n - made) // first, for it may move c.out
		out, got, err := src.appendIDs(ctx, c.out, room, bulkRoom, bulkFrom)
		c.out = out
		if err != nil && made+got == 0 {
			c.out = c.out[:before]
			return c.server.refused(src, err)
		}
		if made == 0 {
			src.requests.Add(1)
		}
		made += got
		c.over = err != nil && made < n // a client takes what it got for no reply then
		if len(c.out) >= outMost {
			c.flush()
		}
	}
	return nil
}

// consecutive takes n consecutive integers, and answers INCRBY with the last, and ID.RANGE with the first and n.
func (c *session) consecutive(ctx context.Context, args [][]byte) any {
	src, n, err := c.several(ctx, args)
	if err != nil {
		return err
	}
	first, last, err := src.reserve(ctx, uint64(n))
	switch {
	case err == errScattered:
		return failf("ERR %d ids of %s are not consecutive integers; use ID.MGET %s %d", n, src.name, src.name, n)
	case err != nil:
		return c.server.refused(src, err)
	case equalFold(args[0], "INCRBY"):
		c.out = src.appendNumber(c.out, last)
		return nil
	}
	c.out = src.appendNumber(appendHead(c.out, '*', 2), first)
	c.out = appendLine(c.out, ':', string(args[2]))
	return nil
}

// get answers with the last ID that this server handed out.
func (c *session) get(ctx context.Context, args [][]byte) any {
	src, err := c.allowed(ctx, args[1], 0)
	if err != nil {
		return err
	}
	if e, ok := src.from.(*groupGenerator); ok {
		if _, err := e.c.lead(ctx); err != nil {
			return c.server.refused(src, err)
		}
	}
	n, out := src.handed(append(c.out, bulkRoom...))
	if n == 0 {
		return none{}
	}
	c.out = bulkFrom(out, len(c.out))
	return nil
}

// several is what a command asks several IDs of, by its first argument, and how many, by its second.
func (c *session) several(ctx context.Context, args [][]byte) (*source, int, error) {
	n, err := amount(args[2])
	if err != nil {
		return nil, 0, err
	}
	src, err := c.allowed(ctx, args[1], n)
	return src, n, err
}

// amount reads a count of IDs.
func amount(text []byte) (int, error) {
	v, err := strconv.ParseInt(string(text), 10, 64)
	switch {
	case err != nil:
		return 0, errNotInteger
	case v < 1 || v > mostIDs:
		return 0, failf("ERR %d ids are too many or too few; use 1 to %d", v, mostIDs)
	}
	return int(v), nil
}

const errNotInteger = failure("ERR value is not an integer or out of range")

// errRetired says that another file is in force, in which the generator is another one: the request is made again.
var errRetired = errors.New("the generators have changed: ask again")

// refused logs the error of a generator, and returns it. Of a store and of a group the log tells once.
func (s *Server) refused(src *source, err error) error {
	if s.table.Load().sources[src.name] != src {
		return errRetired
	}
	if !errors.As(err, new(*movedError)) && err != errDown && !errors.Is(err, errStore) {
		s.log.Warn("refused", "generator", src.name, "error", err)
	}
	return err
}

// failureOf is the error of a request as the client is told it.
func failureOf(err error, args [][]byte) failure {
	if text, ok := errors.AsType[failure](err); ok {
		return text
	}
	if moved, ok := errors.AsType[*movedError](err); ok {
		return failf("MOVED %d %s", slotOf(args[1]), moved.to.Address)
	}
	return failure(failureText(err))
}

// failureText is the error of a generator as clients are told it: the first word is the kind, and does not change.
func failureText(err error) string {
	kind, wait := kindOf(err), retryAfter(err)
	switch {
	case kind == kindDown:
		return "CLUSTERDOWN " + errDown.Error() // clients need not know where the store of the group is
	case kind == kindPermission:
		return "NOPERM No permissions to access a key" // as Redis says it
	case kind == kindClock, kind.status == http.StatusTooManyRequests:
		return fmt.Sprintf("%s retry_ms=%d %v", kind.redis, wait.Milliseconds(), err)
	}
	return kind.redis + " " + err.Error()
}

// retryAfter is how long a client has to wait, in whole milliseconds; 0 where that is not known.
func retryAfter(err error) time.Duration {
	if late, ok := errors.AsType[*laterError](err); ok {
		return late.wait
	}
	if at, ok := errors.AsType[*gen.ClockError](err); ok && !at.Retry.IsZero() {
		return max(wholeMillis(at.Retry.Sub(at.Now)), time.Millisecond)
	}
	return 0
}

// kind is what an error of a generator is for clients.
type kind struct {
	redis  string // the first word
	http   string // the code
	status int
}

var (
	kindDown       = kind{"CLUSTERDOWN", "no_leader", http.StatusServiceUnavailable}
	kindClock      = kind{"CLOCKBACK", "clock_back", http.StatusServiceUnavailable}
	kindExhausted  = kind{"EXHAUSTED", "exhausted", http.StatusServiceUnavailable}
	kindPermission = kind{"NOPERM", "no_permission", http.StatusForbidden}
	kindOther      = kind{"UNAVAILABLE", "unavailable", http.StatusServiceUnavailable}
)

// kindOf tells errors of generators apart: the first reason that an error has is its kind.
func kindOf(err error) kind {
	if late, ok := errors.AsType[*laterError](err); ok {
		return kind{"LIMIT", late.code, http.StatusTooManyRequests}
	}
	for _, row := range []struct {
		reason error
		kind
	}{
		{errDown, kindDown},
		{errUnknown, kind{"ERR", "unknown_generator", http.StatusNotFound}},
		{errNoPermission, kindPermission},
		{counter.ErrFull, kindExhausted},
		{gen.ErrBackward, kindClock}, {gen.ErrStalled, kindClock}, {gen.ErrBeforeEpoch, kindClock},
		{gen.ErrFenced, kind{"FENCED", "fenced", http.StatusServiceUnavailable}},
		{gen.ErrEnded, kind{"OVERFLOW", "overflow", http.StatusServiceUnavailable}},
		{gen.ErrUsedUp, kindExhausted},
	} {
		if errors.Is(err, row.reason) {
			return row.kind
		}
	}
	return kindOther
}

// mostText is the longest text that is read as an ID.
const mostText = 1024

// parse answers ID.PARSE id [scheme] with what the ID says, as inspect --json.
func (c *session) parse(_ context.Context, args [][]byte) any {
	if len(args) > 3 {
		return wrongNumber("id.parse")
	}
	if err := c.admit(0); err != nil {
		return err
	}
	as := ""
	if len(args) == 3 {
		as = string(args[2])
	}
	text, ok, err := c.server.read(string(args[1]), as)
	switch {
	case err != nil:
		return failf("ERR %v", err)
	case !ok:
		return failf("ERR %.200q is not an id", args[1])
	}
	return text
}

// read returns the JSON of a text, and whether it is an ID. As is a scheme, or the name of a generator; empty leaves it
// to the text.
func (s *Server) read(text, as string) (json []byte, ok bool, err error) {
	if len(text) > mostText {
		return nil, false, errors.New("the text is too long for an id; use at most 1024 bytes")
	}
	o := inspect.Options{Now: s.now(), Schemes: s.options.Own}
	if as != "" {
		var named bool
		if src := s.table.Load().sources[as]; src != nil {
			o.As = []*gen.Scheme{src.scheme}
		} else if o.As, named = inspect.Named(as); !named {
			own, err := s.schemeOf(as)
			if err != nil {
				return nil, false, unknown(as, errors.New("no such scheme"))
			}
			o.As = []*gen.Scheme{own}
		}
	}
	in, err := inspect.New(o)
	if err != nil {
		return nil, false, err
	}
	var r inspect.Result
	in.InspectInto(&r, text)
	return r.AppendJSON(nil), r.OK(), nil
}

// countOf reads a number of ids, of a key; empty is one.
func countOf(key, text string) (int, error) {
	if text == "" {
		return 1, nil
	}
	n, err := quantity.ParseCount(text, 1, mostIDs)
	if err != nil {
		return 0, badRequest("%s is %.64q: use 1 to %d", key, text, mostIDs)
	}
	return int(n), nil
}

// sourceFor returns the generator of a name, if the user may use it.
func (s *Server) sourceFor(q *http.Request, u *user, name string) (*source, error) {
	if name == "" {
		return nil, badRequest("there is no generator: use ?generator=NAME")
	}
	return s.find(q.Context(), s.table.Load(), u, []byte(name))
}

// postIDs answers with ids: as JSON, or one a line.
func (s *Server) postIDs(w http.ResponseWriter, q *http.Request, u *user) error {
	key := "n"
	if q.Form.Get(key) == "" {
		key = "count"
	}
	n, err := countOf(key, q.Form.Get(key))
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
	src, err := s.sourceFor(q, u, q.Form.Get("generator"))
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
	return s.writeIDs(w, q, u, src, n, f)
}

// frame is what is around ids.
type frame struct{ head, between, end, kind string }

const plainText = "text/plain; charset=utf-8"

// writeIDs writes n IDs between a head and an end, as they are generated. What fails
// before the first is written is an error; later the connection is cut, so that nobody
// takes a part for all.
func (s *Server) writeIDs(w http.ResponseWriter, q *http.Request, u *user, src *source, n int, f frame) error {
	if err := s.admit(u, q.RemoteAddr, n); err != nil {
		return err
	}
	ids := make([]gen.ID, min(n, batch))
	between := func(dst []byte, _ int) []byte { return append(dst, f.between...) }
	buf := []byte(f.head)
	for left := n; left > 0; {
		out, made, err := src.appendIDs(q.Context(), buf, ids[:min(left, batch)], "", between)
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
func (s *Server) getInspect(w http.ResponseWriter, q *http.Request, u *user) error {
	if err := s.admit(u, q.RemoteAddr, 0); err != nil {
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

func (s *Server) getGenerators(w http.ResponseWriter, q *http.Request, u *user) error {
	t := s.table.Load()
	a := generatorsAnswer{Schema: 1, Listed: t.listed, Generators: []generatorAnswer{}}
	for _, name := range sorted(t.sources) {
		src := t.sources[name]
		if !u.mayUse(t, src, []byte(name)) {
			continue
		}
		n, last := src.handed(nil)
		a.Generators = append(a.Generators, generatorAnswer{Name: name, Scheme: src.scheme.Name, IDs: n,
			Last: string(last), Ready: src.ready() == nil})
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
// generator of that name is used where the file has one, else the scheme leaf.
func (s *Server) getLeafSnowflake(w http.ResponseWriter, q *http.Request, u *user) error {
	name := q.PathValue("key")
	if src := s.table.Load().sources[name]; src == nil || !src.listed { // what others opened is no key
		name = "leaf"
	}
	return s.writeNumbers(w, q, u, name, 1)
}

// writeNumbers answers with IDs of a generator in one line, with commas between them, if they are numbers.
func (s *Server) writeNumbers(w http.ResponseWriter, q *http.Request, u *user, name string, n int) error {
	src, err := s.sourceFor(q, u, name)
	switch {
	case err != nil:
		return err
	case !src.number:
		return badRequest("%s generates no numbers: use a generator of numbers", src.name)
	}
	return s.writeIDs(w, q, u, src, n, frame{between: ",", kind: plainText})
}

// getTinyid is tinyid's, as its IdContronller.java has it: IDs in one line. Errors have a status of their own, which
// its client takes for no answer, and asks again.
func (s *Server) getTinyid(w http.ResponseWriter, q *http.Request, u *user) error {
	text := q.FormValue("batchSize")
	if n, err := strconv.Atoi(text); err == nil && n > mostIDs {
		text = strconv.Itoa(mostIDs)
	}
	n, err := countOf("batchSize", text)
	if err != nil {
		return err
	}
	return s.writeNumbers(w, q, u, q.FormValue("bizType"), n)
}

// getLeafSegment is Leaf's for counters of the file: the text of one number.
func (s *Server) getLeafSegment(w http.ResponseWriter, q *http.Request, u *user) error {
	name := q.PathValue("key")
	if !u.may(generate, []byte(name)) {
		return errNoPermission
	}
	if src := s.table.Load().sources[name]; src != nil {
		if _, ok := src.from.(*storeCounter); ok {
			return s.writeIDs(w, q, u, src, 1, frame{kind: plainText})
		}
	}
	return &httpFailure{http.StatusNotFound, "no_counter",
		"there is no counter " + strconv.Quote(name) + `: use one of serve.toml, as scheme = "segment"`}
}
