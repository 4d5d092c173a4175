package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/server/service"
	"idscope/gen/store"
	filestore "idscope/gen/store/file"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
	"idscope/inspect"
)

// running is a server in this process, with records of its own.
type running struct {
	*Running
	t      *testing.T
	resp   string
	web    string
	log    *lockedBuffer
	logged int // how much of it a script has looked at
	cancel context.CancelFunc
	done   chan error
	reload chan struct{}
}

// lockedBuffer is a log that is read while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// testHold keeps records in a folder.
func testHold(dir string) hold {
	return func(ctx context.Context, w service.Wanted) (*service.Holding, error) {
		f := testFolder(dir)
		var r *worker.Record
		var err error
		if w.Worker != nil {
			r, err = f.Number(ctx, w.Scheme, *w.Worker, w.Lead, w.Set...)
		} else if r, err = f.Auto(ctx, w.Scheme, w.Lead, w.Set...); err == nil {
			err = r.Close()
		}
		if err != nil {
			return nil, err
		}
		return &service.Holding{Ledger: r, Worker: r.Worker(), Close: r.Close}, nil
	}
}

// testFolder is where the records of a test are.
func testFolder(dir string) worker.Folder {
	return worker.Folder{State: filepath.Join(dir, "state"), Claims: filepath.Join(dir, "claims"), ClaimsGiven: true,
		Host: worker.DefaultHost()}
}

// schemeOf returns a built-in scheme, or one of a layout.
func schemeOf(name string, o service.Override) (*gen.Scheme, error) {
	if name == scheme.CustomName {
		tick := time.Millisecond
		if o.Tick != "" {
			var err error
			if tick, err = time.ParseDuration(o.Tick); err != nil {
				return nil, err
			}
		}
		return scheme.Custom(scheme.CustomOptions{Layout: o.Layout, Tick: tick})
	}
	if s, ok := scheme.Get(name); ok {
		return s, nil
	}
	if list, ok := inspect.Named(name); ok { // that are only read
		return list[0], nil
	}
	return nil, fmt.Errorf("scheme %q is unknown", name)
}

// start starts a server with a file of that text, on free ports.
func start(t *testing.T, file string) *running { return startIn(t, t.TempDir(), file) }

func startIn(t *testing.T, dir, text string, change ...func(*service.Options)) *running {
	t.Helper()
	r := newRunningIn(t, dir, text, change...)
	r.serve()
	return r
}

// newRunningIn is a server that does not serve yet.
func newRunningIn(t *testing.T, dir, text string, change ...func(*service.Options)) *running {
	t.Helper()
	r := &running{t: t, log: &lockedBuffer{}, done: make(chan error, 1), reload: make(chan struct{})}
	o := optionsOf(r, dir)
	for _, one := range change {
		one(&o)
	}
	if text != "" {
		o.File = filepath.Join(dir, "serve.toml")
		writeFileText(t, o.File, text)
	}
	r.Running = try.Of(New(context.Background(), o)).Or(t)
	r.resp, r.web = r.Addresses()
	return r
}

// serve begins to serve.
func (r *running) serve() {
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	go func() { r.done <- r.Run(ctx) }()
	r.t.Cleanup(func() { r.stop() })
}

// reloads lets the server read another file.
func (r *running) reloads(text string) {
	r.t.Helper()
	writeFileText(r.t, r.options.File, text)
	r.Running.reload(r.t.Context())
}

// optionsOf are those of a server with records in a folder.
func optionsOf(r *running, dir string) service.Options {
	return service.Options{Listen: "127.0.0.1:0", HTTP: "127.0.0.1:0", Scheme: schemeOf, Hold: testHold(dir), Log: r.log,
		Reload: r.reload, Stores: []store.Driver{filestore.Driver},
		Folder: func() (worker.Folder, error) { return testFolder(dir), nil }}
}

// bareServer is a server without addresses. Its generators end with the test.
func bareServer(t testing.TB) *Server {
	dir := t.TempDir()
	s := newServer(service.Options{Scheme: schemeOf, Hold: testHold(dir)}, quiet(), timeNow)
	t.Cleanup(func() {
		for _, src := range s.table.Load().sources {
			_ = src.from.Close()
		}
	})
	return s
}

// stop ends the server, and returns its error.
func (r *running) stop() error {
	r.cancel()
	select {
	case err := <-r.done:
		r.done <- err
		return err
	case <-time.After(30 * time.Second):
		r.t.Fatal("the server did not end")
		return nil
	}
}

// leastAllocations is how many allocations a call costs: the fewest of many calls, as other
// goroutines (of a record that is reserved ahead, and of tests that have ended) only add theirs.
func leastAllocations(f func()) float64 {
	least := testing.AllocsPerRun(1, f)
	for range 200 {
		if least == 0 {
			break
		}
		least = min(least, testing.AllocsPerRun(1, f))
	}
	return least
}

func writeFileText(t *testing.T, path, text string) {
	t.Helper()
	try.Works(t, os.WriteFile(path, []byte(text), 0o600))
}

// collected finds duplicates.
type collected struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (c *collected) add(t *testing.T, ids ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	for _, id := range ids {
		if c.seen[id] {
			t.Errorf("%s was handed out twice", id)
		}
		c.seen[id] = true
	}
}

func overLayout(layout string) service.Override { return service.Override{Layout: layout} }

var timeNow = time.Now

// withTimeOfItsOwn runs a test for which no time passes but what it waits for, from when all schemes have begun.
func withTimeOfItsOwn(t *testing.T, test func(*testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		test(t)
	})
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// wire is a connection of the Redis protocol.
type wire struct {
	net.Conn
	t *testing.T
	r *bufio.Reader
}

func (r *running) dial() *wire { return dial(r.t, r.resp) }

func dial(t *testing.T, address string) *wire {
	t.Helper()
	network := "tcp"
	if filepath.IsAbs(address) {
		network = "unix"
	}
	c := try.Of(net.Dial(network, address)).Or(t)
	t.Cleanup(func() { c.Close() })
	return &wire{c, t, bufio.NewReaderSize(c, 64<<10)}
}

// ask sends a request of words, and returns the reply.
func (w *wire) ask(words ...string) string {
	w.t.Helper()
	w.send(words...)
	return w.reply()
}

func (w *wire) send(words ...string) {
	w.t.Helper()
	try.Of(w.Write(encodeRequest(words...))).Or(w.t)
}

func encodeRequest(words ...string) []byte {
	text := appendHead(nil, '*', len(words))
	for _, word := range words {
		text = appendBulk(text, word)
	}
	return text
}

// patience is how long a test waits for what is about to happen, before it says that it does
// not: each time anew, however long the test takes.
const patience = time.Minute

// await waits for the server no longer than tests may take: how fast a machine is that does
// much else besides is not what they are about.
func (w *wire) await() {
	end, limited := w.t.Deadline()
	if limited {
		end = end.Add(-5 * time.Second) // and says what was waited for
	}
	_ = w.SetReadDeadline(end)
}

// reply returns one reply as a text: arrays and maps in brackets.
func (w *wire) reply() string {
	w.t.Helper()
	w.await()
	return try.Of(readReply(w.r, "")).Or(w.t)
}

// readReply reads a reply as a text, with something before integers.
func readReply(r *bufio.Reader, number string) (string, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return "", err
	}
	if !strings.HasSuffix(line, "\r\n") {
		return "", fmt.Errorf("%q does not end in CRLF", line)
	}
	line = strings.TrimSuffix(line, "\r\n")
	n, _ := strconv.Atoi(line[1:])
	switch line[0] {
	case ':':
		return number + line[1:], nil
	case '+', '-':
		return strings.TrimPrefix(line, "+"), nil
	case '_':
		return "(nil)", nil
	case '$':
		if n < 0 {
			return "(nil)", nil
		}
		text := make([]byte, n+2)
		_, err := io.ReadFull(r, text)
		return string(text[:n]), err
	case '*', '%':
		if line[0] == '%' {
			n *= 2
		}
		list := make([]string, n)
		for i := range list {
			if list[i], err = readReply(r, number); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(list, " ") + "]", nil
	}
	return "", fmt.Errorf("a reply begins with %q", line)
}

// words are the elements of an array's text.
func words(reply string) []string { return strings.Fields(strings.Trim(reply, "[]")) }

// ends reports whether the server closes the connection, after what it still says.
func (w *wire) ends() (said string, err error) {
	w.await()
	text, err := io.ReadAll(w.r)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return string(text), err
	}
	return string(text), nil // closed with what was not read is a reset
}

// one returns the next ID of a generator.
func one(ctx context.Context, g Generator) (gen.ID, error) {
	var ids [1]gen.ID
	_, err := g.Fill(ctx, ids[:])
	return ids[0], err
}
