package testserver

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Browser is Chromium without a window.
type Browser struct{ path string }

var chromium = pack{"browser", "chromium", nil}

// NewBrowser finds Chromium; what is what it is for.
func NewBrowser(t *testing.T, what string) Browser {
	t.Helper()
	return Browser{chromium.program(t, "chromium", what)}
}

// Open opens an address in a profile of its own, and returns the page when its scripts
// have run, as --dump-dom among the options prints it, and what the browser said about it.
func (b Browser) Open(t *testing.T, address string, options ...string) (page string, console []string) {
	t.Helper()
	return b.run(t.Context(), t, address, options)
}

// Show opens an address in the same way until a channel is closed: the page says itself, to a server of the test, when
// it is done. Scripts run as fast as for a person.
func (b Browser) Show(t *testing.T, address string, until <-chan struct{}, options ...string) (console []string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		select {
		case <-until:
		case <-ctx.Done():
		}
		cancel()
	}()
	// which keeps it open
	_, console = b.run(ctx, t, address, append([]string{"--remote-debugging-port=0"}, options...))
	return console
}

func (b Browser) run(ctx context.Context, t *testing.T, address string, options []string) (page string,
	console []string) {
	t.Helper()
	outer := ctx
	if end, ok := t.Deadline(); ok { // not left behind by a test that runs out of time
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-10*time.Second))
		defer cancel()
	}
	profile, err := os.MkdirTemp("", "idscope-browser-") // it may still write while t.TempDir is removed
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile)
	args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--hide-scrollbars", "--enable-logging=stderr", "--v=0", "--user-data-dir=" + profile}, options...)
	c := exec.CommandContext(ctx, b.path, append(args, address)...)
	// It leaves files at home, whatever its profile is. Times are the same on every machine.
	c.Env = append(os.Environ(), "TZ=UTC", "HOME="+profile, "XDG_CONFIG_HOME="+profile, "XDG_CACHE_HOME="+profile)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil && (outer.Err() == nil || t.Context().Err() != nil) {
		t.Fatalf("%s: %v\n%s", b.path, err, errs.String())
	}
	for line := range strings.Lines(errs.String()) {
		if strings.Contains(line, "CONSOLE") {
			console = append(console, strings.TrimSpace(line))
		}
	}
	return out.String(), console
}
