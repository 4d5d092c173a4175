package file

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// TestOnTheDisk: what Swap returned of is on the disk, and not only in the kernel's memory.
func TestOnTheDisk(t *testing.T) {
	dir := t.TempDir()
	s := try.Of(openIn(t, "file:"+dir, true)).Or(t)
	if is := try.Of(s.Safety(t.Context())).Or(t); is.Class < store.Proven {
		t.Skipf("%s: run with TMPDIR on a disk", is.Reason)
	}
	try.Of(s.Swap(t.Context(), "w/1", "", []byte("data"))).Or(t)
	for _, name := range []string{identityName, fileName("w/1")} {
		try.Equal(t, dirty(t, filepath.Join(dir, name)), "0 kB", "%s: not written yet:", name)
	}
}

// dirty is how much of a file, smaller than a page, the disk does not have.
func dirty(t *testing.T, path string) string {
	t.Helper()
	path = try.Of(filepath.EvalSymlinks(path)).Or(t) // as the kernel names it
	f := try.Of(os.Open(path)).Or(t)
	defer f.Close()
	page := try.Of(syscall.Mmap(int(f.Fd()), 0, 1, syscall.PROT_READ, syscall.MAP_SHARED|syscall.MAP_POPULATE)).Or(t)
	defer syscall.Munmap(page)
	smaps := string(try.Of(os.ReadFile("/proc/self/smaps")).Or(t))
	_, mapped, found := strings.Cut(smaps, path+"\n")
	amount := func(of string) string {
		_, rest, _ := strings.Cut(mapped, "\n"+of+":")
		line, _, _ := strings.Cut(rest, "\n")
		return strings.TrimSpace(line)
	}
	if !found || amount("Rss") == "0 kB" {
		t.Fatalf("%s is not in memory, %s of it", path, amount("Rss"))
	}
	return amount("Private_Dirty")
}
