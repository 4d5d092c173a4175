package worker

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// nodeFile is the file of the folder's node: 48 random bits with the multicast bit, which
// no network card has (RFC 9562 section 6.10), kept for all later calls. A copy of it is
// known by the claim of its record.
func (f *Folder) nodeFile(form *form) kept {
	repair := *form
	repair.workers = 0 // without a number
	return kept{folder: *f, path: filepath.Join(f.State, "node"), magic: nodeMagic, about: "the node of " + form.scheme,
		begin: f.record(repair, 0, 0).command("")}
}

// node returns the folder's node, and draws one where there is none.
func (f *Folder) node(ctx context.Context, form *form) (uint64, error) {
	k := f.nodeFile(form)
	content, _, damaged, err := k.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.drawNode(ctx, form, false)
	case err != nil:
		return 0, k.explain(err)
	case damaged || len(content) != 8:
		return 0, k.nodeDamaged()
	}
	return binary.BigEndian.Uint64(content), nil
}

func (k *kept) nodeDamaged() error {
	return refuse(ErrDamaged, k.begin, "%s in %s is damaged", k.about, show(k.path))
}

// drawNode draws the node, under its lock; with redraw also where there is one.
func (f *Folder) drawNode(ctx context.Context, form *form, redraw bool) (uint64, error) {
	k := f.nodeFile(form)
	if err := k.lock(guard.Queue{Ctx: ctx, Patience: f.patience}, k.makeFolders); err != nil {
		return 0, k.explain(err)
	}
	defer k.unlock()
	if redraw {
		if err := k.forget(); err != nil {
			return 0, k.explain(err)
		}
	}
	o, err := k.open()
	if err != nil {
		return 0, k.explain(err)
	}
	defer o.close()
	if len(o.content) == 8 && !o.damaged { // of a process that was faster
		return binary.BigEndian.Uint64(o.content), nil
	}
	if o.damaged {
		return 0, k.nodeDamaged()
	}
	id := newID()
	n := binary.BigEndian.Uint64(id[:])>>16 | gen.Multicast
	return n, k.explain(o.write(binary.BigEndian.AppendUint64(nil, n), guard.SyncFile))
}

// nodeRecord takes the record of the folder's node. In a folder that was copied
// the node is still the other one's, so another is drawn: a node is random, and
// nobody has to know it beforehand.
func (f *Folder) nodeRecord(ctx context.Context, form form, lead time.Duration) (*Record, error) {
	n, err := f.node(ctx, &form)
	if err != nil {
		return nil, err
	}
	r := f.record(form, n, lead)
	s, err := r.begin(ctx, f.patience)
	if errors.Is(err, ErrClaimed) || errors.Is(err, ErrForeignMachine) {
		why := err
		if n, err = f.drawNode(ctx, &form, true); err != nil {
			return nil, err
		}
		f.warn("drew a new node, %012x: %v", n, why)
		r = f.record(form, n, lead)
		s, err = r.begin(ctx, f.patience)
	}
	if err != nil {
		return nil, r.explain(err)
	}
	r.held = s
	return r, nil
}

// repairNode draws another node where the file cannot be read.
func (f *Folder) repairNode(ctx context.Context, s *gen.Scheme) (*Repaired, error) {
	form := formOf(s)
	k := f.nodeFile(&form)
	content, _, damaged, err := k.read()
	if errors.Is(err, fs.ErrNotExist) || err == nil && !damaged && len(content) == 8 {
		return nil, nil
	}
	was := ErrDamaged
	if errors.Is(err, ErrEarlier) {
		was, err = ErrEarlier, nil
	}
	if err == nil {
		_, err = f.drawNode(ctx, &form, true)
	}
	return &Repaired{Schema: 1, Path: k.path, Was: state(was), Did: "drew a new node"}, k.explain(err)
}
