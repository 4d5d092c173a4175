package gen

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"syscall"
	"testing"
)

// A process that is forked off finds that it is none of the origin, and the one
// that forked it remains what it is; with a page, and without.
func TestOriginForked(t *testing.T) {
	defer collect()()
	for _, page := range []bool{true, false} {
		o := &origin{}
		if !o.left() {
			t.Error("an origin that was not set is not left")
		}
		o.set()
		if !page {
			o.page = nil
		} else if o.page == nil {
			t.Log("this kernel has no page that a fork clears: the process number tells all")
		}
		for range 30 {
			pid, status := fork(o)
			if pid == 0 {
				t.Fatal("fork failed")
			}
			if status != 0 {
				t.Errorf("page %t: the child of a fork takes itself for the origin (status %d)", page, status)
			}
			if o.left() {
				t.Errorf("page %t: the parent of a fork takes itself for another", page)
			}
		}
	}
}

// collect collects garbage over and over, for which each goroutine is asked to give way.
func collect() (stop func()) {
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC()
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// What is left of the buffer of another process is not handed out, by any way.
func TestEntropyForked(t *testing.T) {
	var e entropy
	next := func() { // a stream with most of its buffer left
		for e.stream == nil || len(e.buf)-e.at < 1000 {
			if _, err := e.Word(); err != nil {
				t.Fatal(err)
			}
		}
	}
	next()
	if e.stream.origin.page == nil {
		t.Log("this kernel has no page that a fork clears")
		return
	}
	for name, draw := range map[string]func() []byte{
		"word": func() []byte { v, _ := e.Word(); return binary.LittleEndian.AppendUint64(nil, v) },
		"bulk": func() []byte { b, _ := e.bulk(1); b = bytes.Clone(b); e.used(8); return b },
		"fill": func() []byte {
			id, _ := e.fill(Mask(128))
			return binary.LittleEndian.AppendUint64(nil, id.Lo)
		},
	} {
		next()
		ctr, chacha, left := e.stream.ctr, e.stream.chacha, bytes.Clone(e.buf[e.at:])
		e.stream.origin.page.bytes[0] = 0 // as the kernel does in the child of a fork
		got := draw()
		if ctr == e.stream.ctr && chacha == e.stream.chacha || bytes.Contains(left, got) {
			t.Errorf("%s in a process that was forked off is %x of the other's %x ...; want a new key", name, got, left[:16])
		}
	}
}

// fork forks off a process that exits with 0 if it knows that it is one. The child
// does nothing else: it has one thread, and Go's runtime needs more. So nothing that it
// calls looks at the stack, for there the runtime's wish to give way is seen too, which
// it may have had of the parent: the collector of garbage has it all the time.
//
//go:norace
//go:noinline
//go:nosplit
func fork(o *origin) (pid int, status int) {
	id, _, err := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if err != 0 {
		return 0, -1
	}
	if id == 0 {
		code := uintptr(1)
		if o.left() {
			code = 0
		}
		for {
			_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT_GROUP, code, 0, 0)
		}
	}
	var w syscall.WaitStatus
	if _, err := syscall.Wait4(int(id), &w, 0, nil); err != nil {
		return int(id), -1
	}
	if w.Signaled() {
		return int(id), int(w.Signal()) + 128
	}
	return int(id), w.ExitStatus()
}
