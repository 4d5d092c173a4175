package cmd

import (
	"fmt"
	"strings"
	"time"
)

// steps shows how many steps of equal length are done, as update does for bytes.
func (b *bar) steps(doing string, done, total int) {
	if b.w == nil || total <= 0 {
		return
	}
	now := b.clock.Now()
	if took := now.Sub(b.begun); (b.shown || took >= barDelay) && now.Sub(b.drawn) >= barEvery {
		b.drawn, b.shown = now, true
		fmt.Fprintf(b.w, "\r\x1b[K%s", stepLine(doing, done, total, took, b.width))
	}
}

// stepLine is narrower than the terminal, which would wrap it.
func stepLine(doing string, done, total int, took time.Duration, width int) string {
	share := min(1, float64(done)/float64(total))
	head := fmt.Sprintf("%s %3.0f%%", doing, 100*share)
	tail := ""
	if left := time.Duration(float64(took) * (1/max(share, 0.001) - 1)).Round(time.Second); share > 0.02 && left > 0 {
		tail = fmt.Sprintf(" %s left", left)
	}
	room := min(40, width-1-len(head)-len(tail)-len(" []"))
	if room < 4 {
		return fit(head+tail, width-1)
	}
	n := int(share * float64(room))
	return head + " [" + strings.Repeat("#", n) + strings.Repeat(".", room-n) + "]" + tail
}
