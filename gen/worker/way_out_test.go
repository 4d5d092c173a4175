package worker

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

func TestHints(t *testing.T) {
	f := Folder{State: "/s", Claims: "/claims"}
	for cause, want := range map[error]string{
		syscall.EACCES:  "the right to write /s/7.rec, or name",
		syscall.EPERM:   "the right to write /s/7.rec",
		syscall.ENOSPC:  "free space on the disk of /s/7.rec",
		syscall.EDQUOT:  "the quota is exhausted",
		syscall.EROFS:   "mount the file system of /s/7.rec for writing",
		syscall.ENOTDIR: "a part of the path /s/7.rec is a file",
		syscall.EFBIG:   "ulimit -f unlimited",
	} {
		err := f.explain(&os.PathError{Op: "open", Path: "/s/7.rec", Err: cause}, "/s")
		if hint := fault.Hint(err); !strings.Contains(hint, want) || strings.Contains(hint, "\n") {
			t.Errorf("%v: hint %q; want %q", cause, hint, want)
		}
		err = f.explain(&os.PathError{Op: "open", Path: "/claims/k-7", Err: cause}, "/s")
		if hint := fault.Hint(err); !strings.Contains(err.Error(), "the claims of this host in /claims cannot be used") ||
			hint == "" || strings.Contains(hint, "--state") || !errors.Is(err, cause) {
			t.Errorf("%v of the claims: %v, hint %q; want a hint without another folder", cause, err, hint)
		}
	}
}

// TestLastingPaths: no error names a file that was to be renamed, for it is gone by then.
func TestLastingPaths(t *testing.T) {
	f := Folder{State: "/s", Claims: "/claims"}
	for path, want := range map[string]string{
		"/s/.key.01234567/layout":            "/s/key/layout",
		"/s/.key.01234567/.layout.89abcdef":  "/s/key/layout",
		"/s/.key.01234567":                   "/s/key",
		"/home/u/.local/state/.x.0123/7.rec": "/home/u/.local/state/.x.0123/7.rec",
		"/s":                                 "/s",
		"/":                                  "/",
		"s/7.rec":                            "s/7.rec",
		".":                                  ".",
	} {
		err := f.explain(&os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}, "/none")
		if hint := fault.Hint(err); !strings.Contains(err.Error(), "the state in "+want+" cannot") ||
			!strings.Contains(hint, "the disk of "+want+",") {
			t.Errorf("%s: %v, hint %q; want %s", path, err, hint, want)
		}
	}
}

// A number of somebody else: what is safe comes before --adopt.
func TestClaimedNumberNamesSafeWays(t *testing.T) {
	for layout, want := range map[string]string{
		"time:41 worker:10 seq:12": "safe are --worker auto; --state STATE, if you may write there; in tests " +
			"$IDSCOPE_STATE and $IDSCOPE_CLAIMS of their own. " +
			"Only if alice never uses it again: idscope worker repair custom --worker 0 --adopt",
		"time:41 shard:4 seq:12": "safe are --state STATE, if you may write there; another value of your own, as with " +
			"--set shard=N; " +
			"in tests $IDSCOPE_STATE and $IDSCOPE_CLAIMS of their own. Only if alice never uses it again: idscope worker " +
			"repair custom --adopt",
	} {
		w := newWorld(t)
		s := custom(t, layout)
		w.must(w.folder, s, 0, 1)
		var e *fault.Error
		if err := w.run(w.neighbour(), s, 0, 1); !errors.As(err, &e) || !errors.Is(err, ErrClaimed) {
			t.Fatalf("%s: error %v; want %v", layout, err, ErrClaimed)
		}
		if want = strings.Replace(want, "STATE", w.folder.State, 1); e.Hint != want {
			t.Errorf("%s: hint\n%s; want\n%s", layout, e.Hint, want)
		}
	}
}

func TestStartedAnew(t *testing.T) {
	wall := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name           string
		passed         time.Duration // by the wall clock, since the record was written
		uptime, stored time.Duration
		want           bool
	}{
		{"the next call", time.Millisecond, time.Hour, time.Hour, false},
		{"an idle week", 168 * time.Hour, 169 * time.Hour, time.Hour, false},
		{"an idle week, clock slewed by 5 min", 168*time.Hour + 5*time.Minute, 169 * time.Hour, time.Hour, false},
		{"started a minute ago", time.Hour, time.Minute, 5 * time.Hour, true},
		{"started, and up for longer than before", 48 * time.Hour, 40 * time.Hour, time.Hour, true},
		{"started, and up for exactly as long as before", time.Hour, time.Minute, time.Minute, true},
		{"clock set forward by 3 s", 4 * time.Second, time.Hour + time.Second, time.Hour, true},
		{"clock set back by an hour", -time.Hour, 2 * time.Hour, 2 * time.Hour, true},
		{"clock set back by 0.9 s", 100 * time.Millisecond, time.Hour + time.Second, time.Hour, false},
	} {
		try.Equal(t, restartedSince(wall.Add(c.passed), c.uptime, wall, c.stored), c.want,
			"%s: startedAnew(wall + %v, %v, wall, %v) =", c.name, c.passed, c.uptime, c.stored)
	}
}

// State on a network file system is refused, unless it is allowed.
func TestNetworkState(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 1)
	f, asked := w.folder, 0
	f.Host.Network = func(string, uintptr) string { asked++; return "NFS" }
	w.refused(f, s, 7, ErrNetwork, "--allow-network-state")
	w.refused(f, s, 8, ErrNetwork, "name a local directory with --state DIR")
	if err := w.run(f, s, 7, 1); !strings.Contains(err.Error(),
		"the state in "+f.State+" is on a network file system (NFS)") {
		t.Errorf("error %v; want the folder and its file system", err)
	}
	try.Equal(t, asked, 3, "questions in 3 calls, one each:")
	try.Of(f.Auto(t.Context(), s, 0)).Fails(t, ErrNetwork, "auto:")
	try.Of(f.Repair(t.Context(), RepairOptions{Scheme: s})).Fails(t, ErrNetwork, "repair:")
	f.AllowNetwork = true
	w.must(f, s, 7, 1)
	try.Equal(t, w.auto(f, s, 1), 7, "auto took")
}
