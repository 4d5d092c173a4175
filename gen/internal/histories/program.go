package histories

import (
	"iter"
	"sync"
)

// Program is a coroutine of a history: it goes on to its next step when it is asked to,
// and ends at a step where it is killed. One goroutine at a time may use it.
type Program struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	ended func()
}

// Killed is what a program panics with that was killed; deferred calls may look for it.
type Killed struct{}

// Begin prepares a program, which makes its first steps when it is asked to go on; ended is
// called once it has ended or was killed.
func (p *Program) Begin(main, ended func()) {
	p.ended = sync.OnceFunc(ended)
	p.next, p.stop = iter.Pull(func(yield func(struct{}) bool) {
		p.yield = yield
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(Killed); !ok {
					panic(r)
				}
			}
		}()
		main()
	})
}

// Rest gives way to others, in the program; false says that it was killed, and has to
// return.
func (p *Program) Rest() bool { return p.yield(struct{}{}) }

// Step gives way to others, in the program, and does not come back where it was killed.
func (p *Program) Step() {
	if !p.Rest() {
		panic(Killed{})
	}
}

// GoOn lets the program make its next step; false says that it has ended.
func (p *Program) GoOn() bool {
	_, more := p.next()
	if !more {
		p.ended()
	}
	return more
}

// Kill ends the program where it rests.
func (p *Program) Kill() {
	p.stop()
	p.ended()
}
