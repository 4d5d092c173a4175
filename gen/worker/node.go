package worker

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"time"

	"idscope/gen"
)

// The file of the node is one line: 12 hex digits and their checksum.

// node returns the folder's node: 48 random bits with the multicast bit, which
// no network card has (RFC 9562 section 6.10), kept for all later calls.
func (f *Folder) node(form *form) (uint64, error) {
	path := filepath.Join(f.State, "node")
	for range 3 {
		text, err := f.disk.readSmall(path, 64)
		if err == nil {
			if n, ok := parseNode(string(text)); ok {
				return n, nil
			}
			r := f.record(*form, 0, 0)
			return 0, &StateError{Reason: ErrDamaged, Path: path, Scheme: form.scheme,
				Text: fmt.Sprintf("the node of %s in %s is damaged", form.scheme, show(path)), hint: r.nodeCommand()}
		}
		if !errors.Is(err, fs.ErrNotExist) {
			if info, e := f.disk.lstat(path); e == nil && !info.Mode().IsRegular() {
				return 0, obstructed(path, info)
			}
			return 0, unusable(path, err)
		}
		if err := f.makeNode(form, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return 0, unusable(path, err)
		}
	}
	return 0, unusable(path, errors.New("it comes and goes"))
}

// nodeRecord takes the record of the folder's node. In a folder that was copied
// the node is still the other one's, so another is drawn: a node is random, and
// nobody has to know it beforehand.
func (f *Folder) nodeRecord(ctx context.Context, form form, lead time.Duration) (*Record, error) {
	n, err := f.node(&form)
	if err != nil {
		return nil, err
	}
	r := f.record(form, n, lead)
	s, err := r.begin(ctx, f.patience)
	if errors.Is(err, ErrClaimed) || errors.Is(err, ErrForeignMachine) {
		why := err
		if err = f.overwrite(filepath.Join(f.State, "node"), []byte(nodeText())); err != nil {
			return nil, err
		}
		if n, err = f.node(&form); err != nil {
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

func (f *Folder) makeNode(form *form, path string) error {
	r := f.record(*form, 0, 0)
	if _, _, err := r.claimsFolder(); err != nil { // the node is a trace
		return r.claimError(err)
	}
	if err := f.makeRecords(form); err != nil {
		return err
	}
	m, err := f.modes()
	if err != nil {
		return err
	}
	return f.disk.writeNew(path, []byte(nodeText()), m.file)
}

// nodeText is a new node.
func nodeText() string {
	id := newID()
	n := binary.BigEndian.Uint64(id[:])>>16 | gen.Multicast
	text := fmt.Sprintf("%012x", n)
	return fmt.Sprintf("%s %016x\n", text, checksum([]byte(text)))
}

func parseNode(text string) (uint64, bool) {
	if len(text) != 30 {
		return 0, false
	}
	n, err := strconv.ParseUint(text[:12], 16, 48)
	want := fmt.Sprintf("%012x %016x\n", n, checksum([]byte(text[:12])))
	return n, err == nil && text == want
}

// nodeCommand is the command that repairs the node: without a number.
func (r *Record) nodeCommand() string {
	r.form.workers = 0
	return r.command("")
}
