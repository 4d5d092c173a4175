package server

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen/server/service"
	"idscope/gen/store"
	"idscope/gen/store/etcd/etcdtest"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// published is a hash of "U*U" from the test suite of the reference implementation (crypt_blowfish, wrapper.c).
const published = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"

// TestSessions plays the files of testdata/sessions against a server each: what clients send, and what they are told.
//
//	file                          serve.toml, up to an empty line: the server starts with it, or reads it again
//	NAME> WORDS => REPLY          a request of the Redis protocol on the connection of that name
//	METHOD PATH [KEY: V] => TEXT  one of HTTP: the status, "later N" for Retry-After, and the body; HERE is its address
//	METHOD PATH Headers => TEXT   one whose headers are of interest: the status and them
//	NAME ends => TEXT             the connection says that, and is closed by the server
//	NAME leaves                   the client closes it
//	pass 1s                       the clock goes on; it stands still else
//	log => TEXT                   what the log says since it was looked at
//	settings => VALUES            max_age, connections, per_address and stalled, as the server has them
//	group TEXT => LOG             the file of the group is written, of lines that | ends; what the log says then
//	stop                          the server ends
//	server N                      what follows is of that server: the next one starts as the last one did
//
// What is wanted is a regular expression of all of it; "more" is a number above the last one that was more. Integers
// have a colon before them. A word $NAME is the last reply on that connection, @NAME its client's address, *N is N
// letters, and FORM:SCHEME what a scheme is to idscope gen. Connections whose names begin with inside are those of the
// socket beside the records. HASH in a file is a hash of U*U, OTHER one of no password, ETCD the URL of an etcd in
// memory, or of a real one where servers are asked for.
func TestSessions(t *testing.T) {
	for _, path := range try.Of(filepath.Glob("testdata/sessions/*.txt")).Or(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			s := &script{t: t, wires: map[string]*wire{}, last: map[string]string{}, described: newAnswers(t)}
			lines := strings.Split(string(try.Of(os.ReadFile(path)).Or(t)), "\n")
			for s.line = 0; s.line < len(lines); s.line++ {
				what, want, _ := strings.Cut(named.ReplaceAllStringFunc(lines[s.line], s.value), " => ")
				switch {
				case what == "" || what[0] == '#':
				case what == "file":
					text := ""
					for s.line++; lines[s.line] != ""; s.line++ {
						text += lines[s.line] + "\n"
					}
					if s.etcd == "" && strings.Contains(text, "ETCD") {
						if s.etcd = "etcd://" + etcdtest.New(t).Addr; os.Getenv(testserver.Variable) == "1" {
							s.etcd = testserver.Etcd(t, "what servers of a group answer").URL
						}
					}
					s.file(strings.NewReplacer("HASH", published, "OTHER", decoyOf(published), "ETCD", s.etcd).Replace(text))
				default:
					s.says(what, want, s.do(what))
				}
			}
		})
	}
}

// script is a file that is played.
type script struct {
	t         *testing.T
	line      int // from 0
	r         *running
	servers   []*running
	text      string       // of the first file
	at        atomic.Int64 // of the clock, Unix nanoseconds
	wires     map[string]*wire
	last      map[string]string // replies
	more      uint64
	etcd      string // its URL
	described *answers
}

// file starts the server, or lets it read another file.
func (s *script) file(text string) {
	if s.r != nil {
		s.r.reloads(text)
		return
	}
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	s.at.Store(timeNow().UnixNano())
	s.text = text
	dir := s.t.TempDir()
	s.r = newRunningIn(s.t, dir, cmp.Or(text, "\n"), func(o *service.Options) {
		o.Socket = filepath.Join(dir, "state", "s")
		o.Stores = []store.Driver{memoryDriver(&memory.Store{Clock: func() time.Time { return noon }})}
		o.Store = "memory://here"
	})
	s.r.now = func() time.Time { return time.Unix(0, s.at.Load()) }
	s.r.guard.now = s.r.now
	s.r.serve()
	s.servers = append(s.servers, s.r)
	inside, folder := try.Of(os.Stat(s.r.options.Socket)).Or(s.t), try.Of(os.Stat(filepath.Join(dir, "state"))).Or(s.t)
	try.Equal(s.t, fmt.Sprint(folder.Mode(), inside.Mode()), "drwx------ Srw-------", "the socket may be opened by")
	try.Await(s.t, "the server to be ready", func() bool { return strings.Contains(s.r.log.String(), "msg=ready") })
}

// wire is the connection of a name.
func (s *script) wire(name string) *wire {
	if s.wires[name] == nil {
		address := s.r.resp
		if strings.HasPrefix(name, "inside") {
			address = s.r.options.Socket
		}
		s.wires[name] = dial(s.t, address)
	}
	return s.wires[name]
}

var named = regexp.MustCompile(` [$@]\w+| \*\d+`)

// value is what $NAME, @NAME or *N means.
func (s *script) value(word string) string {
	switch word[1] {
	case '@':
		return " " + s.wire(word[2:]).LocalAddr().String()
	case '*':
		return " " + strings.Repeat("a", try.Of(strconv.Atoi(word[2:])).Or(s.t))
	}
	return " " + strings.TrimPrefix(s.last[word[2:]], ":")
}

// do does what a line says, and returns what came of it.
func (s *script) do(what string) string {
	words := strings.Fields(what)
	for i, word := range words {
		if scheme, ok := strings.CutPrefix(word, "FORM:"); ok {
			words[i] = service.Form(try.Of(schemeOf(scheme, noOverride)).Or(s.t))
		}
	}
	name, isRequest := strings.CutSuffix(words[0], ">")
	switch {
	case isRequest:
		w := s.wire(name)
		w.send(words[1:]...)
		w.await()
		s.last[name] = try.Of(readReply(w.r, ":")).Or(s.t)
		return s.last[name]
	case words[0] == "pass":
		s.at.Add(int64(try.Of(time.ParseDuration(words[1])).Or(s.t)))
		return ""
	case words[0] == "group":
		g := try.Of(Engine{}.OpenGroup(s.t.Context(), s.etcd, "")).Or(s.t)
		defer g.Close()
		for _, r := range s.servers {
			r.logged = len(r.log.String())
		}
		before := try.Of(g.Load(s.t.Context(), service.GroupFile)).Or(s.t)
		text := strings.NewReplacer("|", "\n", "HASH", published).Replace(strings.Join(words[1:], " "))
		try.Of(g.Swap(s.t.Context(), 0, service.GroupFile, before.Version, []byte(text))).Or(s.t)
		for _, r := range s.servers {
			try.Await(s.t, "the file to be read", func() bool { return strings.Contains(r.log.String()[r.logged:], " file") })
		}
		return s.do("log")
	case words[0] == "server":
		n := try.Of(strconv.Atoi(words[1])).Or(s.t)
		if s.r = nil; n > len(s.servers) {
			s.file(s.text)
		}
		s.r = s.servers[n-1]
		return ""
	case words[0] == "stop":
		return fmt.Sprint(s.r.stop())
	case words[0] == "settings":
		return fmt.Sprint(s.r.settings.Load().age(), s.r.limits().connections, s.r.limits().perAddress, s.r.limits().stalled)
	case words[0] == "log":
		said := s.r.log.String()[s.r.logged:]
		s.r.logged += len(said)
		return said
	case len(words) > 1 && words[1] == "ends":
		return try.Of(s.wire(name).ends()).Or(s.t)
	case len(words) > 1 && words[1] == "leaves":
		open := s.r.stats.open.Load()
		s.wire(name).Close()
		try.Await(s.t, "the connection to be gone", func() bool { return s.r.stats.open.Load() < open })
		return ""
	}
	return s.asks(words[0], words[1], strings.Join(words[2:], " "))
}

// asks asks by HTTP, with a header; User is the user and the password. The answer is as openapi.json says.
func (s *script) asks(method, path, header string) string {
	q := try.Of(http.NewRequest(method, "http://"+s.r.web+"/", nil)).Or(s.t)
	q.URL.Opaque = path // as it is
	switch name, value, _ := strings.Cut(header, ": "); name {
	case "", "Headers":
	case "Host":
		q.Host = value
	case "User":
		user, password, _ := strings.Cut(value, ":")
		q.SetBasicAuth(user, password)
	default:
		q.Header.Set(name, strings.ReplaceAll(value, "HERE", s.r.web))
	}
	answer := try.Of(http.DefaultTransport.RoundTrip(q)).Or(s.t) // which follows nobody
	defer answer.Body.Close()
	body := try.Of(io.ReadAll(answer.Body)).Or(s.t)
	try.Equal(s.t, answer.Header.Get("Cache-Control"), "no-store", "line %d: Cache-Control is", s.line+1)
	kind := answer.Header.Get("Content-Type")
	if err := s.described.check(method, path, answer.StatusCode, kind, body); err != nil {
		s.t.Errorf("line %d: %s: %v", s.line+1, body, err)
	}
	try.Equal(s.t, answer.Header.Get("X-Content-Type-Options"), "nosniff", "line %d: it is to be taken as", s.line+1)
	if header == "Headers" {
		answer.Header.Del("Date")
		answer.Header.Del("Content-Length")
		return fmt.Sprint(answer.StatusCode, " ", answer.Header)
	}
	later := ""
	if after := answer.Header.Get("Retry-After"); after != "" {
		later = " later " + after
	}
	text, ended := strings.CutSuffix(string(body), "\n")
	if !ended && text != "" {
		text += " without an end of line"
	}
	return fmt.Sprintf("%d%s %s", answer.StatusCode, later, text)
}

// says compares what came of a line.
func (s *script) says(what, want, got string) {
	if want == "more" {
		n, err := strconv.ParseUint(strings.TrimPrefix(got, ":"), 10, 64)
		if err != nil || n <= s.more {
			s.t.Errorf("line %d: %s = %s; want more than %d", s.line+1, what, got, s.more)
		}
		s.more = n
	} else if !regexp.MustCompile("^(?s:" + want + ")$").MatchString(got) {
		s.t.Errorf("line %d: %s = %.500q; want %s", s.line+1, what, got, want)
	}
}

// TestRefused starts a server with each file of testdata/refused.txt.
func TestRefused(t *testing.T) {
	certificate := tlsFile(testserver.NewCertificates(t))
	try.Lines(t, "testdata/refused.txt", func(file string) string {
		dir := t.TempDir()
		o := optionsOf(&running{log: &lockedBuffer{}}, dir)
		if o.File = filepath.Join(dir, "serve.toml"); strings.Contains(file, "listen") {
			o.Listen, o.HTTP = "", "none"
		}
		writeFileText(t, o.File, strings.NewReplacer("HASH", published, "DIR", filepath.Join(dir, "ids"),
			" | ", "\n", "| ", "\n", "TLS", certificate).Replace(file)+"\n")
		r, err := New(t.Context(), o)
		if err == nil {
			try.Works(t, r.close())
		}
		return strings.ReplaceAll(fmt.Sprint(err), dir+"/", "")
	})
}
