package worker

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"idscope/gen"
)

// wayOut is what to do about an error of the operating system that a file or
// folder of the state met; empty where nothing is known.
func wayOut(err error, path string) string {
	path = quote(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("give this user the right to write %s, or name a directory of your own with --state DIR", path)
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Sprintf("free space on the disk of %s, or name a directory on another disk with --state DIR", path)
	case errors.Is(err, syscall.EDQUOT):
		return fmt.Sprintf("the quota is exhausted: delete files on the disk of %s, "+
			"or name a directory on another disk with --state DIR", path)
	case errors.Is(err, syscall.EROFS):
		return fmt.Sprintf("mount the file system of %s for writing, or name a directory on another disk with --state "+
			"DIR", path)
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Sprintf("a part of the path %s is a file: move it away, or name another directory with --state DIR", path)
	case errors.Is(err, syscall.EFBIG):
		return "raise the limit of file sizes: ulimit -f unlimited"
	}
	return ""
}

// claimsWayOut is the same for the claims: another folder would not be seen by
// the other users of this host.
func claimsWayOut(err error, path string) string {
	way := wayOut(err, path)
	var claim *os.PathError
	if errors.Is(err, syscall.EPERM) && errors.As(err, &claim) && os.Geteuid() == 0 { // whom no mode keeps out
		return fmt.Sprintf("%s may be immutable: chattr -i %[1]s", quote(claim.Path))
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Sprintf("all users of this host need the right to write there: "+
			"chmod 1777 %s, as its owner or root", quote(path))
	}
	way, _, _ = strings.Cut(way, ", or name ")
	return way
}

// claimedWays is what to do about a number that another state folder has: first
// what is safe whatever that folder does.
func (r *Record) claimedWays(c *claim) string {
	ways := []string{"--state " + quote(c.folder) + ", if you may write there"}
	if r.form.workers > 0 {
		ways = slices.Insert(ways, 0, "--worker auto")
	} else {
		ways = append(ways, r.otherValues()...)
	}
	return fmt.Sprintf("safe are %s; in tests $IDSCOPE_STATE and $IDSCOPE_CLAIMS of their own. "+
		"Only if %s never uses it again: %s", strings.Join(ways, "; "), c.owner, r.command(" --adopt"))
}

// otherValues is the way of layouts without a worker, one field for example.
func (r *Record) otherValues() []string {
	for _, f := range r.form.fields {
		if f.Source == gen.Data {
			return []string{fmt.Sprintf("another value of your own, as with --set %s=N", f.Name)}
		}
	}
	return nil
}
