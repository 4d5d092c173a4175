//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestServeGroup: the file of a group is put, shown, changed and taken back by the command. A file with a mistake,
// and one that was made from a version that another has replaced, are refused and change nothing.
func TestServeGroup(t *testing.T) {
	t.Parallel()
	etcd := testserver.Etcd(t, "the file that the servers of a group share")
	h := newHost(t)
	path := func(name string) string { return filepath.Join(h.dir, name) }
	write := func(name, text string) string {
		t.Helper()
		try.Works(t, os.WriteFile(path(name), []byte(text), 0o600))
		return path(name)
	}
	group := func(args ...string) (out, failed string, status int) {
		t.Helper()
		lines, failed, status := h.run(append([]string{"serve", "group"}, append(args, "--cluster", etcd.URL)...)...)
		if strings.Contains(failed, testserver.Password) {
			t.Errorf("%q shows the password: %s", args, failed)
		}
		return strings.Join(lines, "\n"), failed, status
	}
	want := func(what string, status int, said string, args ...string) {
		t.Helper()
		out, failed, got := group(args...)
		if got != status || !strings.Contains(out+"\n"+failed, said) {
			t.Errorf("%s: status %d, %q, %q; want %d and %q", what, got, out, failed, status, said)
		}
	}
	const orders = "[generators.orders]\nscheme = \"march\"\nworker = 9\n"
	want("no file yet", 1, "the group has no file", "show")
	first := write("first.toml", orders)
	want("checked", 0, "added    generators.orders", "check", first)
	want("checked only", 1, "the group has no file", "show")
	want("put", 0, "added    generators.orders", "put", first)
	shown, _, _ := group("show")
	if !strings.HasPrefix(shown, "# version of the group's file: ") ||
		!strings.HasSuffix(shown, strings.TrimSpace(orders)) {
		t.Fatalf("the file is %q; want %q after its version", shown, orders)
	}
	want("no version", 3, "was taken from no version", "put", first)
	const bills = "[generators.bills]\nscheme = \"march\"\nworker = 10\n"
	mine := write("mine.toml", shown+"\n"+bills)
	theirs := write("theirs.toml", shown+"\n[limits]\nper_address = 5\n")
	want("theirs", 0, "added    limits", "put", theirs)
	want("mine, from the same version", 3, "reapply your changes to what idscope serve group show prints", "put", mine)
	now, _, _ := group("show")
	if !strings.Contains(now, "per_address = 5") || strings.Contains(now, "bills") {
		t.Errorf("the file is %q; want theirs", now)
	}
	want("whatever there is", 0, "removed  limits", "put", mine, "--replace")
	for _, test := range []struct{ text, said string }{
		{orders + "node = 1\n", `wrong.toml:4: key "generators.orders.node" is unknown`},
		{"listen = \"0.0.0.0:1\"\n", "use those in the file of each server"},
		{"[generators.orders]\nscheme = \"march\"\nworker = 5000\n", "worker 5000 is too large for march; use 0 to 1023"},
	} {
		want("a mistake", 3, test.said, "put", write("wrong.toml", test.text), "--replace")
	}
	if got, _, _ := group("show"); !strings.HasSuffix(got, strings.TrimSpace(bills)) {
		t.Errorf("after mistakes the file is %q; want mine", got)
	}
	want("another group", 1, "the group has no file", "show", "--group", "other")

	want("taken back", 0, "removed  generators.bills", "put", write("empty.toml", ""), "--replace")
}
