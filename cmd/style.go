package cmd

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"
	"github.com/muesli/termenv"

	"idscope/gen"
)

// colours decides whether a stream is coloured: --color, then NO_COLOR, then
// CLICOLOR_FORCE and FORCE_COLOR, then CLICOLOR=0, then TERM=dumb, then whether
// the stream is a terminal. An empty variable says nothing.
func colours(flag string, getenv func(string) string, terminal bool) bool {
	forced := func(name string) bool { v := getenv(name); return v != "" && v != "0" }
	switch {
	case flag == "always":
		return true
	case flag == "never", getenv("NO_COLOR") != "":
		return false
	case forced("CLICOLOR_FORCE"), forced("FORCE_COLOR"):
		return true
	case getenv("CLICOLOR") == "0", getenv("TERM") == "dumb":
		return false
	}
	return terminal
}

// styles are the looks of what stdout shows. Colour only repeats what the text
// says; only the 16 colours of every terminal are used, none of which is
// unreadable on a light or a dark ground.
type styles struct {
	plain, bold, dim, warn lipgloss.Style
	source                 [gen.Digest + 1]lipgloss.Style
}

func (a *app) styles() styles {
	r := lipgloss.NewRenderer(io.Discard) // never asks the terminal
	r.SetColorProfile(termenv.Ascii)
	if colours(a.color.value, a.Getenv, a.OutTerminal) {
		r.SetColorProfile(termenv.ANSI)
	}
	colour := func(c string) lipgloss.Style { return r.NewStyle().Foreground(lipgloss.Color(c)) }
	s := styles{plain: r.NewStyle(), bold: r.NewStyle().Bold(true), dim: r.NewStyle().Faint(true), warn: colour("3")}
	s.source = [...]lipgloss.Style{
		gen.Const: colour("3"), gen.Time: colour("6"), gen.Seq: colour("2"), gen.Worker: colour("5"),
		gen.Random: r.NewStyle(), gen.Data: colour("13"), gen.Rollback: colour("10"), gen.Digest: colour("14"),
	}
	return s
}

// grid writes rows in columns two blanks apart, without frame and without
// blanks at the ends of lines. A > in front of a title aligns its column on the
// right; style chooses the look of a cell, row -1 is the head.
func (s styles) grid(head []string, rows [][]string, style func(row, column int) lipgloss.Style) string {
	t := table.New().Border(lipgloss.HiddenBorder()).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderHeader(false).BorderColumn(false).BorderRow(false).
		StyleFunc(func(row, column int) lipgloss.Style {
			cell := style(row, column)
			if strings.HasPrefix(head[column], ">") {
				cell = cell.Align(lipgloss.Right)
			}
			if column < len(head)-1 {
				cell = cell.PaddingRight(2)
			}
			return cell
		})
	titles := make([]string, len(head))
	for i, h := range head {
		titles[i] = strings.TrimPrefix(h, ">")
	}
	lines := strings.Split(t.Headers(titles...).Rows(rows...).Render(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}
