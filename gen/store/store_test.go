package store_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
)

// echo opens nothing: its error is the URL.
type echo []string

func (e echo) Schemes() []string { return e }

func (echo) Open(_ context.Context, u *url.URL, _ bool) (store.Store, error) {
	return nil, errors.New("opened " + u.String())
}

func TestOpen(t *testing.T) {
	drivers := []store.Driver{echo{"file"}, echo{"redis", "rediss"}}
	for text, want := range map[string]string{
		"rediss://a:1,b:2/0?x=1":      "opened rediss://a:1,b:2/0?x=1",
		"file:a b%zz":                 "opened file:a b%zz",
		"oracle://u:s3cret@h":         `no driver of that store: "oracle"; use one of file:, redis:`,
		"redis://u:s3cret@h:port\x7f": `not a URL`,
		"u:s3cret@h":                  `"u"`,
		"/var/lib/x":                  "has no scheme",
		"":                            "has no scheme",
		"S3cret://h":                  "has no scheme",
	} {
		_, err := store.Open(t.Context(), drivers, text, false)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(strings.ToLower(err.Error()), "s3cret") {
			t.Errorf("%q: %v; want %q and no password", text, err, want)
		}
	}
}

// FuzzParse: no text makes a panic or shows more than its scheme, and what is read is
// written the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"redis://u:p@a:1,b:2/0?x=1", "file:a b", "file:", "etcd:///", ":", "x:%zz",
		"a://[::1]:2,[::2]", "a://#://000,0", "a:#://000,0", "a:x@y,z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := store.Parse(text)
		if err != nil {
			try.Fails(t, err, store.ErrURL, "%q:", text)
			return
		}
		again, err := store.Parse(u.String())
		if err != nil || again.String() != u.String() {
			t.Errorf("%q is read as %q, then as %v, %v", text, u, again, err)
		}
	})
}

// TestWatched: a watch is told of each call, of the store's clock, and of errors but for
// those that say nothing against the store.
func TestWatched(t *testing.T) {
	calls, failures := 0, 0
	var ahead time.Duration
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	down := false
	s := store.Watched(&memory.Store{Clock: func() time.Time { return at.Add(3 * time.Second) },
		Fault: func(string, string) memory.Fault {
			if down {
				return memory.Down
			}
			return memory.None
		}}, store.Watch{
		Called: func(_ time.Duration, err error) {
			calls++
			if err != nil {
				failures++
			}
		},
		Clock: func(d time.Duration) { ahead = d },
		Now:   func() time.Time { return at },
	})
	ctx := context.Background()
	try.Of(s.Swap(ctx, "a", "", []byte("1"))).Or(t)
	try.Of(s.Swap(ctx, "a", "", []byte("2"))).Fails(t, store.ErrConflict, "Swap =")
	_, _ = s.Load(ctx, "a")
	_, _ = s.List(ctx, "a")
	_, _ = s.Now(ctx)
	if calls != 5 || failures != 0 || (ahead-3*time.Second).Abs() > time.Second {
		t.Errorf("%d calls, %d failures, a clock %s ahead; want 5, 0 and 3 s", calls, failures, ahead)
	}
	down = true
	_, _ = s.Load(ctx, "a")
	if calls != 6 || failures != 1 {
		t.Errorf("%d calls and %d failures; want 6 and 1", calls, failures)
	}
}
