package lines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// numbers is a worker on numbers that all workers share.
type numbers struct {
	next *int
	to   int
	end  error
	own  int
	busy func(job int) error
}

func (n *numbers) Take() error {
	if *n.next == n.to {
		return n.end
	}
	n.own = *n.next
	*n.next++
	return nil
}

func (n *numbers) Work(old []byte) ([]byte, error) {
	job := n.own
	var err error
	if n.busy != nil {
		err = n.busy(job)
	}
	return fmt.Appendf(old[:0], "%d ", job), err
}

// noneLeft fails when goroutines that the test began go on.
func noneLeft(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for try := 0; runtime.NumGoroutine() > before; try++ {
			if time.Sleep(time.Millisecond); try == 5000 {
				t.Errorf("%d goroutines; want %d as before", runtime.NumGoroutine(), before)
				return
			}
		}
	})
}

// However long jobs take, and whoever does them, results are in order, one at a time.
func TestRunKeepsOrder(t *testing.T) {
	noneLeft(t)
	const jobs = 500
	want := ""
	for i := range jobs {
		want += fmt.Sprintf("%d ", i)
	}
	for _, p := range []Pool{{Workers: 1}, {Workers: 2}, {Workers: 7}, {Workers: 4, Alone: 10},
		{Workers: 3, Leave: true}, {Workers: 3, Alone: 1000}, {}} {
		next, began, inside := 0, 0, atomic.Int32{}
		var got []byte
		err := Run(t.Context(), p, func() Worker[[]byte] {
			began++
			return &numbers{next: &next, to: jobs, end: io.EOF, busy: func(i int) error {
				for range i * 7919 % 2000 {
					runtime.Gosched()
				}
				return nil
			}}
		}, func(text []byte) error {
			if inside.Add(1) > 1 {
				t.Errorf("%+v: two results are written at once", p)
			}
			got = append(got, text...)
			inside.Add(-1)
			return nil
		})
		if err != nil || string(got) != want {
			t.Errorf("%+v: %v, %s; want 0 to %d", p, err, got, jobs-1)
		}
		if most := max(p.Workers, 1); p.Workers > 0 && (p.Alone <= jobs && began != most || p.Alone > jobs && began != 1) {
			t.Errorf("%+v: %d workers began; want %d, or 1 that is alone", p, began, most)
		}
	}
}

// Errors end the run behind what stands before them, the first in order first.
func TestRunFails(t *testing.T) {
	noneLeft(t)
	broken, later := errors.New("broken"), errors.New("later")
	for _, tt := range []struct {
		name  string
		end   error
		busy  func(job int) error
		write func(job int) error
		want  int // results that are written
	}{
		{"taking", broken, nil, nil, 100},
		{"working: its result is written", io.EOF, func(job int) error {
			return map[int]error{40: broken, 41: later, 44: later}[job]
		}, nil, 41},
		{"writing", io.EOF, nil, func(job int) error { return map[int]error{40: broken}[job] }, 40},
	} {
		for _, p := range []Pool{{Workers: 1}, {Workers: 4}, {Workers: 2, Leave: true}} {
			next, written := 0, 0
			err := Run(t.Context(), p, func() Worker[[]byte] {
				return &numbers{next: &next, to: 100, end: tt.end, busy: tt.busy}
			}, func([]byte) error {
				if tt.write != nil && tt.write(written) != nil {
					return broken
				}
				written++
				return nil
			})
			if err != broken || written != tt.want {
				t.Errorf("%s, %+v: %v behind %d; want broken behind %d", tt.name, p, err, written, tt.want)
			}
		}
	}
}

// blocked is a worker whose third Take waits until it is let go.
type blocked struct {
	takes *atomic.Int32
	go_   chan struct{}
	did   *atomic.Int32
}

func (b blocked) Take() error {
	if b.takes.Add(1) > 2 {
		<-b.go_
	}
	return nil
}

func (b blocked) Work(old []byte) ([]byte, error) { b.did.Add(1); return old, nil }

// With Leave a run that fails does not wait for a Take, and what is left behind
// does nothing more; without, it waits.
func TestRunLeaves(t *testing.T) {
	noneLeft(t)
	broken := errors.New("broken")
	for _, how := range []string{"cancelled", "written"} {
		for _, leave := range []bool{true, false} {
			ctx, cancel := context.WithCancelCause(context.Background())
			b := blocked{&atomic.Int32{}, make(chan struct{}), &atomic.Int32{}}
			done := make(chan error)
			var failed sync.Once
			go func() {
				done <- Run(ctx, Pool{Workers: 3, Leave: leave}, func() Worker[[]byte] { return b }, func([]byte) (err error) {
					for b.takes.Load() < 3 { // somebody waits
						runtime.Gosched()
					}
					if how == "written" {
						failed.Do(func() { err = broken })
					} else {
						failed.Do(func() { cancel(broken) })
					}
					return err
				})
			}()
			if !leave {
				select {
				case err := <-done:
					t.Fatalf("%s: %v; want it to wait for who takes", how, err)
				case <-time.After(10 * time.Millisecond):
				}
				close(b.go_)
			}
			try.Equal(t, <-done, broken, "%s, leave %t:", how, leave)
			did := b.did.Load()
			if leave {
				close(b.go_)
			}
			if runtime.Gosched(); b.did.Load() != did {
				t.Errorf("%s: a worker that was left behind went on", how)
			}
			cancel(nil)
		}
	}
}

// No more than two results of each worker wait, and their memory is used again.
func TestRunIsBounded(t *testing.T) {
	noneLeft(t)
	next, most := 0, 0
	var mu sync.Mutex
	written, memories := 0, map[*byte]bool{}
	err := Run(t.Context(), Pool{Workers: 3}, func() Worker[[]byte] {
		return &numbers{next: &next, to: 1000, end: io.EOF, busy: func(job int) error {
			mu.Lock()
			defer mu.Unlock()
			most = max(most, job-written)
			return nil
		}}
	}, func(text []byte) error {
		mu.Lock()
		defer mu.Unlock()
		written++
		memories[&text[0]] = true
		return nil
	})
	if err != nil || most > 6 || len(memories) > 6 {
		t.Errorf("%v: %d ahead with %d buffers; want 6 at most", err, most, len(memories))
	}
}

// Each line goes to do, and idle is called before each read that may wait, also of
// a line of which a part has come.
func TestEach(t *testing.T) {
	parts := []string{"a\r\nb\nc", "d\n", "e"}
	var log []string
	in := Input{R: readFunc(func(p []byte) (int, error) {
		log = append(log, "read")
		if len(parts) == 0 {
			return 0, io.EOF
		}
		n := copy(p, parts[0])
		parts = parts[1:]
		return n, nil
	})}
	idle := func() error { log = append(log, "idle"); return nil }
	do := func(line []byte) error { log = append(log, string(line)); return nil }
	want := []string{"idle", "read", "a\r\n", "b\n", "idle", "read", "cd\n", "idle", "read", "read", "e", "idle"}
	if err := Each(in, Options{}, idle, do); err != nil || !slices.Equal(log, want) {
		t.Errorf("%v, %q; want %q", err, log, want)
	}
	broken := errors.New("broken")
	for name, at := range map[string][2]error{"idle": {broken, nil}, "do": {nil, broken}} {
		err := Each(Input{R: strings.NewReader("x\n")}, Options{}, func() error { return at[0] },
			func([]byte) error { return at[1] })
		try.Equal(t, err, broken, "%s fails:", name)
	}
}

// A Writer writes pieces of even size, and forgets what it could not write.
func TestWriter(t *testing.T) {
	var sizes []int
	w := Writer{To: writeFunc(func(p []byte) (int, error) { sizes = append(sizes, len(p)); return len(p), nil })}
	for _, n := range []int{0, 100, Piece - 101, 1, 5*Piece - 1} {
		w.Text = append(w.Text, bytes.Repeat([]byte("x"), n)...)
		try.Works(t, w.Full())
	}
	if err := w.Flush(); err != nil || !slices.Equal(sizes, []int{Piece, Piece, Piece, Piece, 2*Piece - 1}) {
		t.Errorf("%v, pieces of %v; want them of %d", err, sizes, Piece)
	}
	broken := errors.New("broken")
	w.To, w.Text = writeFunc(func([]byte) (int, error) { return 0, broken }), append(w.Text, 'x')
	if err := w.Flush(); err != broken || len(w.Text) != 0 {
		t.Errorf("%v, %q; want broken, and nothing left", err, w.Text)
	}
}

type writeFunc func([]byte) (int, error)

func (f writeFunc) Write(p []byte) (int, error) { return f(p) }
