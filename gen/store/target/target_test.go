package target_test

import (
	"context"
	"crypto/tls"
	"errors"
	"os"
	"path/filepath"
	"strings"
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
		got.Timeout != 2*time.Second || got.Option("own") != "x" {
		t.Errorf("target %+v", got)
	}
	for _, host := range []string{"[::1]", "[::1]:6379", "[::1]:"} {
		if six, err := parse(t, "redis://"+host); err != nil || six.Hosts[0] != "[::1]:6379" {
			t.Errorf("%s: %+v, %v", host, six, err)
		}
	}
	plain, err := parse(t, "redis://a")
	if err != nil || plain.Prefix != "idscope" || plain.TLS != nil || plain.Timeout <= 0 {
		t.Errorf("target without options %+v, %v", plain, err)
	}
}

func TestRefused(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	try.Works(t, os.WriteFile(empty, nil, 0o600))
	for text, want := range map[string]string{
		"redis:a":                             "names no host",
		"redis:///1":                          "names no host",
		"redis://u:s3cret@a,,b":               "is empty",
		"redis://u:s3cret@a?b=1":              `no option "b"`,
		"redis://u:s3cret@a?tls=on&tls=off":   "there twice",
		"redis://u:s3cret@a?tls=maybe":        "use on or off",
		"redis://u:s3cret@a?tls=off&ca=x":     "not with tls=off",
		"redis://u:s3cret@a?cert=x":           "go together",
		"redis://u:s3cret@a?ca=/none":         "option ca",
		"redis://u:s3cret@a?ca=" + empty:      "no certificate in PEM",
		"redis://u:s3cret@a?cert=/no&key=/no": "options cert and key",
		"redis://u:s3cret@a?prefix=A/b":       "use 1 to 40",
		"redis://u:s3cret@a?prefix=":          "is empty",
		"redis://u:s3cret@a?timeout=-1s":      "use a time",
		"redis://u:s3cret@a?timeout=soon":     "use a time",
		"redis://u:s3cret@a?x=%zz":            "cannot be read",
		"redis://u:s3cret@a#f":                "names no host",
	} {
		_, err := parse(t, text)
		if !errors.Is(err, store.ErrURL) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v; want %q without the password", text, err, want)
		}
	}
}

// TestPasswordFile: the file counts where the URL has no password, and is never shown.
func TestPasswordFile(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ text, url, want string }{
		{"from file\n", "redis://me@a", "from file"},
		{"from file\r\n", "redis://a", "from file"},
		{"from file", "redis://me:from-url@a", "from-url"},
		{"\n", "redis://me@a", ""},
		{"one\ntwo\n", "redis://me@a", ""},
	} {
		path := filepath.Join(dir, "password")
		try.Works(t, os.WriteFile(path, []byte(c.text), 0o600))
		t.Setenv(target.PasswordFile, path)
		got, err := parse(t, c.url)
		if c.want == "" {
			if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "two") {
				t.Errorf("%q: %v; want the file's name", c.text, err)
			}
		} else if err != nil || got.Password != c.want {
			t.Errorf("%q and %s: %+v, %v; want %q", c.text, c.url, got, err, c.want)
		}
	}
	t.Setenv(target.PasswordFile, filepath.Join(dir, "none"))
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
		if !errors.Is(err, is) {
			t.Errorf("%v is not %v", err, is)
		}
	}
	want := `Redis at a:6379: cannot write "k": context canceled: outcome unknown: login of me with *** failed; ` +
		"it was interrupted"
	if err.Error() != want {
		t.Errorf("error %q; want %q", err, want)
	}
	if got.Fail(t.Context(), "x", nil) != nil {
		t.Error("no error became one")
	}
	late := got.Fail(t.Context(), "connect", context.DeadlineExceeded)
	if want := "cannot connect: no answer in time; check that the server runs, that no"; !errors.Is(late,
		context.DeadlineExceeded) || !strings.Contains(late.Error(), want) {
		t.Errorf("error %q; want %q", late, want)
	}
	got.TLS = new(tls.Config)
	late = got.Fail(t.Context(), "connect", context.DeadlineExceeded)
	if !strings.Contains(late.Error(), "speaks TLS") {
		t.Errorf("error %q; want what TLS may have to do with it", late)
	}
	kind = target.Denied
	if err := got.Fail(t.Context(), "connect", cause); !strings.Contains(err.Error(), `log in as "me"`) {
		t.Errorf("denied: %v", err)
	}
}
