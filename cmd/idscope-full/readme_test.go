//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestStoresOfReadme: what the first page shows of several hosts works on one host in the order
// in which it is read. Where it sleeps for a server, the test waits until that answers.
func TestStoresOfReadme(t *testing.T) {
	t.Parallel()
	etcd := testserver.Etcd(t, "the stores of the first page")
	text := try.Of(os.ReadFile(filepath.Join("..", "..", "README.md"))).Or(t)
	_, section, _ := strings.Cut(string(text), "\n## Unique on several hosts\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var lines []string
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(section, -1) {
		lines = append(lines, block[1])
	}
	if len(lines) != 2 {
		t.Fatalf("the section has %d blocks; want the store and two servers", len(lines))
	}
	script := strings.Join(lines, "")
	starts := regexp.MustCompile(`(?m)^etcd --data-dir \S+ & sleep 2 .*\n`)
	if !starts.MatchString(script) || !strings.Contains(script, "\nsleep 2; redis-cli ") {
		t.Fatalf("the page does not wait for the servers that it starts:\n%s", script)
	}
	script = starts.ReplaceAllString(script, "")
	wait := ""
	for _, port := range []string{"7001", "7002"} {
		address := testserver.FreeAddress(t)
		script = strings.ReplaceAll(script, "127.0.0.1:"+port, address)
		free := address[strings.LastIndexByte(address, ':')+1:]
		script = strings.ReplaceAll(script, "-p "+port, "-p "+free)
		wait += "until redis-cli -p " + free + " PING 2>&1 | grep -q PONG; do sleep 0.1; done; "
	}
	script = strings.NewReplacer("sleep 2; ", wait, "etcd://127.0.0.1:2379", etcd.URL).Replace(script)
	h := newHost(t)
	path := try.Of(program()).Or(t)
	try.Works(t, os.Symlink(path, filepath.Join(h.dir, "idscope")))
	c := h.command()
	sh := exec.CommandContext(t.Context(), "bash", "-ec", "trap 'kill $(jobs -p)' EXIT; "+script)
	sh.Dir, sh.Env = h.dir, append(c.Env, "PATH="+h.dir+":"+os.Getenv("PATH"))
	var failed strings.Builder
	sh.Stderr = &failed
	out, err := sh.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, script, failed.String())
	}
	got := complete(string(out))
	all := &seen{t: t, ids: map[string]bool{}}
	if len(got) < 1004 {
		t.Fatalf("it prints %d lines; want those of each command:\n%s", len(got), failed.String())
	}
	all.add(got[:1001])
	try.Begins(t, strings.Join(strings.Fields(got[1002]), " "), "snowflake 0 granted ", "who has which:")
	try.Equal(t, got[len(got)-1], "1", "redis-cli says")
}
