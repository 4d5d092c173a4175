package counter

import "context"

// watch compares the numbers of one server with the highest that this host saw, and
// notes the highest of them before they are printed.
type watch struct {
	host   *Host
	before uint64 // what the host had seen, or this process got, before the next number is asked for
	last   uint64 // highest number that is not noted yet; 0 for none
}

// begin reads what the host has seen. It has to come before the statement whose number
// is checked: another process may see a higher one meanwhile.
func (w *watch) begin() error {
	if w.last > 0 {
		return nil // what this process got is higher
	}
	seen, err := w.host.Seen()
	w.before = max(w.before, seen)
	return err
}

// check refuses a block that is not above all that was seen before it was asked for.
func (w *watch) check(first, last uint64) error {
	if w.before > 0 && first <= w.before {
		return behind(w.host.id, first, w.before, "")
	}
	w.before, w.last = last, last
	return nil
}

// note tells the host what this process got since.
func (w *watch) note(ctx context.Context) error {
	if w.last == 0 {
		return nil
	}
	last := w.last
	w.last = 0
	return w.host.update(ctx, false, func(p *page) error {
		p.seen = max(p.seen, last)
		p.turn++
		return nil
	})
}
