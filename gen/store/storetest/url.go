package storetest

import (
	"errors"
	"strings"
	"testing"

	"idscope/gen/store"
	"idscope/gen/store/testserver"
)

// with is the engine's URL with one more option.
func (e Engine) with(option string) string {
	return e.URL + after(e.URL) + option
}

// unknownOption: an option that no driver has is refused, not ignored.
func unknownOption(t *testing.T, e Engine) {
	if strings.HasPrefix(e.URL, "file:") || strings.HasPrefix(e.URL, "memory:") {
		t.Skip("what follows the scheme is not a URL")
	}
	_, err := store.Open(within(t), []store.Driver{e.Driver}, e.with("frobnicate=1"), true)
	if !errors.Is(err, store.ErrURL) || !strings.Contains(err.Error(), "frobnicate") {
		t.Errorf("option frobnicate: %v; want it refused by name", err)
	}
	if err != nil && strings.Contains(err.Error(), testserver.Password) {
		t.Errorf("error %v shows the password", err)
	}
}

// secure: a server is talked to if its certificate is trusted, and not otherwise.
func secure(t *testing.T, e Engine) {
	s := open(t, e, e.Secure)
	k := key(t, "a")
	holds(t, s, k, "one", mustSwap(t, s, k, "", "one"))
	_, err := store.Open(within(t), []store.Driver{e.Driver}, e.Distrusted, true)
	u, _ := store.Parse(e.Distrusted)
	explains(t, err, u.Host)
	if err != nil && !strings.Contains(err.Error(), "certificate") {
		t.Errorf("error %v; want the word certificate", err)
	}
}

// mistaken: where one side speaks TLS and the other does not, the error says so.
func mistaken(t *testing.T, e Engine) {
	bare, _, _ := strings.Cut(strings.Replace(e.Secure, "rediss:", "redis:", 1), "?")
	_, options, _ := strings.Cut(e.Secure, "?")
	for _, c := range []struct{ what, url string }{{"in clear to TLS", bare}, {"TLS to one without", e.with(options)}} {
		s, err := store.Open(within(t), []store.Driver{e.Driver}, c.url+after(c.url)+"timeout=5s", true)
		if err == nil {
			_ = s.Close()
			t.Errorf("%s: opened; want an error", c.what)
			continue
		}
		u, _ := store.Parse(c.url)
		explains(t, err, u.Host)
		if text := err.Error(); !strings.Contains(text, "TLS") {
			t.Errorf("%s: %v; want the word TLS", c.what, err)
		}
	}
}

// after is what comes between a URL and an option.
func after(url string) string {
	if strings.Contains(url, "?") {
		return "&"
	}
	return "?"
}
