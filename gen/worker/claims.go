package worker

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// relation is whose claim it is, when it does not name the record at hand.
type relation int

const (
	relOther relation = iota // of a folder that may be in use
	relOwn                   // of this folder
	relGone                  // of a folder that is not there any more
)

// relation judges a claim. Equal paths mean equal folders only in the same view
// of the file system; but a claim of an earlier boot is out of use, for refresh
// rewrites it at the first use after each start.
func (r *Record) relation(c *claim) relation {
	h := &r.folder.Host
	here := c.space == h.MountNS()
	if c.folder == r.folder.State && (here || c.boot.differs(r.folder.boot)) {
		return relOwn
	}
	if here {
		if _, err := os.Lstat(c.path(r.form.key, r.worker)); errors.Is(err, fs.ErrNotExist) {
			return relGone
		}
	}
	return relOther
}

func (r *Record) claimPath() string {
	return filepath.Join(r.folder.Claims, r.form.key+"-"+strconv.FormatUint(r.worker, 10))
}

// makeClaim claims the number; another folder that was faster is found when the
// claim is read again.
func (r *Record) makeClaim(c claim) error {
	write := func() error { return writeNew(r.claimPath(), c.encode(claimBlock), 0o666) }
	err := write()
	if errors.Is(err, fs.ErrNotExist) {
		if err = r.makeClaims(); err == nil {
			err = write()
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return r.claimError(err)
}

// makeClaims makes the folder of the claims, in which every user may make files
// and delete only his own.
func (r *Record) makeClaims() error {
	path := r.folder.Claims
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return makeFolder(path, fs.ModeSticky|0o777, nil)
}

// rewriteClaim replaces the claim in place: in a sticky folder only its owner
// could put another file there. All who rewrite hold one lock, and give up with
// errLocked if the claim is not the one they read.
func (r *Record) rewriteClaim(h *heldClaim, c claim) error {
	mode := func() (os.FileMode, error) { return 0o666, nil }
	l, err := tryLock(filepath.Join(r.folder.Claims, "lock"), mode)
	if err != nil {
		return r.claimError(err)
	}
	defer l.Unlock()
	if !h.unchanged() {
		return errLocked
	}
	f, err := open(h.path, os.O_RDWR|openFlags, 0)
	if err != nil {
		return r.claimError(err)
	}
	_, err = f.WriteAt(c.encode(len(h.text)), 0)
	if err == nil {
		err = f.Sync()
	}
	return r.claimError(cmp.Or(err, f.Close()))
}

// claimError names what can not be used, and mends it.
func (r *Record) claimError(err error) error {
	var e *StateError
	switch {
	case err == nil, errors.Is(err, errLocked):
		return err
	case errors.As(err, &e):
		if e.Reason == ErrDamaged {
			e.hint = r.command("")
		}
		return e
	}
	e = unusable(r.folder.Claims, err)
	e.hint = claimsWayOut(err, r.folder.Claims)
	e.Text = fmt.Sprintf("the claims of this host in %s can not be used: %s", show(r.folder.Claims), e.Cause)
	return e
}

// claimed is the refusal of a number that another folder has.
func (r *Record) claimed(c *claim) error {
	return r.refuse(ErrClaimed, r.claimPath(), r.claimedWays(c),
		"%s belongs to %s, state folder %s; want another number", r.name(), c.owner, show(c.folder))
}

// lost is the refusal of a number that was used by an unknown predecessor and
// carries no time that would tell how far it got.
func (r *Record) lost() error {
	return r.refuse(ErrLost, r.path(".rec"), "use another worker number", "the record of %s was deleted or damaged, and without a time in the ids nothing tells how far it got", r.name())
}

// warnSuccessor says why identifiers begin ahead of the clock.
func (r *Record) warnSuccessor(c *claim, rel relation, missing bool) {
	lead := max(c.lead, r.lead)
	switch {
	case rel == relGone:
		r.folder.warn("%s belonged to %s, state folder %s, which is gone; starting %s ahead of the clock", r.name(), c.owner, show(c.folder), lead)
	case missing:
		r.folder.warn("the record of %s was deleted; starting %s ahead of the clock, past all that it may have made", r.name(), lead)
	default:
		r.folder.warn("the record of %s is not the one that was used last; starting %s ahead of the clock, past all that it may have made", r.name(), lead)
	}
}
