package server

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"idscope/gen/server/service"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestHash: a hash knows its password and no other; a published one is understood; the decoy of a hash takes as long.
func TestHash(t *testing.T) {
	fits := func(hash, password string) bool {
		return newGuard(timeNow).compare([]byte(hash), []byte(password)) == nil
	}
	hash := try.Of(Engine{}.Hash([]byte("geheim"))).Or(t)
	try.Works(t, checkHash(hash))
	other, _ := Engine{}.Hash([]byte("geheim"))
	if !fits(hash, "geheim") || fits(hash, "Geheim") || other == hash {
		t.Errorf("%s does not tell passwords apart, or has no salt", hash)
	}
	for _, h := range []string{hash, published} {
		d := decoyOf(h)
		if d == h || checkHash(d) != nil || fits(d, "geheim") || d[:7] != h[:7] || len(d) != len(h) {
			t.Errorf("the decoy of %s is %s", h, d)
		}
	}
}

// TestClientOf reads testdata/clients.txt: requests of an IPv4 address count together, and those of the /64 of an IPv6
// address, of which one host has 2^64.
func TestClientOf(t *testing.T) {
	try.Lines(t, "testdata/clients.txt", clientOf)
}

// TestWrongPasswordsOfMany: however many addresses guess at once, two guesses are hashed at a
// time, so that the memory of two hashes is used, and those for whom there is no place in the
// queue are told at once to come again.
func TestWrongPasswordsOfMany(t *testing.T) {
	const many = 200
	at := timeNow()
	g := newGuard(func() time.Time { return at })
	goOn := make(chan bool)
	var now, most, hashed atomic.Int64
	g.compare = func(hash, _ []byte) error {
		try.Equal(t, string(hash), published, "of a user that there is not what is compared is")
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		<-goOn
		hashed.Add(1)
		now.Add(-1)
		return errors.New("wrong")
	}
	answers := make(chan error, many)
	for i := range many {
		go func() {
			_, err := g.check(t.Context(), fmt.Sprint(i), "", published, []byte("guess"))
			answers <- err
		}()
	}
	for range many - longestQueue { // while no hash ends
		var delay *laterError
		if err := <-answers; !errors.As(err, &delay) || *delay != (laterError{firstDelay, "delayed",
			"many passwords wait; try again in 100ms"}) {
			t.Fatalf("a guess without a place is told %v; want to come again", err)
		}
	}
	close(goOn)
	for range longestQueue {
		try.Equal(t, <-answers, nil, "a guess that waited for its turn is told")
	}
	for range longestQueue / 2 { // from one address they wait for each other
		go func() {
			_, err := g.check(t.Context(), "one", "", published, []byte("guess"))
			answers <- err
		}()
	}
	for range longestQueue / 2 {
		<-answers
	}
	if n := hashed.Swap(longestQueue) - longestQueue; n < 1 || n > hashesAtOnce {
		t.Errorf("%d guesses of one address were hashed; want 1 to %d", n, hashesAtOnce)
	}
	if most.Load() > hashesAtOnce {
		t.Errorf("%d guesses were hashed at a time; want %d", most.Load(), hashesAtOnce)
	}
	g.compare = bcrypt.CompareHashAndPassword
	for hash, want := range map[string]bool{published: true, "": false} { // the decoy's is of nobody
		ok := try.Of(g.check(t.Context(), "another "+hash, hash, published, []byte("U*U"))).Or(t)
		try.Equal(t, ok, want, "after that, of the hash %q it is the password:", hash)
	}
}

// TestNoAnswerShowsASecret: whatever path or command is given a secret, neither its answer
// nor the log has it. ECHO and PING have to repeat what they are given.
func TestNoAnswerShowsASecret(t *testing.T) {
	r := start(t, "")
	w := r.dial()
	const letters = "qXzKvWjPbYgHtRmLnDcFsGxZkVqJwTpBhN"
	for text, secret := range map[string]string{
		"hf_" + letters: letters[:8], "ghp_" + strings.Repeat("a", 36): "aaaaaaaa", "sk_live_" + letters: letters[:8],
		"4242424242424242": "42424242", "4242 4242 4242 4242": "4242 4242", "redis://:hunter2trombone@h": "trombone",
	} {
		var answers []string
		for _, command := range []string{"INCR", "ID.NEXT", "ID.MGET", "INCRBY", "ID.RANGE", "GET", "ID.PARSE", "SELECT",
			"CLIENT", "CLUSTER", "COMMAND", "INFO", "HELLO", "AUTH", "MULTI", "FLUSHALL"} {
			answers = append(answers, w.ask(command, text), w.ask(command, text, text), w.ask(command, text, "2"))
		}
		answers = append(answers, w.ask(text), w.ask(text, text), w.ask("ID.PARSE", "1541815603606036480", text))
		for _, one := range routes() {
			if !strings.HasPrefix(one.methods, "GET") {
				continue
			}
			path := one.path
			for _, name := range []string{"{id}", "{key}", "{$}"} {
				path = strings.ReplaceAll(path, name, url.PathEscape(text))
			}
			query := ""
			for _, key := range []string{"generator", "format", "n", "as", "bizType", "batchSize", "token"} {
				query += "&" + key + "=" + url.QueryEscape(text)
			}
			answers = append(answers, get(t, r, path), get(t, r, path+"?"+query[1:]))
		}
		r.Server.log.Warn("it failed", "error", errors.New(text))
		for _, answer := range append(answers, r.log.String()) {
			if strings.Contains(answer, secret) {
				t.Errorf("with %q: %.300s", text, answer)
			}
		}
	}
}

// FuzzSettings: no text panics, and what is refused is refused with a reason.
func FuzzSettings(f *testing.F) {
	f.Add(
		"[generators.a]\nscheme = \"snowflake\"\nworker = 7\nset = { a = 1 }\n[users.b]\npassword = \"" + published + "\"\n",
	)
	f.Fuzz(func(t *testing.T, text string) {
		settings, err := parseSettings("serve.toml", []byte(text))
		if (settings == nil) == (err == nil) || err != nil && strings.TrimSpace(err.Error()) == "" {
			t.Errorf("parseSettings(%q) = %v, %v", text, settings, err)
		}
	})
}

// tlsFile says to use a certificate.
func tlsFile(c testserver.Certificates) string {
	return fmt.Sprintf("[tls]\ncertificate = %q\nkey = %q\n", c.Cert, c.Key)
}

// trusting is how clients that trust one authority connect.
func trusting(t *testing.T, c testserver.Certificates) *tls.Config {
	t.Helper()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(try.Of(os.ReadFile(c.CA)).Or(t))
	return &tls.Config{RootCAs: pool}
}

// TestTLS: both protocols are encrypted, and a new certificate is shown after a reload.
func TestTLS(t *testing.T) {
	certs, next := testserver.NewCertificates(t), testserver.NewCertificates(t)
	first, second := trusting(t, certs), trusting(t, next)
	text := tlsFile(certs)
	r := startIn(t, t.TempDir(), text, func(o *service.Options) { o.Socket = filepath.Join(t.TempDir(), "s") })
	ask := func(trust *tls.Config) string {
		c, err := tls.Dial("tcp", r.resp, trust)
		if err != nil {
			return err.Error()
		}
		defer c.Close()
		w := &wire{c, t, bufio.NewReader(c)}
		return w.ask("ID.NEXT", "uuidv4")
	}
	try.Equal(t, len(ask(first)), 36, "the length over TLS of ID.NEXT is")
	try.Equal(t, get(t, r, "/healthz", first), "200 ok\n", "over TLS /healthz =")
	try.Equal(t, dial(t, r.options.Socket).ask("PING"), "PONG", "at the socket, without TLS, PING =")
	for from, to := range map[string]string{next.Cert: certs.Cert, next.Key: certs.Key} {
		try.Works(t, os.Rename(from, to))
	}
	r.reloads(text + "[generators.wrong]\nscheme = \"nothing\"\n")
	try.Equal(t, len(ask(first)), 36, "with a file that was not taken, by the first certificate, it is")
	r.reloads(text)
	try.Equal(t, len(ask(second)), 36, "the length with another certificate of ID.NEXT is")
	try.Contains(t, ask(first), "certificate", "with the first certificate ID.NEXT =")
	second.MinVersion, second.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
	try.Contains(t, ask(second), "protocol version not supported", "over TLS 1.1 ID.NEXT =")
	r.reloads(tlsFile(testserver.NewCertificates(t)))
	r.reloads("")
	try.Equal(t, strings.Count(r.log.String(), `need a restart" keys=tls`), 1, "without a certificate alone the log says")
}
