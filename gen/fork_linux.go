package gen

import (
	"os"
	"runtime"
	"syscall"
)

// origin tells a process from one that was forked off it. It is a page that the
// kernel clears in the child (MADV_WIPEONFORK, Linux 4.14), so that looking costs
// nothing, where asking for the process number is a system call of 0.2 us; that is
// what it does where there is no such page.
type origin struct {
	page *wiped // nil before the first set, and where there is none
	pid  int
}

// wiped is such a page.
type wiped struct{ bytes []byte }

// set takes this process for the origin.
func (o *origin) set() {
	o.pid = os.Getpid()
	if o.page == nil {
		o.page = newWiped()
	}
	if o.page != nil {
		o.page.bytes[0] = 1
	}
}

// left reports whether this process is not the one that was set, or none was. It never
// enters Go's scheduler, which does not run in the child of a bare fork: where the
// runtime asked the parent to give way at that moment, the child would wait for ever.
//
//go:nosplit
func (o *origin) left() bool {
	if o.page != nil {
		return o.wiped()
	}
	return o.pid != os.Getpid()
}

// wiped reports whether there is a page, and it was cleared: left, where asking for
// the process number would cost too much.
func (o *origin) wiped() bool { return o.page != nil && o.page.bytes[0] == 0 }

// newWiped makes a page that goes with the last reference to it; nil where the
// kernel has none.
func newWiped() *wiped {
	const wipeOnFork = 18 // MADV_WIPEONFORK
	page, err := syscall.Mmap(-1, 0, os.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return nil
	}
	if syscall.Madvise(page, wipeOnFork) != nil {
		_ = syscall.Munmap(page)
		return nil
	}
	w := &wiped{page}
	runtime.AddCleanup(w, func(page []byte) { _ = syscall.Munmap(page) }, page)
	return w
}
