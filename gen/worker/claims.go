package worker

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen/internal/guard"
)

// claim says which record a worker number belongs to on this host. It outlives
// the record: so it is also the memory of which numbers were ever used. It is the
// witness of its record (package guard): the entry is what the record will have.
type claim struct {
	guard.Side
	entry entry
	owner
	valid  bool  // the file is a claim
	wrong  error // why it is not, or cannot be read
	denied error // it may be read only
}

// maxClaim is the size up to which a claim is read; the path in it may be long.
const maxClaim = 1 << 16

// open reads the claim of a record; none leaves File nil. With lock it is opened for writing,
// where that is permitted, and locked: of another user's claim only the text is asked for.
// The error is that of the lock.
func (c *claim) open(r *Record, lock bool) error {
	*c = claim{Side: guard.Side{Path: r.claimPath, Magic: claimMagic}}
	d, flag := r.folder.disk, os.O_RDONLY
	if lock {
		flag = os.O_RDWR
	}
	err := c.Open(d, flag, maxClaim)
	if lock && errors.Is(err, fs.ErrPermission) {
		c.denied = err
		err = c.Open(d, os.O_RDONLY, maxClaim)
	}
	if lock && c.File != nil && c.denied == nil {
		if err := c.Lock(d); err != nil {
			return err
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		c.wrong = r.folder.explain(err, c.Path)
	case c.entry.decode(&c.Side) && c.owner.decode(c.Text):
		c.valid = true
	case guard.Earlier(c.Text):
		c.wrong = r.earlier()
	default:
		c.wrong = refuse(ErrDamaged, r.wayOut(), "%s is damaged: it does not tell whose worker number it is",
			show(c.Path))
	}
	return nil
}

// readClaim reads the claim of a record, without its lock.
func (r *Record) readClaim() (c claim) {
	_ = c.open(r, false) // locks nothing
	c.Close()
	return c
}

// relation is whose claim it is.
type relation int

const (
	relOther relation = iota // of a folder that may be in use
	relOwn                   // of this folder, or of nobody
	relSame                  // of this very record, by another path
	relGone                  // of a folder that is not there any more
)

// relation judges a claim. Equal paths mean equal folders only in the same view of the file
// system; but a claim of an earlier start of the machine is out of use, for it is rewritten
// at the first use after each.
//
// It is this folder's, too, if it names the very record that s has open: its ID and its
// inode, which a copy does not have. A device has another number after a new start or mount,
// and a file system that was cloned has the same inodes: then the path has to lead to the
// file.
func (r *Record) relation(c *claim, s *session) relation {
	f := &r.folder
	here := c.space == f.Host.MountNS()
	if !c.valid || c.folder == f.State && (here || c.entry.Boot.differs(f.boot)) {
		return relOwn
	}
	named, err := f.disk.Lstat(filepath.Join(c.folder, r.form.key, strconv.FormatUint(r.worker, 10)+".rec"))
	if here && errors.Is(err, fs.ErrNotExist) {
		return relGone
	}
	if s == nil || !s.same() {
		return relOther
	}
	id := guard.Identify(s.record.File, s.record.Info)
	known := c.entry.Boot == f.boot && c.device != 0 && id.Device != 0
	switch {
	case c.Head.Inode != id.Inode && !(c.Head.Inode == 0 && c.Head.Turn == s.record.Head.Turn):
		return relOther
	case known && c.device == id.Device, !here && !known:
		return relSame
	case here && err == nil && guard.SameFile(named, s.record.Info):
		return relSame
	}
	return relOther
}

// bornFile is in each folder of claims: whether it replaced an earlier one.
const bornFile = "born"

// The file says one of these, and since when.
const (
	bornFresh = "idscope claims: no worker number of this host had been used before"
	bornLost  = "idscope claims: the claims of before were lost"
)

// claimsFolder makes the folder of the claims if it is missing. It reports
// whether and when an earlier one was lost: then a number without a claim may
// have been used. It has to be asked before anything is made in the state folder,
// for what is there is a trace of earlier use; and who makes it decides for all.
func (r *Record) claimsFolder() (lost bool, since time.Time, err error) {
	f := &r.folder
	if !f.ClaimsGiven {
		if why := f.Host.Private(f.Claims); why != "" {
			return false, since, refuse(ErrPrivate,
				"set IDSCOPE_CLAIMS, for all that generate ids on this host, to one "+
					"directory that all of them see; in a unit file: "+
					"Environment=IDSCOPE_CLAIMS=/var/lib/idscope-claims",
				"%s cannot be claimed for the whole host: %s %s", r.name(), show(f.Claims), why)
		}
	}
	path := filepath.Join(f.Claims, bornFile)
	for range 3 {
		text, err := f.disk.ReadSmall(path, 256)
		if err == nil {
			what, when, _ := strings.Cut(strings.TrimSpace(string(text)), "; ")
			if since, err = time.Parse(time.RFC3339Nano, when); err != nil {
				return true, f.Host.Now(), nil // damaged, who knows when
			}
			return what != bornFresh, since, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return false, since, cmp.Or(f.checkClaims(), err)
		}
		if err := f.makeClaims(); err != nil {
			return false, since, err
		}
		what := bornFresh
		if !f.claims() && f.traces() {
			what = bornLost
		}
		text = fmt.Appendf(nil, "%s; %s\n", what, f.Host.Now().UTC().Format(time.RFC3339Nano))
		if err := f.disk.WriteNew(path, text, 0o444|fs.ModeSticky); err != nil && !errors.Is(err, fs.ErrExist) {
			return false, since, err
		}
	}
	return false, since, guard.ErrLocked
}

// makeClaims makes the folder in which every user may make files and delete only
// his own.
func (f *Folder) makeClaims() error {
	err := f.checkClaims()
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err = f.disk.MakeAll(filepath.Dir(f.Claims), 0o755); err == nil {
		err = f.disk.MakeFolder(f.Claims, fs.ModeSticky|0o777, nil)
	}
	if p, ok := errors.AsType[*os.PathError](err); ok { // above the claims it is theirs as well
		return f.claimsUnusable(p.Path, fmt.Errorf("%s: %w", p.Op, p.Err))
	}
	return cmp.Or(err, f.checkClaims())
}

// checkClaims wants a real folder, in which nobody can replace what another user
// made but its owner; root makes it his own.
func (f *Folder) checkClaims() error {
	info, err := f.disk.Lstat(f.Claims)
	if err != nil {
		return err
	}
	what, hint := "", ""
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		what, hint = "is a symbolic link", "remove the link, or name another directory with $IDSCOPE_CLAIMS"
	case !mode.IsDir():
		what, hint = "is not a directory", "move it away, or name another directory with $IDSCOPE_CLAIMS"
	case mode.Perm()&0o022 != 0 && mode&fs.ModeSticky == 0 && runtime.GOOS != "windows":
		what, hint = "lets users replace each other's claims, without its sticky bit", "chmod +t "+quote(f.Claims)
	case os.Geteuid() == 0 && !f.ClaimsGiven:
		return f.ownClaims(info)
	default:
		return nil
	}
	return refuse(ErrUnusable, hint, "the claims of this host in %s cannot be used: it %s", show(f.Claims), what)
}

// ownClaims gives root the folder of a user who was here first.
func (f *Folder) ownClaims(info os.FileInfo) error {
	if uid, _ := guard.OwnerOf(info); uid <= 0 {
		return nil
	}
	d, err := f.disk.Open(f.Claims, os.O_RDONLY|guard.OpenFlags, 0) // follows no link
	if err != nil {
		return err
	}
	defer d.Close()
	if held, err := d.Stat(); err != nil || !guard.SameFile(held, info) {
		return guard.ErrLocked
	}
	if err := d.Chown(0, 0); err != nil {
		return err
	}
	return d.Chmod(fs.ModeSticky | 0o777)
}

// traces reports whether worker numbers were used on this host before: there are
// records in the state folder at hand or in one of the default places. Claims that the
// user named are a registry of their own: what is in other folders says nothing of it.
func (f *Folder) traces() bool {
	places := []string{f.State}
	if !f.ClaimsGiven {
		places = append(places, f.Places...)
	}
	return slices.ContainsFunc(places, func(dir string) bool {
		entries, _ := f.disk.ReadDir(dir)
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
			return e.Name() == "node" || e.IsDir() && len(e.Name()) == keySize
		})
	})
}

// claims reports whether there are any.
func (f *Folder) claims() bool {
	entries, _ := f.disk.ReadDir(f.Claims)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return len(e.Name()) > keySize && e.Name()[keySize] == '-' && !strings.HasSuffix(e.Name(), ".lock")
	})
}
