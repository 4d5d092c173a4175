package worker

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"idscope/gen/internal/guard"
)

// relation is whose claim it is, when it does not name the record at hand.
type relation int

const (
	relOther relation = iota // of a folder that may be in use
	relOwn                   // of this folder
	relSame                  // of this very record, by another path
	relGone                  // of a folder that is not there any more
)

// relation judges a claim. Equal paths mean equal folders only in the same view
// of the file system; but a claim of an earlier boot is out of use, for refresh
// rewrites it at the first use after each start.
func (r *Record) relation(c *claim) relation {
	h := &r.folder.Host
	here := c.space == h.MountNS()
	if c.folder == r.folder.State && (here || c.entry.boot.differs(r.folder.boot)) {
		return relOwn
	}
	if here {
		if _, err := r.folder.disk.Lstat(c.path(r.form.key, r.worker)); errors.Is(err, fs.ErrNotExist) {
			return relGone
		}
	}
	return relOther
}

func (r *Record) claimPath() string {
	return within(r.folder.Claims, r.form.key+"-"+strconv.FormatUint(r.worker, 10))
}

// claimError says which claim cannot be used, and the way out.
func (r *Record) claimError(err error) error {
	var e *StateError
	var special *guard.NotRegularError
	switch {
	case err == nil, errors.Is(err, guard.ErrLocked):
		return err
	case errors.As(err, &special):
		return obstructed(special)
	case errors.Is(err, ErrEarlier):
		return r.earlier()
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
		"use another worker number; or, if you know that nothing was generated past what is there, "+
			r.command(" --adopt"),
		"the record or the claim of %s was deleted, damaged or put back from a copy, and without a time in the ids "+
			"nothing tells how far it got",
		r.name())
}

// warnSuccessor says why identifiers begin ahead of the clock.
func (r *Record) warnSuccessor(c *heldClaim, rel relation, missing bool) {
	lead := r.succession(c)
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
