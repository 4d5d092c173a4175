package cmd

import (
	"fmt"
	"io"
	"strings"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// bar is a line of progress on a terminal that erases itself. The libraries for
// this (schollz/progressbar, vbauerster/mpb) cost every start of the program 0.1 ms.
type bar struct {
	w     io.Writer // nil shows nothing
	clock gen.Clock
	width int

	begun, drawn time.Time
	phase        int // what is counted starts anew in each
	last         int64
	shown        bool
}

const (
	barDelay = 500 * time.Millisecond // a short call shows none
	barEvery = 100 * time.Millisecond
)

// progress returns a bar on stderr; one that shows nothing where nobody looks.
func progress(a *cli.App) *bar {
	b := &bar{clock: a.Clock, width: a.ErrWidth, begun: a.Clock.Now()}
	if a.ErrTerminal && a.Getenv("TERM") != "dumb" {
		b.w = a.Err
	}
	if b.width <= 0 {
		b.width = 80
	}
	return b
}

// update shows how far the work is; total 0 is unknown.
func (b *bar) update(done, total int64) {
	if b.w == nil {
		return
	}
	now := b.clock.Now()
	if done < b.last {
		b.phase, b.begun = b.phase+1, now
	}
	b.last = done
	if (b.shown || now.Sub(b.begun) >= barDelay) && now.Sub(b.drawn) >= barEvery {
		b.drawn, b.shown = now, true
		fmt.Fprintf(b.w, "\r\x1b[K%s", b.line(done, total, now.Sub(b.begun)))
	}
}

// line is what is shown, never as wide as the terminal, which would wrap it.
func (b *bar) line(done, total int64, took time.Duration) string {
	head := [...]string{"reading", "comparing"}[min(b.phase, 1)]
	if total <= 0 {
		return fit(fmt.Sprintf("%s %s", head, size(done)), b.width-1)
	}
	share := min(float64(done)/float64(total), 1)
	head = fmt.Sprintf("%s %3.0f%%", head, 100*share)
	tail := ""
	if b.phase == 0 {
		tail += fmt.Sprintf(" %s of %s", size(done), size(total))
	}
	left := time.Duration(float64(took) * (1/share - 1)).Round(time.Second)
	if share > 0.02 && left > 0 {
		tail += fmt.Sprintf(", %s left", left)
	}
	room := min(40, b.width-1-len(head)-len(tail)-len(" []"))
	if room < 4 {
		return fit(head+tail, b.width-1)
	}
	n := int(share * float64(room))
	return head + " [" + strings.Repeat("#", n) + strings.Repeat(".", room-n) + "]" + tail
}

// clear takes the bar away.
func (b *bar) clear() {
	if b.shown {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}

func fit(text string, width int) string { return text[:max(0, min(len(text), width))] }

// size writes a number of bytes as people say it.
func size(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	v, i := float64(n), 0
	for v >= 1000 && i < len(units)-1 {
		v, i = v/1000, i+1
	}
	if i == 0 || v >= 100 {
		return fmt.Sprintf("%.0f %s", v, units[i])
	}
	return fmt.Sprintf("%.1f %s", v, units[i])
}
