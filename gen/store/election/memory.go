package election

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"idscope/gen/store"
)

// Group is a group in memory, for tests: leases end by a clock of the caller's.
type Group struct {
	now func() time.Duration

	mu       sync.Mutex
	revision uint64
	leases   map[string]*lease
	leader   string
	epoch    uint64
	ready    uint64
	wanted   string
	file     store.Value
	values   map[string]store.Value
	changed  chan struct{}
}

type lease struct {
	member Member
	lasts  time.Duration
	ends   time.Duration
}

// NewGroup makes a group without members.
func NewGroup(now func() time.Duration) *Group {
	return &Group{now: now, leases: map[string]*lease{}, values: map[string]store.Value{}, changed: make(chan struct{})}
}

// Elector returns the side of another server.
func (g *Group) Elector() *MemoryElector { return &MemoryElector{group: g} }

// View returns the group as it is now.
func (g *Group) View() View {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.view()
}

func (g *Group) view() View {
	g.expire()
	v := View{Ready: g.ready, Wanted: g.wanted, File: g.file.Data}
	if l := g.leases[g.leader]; l != nil {
		v.Leader, v.Epoch = l.member, g.epoch
	}
	for _, l := range g.leases {
		v.Members = append(v.Members, l.member)
	}
	slices.SortFunc(v.Members, func(a, b Member) int { return cmp.Compare(a.ID, b.ID) })
	return v
}

// expire ends the leases whose time is over.
func (g *Group) expire() {
	for id, l := range g.leases {
		if g.now() >= l.ends {
			g.end(id)
		}
	}
}

func (g *Group) end(id string) {
	delete(g.leases, id)
	if g.leader == id {
		g.leader = ""
	}
	if g.wanted == id {
		g.wanted = ""
	}
	g.touch()
}

// touch tells those who watch.
func (g *Group) touch() {
	g.revision++
	close(g.changed)
	g.changed = make(chan struct{})
}
