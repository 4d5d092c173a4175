package lease

import (
	"context"
	"time"
)

// event is what happens beside the processes.
func (h *history) event() {
	host := h.hosts[h.IntN(len(h.hosts))]
	switch h.IntN(17) {
	case 0, 1:
		h.pass(time.Duration(h.IntN(int(2 * h.terms.Lease))))
	case 2:
		h.pass(2*h.terms.Lease + Skew)
	case 3:
		host.offset += time.Duration(h.Int64N(int64(6*time.Second))) - 3*time.Second
		h.say("%s: the clock is off by %s", host.name, host.offset)
	case 4:
		host.offset = pick(h, -time.Hour, time.Hour, 365*24*time.Hour, -30*time.Second, 30*time.Second, 0, 0, 0)
		h.say("%s: the clock is off by %s", host.name, host.offset)
	case 5, 6, 7:
		if len(h.live) > 0 {
			p := h.live[h.IntN(len(h.live))]
			h.say("%s: killed", p.name)
			h.Kills++
			p.Kill()
		}
	case 8:
		host.reboot()
	case 9:
		host.saved = host.file
	case 10:
		if host.saved.content != nil {
			h.say("%s: the grant was put back from a backup", host.name)
			host.file, host.file.copied = host.saved, true
			h.Restored++
		}
	case 11:
		if from := h.hosts[h.IntN(len(h.hosts))]; from != host && from.file.content != nil {
			h.say("%s: the grant was copied from %s", host.name, from.name)
			host.file, host.file.copied = from.file, true
			h.Restored++
		}
	case 12:
		h.store.down = !h.store.down
		h.say("store down: %v", h.store.down)
	case 13:
		h.store.lose()
	case 14:
		h.store.deliver(true)
	case 15:
		switch {
		case h.one(2):
			h.store.saved = h.store.copy()
		case h.store.saved != nil && h.one(2):
			if h.store.goBack(); !h.terms.Timed && !h.blind {
				h.fence(h.hosts[0].remembered(), h.store.most+1)
			}
		case h.store.saved != nil && h.terms.Timed:
			h.say("the store was put back from a backup, and fenced")
			h.store.restore()
			h.fence(h.hosts[0].remembered(), 0)
		}
	case 16:
		if h.one(4) {
			h.store.forget()
		} else {
			h.join(host)
		}
	}
}

// join lets a host take the group as it is in the store, where it knows another one.
func (h *history) join(host *host) {
	h.spawn(host, func(p *process) {
		m, joined, err := p.holder().Accept(context.Background())
		switch {
		case err != nil:
			p.failed("join", err)
		case joined:
			h.Joined++
			h.say("%s: joined group %.8s, which begins at %d", p.name, m.ID, m.Begin)
		}
	})
}

// pass lets time go by.
func (h *history) pass(d time.Duration) {
	h.at = h.at.Add(d)
	h.say("%s later", d)
}

// fence starts the command on a host whose clock is right, and lets it get as far as
// its swap of the group: nothing protects what others acquire before that. The rest is
// beside all others. It knows of a group before, if any.
func (h *history) fence(remembered string, from uint64) {
	before := h.store.fences()
	p := h.spawn(h.hosts[0], func(p *process) {
		g := &Group{Store: &visit{h.store, p}, Name: "g", Config: h.terms, Clock: rightClock{h}}
		if _, _, err := g.Fence(context.Background(), remembered, from); err != nil {
			h.say("%s: fence: %v", p.name, err)
			return
		}
		h.say("%s: fenced", p.name)
	})
	h.Fenced++
	down := h.store.down
	for h.store.down = false; h.store.fences() == before; {
		if !p.GoOn() {
			h.fence(remembered, from) // the store failed it: once more
			break
		}
	}
	h.store.down = down
}

// rightClock is the history's own.
type rightClock struct{ h *history }

func (c rightClock) Now() time.Time                             { return c.h.at }
func (c rightClock) Sleep(context.Context, time.Duration) error { return nil }
