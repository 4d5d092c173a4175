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

	"idscope/gen/counter"
	"idscope/gen/store/storetest/memory"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
	"idscope/gen/worker"
)

// TestHandOverBeforeOutput: a call goes on in idscope-full with nothing printed and no
// number taken, or it prints all its numbers itself.
func TestHandOverBeforeOutput(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the other program is a script")
	}
	dir, programs := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\necho handed over: \"$@\"\n"
	try.Works(t, os.WriteFile(filepath.Join(programs, "idscope-full"), []byte(script), 0o755))
	// another idscope, as beside the one of the tests is the true idscope-full
	try.Works(t, os.Link(try.Of(exec.LookPath("idscope")).Or(t), filepath.Join(programs, "idscope")))
	env := private(dir)
	env["PATH"] = programs + string(os.PathListSeparator) + os.Getenv("PATH")
	const address = "redis://127.0.0.1:1/0" // where nothing listens
	remember(t, env, address, 20_000)
	left := 20_000
	for _, n := range []int{5, 15_000, 5000, 4000, 3_000_000} {
		out, err := shellIn(dir, env, "idscope gen segment --key orders --store "+address+" -n "+strconv.Itoa(n))
		if err != nil {
			t.Fatal(err)
		}
		switch handed := strings.HasPrefix(out, "handed over: gen segment "); {
		case n <= left && (handed || strings.Count(out, "\n") != n):
			t.Errorf("%d numbers of the %d left: %.40q and %d lines; want those numbers", n, left, out, strings.Count(out, "\n"))
		case n > left && (!handed || strings.Count(out, "\n") != 1):
			t.Errorf("%d numbers of the %d left: %.40q and %d lines; want the other program alone", n, left, out,
				strings.Count(out, "\n"))
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
	id := counter.NewID("segment", u, "orders")
	host := try.Of(counter.OpenHost(folder, id)).Or(t)
	s := counter.NewSegments(counter.SegmentsOptions{Host: host, Open: func(ctx context.Context) (counter.Allocator, error) {
		return counter.OpenRegister(ctx, &memory.Store{}, id, true, n+1)
	}})
	defer s.Close()
	try.Of(s.Take(t.Context(), 1)).Or(t)
}

// TestCountsOverStores: beside idscope-full the small program prints as many numbers as
// were asked for, each once, on every store.
func TestCountsOverStores(t *testing.T) {
	for name, serve := range map[string]func(testing.TB, string, ...string) *testserver.Server{
		"redis": testserver.Redis, "postgres": testserver.Postgres, "mysql": testserver.MariaDB,
		"etcd": testserver.Etcd, "zookeeper": testserver.ZooKeeper,
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, "how many numbers calls beside idscope-full print")
			if name == "mysql" {
				server.URL += "mysql" // the database that is there
			}
			dir := t.TempDir()
			env := private(dir)
			seen := map[string]bool{}
			for i, flags := range []string{"-n 5", "-n 400", "-n 20000", "-n 5", "-n 9000", "-n 9000", "-n 33",
				"-n 300 --order asked --step 250 --key b", "-n 300 --order asked --step 250 --key b"} {
				line := "idscope gen segment --key a --create --accept-best-effort --store " + server.URL + " " + flags
				out, err := shellIn(dir, env, line)
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				want, _ := strconv.Atoi(strings.Fields(flags)[1])
				if n := strings.Count(out, "\n"); n != want {
					t.Errorf("call %d, %s, printed %d numbers; want %d", i+1, flags, n, want)
				}
				for number := range strings.Lines(out) {
					key := strconv.FormatBool(strings.Contains(flags, "--key b")) + number
					if seen[key] {
						t.Fatalf("number %q is printed twice", number)
					}
					seen[key] = true
				}
			}
		})
	}
}
