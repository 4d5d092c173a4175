package cmd

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// TestHandOverBeforeOutput: a call goes on in idscope-full with nothing printed and no
// number taken, or it prints all its numbers itself.
func TestHandOverBeforeOutput(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the other program is a script")
	}
	dir, programs, left := t.TempDir(), t.TempDir(), 20_000
	script := "#!/bin/sh\necho handed over: \"$@\"\n"
	try.Works(t, os.WriteFile(filepath.Join(programs, "idscope-full"), []byte(script), 0o755))
	// another idscope, as beside the one of the tests is the true idscope-full
	try.Works(t, os.Link(try.Of(exec.LookPath("idscope")).Or(t), filepath.Join(programs, "idscope")))
	env := private(dir)
	env["PATH"] = programs + string(os.PathListSeparator) + os.Getenv("PATH")
	const address = "redis://127.0.0.1:1/0" // where nothing listens
	remember(t, env, address, uint64(left))
	for _, n := range []int{5, 15_000, 5000, 4000, 3_000_000} {
		out := try.Of(shellIn(dir, env, "idscope gen segment --key orders --store "+address+" -n "+strconv.Itoa(n))).Or(t)
		switch handed := strings.HasPrefix(out, "handed over: gen segment "); {
		case n <= left && (handed || strings.Count(out, "\n") != n), n > left && (!handed || strings.Count(out, "\n") != 1):
			t.Errorf("%d numbers of the %d left: %.40q and %d lines; want those numbers, or the other program alone", n,
				left, out, strings.Count(out, "\n"))
		case n <= left:
			left -= n
		}
	}
}

// remember gives the host of an environment a segment of a store that it cannot reach.
func remember(t *testing.T, env map[string]string, address string, n uint64) {
	t.Helper()
	u := try.Of(url.Parse(address)).Or(t)
	folder := worker.Folder{State: env["IDSCOPE_STATE"], Claims: env["IDSCOPE_CLAIMS"], ClaimsGiven: true,
		Host: worker.DefaultHost()}
	s := try.Of(counter.NewSource(counter.Config{Kind: "segment", Folder: folder, Now: time.Now,
		Places: []counter.Place{{Store: u, Key: "orders", Setup: counter.Setup{Create: true, Step: n + 1}}},
		Open: func(context.Context, counter.Place, bool) (store.Store, error) {
			return &memory.Store{}, nil
		}})).Or(t)
	defer s.Close(nil)
	try.Of(s.Take(t.Context(), 1)).Or(t)
}
