package worker

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/testing/try"
)

// TestErrors: what errors of the operating system become.
func TestErrors(t *testing.T) {
	f := Folder{State: "/claims/s", Claims: "/claims"}
	causes := map[string]error{"EACCES": syscall.EACCES, "EPERM": syscall.EPERM, "ENOSPC": syscall.ENOSPC,
		"EDQUOT": syscall.EDQUOT, "EROFS": syscall.EROFS, "ENOTDIR": syscall.ENOTDIR, "EFBIG": syscall.EFBIG,
		"EIO": syscall.EIO}
	try.Lines(t, "testdata/errors.txt", func(given string) string {
		words := strings.SplitN(given, " ", 3)
		var cause error = &os.PathError{Op: words[0], Path: words[2], Err: causes[words[1]]}
		if words[0] == "link" {
			cause = &os.LinkError{Op: words[0], Old: "/old", New: words[2], Err: causes[words[1]]}
		}
		err := f.explain(cause, "/none")
		try.Fails(t, err, causes[words[1]], "%s: the cause is", given)
		return strings.TrimSpace(err.Error() + "; hint: " + fault.Hint(err))
	})
}

func TestHintsCanBeCopied(t *testing.T) {
	try.Lines(t, "testdata/hints.txt", func(given string) string {
		words := strings.Split(given, "|")
		f := Folder{State: words[1], Explicit: words[2] != "", Named: words[3]}
		return f.record(formOf(custom(t, words[0])), 7, 0).command("")
	})
}

// A number of somebody else: what is safe comes before --adopt.
func TestClaimedNumberNamesSafeWays(t *testing.T) {
	try.Lines(t, "testdata/ways.txt", func(layout string) string {
		w, s := newWorld(t), custom(t, layout)
		w.must(w.folder, s, 0, 1)
		err := w.run(w.neighbour(), s, 0, 1)
		try.Fails(t, err, ErrClaimed, "%s:", layout)
		return strings.Replace(fault.Hint(err), w.folder.State, "STATE", 1)
	})
}

// readable are files of which some may be read only.
type readable struct {
	guard.System
	paths []string
}

func (f readable) Open(path string, flag int, mode os.FileMode) (guard.File, error) {
	if slices.Contains(f.paths, path) && flag&os.O_RDWR != 0 {
		return nil, &os.PathError{Op: "open", Path: path, Err: syscall.EACCES}
	}
	return f.System.Open(path, flag, mode)
}

// A claim that the user may not write: who may is told, also by repair.
func TestForbiddenClaim(t *testing.T) {
	w := newWorld(t)
	s, bob := snowflake(), w.neighbour()
	w.must(w.folder, s, 7, 5)
	claim := w.folder.record(formOf(s), 7, 0).claimPath
	for reason, f := range map[error]Folder{ErrClaimed: bob, ErrUnusable: w.folder} {
		f.FS = readable{paths: []string{claim}}
		w.refused(f, s, 7, reason)
		o := RepairOptions{Scheme: s, Worker: new(uint64(7)), Adopt: true, AssumeLast: time.Now()}
		_, err := f.Repair(t.Context(), o)
		try.Fails(t, err, reason, "repair:")
		try.Recorded(w.t, fmt.Sprint(err, "; hint: ", fault.Hint(err)), varying)
	}
}

func TestStartedAnew(t *testing.T) {
	try.Lines(t, "testdata/started.txt", func(given string) string {
		var d [3]time.Duration
		for i, word := range strings.Fields(given) {
			d[i] = try.Of(time.ParseDuration(word)).Or(t)
		}
		wall := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		return fmt.Sprint(restartedSince(wall.Add(d[0]), d[1], wall, d[2]))
	})
}

// TestRelation: whose claim it is.
func TestRelation(t *testing.T) {
	w := newWorld(t)
	w.must(w.folder, snowflake(), 7, 1)
	r := w.folder.record(formOf(snowflake()), 7, 0).at(t)
	linked, copied := w.folder.State+"-linked", w.folder.State+"-copied"
	try.Works(t, os.Symlink(w.folder.State, linked))
	try.Works(t, os.CopyFS(copied, os.DirFS(w.folder.State)))
	try.Lines(t, "testdata/relations.txt", func(given string) string {
		s := &session{r: r}
		defer s.release()
		try.Works(t, s.open())
		c := &s.claim
		for _, word := range strings.Fields(given) {
			differ := map[string]func(){"gone": func() { c.folder = "/nowhere" }, "linked": func() { c.folder = linked },
				"copied": func() { c.folder = copied }, "space": func() { c.space = "container" },
				"boot": func() { c.entry.Boot = newID() }, "unstarted": func() { c.entry.Boot = token{} },
				"id": func() { c.entry.ID = newID() }, "device": func() { c.device++ },
				"undevised": func() { c.device = 0 }, "inode": func() { c.Head.Inode++ },
				"first": func() { c.Head.Inode = 0 }, "turn": func() { c.Head.Turn++ }}
			differ[word]()
		}
		return []string{"other", "own", "same", "gone"}[r.relation(c, s)]
	})
}

// State on a network file system is refused, unless it is allowed.
func TestNetworkState(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 1)
	f, asked := w.folder, 0
	f.Host.Network = func(string, uintptr) string { asked++; return "NFS" }
	w.refused(f, s, 7, ErrNetwork)
	w.refused(f, s, 8, ErrNetwork)
	try.Equal(t, asked, 2, "questions in 2 calls, one each:")
	try.Of(f.Auto(t.Context(), s, 0)).Fails(t, ErrNetwork, "auto:")
	try.Of(f.Repair(t.Context(), RepairOptions{Scheme: s})).Fails(t, ErrNetwork, "repair:")
	f.AllowNetwork = true
	w.must(f, s, 7, 1)
	try.Equal(t, w.auto(f, s, 1), 7, "auto took")
}
