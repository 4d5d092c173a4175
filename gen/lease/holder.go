package lease

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/store"
)

// Keeper is where a host keeps its grant: a small file that only one process at a
// time rewrites. worker.Grant is one.
type Keeper interface {
	// Lock waits for the exclusive lock.
	Lock(ctx context.Context) (unlock func(), err error)

	// Read returns the content without the lock. It is not intact if this host did
	// not write it since it was started: a copy, or one put back from a backup.
	// Without any the error is fs.ErrNotExist; it is [ErrEarlier] for one of an
	// earlier build.
	Read() (content []byte, intact bool, err error)

	// Write replaces the content under the lock, and returns when a loss of power
	// cannot undo it.
	Write(content []byte) error

	// Highest returns the highest tick (without a time the highest number) that any
	// record of the number on this host has used or reserved. It looks at each under
	// its lock: whatever is reserved afterwards is reserved by somebody who read the
	// grant afterwards. known is false where a record cannot tell.
	Highest(ctx context.Context, number uint64) (tick uint64, known bool, err error)
}

// Holder is a host in its group: it acquires a grant, renews it and gives it back.
// Any number of processes of a host may do so at once.
type Holder struct {
	Name   string // of the group
	From   string // names the store; under another name it is looked at before the grant is used
	Terms  Terms
	Keeper Keeper
	Owner  func() Owner // this process: all but Since and Clock
	Clock  gen.Clock    // nil is the system's

	// Open connects to the store; nil is no store at hand. It is called when the store is
	// wanted, until it succeeds.
	Open func(ctx context.Context) (store.Store, error)

	// Patience is how long a renewal may take where the user grants a slow store more than 5 s.
	Patience time.Duration

	Create           bool // make the group if it is not there
	AcceptBestEffort bool // use a store that may lose what it confirmed

	// Avoid reports whether this host cannot use a number that nobody else has; nil is
	// none.
	Avoid func(number uint64) bool

	// Command is the call of idscope worker that does verb to the group in the store at from, for
	// hints. Nil leaves out what a program does not know.
	Command func(verb, from string, flags ...string) string

	// Warn is told in one line what the user should know; nil is nobody.
	Warn func(string)

	once  sync.Once
	turn  chan struct{} // one renewal of a process at a time
	store store.Store   // of who has the turn
}

// Grant returns the grant of this host as it is, without the store. One that is a
// copy, or damaged, is void. A host that never had one has the zero value.
func (h *Holder) Grant() (Grant, error) {
	g, _, err := h.read()
	return g, err
}

func (h *Holder) read() (g Grant, intact bool, err error) {
	b, intact, err := h.Keeper.Read()
	if errors.Is(err, fs.ErrNotExist) {
		return h.blank(), true, nil
	}
	if err == nil {
		g, err = decodeGrant(b)
	} else if !errors.Is(err, ErrEarlier) {
		return h.blank(), false, err
	}
	if errors.Is(err, ErrEarlier) {
		return h.blank(), false, &fault.Error{Reason: ErrEarlier, Hint: h.command("leave", "--force"),
			Text: fmt.Sprintf("what this host keeps of lease group %s of %s is of an earlier build", h.Name,
				h.Terms.Scheme)}
	}
	if err != nil || g.Group != h.Name || g.Field != h.Terms.Field {
		return h.blank(), false, nil
	}
	if !intact {
		g.State, g.Pending = Void, ""
	}
	return g, intact, nil
}

// blank is the grant of a host that never had one.
func (h *Holder) blank() Grant { return Grant{Group: h.Name, Field: h.Terms.Field} }

func (h *Holder) save(g *Grant) error { return h.Keeper.Write(g.encode()) }

// command is the call that helps with the group in the store of this holder.
func (h *Holder) command(verb string, flags ...string) string {
	if h.Command == nil {
		return strings.Join(append([]string{"idscope worker", verb, h.Terms.Scheme}, flags...), " ")
	}
	return h.Command(verb, h.From, flags...)
}

// fenceCommand is the call that fences the group.
func (h *Holder) fenceCommand(flags ...string) string {
	if !h.Terms.Timed {
		flags = append(flags, "--from", "N")
	}
	return h.command("fence", flags...)
}

func (h *Holder) clock() gen.Clock {
	if h.Clock == nil {
		return gen.SystemClock()
	}
	return h.Clock
}

func (h *Holder) now() time.Time { return (&Group{Clock: h.Clock}).now() }

// take waits for the turn of this process.
func (h *Holder) take(ctx context.Context) (give func(), err error) {
	h.once.Do(func() { h.turn = make(chan struct{}, 1) })
	select {
	case h.turn <- struct{}{}:
		return func() { <-h.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// alone waits until nobody else renews the grant of this host: no goroutine and no
// process. The error is the context's, or the keeper's.
func (h *Holder) alone(ctx context.Context) (end func(), err error) {
	give, err := h.take(ctx)
	if err != nil {
		return nil, err
	}
	unlock, err := h.Keeper.Lock(ctx)
	if err != nil {
		give()
		return nil, err
	}
	return func() { unlock(); give() }, nil
}

// Close closes the store, if it was opened.
func (h *Holder) Close() error {
	give, _ := h.take(context.Background())
	defer give()
	if h.store == nil {
		return nil
	}
	err := h.store.Close()
	h.store = nil
	return err
}

// group connects to the store.
func (h *Holder) group(ctx context.Context) (*Group, error) {
	if h.store == nil {
		if h.Open == nil {
			return nil, &fault.Error{Reason: ErrOffline, Text: ErrOffline.Error()}
		}
		s, err := h.Open(ctx)
		if err != nil {
			return nil, storeError("read", h.Name, err)
		}
		h.store = s
	}
	return &Group{Store: h.store, Name: h.Name, Terms: h.Terms, Clock: h.Clock}, nil
}

// enough reports whether the grant is of this store, and covers what may be wanted.
func (h *Holder) enough(g *Grant, at time.Time, used uint64) bool {
	return g.From == h.From && h.Terms.enough(g, at, used)
}
