package worker

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
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
		if _, err := r.folder.disk.lstat(c.path(r.form.key, r.worker)); errors.Is(err, fs.ErrNotExist) {
			return relGone
		}
	}
	return relOther
}

func (r *Record) claimPath() string {
	return within(r.folder.Claims, r.form.key+"-"+strconv.FormatUint(r.worker, 10))
}

// makeClaim claims the number for a record; another folder that was faster is
// found when the claim is read again. It may be written by those who may write the
// record, and read by all. Its sticky bit keeps systemd-tmpfiles from removing it
// when it is old (tmpfiles.d(5), "Age").
func (r *Record) makeClaim(c claim, record os.FileInfo) error {
	err := r.folder.checkClaims()
	if err == nil {
		err = r.folder.disk.writeLike(r.claimPath(), c.encode(claimBlock), record)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return r.claimError(err)
}

// writeLike makes a file that nobody sees before it is complete, which belongs to
// the owner of another one, may be written by those who may write that, and is
// read by all. It fails with fs.ErrExist if there is one.
func (d disk) writeLike(path string, content []byte, like os.FileInfo) error {
	temp := tempName(path)
	defer d.remove(temp)
	mode := like.Mode().Perm()&0o666 | 0o444 | fs.ModeSticky
	if err := d.writeExclusive(temp, content, 0o600); err != nil {
		return err
	}
	uid, gid := ownerOf(like)
	if os.Geteuid() != 0 {
		uid = -1
	}
	if gid >= 0 && d.lchown(temp, uid, gid) != nil { // not of this user's groups
		mode &^= 0o020
	}
	if err := d.chmod(temp, mode); err != nil {
		return err
	}
	err := d.link(temp, path)
	if err != nil && noLinks(err) {
		err = d.writeExclusive(path, content, mode)
	}
	if err == nil {
		d.syncFolder(filepath.Dir(path))
	}
	return err
}

// rewriteClaim replaces the claim in place: in a sticky folder only its owner
// could put another file there. The caller holds its lock; it gives up with
// errLocked if the claim is not the one that was read.
func (r *Record) rewriteClaim(h *heldClaim, c claim) error {
	if h.denied != nil {
		return r.claimError(h.denied)
	}
	if !h.unchanged() {
		return errLocked
	}
	f, err := h.disk.open(h.path, os.O_RDWR|openFlags, 0)
	if err != nil {
		return r.claimError(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !sameFile(info, h.info) {
		return errLocked
	}
	_, err = f.WriteAt(c.encode(len(h.text)), 0)
	return r.claimError(cmp.Or(err, f.Sync()))
}

// claimError says which claim cannot be used, and the way out.
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
	return r.folder.claimsUnusable(err)
}

// claimsUnusable is the error where the folder of claims cannot be read or written.
func (f *Folder) claimsUnusable(err error) *StateError {
	e := unusable(f.Claims, err)
	e.hint = claimsWayOut(err, f.Claims)
	e.Text = fmt.Sprintf("the claims of this host in %s cannot be used: %s", show(f.Claims), e.Cause)
	return e
}

// claimed is the refusal of a number that another folder has.
func (r *Record) claimed(c *claim) error {
	return r.refuse(ErrClaimed, r.claimPath(), r.claimedWays(c),
		"%s belongs to %s, state directory %s; want another number", r.name(), c.owner, show(c.folder))
}

// lost is the refusal of a number that was used by an unknown predecessor and
// carries no time that would tell how far it got.
func (r *Record) lost() error {
	return r.refuse(ErrLost, r.path(".rec"),
		"use another worker number; or, if you know that nothing was generated with this one, "+r.command(" --adopt"),
		"the record or the claim of %s was deleted or damaged, and without a time in the ids nothing tells how far it got",
		r.name())
}

// warnSuccessor says why identifiers begin ahead of the clock.
func (r *Record) warnSuccessor(c *heldClaim, rel relation, missing bool) {
	lead := r.succession(c)
	if r.form.time == 0 {
		r.folder.warn("the record of %s is not the one that was used last; going on after the last number that its "+
			"claim knows", r.name())
		return
	}
	switch {
	case rel == relGone:
		r.folder.warn("%s belonged to %s, state directory %s, which is gone; starting with a lead of %s over the "+
			"clock", r.name(), c.owner, show(c.folder), lead)
	case missing:
		r.folder.warn("the record of %s was deleted; starting with a lead of %s over the clock, past all that it may "+
			"have generated", r.name(), lead)
	default:
		r.folder.warn("the record of %s is not the one that was used last; starting with a lead of %s over the clock, "+
			"past all that it may have generated", r.name(), lead)
	}
}

// warnUnclaimed says why identifiers of a number without a claim begin ahead.
func (r *Record) warnUnclaimed(lead time.Duration, missing bool) {
	what := "the claim of %s was deleted"
	if missing {
		what = "the claims of this host were deleted, and another state directory may have used %s"
	}
	r.folder.warn(what+"; starting with a lead of %s over the clock, past all that may have been "+
		"generated", r.name(), lead)
}
