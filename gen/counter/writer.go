package counter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"idscope/gen"
	"idscope/gen/lease"
	"idscope/gen/store"
	"idscope/gen/worker"
)

// How long the lease of a writer lasts where nobody says otherwise, at least and at most.
const (
	DefaultTerm = 10 * time.Second
	LeastTerm   = time.Second
	MostTerm    = time.Minute
)

// Writer is this host's side of the lease that makes it the only one that gives out
// numbers of a counter. Of hosts that take the numbers of a counter as its writer, those
// of a call are above those of every call, of any host, that ended before it began.
//
// A lease lasts for a time by the clock that counts since the machine started, which
// nobody can set, reckoned from before the store was asked. A host that takes over from
// one that did not give its lease back waits for as long, from after its own swap, which
// ends every renewal of the other. So no two hosts hold it at the same time, however
// wrong their clocks are, as long as they run at the same rate. The clocks of day say
// when a lease may be taken over, and no more. They end it too, where they say so first:
// in a machine that stood still with its clock since start.
type Writer struct {
	Open   func(context.Context) (store.Store, error) // of the leases
	Owner  func() lease.Owner
	Clock  gen.Clock
	Uptime func() (time.Duration, bool) // since the machine started

	Term time.Duration // up to MostTerm; 0 is DefaultTerm
	Wait time.Duration // for the lease of another host

	Create           bool // make the lease where none ever was
	AcceptBestEffort bool // in a store that may lose what it confirmed

	host  *Host
	store store.Store
	warn  func(string)
}

// Writer returns this host's side of the lease under which it alone gives out the numbers;
// open opens the store of leases when it is needed.
func (p *Place) Writer(f worker.Folder, c gen.Clock, open func(context.Context) (store.Store, error)) *Writer {
	owner := func() lease.Owner {
		home, _ := f.Home()
		return lease.Here(f.Host.BootID(), home)
	}
	return &Writer{Open: open, Owner: owner, Clock: c, Uptime: f.Host.Uptime, Term: DefaultTerm, Create: p.Create,
		AcceptBestEffort: p.Accept}
}

// held is the lease of this host. The two times are since the machine started.
type held struct {
	epoch uint64        // counts the hosts that had it
	from  time.Duration // the host before has no lease any more
	end   time.Duration // 0 where it was given back
	wall  time.Time     // the end by the clock of day
}

// margin is by how much the rates of two clocks may differ: more than quartz does.
const margin = 100

// now is the time since the machine started.
func (w *Writer) now() (time.Duration, error) {
	if up, ok := w.Uptime(); ok {
		return up, nil
	}
	return 0, errors.New("strict order needs a clock that counts since the machine started, and there is none here; " +
		"want --order asked")
}

// begin is when a call began to wait; those of a host wait for each other too.
func (w *Writer) begin() time.Duration {
	if w == nil {
		return 0
	}
	up, _ := w.now() // an error is told when the lease is wanted
	return up
}

// holds reports whether numbers may be given out now that were taken under an epoch.
func (w *Writer) holds(h *held, epoch uint64) bool {
	up, err := w.now()
	return err == nil && h.epoch > 0 && h.epoch == epoch && h.from <= up && up < h.end &&
		w.Clock.Now().Before(h.wall)
}

// half reports whether more than half of the lease is left.
func (w *Writer) half(h *held) bool {
	up, err := w.now()
	return err == nil && h.from <= up && h.end-up > w.term()/2 && h.wall.Sub(w.Clock.Now()) > w.term()/2
}

func (w *Writer) term() time.Duration { return cmp.Or(w.Term, DefaultTerm) }

// hold acquires the lease or renews it, and waits until the host before has it no
// more. Its caller is alone among the processes of this host, and waits since begun.
func (w *Writer) hold(ctx context.Context, begun time.Duration) (err error) {
	for err == nil {
		var up time.Duration
		if up, err = w.now(); err != nil {
			break
		}
		var h held
		h, err = w.extend(ctx, up)
		if wait := w.Wait - (up - begun); wait > 0 && errors.Is(err, ErrTaken) {
			err = w.Clock.Sleep(ctx, min(w.term()/4, wait))
			continue
		}
		if err == nil {
			up, err = w.now()
		}
		if left := h.from - up; err == nil && left > 0 {
			err = w.Clock.Sleep(ctx, min(left, w.term()/2))
			if left > w.term()/2 {
				continue // and renew
			}
		}
		return err
	}
	return err
}

// extend swaps once; up is when it began.
func (w *Writer) extend(ctx context.Context, up time.Duration) (h held, err error) {
	at := w.Clock.Now()
	holder := w.holder()
	g, before, err := holder.Hold(ctx)
	if err != nil {
		return h, w.explain(ctx, err)
	}
	after, err := w.now()
	if err != nil {
		return h, err
	}
	waits := time.Duration(0)
	err = w.host.update(ctx, false, func(p *page) error {
		if p.lease.epoch != g.Epoch {
			waits = MostTerm // unless it is known better
			switch {
			case before != nil && before.Released():
				waits = 0
			case before != nil && before.Owner != nil:
				waits = min(waits, before.Term())
			}
			if waits > 0 {
				waits += waits / margin
			}
			p.lease = held{epoch: g.Epoch, from: after + waits}
			p.buffer, p.under = buffer{step: p.buffer.step}, 0
		}
		p.lease.end, p.lease.wall = up+w.term(), at.Add(w.term())
		h = p.lease
		return nil
	})
	if err == nil && waits > 0 {
		w.warn(fmt.Sprintf("waiting %s, for the lease of the host that wrote %s before", waits.Round(time.Second),
			w.host.id))
	}
	return h, err
}

// release gives the lease back, which no process of this host uses any more, and forgets
// what this host knows of it; false is that there was none. Where this host waits for
// the one before it still, the next one has to wait too.
func (w *Writer) release(ctx context.Context) (bool, error) {
	up, err := w.now()
	if err != nil {
		return false, err
	}
	p, err := w.host.page(ctx)
	if err != nil || p.grant == "" {
		return false, err
	}
	h := w.holder()
	g, err := h.Grant()
	if err != nil {
		return false, err
	}
	h.Keeper = grantOf{w.host, g.Epoch == p.lease.epoch && p.lease.from <= up}
	if err := h.Release(ctx); err != nil {
		return false, w.explain(ctx, err)
	}
	return g.State != lease.Void, w.host.update(ctx, false, func(p *page) error {
		p.lease, p.grant = held{}, ""
		return nil
	})
}
