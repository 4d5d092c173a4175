package target_test

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

func parse(t *testing.T, text string) (*target.Target, error) {
	t.Helper()
	u := try.Of(store.Parse(text)).Or(t)
	return target.Parse(u, "Redis", "6379", "own")
}

func TestParse(t *testing.T) {
	got := try.Of(parse(t, "redis://me:s3c@a:1,b,[::1]:2,[::2]/3?prefix=p-1&timeout=2s&own=x&tls=on")).Or(t)
	try.Equal(t, strings.Join(got.Hosts, " "), "a:1 b:6379 [::1]:2 [::2]:6379", "hosts")
	if got.User != "me" || got.Password != "s3c" || got.Path != "3" || got.Prefix != "p-1" || got.TLS == nil ||
		got.TLS.MinVersion != tls.VersionTLS12 || got.Timeout != 2*time.Second || got.Option("own") != "x" {
		t.Errorf("target %+v", got)
	}
	own := got.TLS
	got.Encrypt()
	try.Equal(t, got.TLS, own, "as a scheme means TLS, too, that of the options is")
	for _, host := range []string{"[::1]", "[::1]:6379", "[::1]:"} {
		try.Equal(t, try.Of(parse(t, "redis://"+host)).Or(t).Hosts[0], "[::1]:6379", "%s is", host)
	}
	plain, err := parse(t, "redis://a")
	if err != nil || plain.Prefix != "idscope" || plain.TLS != nil || plain.Timeout != 10*time.Second {
		t.Errorf("target without options %+v, %v", plain, err)
	}
}

// TestRefused reads testdata/refused.txt.
func TestRefused(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	try.Works(t, os.WriteFile(empty, nil, 0o600))
	try.Lines(t, "testdata/refused.txt", func(url string) string {
		_, err := parse(t, strings.ReplaceAll(url, "EMPTY", empty))
		if !errors.Is(err, store.ErrURL) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v; want the reason without the password", url, err)
		}
		return fmt.Sprint(err)
	})
}

// TestPasswordFile reads testdata/passwords.txt: the file counts where the URL has no password, and is never shown.
func TestPasswordFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "password")
	t.Setenv(target.PasswordFile, path)
	try.Lines(t, "testdata/passwords.txt", func(given string) string {
		text, url, _ := strings.Cut(given, " for ")
		try.Works(t, os.WriteFile(path, []byte(try.Of(strconv.Unquote(text)).Or(t)), 0o600))
		got, err := parse(t, url)
		if err != nil {
			return strings.ReplaceAll(err.Error(), path, "FILE")
		}
		return got.Password + ", and " + got.Refuse("x", errors.New("it is "+got.Password), "").Error()
	})
	try.Works(t, os.Remove(path))
	try.Of(parse(t, "redis://a")).Fails(t, os.ErrNotExist, "without the file:")
}

// TestFail: an error is one line without the password, and its cause can be asked for.
func TestFail(t *testing.T) {
	got := try.Of(parse(t, "redis://me:s3cret@a")).Or(t)
	kind := target.Lost
	got.Explain = func(err error) target.Fault { return target.Fault{Kind: kind, Err: err} }
	cause := errors.New("login of me with\ns3cret failed")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := got.Written(ctx, `write "k"`, cause)
	for _, is := range []error{cause, store.ErrUnknown, context.Canceled} {
		try.Fails(t, err, is, "written:")
	}
	try.Equal(t, err.Error(), `Redis at a:6379: cannot write "k": context canceled: outcome unknown: `+
		"login of me with *** failed; it was interrupted", "error")
	try.Works(t, got.Fail(t.Context(), "x", nil))
	try.Says(t, got.Fail(ctx, "x", context.Canceled), "cannot x: context canceled; it was", "its end is told once:")
	late := got.Fail(t.Context(), "connect", context.DeadlineExceeded)
	try.Fails(t, late, context.DeadlineExceeded, "late:")
	try.Says(t, late, "Redis at a:6379: cannot connect: no answer in time; check that the server runs, that no firewall "+
		"is between, and whether it is overloaded or wants TLS (tls=on)", "late:")
}

// TestAdvice reads testdata/advice.txt: an error says what to check by its kind, and whether another try is of use.
func TestAdvice(t *testing.T) {
	errs := map[string]error{"ECONNREFUSED": syscall.ECONNREFUSED, "DNS": &net.DNSError{Err: "server misbehaving"},
		"HOSTNAME": x509.HostnameError{Certificate: new(x509.Certificate)}, "TIMEOUT": os.ErrDeadlineExceeded,
		"LATE": context.DeadlineExceeded, "OVER": context.Canceled, "AUTHORITY": x509.UnknownAuthorityError{},
		"RECORD": tls.RecordHeaderError{Msg: "odd"}, "VERIFY": &tls.CertificateVerificationError{Err: errors.New("odd")}}
	kinds := []string{"lost", "refused", "again", "read-only", "denied"}
	try.Lines(t, "testdata/advice.txt", func(given string) string {
		words := strings.SplitN(given, " ", 3)
		text, check, _ := strings.Cut(words[2], "; ")
		fault := target.Fault{Kind: target.Kind(slices.Index(kinds, words[1])), Check: check,
			Err: cmp.Or(errs[text], errors.New(text))}
		got := try.Of(parse(t, "redis://"+words[0])).Or(t)
		got.Explain = func(error) target.Fault { return fault }
		var said *store.Error
		errors.As(got.Fail(t.Context(), "ask", fault.Err), &said)
		return fmt.Sprintf("%s: %s, final %t", said.Tried, said.Check, said.Final)
	})
}

// TestTLS: a server is believed by its certificate, for its name, alone, and is shown the client's.
func TestTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.TLS = &tls.Config{ClientAuth: tls.RequestClientCert, MaxVersion: tls.VersionTLS12}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	var shown atomic.Int64
	server.TLS.VerifyConnection = func(s tls.ConnectionState) error {
		shown.Store(int64(len(s.PeerCertificates)))
		return nil
	}
	server.StartTLS()
	defer server.Close()
	plain := httptest.NewServer(nil)
	defer plain.Close()
	silent := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	defer silent.Close()
	file := func(kind string, der []byte) string {
		path := filepath.Join(t.TempDir(), "file.pem")
		try.Works(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
		return path
	}
	ca := file("CERTIFICATE", server.Certificate().Raw)
	key := file("PRIVATE KEY", try.Of(x509.MarshalPKCS8PrivateKey(server.TLS.Certificates[0].PrivateKey)).Or(t))
	_, port, _ := strings.Cut(server.Listener.Addr().String(), ":")
	_, plainPort, _ := strings.Cut(plain.Listener.Addr().String(), ":")
	for _, c := range []struct {
		url, want string
		shown     int64
	}{
		{"127.0.0.1:" + port + "?ca=" + ca, "", 0},
		{"127.0.0.1:" + port + "?ca=" + ca + "&cert=" + ca + "&key=" + key, "", 1},
		{"localhost:" + port + "?ca=" + ca, "x509: certificate is valid for", 0},
		{"127.0.0.1:" + port + "?tls=on", "x509: certificate signed by unknown authority", 0},
		{"127.0.0.1:" + plainPort + "?tls=on", "tls: first record does not look like", 0},
		{"127.0.0.1:" + plainPort + "?tls=off", "", 0},
		{silent.Addr().String() + ",127.0.0.1:" + port + "?timeout=1s&ca=" + ca, "", 0}, // it leaves the other some time
	} {
		shown.Store(0)
		to := try.Of(parse(t, "redis://"+c.url)).Or(t)
		ctx, cancel := to.Limit(t.Context())
		defer cancel()
		_, err := to.Reach(ctx)
		if c.want == "" {
			try.Works(t, err)
		} else if !errors.Is(err, target.ErrUnsent) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q, and nothing sent", c.url, err, c.want)
		}
		// and what a client says of it later tells why, where that may be why, and does not last therefore
		to.Explain = func(err error) target.Fault { return target.Fault{Err: err} }
		for cause, tells := range map[error]bool{context.DeadlineExceeded: true, syscall.ECONNRESET: false} {
			var said *store.Error
			if err := to.Fail(t.Context(), "x", cause); !errors.As(err, &said) || said.Final ||
				strings.Contains(err.Error(), cmp.Or(c.want, "in time: ")) != (tells && c.want != "") {
				t.Errorf("%s: then %v, %+v; want the reason: %t, not final", c.url, err, said, tells)
			}
		}
		try.Equal(t, shown.Load(), c.shown, "%s: certificates shown:", c.url)
	}
	many := try.Of(parse(t, "redis://localhost:"+port+",127.0.0.1:"+plainPort+",localhost:"+port+"?ca="+ca)).Or(t)
	try.Of(many.Reach(t.Context())).Says(t, "tls: first record does not", "Reach returns an error that may pass:")
}
