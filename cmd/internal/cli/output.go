package cli

import (
	"cmp"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"

	"idscope/cmd/internal/screen"
)

// Print writes the answer of a call.
func (a *App) Print(text string) error {
	_, err := io.WriteString(a.Out, text)
	return err
}

// PrintJSON writes a value as JSON; see [screen.WriteJSON].
func (a *App) PrintJSON(value any) error {
	return screen.WriteJSON(a.Out, value)
}

// Answer writes a slice of records as JSON, one object per line, where that is asked for, or else the screen of them.
func (a *App) Answer(records any, drawn func(*screen.Pen) string) error {
	if a.JSON {
		return a.PrintRecords("json", records)
	}
	return a.Print(drawn(a.Pen(0)))
}

// PrintRecords writes a slice of records in a format; see [screen.Write].
func (a *App) PrintRecords(format string, records any) error {
	return screen.Write(a.Out, format, records)
}

// Pen draws for stdout, for a screen of that many columns; 0 is as wide as the terminal,
// and in a pipe wraps nothing.
func (a *App) Pen(width int) *screen.Pen {
	if width == 0 && a.OutTerminal {
		width = a.Columns()
	}
	return screen.New(a.coloured(), width)
}

// coloured reports whether the answer on stdout has colour.
func (a *App) coloured() bool { return colours(a.color.Value, a.Getenv, a.OutTerminal) }

// colours decides whether a stream is coloured: --color, then NO_COLOR, then
// CLICOLOR_FORCE and FORCE_COLOR, then CLICOLOR=0, then TERM=dumb, then whether
// the stream is a terminal. An empty variable says nothing.
func colours(flag string, getenv func(string) string, terminal bool) bool {
	_, when := colourVariable(getenv)
	switch {
	case flag == "always", flag == "never":
		return flag == "always"
	case when != "":
		return when == "always"
	}
	return terminal
}

// colourVariable is the variable that says whether there is colour, and what it says in the
// words of --color; both are empty where none does.
func colourVariable(getenv func(string) string) (name, when string) {
	forced := func(name string) bool { v := getenv(name); return v != "" && v != "0" }
	switch {
	case getenv("NO_COLOR") != "":
		return "NO_COLOR", "never"
	case forced("CLICOLOR_FORCE"):
		return "CLICOLOR_FORCE", "always"
	case forced("FORCE_COLOR"):
		return "FORCE_COLOR", "always"
	case getenv("CLICOLOR") == "0":
		return "CLICOLOR", "never"
	case getenv("TERM") == "dumb":
		return "TERM", "never"
	}
	return "", ""
}

// shellMarks are what a shell does something with: a command that has one goes to it.
const shellMarks = "|&;<>()$`\\\"' \t\n*?[#~=%"

// Page writes the answer of a call, where a person reads it through $PAGER, or through
// less where that is there: a text of one screen stays on it.
func (a *App) Page(text string) error {
	pager := strings.Fields(a.Getenv("PAGER"))
	if len(pager) == 0 {
		pager = []string{"less"}
	} else if shell, err := exec.LookPath("sh"); err == nil && strings.ContainsAny(a.Getenv("PAGER"), shellMarks) {
		pager = []string{shell, "-c", a.Getenv("PAGER")}
	}
	if a.noPager || !a.InTerminal || !a.OutTerminal || a.Getenv("TERM") == "dumb" {
		return a.Print(text)
	}
	path, err := exec.LookPath(pager[0])
	if err != nil {
		return a.Print(text)
	}
	c := exec.Command(path, pager[1:]...)
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), raw(a.Out), a.Err
	c.Env = os.Environ()
	if a.Getenv("LESS") == "" {
		c.Env = append(c.Env, "LESS=FRX") // end at the end of one screen, show colour, leave the text
	}
	unread := make(chan os.Signal, 1) // Ctrl-C is for the pager, which may go on
	signal.Notify(unread, os.Interrupt)
	defer signal.Stop(unread)
	if err := c.Start(); err != nil {
		return a.Print(text)
	}
	if _ = c.Wait(); c.ProcessState.ExitCode() > 0 && c.ProcessState.ExitCode() < 128 { // it failed by itself
		return a.Print(text)
	}
	return nil
}

// mostCopied is the longest answer that goes on the clipboard: terminals take no more.
const mostCopied = 64 << 10

// WriteBytes says that the answer is bytes, of which none is a newline.
func (a *App) WriteBytes() { a.Out.(*checked).held = false }

// StartCopy keeps what goes to stdout from now on, where --copy is given, and holds back the last
// newline with --no-newline.
func (a *App) StartCopy() {
	a.Out.(*checked).held = a.noNewline
	if a.copying {
		a.Out.(*checked).kept = new(strings.Builder)
	}
}

// FinishCopy puts the answer on the clipboard: by the desktop's own tool where there is
// a desktop, else by the terminal.
func (a *App) FinishCopy() error {
	if !a.copying || a.Out.(*checked).kept == nil {
		return nil
	}
	text := strings.TrimSuffix(a.Out.(*checked).kept.String(), "\n")
	text = regexp.MustCompile("\x1b\\[[^m]*m").ReplaceAllString(text, "") // without colours
	switch {
	case text == "":
		return Refused("there is nothing on stdout to copy")
	case len(text) > mostCopied:
		return Refused("the answer is longer than 64 KiB and was not copied").
			Hinted("-o FILE writes it to a file")
	}
	if tool := a.clipboardTool(); tool != nil {
		tool.Stdin = strings.NewReader(text)
		if tool.Run() == nil {
			return nil
		}
	}
	to, done := a.terminal()
	if to == nil {
		return Refused("there is no clipboard: no desktop's tool (pbcopy, wl-copy, xclip, xsel, clip.exe) and no " +
			"terminal")
	}
	defer done()
	sequence := osc52.New(text)
	if strings.HasPrefix(a.Getenv("TERM"), "screen") && a.Getenv("TMUX") == "" { // it passes that on only so
		sequence = sequence.Screen()
	}
	if _, err := sequence.WriteTo(to); err != nil {
		return Refused("the terminal cannot be written: %w", FileCause(err))
	}
	return nil
}

// clipboardTool is the desktop's own, nil for none. Far from the desktop it would copy to
// the wrong host.
func (a *App) clipboardTool() *exec.Cmd {
	if a.Getenv("SSH_CONNECTION") != "" || a.Getenv("SSH_TTY") != "" {
		return nil
	}
	for _, tool := range [...]struct {
		here bool
		call []string
	}{
		{runtime.GOOS == "darwin", []string{"pbcopy"}},
		{a.Getenv("WAYLAND_DISPLAY") != "", []string{"wl-copy"}},
		{a.Getenv("DISPLAY") != "", []string{"xclip", "-selection", "clipboard"}},
		{a.Getenv("DISPLAY") != "", []string{"xsel", "--input", "--clipboard"}},
		{runtime.GOOS == "windows" || a.Getenv("WSL_DISTRO_NAME") != "", []string{"clip.exe"}},
	} {
		if !tool.here {
			continue
		}
		if path, err := exec.LookPath(tool.call[0]); err == nil {
			return exec.Command(path, tool.call[1:]...)
		}
	}
	return nil
}

// terminal is the one that the user sits at, nil for none, and what closes it.
func (a *App) terminal() (io.Writer, func()) {
	switch {
	case a.ErrTerminal:
		return a.Err, func() {}
	case a.OutTerminal:
		return a.Out.(*checked).to, func() {}
	}
	if f, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0); err == nil {
		return f, func() { f.Close() }
	}
	return nil, nil
}

// WholeFile is a file that appears complete or not at all: what is written goes into a
// file beside it, which takes its place at the end.
type WholeFile struct {
	// Direct says that it is written in place: a device, a pipe, a file of another owner,
	// or one in a directory that cannot be written.
	Direct bool

	given string      // the path, for errors
	path  string      // without links
	there bool        // whether there is a file
	mode  fs.FileMode // of that
	file  *os.File    // what is written; nil before the first byte
}

// NewWholeFile finds out how the file can be written. It changes nothing.
func NewWholeFile(path string) (*WholeFile, error) {
	f := &WholeFile{given: path, path: path}
	if strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/") { // as /dev/stdout
		f.Direct = true
		return f, nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		f.path = real // a link stays one
	}
	switch info, err := os.Stat(f.path); {
	case err == nil && info.IsDir():
		return nil, Usage("%s is a directory; use a file", path)
	case err == nil:
		f.there, f.mode = true, info.Mode().Perm()
		f.Direct = !info.Mode().IsRegular() || foreign(info) || !replaceable(filepath.Dir(f.path))
	}
	return f, nil
}

// Probe refuses a file that cannot be written, before the work for it is done.
func (f *WholeFile) Probe() error {
	if f.Direct {
		return nil
	}
	err := f.open()
	f.Discard()
	f.file = nil
	return f.failure(err)
}

// Write writes the next bytes.
func (f *WholeFile) Write(p []byte) (n int, err error) {
	if f.file == nil {
		err = f.open()
	}
	if err == nil {
		n, err = f.file.Write(p)
	}
	return n, f.failure(err)
}

func (f *WholeFile) open() (err error) {
	if f.Direct {
		// a named pipe waits for its reader
		f.file, err = os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		return err
	}
	dir, base := filepath.Split(f.path)
	name := dir + "." + base + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
	f.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // less the user's mask
	if err == nil && f.there {
		err = f.file.Chmod(f.mode)
	}
	return err
}

// Commit puts what was written where the file is wanted: without a byte it is empty.
func (f *WholeFile) Commit() (err error) {
	if f.file == nil {
		err = f.open()
	}
	if err == nil {
		err = f.file.Close() // before it gets its name: what was lost here must not be taken for whole
	}
	if err == nil && !f.Direct {
		err = os.Rename(f.file.Name(), f.path)
		if err != nil && f.there { // a file that is mounted cannot be replaced
			if err = f.copy(); err == nil {
				err = os.Remove(f.file.Name())
			}
		}
	}
	if err != nil {
		f.Discard()
	}
	return f.failure(err)
}

// copy writes what is beside the file into it.
func (f *WholeFile) copy() error {
	if err := os.Chmod(f.file.Name(), 0o600); err != nil { // the file's mode need not let its owner read
		return err
	}
	from, err := os.Open(f.file.Name())
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(f.path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return cmp.Or(err, to.Sync(), to.Close()) // the one beside it may be synced, and goes
}

// Discard leaves the file as it was, unless it is written in place.
func (f *WholeFile) Discard() {
	if f.file == nil {
		return
	}
	f.file.Close()
	if !f.Direct {
		os.Remove(f.file.Name())
	}
}

// Put writes all of the file, so that it outlasts a loss of power.
func (f *WholeFile) Put(content []byte) error {
	_, err := f.Write(content)
	if err == nil && !f.Direct {
		err = f.failure(f.file.Sync())
	}
	if err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

func (f *WholeFile) failure(err error) error {
	if err == nil {
		return nil
	}
	return Refused("%s cannot be written: %w", f.given, FileCause(err))
}
