package worker

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"idscope/gen/internal/guard"
)

// The reasons for which a record cannot be used. Each arrives inside a
// *StateError.
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
	ErrObstructed     = guard.ErrNotRegular
	ErrMoved          = errors.New("record or claim were removed while in use")
	ErrLost           = errors.New("nothing tells which numbers were used")
	ErrPrivate        = errors.New("the claims are not those of the whole host")
	ErrEarlier        = guard.ErrEarlier
	ErrNoRecord       = errors.New("there is no such record")
	ErrUnusable       = errors.New("the state cannot be read or written") // the cause is wrapped beside it
)

// StateError says why a record cannot be used.
type StateError struct {
	Reason error  // one of the Err values above
	Cause  error  // of the operating system, if any
	Path   string // of the record, the claim or the folder
	Scheme string
	Worker uint64
	Text   string // one line
	hint   string
}

// Error is one line.
func (e *StateError) Error() string { return e.Text }

// Unwrap returns the reason and the cause, for errors.Is.
func (e *StateError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Cause}
}

// Hint is the way out: a command, or what to do by hand. It may be empty.
func (e *StateError) Hint() string { return e.hint }

// refuse returns the error of a record, with the command that mends it.
func (r *Record) refuse(reason error, path, hint, format string, args ...any) *StateError {
	return &StateError{
		Reason: reason, Path: path, Scheme: r.form.scheme, Worker: r.worker,
		Text: fmt.Sprintf(format, args...), hint: hint,
	}
}

// busy is the refusal of a record whose lock another process holds all the time.
func (r *Record) busy() error {
	way := "end or continue the process that holds it"
	who, pid, ok := lockHolder(r.path(".lock"))
	if !ok {
		who, pid, ok = lockHolder(r.path(".rec"))
	}
	if e, err := r.peek(); ok {
		way = fmt.Sprintf("kill -CONT %[1]d lets it go on if it is stopped, kill %[1]d ends it", pid)
	} else if err == nil && e.pid != 0 {
		who += fmt.Sprintf("; process %d wrote it last", e.pid)
	}
	if r.form.workers > 0 {
		way += "; or use another worker number"
	}
	return r.refuse(ErrBusy, r.path(".lock"), way, "the record of %s is locked by %s", r.name(), who)
}

func parenthesis(text string) string {
	if text == "" {
		return ""
	}
	return "(" + show(text) + ")"
}

// earlier is the refusal of a record or a claim that an earlier build wrote.
func (r *Record) earlier() *StateError {
	return r.refuse(ErrEarlier, r.path(".rec"), r.command(""),
		"the state of %s, in the state directory %s and the claims in %s, was written by an earlier build of idscope, "+
			"which this one cannot read", r.name(), show(r.folder.State), show(r.folder.Claims))
}

// obstructed is the error of something that is in the place of a file.
func obstructed(e *guard.NotRegularError) *StateError {
	kind := "a special file"
	switch m := e.Mode; {
	case m.IsDir():
		kind = "a folder"
	case m&fs.ModeSymlink != 0:
		kind = "a symbolic link"
	case m&fs.ModeDevice != 0:
		kind = "a device"
	}
	return &StateError{Reason: ErrObstructed, Path: e.Path, hint: "move it away",
		Text: show(e.Path) + " is " + kind + "; want a regular file"}
}

// unusable wraps an error of the operating system.
func (r *Record) unusable(path string, err error) error {
	e := unusable(path, err)
	e.Scheme, e.Worker = r.form.scheme, r.worker
	return e
}

func unusable(path string, err error) *StateError {
	var special *guard.NotRegularError
	if errors.As(err, &special) {
		return obstructed(special)
	}
	cause := err
	var p *os.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		path, cause = p.Path, fmt.Errorf("%s: %w", p.Op, p.Err)
	case errors.As(err, &l):
		path, cause = l.New, fmt.Errorf("%s: %w", l.Op, l.Err)
	}
	path = guard.Lasting(path)
	return &StateError{Reason: ErrUnusable, Cause: err, Path: path, hint: wayOut(err, path),
		Text: fmt.Sprintf("the state in %s cannot be used: %s", show(path), cause)}
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
	scheme := r.form.scheme
	if r.folder.Named != "" {
		scheme = r.folder.Named
	}
	s := "idscope worker repair " + scheme
	if r.form.workers > 0 {
		s += fmt.Sprintf(" --worker %d", r.worker)
	}
	for _, value := range strings.Fields(r.form.values) {
		s += " --set " + value
	}
	return s + flags + r.folder.flag()
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
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:,@%=", r)
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
