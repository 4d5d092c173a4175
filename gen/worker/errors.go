package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/guard"
)

// The reasons for which state cannot be used. Each arrives inside a *fault.Error.
var (
	ErrDamaged        = errors.New("damaged")
	ErrForeignLayout  = errors.New("written for another layout or worker")
	ErrForeignMachine = errors.New("written on another machine")
	ErrJumpedForward  = errors.New("the clock jumped forward")
	ErrNetwork        = errors.New("on a network file system")
	ErrDistant        = errors.New("used with a long lead over the clock")
	ErrClaimed        = errors.New("the number belongs to another state directory")
	ErrBusy           = errors.New("locked by another process")
	ErrNoNumber       = errors.New("all worker numbers are in use")
	ErrLost           = errors.New("nothing tells which numbers were used")
	ErrPrivate        = errors.New("the claims are not those of the whole host")
	ErrLeased         = errors.New("a store grants the numbers of the layout")
	ErrNoRecord       = errors.New("there is no such record")
	ErrUnusable       = errors.New("the state cannot be read or written") // the cause is beside it
)

// More such reasons.
const (
	ErrObstructed = guard.ErrNotRegular
	ErrMoved      = guard.ErrMoved
	ErrEarlier    = guard.ErrEarlier
)

// refuse is an error with its hint.
func refuse(reason error, hint, format string, args ...any) *fault.Error {
	return &fault.Error{Reason: reason, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// explain makes an error from below one for users; path is what it is of, where it names none.
func (f *Folder) explain(err error, path string) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, new(*fault.Error)) {
		return err
	}
	cause := err
	if p, ok := errors.AsType[*os.PathError](err); ok {
		path, cause = p.Path, fmt.Errorf("%s: %w", p.Op, p.Err)
	} else if l, ok := errors.AsType[*os.LinkError](err); ok {
		path, cause = l.New, fmt.Errorf("%s: %w", l.Op, l.Err)
	}
	path = guard.Lasting(path)
	if errors.Is(err, ErrObstructed) {
		return refuse(ErrObstructed, "move it away", "%s is not a regular file", show(path))
	}
	if in(path, f.Claims) && !in(path, f.State) {
		return f.claimsUnusable(path, cause)
	}
	return &fault.Error{Reason: ErrUnusable, Cause: err, Hint: hintOf(err, path),
		Text: fmt.Sprintf("the state in %s cannot be used: %s", show(path), cause)}
}

// in reports whether a path is a folder, or in it.
func in(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	return ok && folder != "" && (rest == "" || os.IsPathSeparator(rest[0]))
}

// hintOf is what to do about an error of the operating system that a file or
// folder of the state met; empty where nothing is known.
func hintOf(err error, path string) string {
	for _, h := range [...]struct {
		cause error
		hint  string
	}{
		{fs.ErrPermission, "give this user the right to write PATH, or name a directory of your own with --state DIR"},
		{syscall.ENOSPC, "free space on the disk of PATH, or name a directory on another disk with --state DIR"},
		{syscall.EDQUOT, "the quota is exhausted: delete files on the disk of PATH, or name a directory on another " +
			"disk with --state DIR"},
		{syscall.EROFS, "mount the file system of PATH for writing, or name a directory on another disk with --state " +
			"DIR"},
		{syscall.ENOTDIR, "a part of the path PATH is a file: move it away, or name another directory with --state " +
			"DIR"},
		{guard.ErrNowhere, "mount the disk or create the directory that PATH leads to, or name another directory " +
			"with --state DIR"},
		{syscall.EFBIG, "raise the limit of file sizes: ulimit -f unlimited"},
	} {
		if errors.Is(err, h.cause) {
			return strings.Replace(h.hint, "PATH", quote(path), 1)
		}
	}
	return ""
}

// claimsUnusable is the error where the claims cannot be read or written; path is the one
// that failed. Another folder would not be seen by the other users of this host.
func (f *Folder) claimsUnusable(path string, cause error) error {
	hint, _, _ := strings.Cut(hintOf(cause, f.Claims), ", or name ")
	switch {
	case errors.Is(cause, syscall.EPERM) && os.Geteuid() == 0: // whom no mode keeps out
		hint = fmt.Sprintf("%s may be immutable: chattr -i %[1]s", quote(path))
	case errors.Is(cause, fs.ErrPermission):
		hint = fmt.Sprintf("all users of this host need the right to write there: chmod 1777 %s, as its owner or root",
			quote(f.Claims))
	}
	return &fault.Error{Reason: ErrUnusable, Cause: cause, Hint: hint,
		Text: fmt.Sprintf("the claims of this host in %s cannot be used: %s", show(f.Claims), cause)}
}

// explain is that of the folder, with what only the record can say.
func (r *Record) explain(err error) error {
	switch {
	case errors.Is(err, guard.ErrLocked):
		return r.busy()
	case err == guard.ErrMoved:
		return refuse(ErrMoved, "run it again",
			"the record or the claim of %s was removed or replaced while it was in use", r.name())
	}
	return r.folder.explain(err, r.path+".rec")
}

// busy is the refusal of a record whose lock another process holds all the time.
func (r *Record) busy() error {
	who, way, ok := lockHolder(r.path+".lock", r.path+".rec")
	if e, readable := r.peek(); !ok && readable {
		who += fmt.Sprintf("; process %d wrote it last", e.PID)
	}
	if r.form.workers > 0 {
		way += "; or use another worker number"
	}
	return refuse(ErrBusy, way, "the record of %s is locked by %s", r.name(), who)
}

// lockHolder names the process that holds the lock of one of the files, and says what to do.
func lockHolder(paths ...string) (who, way string, ok bool) {
	for _, path := range paths {
		if pid, name, ok := holder(path); ok {
			if name != "" {
				name = " (" + show(name) + ")"
			}
			return fmt.Sprintf("process %d%s", pid, name),
				fmt.Sprintf("kill -CONT %[1]d lets it go on if it is stopped, kill %[1]d ends it", pid), true
		}
	}
	return "another process", "end or continue the process that holds it", false
}

// earlier is the refusal of a record or a claim that an earlier build wrote.
func (r *Record) earlier() error {
	return refuse(ErrEarlier, r.wayOut(), "the state of %s, in the state directory %s and the claims in %s, was "+
		"written by an earlier build of idscope, which this one cannot read", r.name(), show(r.folder.State),
		show(r.folder.Claims))
}

// damaged is the refusal of a record whose block is not as it was written.
func (r *Record) damaged(size int64) error {
	what := "its checksum is wrong"
	if size != guard.BlockSize {
		what = fmt.Sprintf("it has %d bytes of %d", size, guard.BlockSize)
	}
	return refuse(ErrDamaged, r.wayOut(), "the record of %s, %s, is damaged: %s", r.name(), show(r.path+".rec"),
		what)
}

// claimed is the refusal of a number that another folder has: first what is safe whatever
// that folder does.
func (r *Record) claimed(c *claim) error {
	ways, other := []string{"--state " + quote(c.folder) + ", if you may write there"}, "that directory"
	if r.form.workers > 0 {
		ways, other = slices.Insert(ways, 0, "--worker auto"), "another number"
	} else if i := slices.IndexFunc(r.form.fields, func(f gen.Field) bool { return f.Source == gen.Data }); i >= 0 {
		name := r.form.fields[i].Name
		ways, other = append(ways, "another value of your own, as with --set "+name+"=N"), "another "+name
	}
	adopt := ": "
	if c.denied != nil {
		adopt, r.folder.Explicit = ", root can take it over: ", true // root means this folder
	}
	hint := fmt.Sprintf("safe are %s; in tests $IDSCOPE_STATE and $IDSCOPE_CLAIMS of their own. "+
		"Only if %s never uses it again%s%s", strings.Join(ways, "; "), c.name, adopt, r.command(" --adopt"))
	return refuse(ErrClaimed, hint, "%s belongs to %s, state directory %s; use %s", r.name(), c.name,
		show(c.folder), other)
}

// lost is the refusal of a number that was used by an unknown predecessor and
// carries no time that would tell how far it got.
func (r *Record) lost() error {
	return refuse(ErrLost, r.wayOut(),
		"the record or the claim of %s was deleted, damaged or put back from a copy, and without "+
			"a time in the ids nothing tells how far it got", r.name())
}

func (r *Record) missing() error {
	return refuse(ErrNoRecord, "idscope worker list"+r.folder.flag(), "%s has no record in %s", r.name(),
		show(r.folder.State))
}

// name is the record as people call it: "snowflake worker 7".
func (r *Record) name() string {
	name := r.form.scheme
	if r.form.workers > 0 {
		name += fmt.Sprintf(" worker %d", r.worker)
	}
	if r.form.values != "" {
		name += " with " + r.form.values
	}
	return name
}

// MoveBack is the command that makes the record begin at the present again, where
// a wrong clock left it in the future.
func (r *Record) MoveBack() string { return r.command(" --assume-last now") }

// command is the command that repairs the record.
func (r *Record) command(flags string) string {
	s := "idscope worker repair " + cmp.Or(r.folder.Named, r.form.scheme)
	if r.form.workers > 0 {
		s += fmt.Sprintf(" --worker %d", r.worker)
	}
	for _, value := range strings.Fields(r.form.values) {
		s += " --set " + value
	}
	return s + flags + r.folder.flag()
}

// wayOut mends a record that cannot be trusted: without a time in the ids by what the user knows.
func (r *Record) wayOut() string {
	if r.form.time > 0 {
		return r.command("")
	}
	way := ""
	if r.form.workers > 0 {
		way = "use another worker number; or, "
	}
	return way + "if you know that nothing was generated past what is there, " + r.command(" --adopt")
}

// flag repeats --state where the user gave it.
func (f *Folder) flag() string {
	if !f.Explicit {
		return ""
	}
	return " --state " + quote(f.State)
}

// quote writes a word for a shell.
func quote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("/._-+:,@%=", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// show writes a path on one line.
func show(path string) string {
	if strings.IndexFunc(path, func(r rune) bool { return !strconv.IsPrint(r) }) < 0 {
		return path
	}
	return strconv.Quote(path)
}
