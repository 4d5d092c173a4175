package cli

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
)

// mostCopied is the longest answer that goes on the clipboard: terminals take no more.
const mostCopied = 64 << 10

// WriteBytes says that the answer is bytes, of which none is a newline.
func (a *App) WriteBytes() { a.Out.(*checked).held = false }

// StartCopy keeps what goes to stdout from now on, where --copy is given, and holds back the last
// newline with --no-newline.
func (a *App) StartCopy() {
	a.Out.(*checked).held = a.NoNewline
	if a.Copying {
		a.Out.(*checked).kept = new(strings.Builder)
	}
}

// FinishCopy puts the answer on the clipboard: by the desktop's own tool where there is
// a desktop, else by the terminal.
func (a *App) FinishCopy() error {
	if !a.Copying || a.Out.(*checked).kept == nil {
		return nil
	}
	text := plain(strings.TrimSuffix(a.Out.(*checked).kept.String(), "\n"))
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

// plain is a text without colours.
func plain(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if _, text, ok = strings.Cut(rest, "m"); !ok {
			return b.String()
		}
	}
}
