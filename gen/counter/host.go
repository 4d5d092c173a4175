package counter

import (
	"context"
	"fmt"

	"idscope/gen/worker"
)

// Host is what this host knows of one counter of one server, in a file that its
// processes share. It survives restarts, but for the segment: the rest of one is
// given up where it might not be what was left of it.
type Host struct {
	id   ID
	file file
}

// file is what [worker.File] does; tests have a model of one.
type file interface {
	Update(ctx context.Context, change func(*worker.Content) error) error
	Peek() ([]byte, error)
	Alone(ctx context.Context, wait bool) (release func(), ok bool, err error)
}

// OpenHost opens the file of a counter. Nothing is made before its first update.
func OpenHost(f worker.Folder, id ID) (*Host, error) {
	file, err := f.File(id.file(), id.String())
	return &Host{id: id, file: file}, err
}

// update hands the page to change, and stores what it leaves.
func (h *Host) update(ctx context.Context, durable bool, change func(*page) error) error {
	return h.file.Update(ctx, func(c *worker.Content) error {
		p, err := h.read(c)
		if err != nil {
			return err
		}
		if err := change(&p); err != nil {
			return err
		}
		c.Durable = durable
		c.Text = p.encode(h.id)
		return nil
	})
}

func (h *Host) read(c *worker.Content) (p page, err error) {
	id, err := p.decode(c.Text)
	if err == nil && id != h.id && id != (ID{}) {
		err = fmt.Errorf("it is of %s", id)
	}
	if !c.Intact {
		p = page{seen: p.seen, used: p.used, turn: p.turn}
	}
	if err != nil {
		err = fmt.Errorf("what this host knows of %s is not understood: %w", h.id, err)
	}
	return p, err
}

// page returns the page as it is.
func (h *Host) page(ctx context.Context) (p page, err error) {
	err = h.update(ctx, false, func(now *page) error {
		p = *now
		return nil
	})
	return p, err
}

// Seen is the highest number that this host was given, 0 for none.
func (h *Host) Seen() (uint64, error) {
	p, err := h.peek()
	return p.seen, err
}

// turns is how often the server was asked by processes of this host.
func (h *Host) turns() (uint64, error) {
	p, err := h.peek()
	return p.turn, err
}

func (h *Host) peek() (p page, err error) {
	text, err := h.file.Peek()
	if err == nil {
		_, err = p.decode(text)
	}
	return p, err
}
