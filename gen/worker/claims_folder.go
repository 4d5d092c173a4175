package worker

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"idscope/gen/internal/guard"
)

// bornFile is in each folder of claims: whether it replaced an earlier one.
const bornFile = "born"

// The file says one of these, and since when.
const (
	bornFresh = "idscope claims: no worker number of this host had been used before"
	bornAnew  = "idscope claims: the claims of before were lost"
)

// claimsFolder makes the folder of the claims if it is missing. It reports
// whether and when an earlier one was lost: then a number without a claim may
// have been used. It has to be asked before anything is made in the state folder,
// for what is there is a trace of earlier use; and who makes it decides for all.
func (r *Record) claimsFolder() (lost bool, since time.Time, err error) {
	f := &r.folder
	if !f.ClaimsGiven {
		if why := f.Host.Private(f.Claims); why != "" {
			return false, since, r.private(why)
		}
	}
	path := filepath.Join(f.Claims, bornFile)
	for range 3 {
		text, err := f.disk.ReadSmall(path, 256)
		if err == nil {
			what, when, _ := strings.Cut(strings.TrimSpace(string(text)), "; ")
			since, err = time.Parse(time.RFC3339Nano, when)
			return what != bornFresh || err != nil, since, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return false, since, cmp.Or(f.checkClaims(), err)
		}
		if err := f.makeClaims(); err != nil {
			return false, since, err
		}
		what := bornFresh
		if !f.claims() && f.traces() {
			what = bornAnew
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
	if err := f.disk.MakeAll(filepath.Dir(f.Claims), 0o755); err != nil {
		return err
	}
	if err := f.disk.MakeFolder(f.Claims, fs.ModeSticky|0o777, nil); err != nil {
		return err
	}
	return f.checkClaims()
}

// checkClaims wants a real folder, in which nobody can replace what another user
// made but its owner; root makes it his own.
func (f *Folder) checkClaims() error {
	info, err := f.disk.Lstat(f.Claims)
	if err != nil {
		return err
	}
	refuse := func(text, hint string) error {
		return &StateError{Reason: ErrUnusable, Path: f.Claims,
			Text: fmt.Sprintf("the claims of this host in %s cannot be used: it %s", show(f.Claims), text), hint: hint}
	}
	uid, _ := guard.OwnerOf(info)
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		return refuse("is a symbolic link; want a directory", "remove the link, or name another directory with "+
			"$IDSCOPE_CLAIMS")
	case !mode.IsDir():
		return refuse("is not a directory", "move it away, or name another directory with $IDSCOPE_CLAIMS")
	case mode.Perm()&0o022 != 0 && mode&fs.ModeSticky == 0 && uid >= 0:
		return refuse("lets users replace each other's claims; want its sticky bit", "chmod +t "+quote(f.Claims))
	}
	if uid > 0 && os.Geteuid() == 0 && !f.ClaimsGiven {
		return f.ownClaims(info)
	}
	return nil
}

// ownClaims gives root the folder of a user who was here first.
func (f *Folder) ownClaims(info os.FileInfo) error {
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
	for _, dir := range places {
		entries, _ := f.disk.ReadDir(dir)
		for _, e := range entries {
			if e.Name() == "node" || e.IsDir() && len(e.Name()) == keySize {
				return true
			}
		}
	}
	return false
}

// claims reports whether there are any.
func (f *Folder) claims() bool {
	entries, _ := f.disk.ReadDir(f.Claims)
	for _, e := range entries {
		if len(e.Name()) > keySize && e.Name()[keySize] == '-' && !strings.HasSuffix(e.Name(), ".lock") {
			return true
		}
	}
	return false
}

// private is the refusal of claims that other services of the host do not see.
func (r *Record) private(why string) error {
	return r.refuse(ErrPrivate, r.folder.Claims,
		"set IDSCOPE_CLAIMS, for all that generate ids on this host, to one directory that all of them see; in a unit file: "+
			"Environment=IDSCOPE_CLAIMS=/var/lib/idscope-claims",
		"%s cannot be claimed for the whole host: %s %s", r.name(), show(r.folder.Claims), why)
}
