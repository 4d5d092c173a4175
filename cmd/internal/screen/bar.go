package screen

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"idscope/gen/quantity"
)

// Bar is a line of progress on a terminal that erases itself. It is for one goroutine, and another
// one that clears it.
// (bubbles' bar draws one, but asks for the whole of bubbletea; schollz/progressbar and
// vbauerster/mpb cost every start of the program 0.1 ms.)
type Bar struct {
	w     io.Writer // nil shows nothing
	width int
	now   func() time.Time

	begun, drawn time.Time
	last         int64

	mu      sync.Mutex
	shown   bool
	cleared bool // nothing is drawn any more
}

const (
	barDelay  = 500 * time.Millisecond // a short call shows none
	barEvery  = 100 * time.Millisecond
	barWidest = 40
	// usualWidth is that of a terminal that does not tell.
	usualWidth = 80
)

// NewBar returns a bar for a terminal of that many columns, 0 where that is not known.
// With a nil w, where nobody looks, it shows nothing.
func NewBar(w io.Writer, width int, now func() time.Time) *Bar {
	if width <= 0 {
		width = usualWidth
	}
	return &Bar{w: w, width: width, now: now, begun: now()}
}

// Steps shows how many steps of equal length are done; of unknown total it shows none.
// A count that falls begins again.
func (b *Bar) Steps(doing string, done, total int64) {
	if took, due := b.due(done); due && total > 0 {
		b.draw(doing, b.rate(done, took, func(n int64) string { return quantity.FormatNumber(float64(n)) }),
			float64(done)/float64(total), took)
	}
}

// Bytes shows how many bytes are done; total 0 is unknown. A count that falls begins
// again.
func (b *Bar) Bytes(doing string, done, total int64) {
	switch took, due := b.due(done); {
	case due && total > 0:
		b.draw(doing, " "+quantity.FormatSize(done)+" of "+quantity.FormatSize(total)+b.rate(done, took,
			quantity.FormatSize),
			float64(done)/float64(total), took)
	case due:
		b.write(doing + " " + quantity.FormatSize(done) + b.rate(done, took, quantity.FormatSize))
	}
}

// rate is how much is done per second; empty where that is less than one.
func (b *Bar) rate(done int64, took time.Duration, format func(int64) string) string {
	perSecond := int64(float64(done) / took.Seconds())
	if perSecond < 1 {
		return ""
	}
	return ", " + format(perSecond) + "/s"
}

// due says whether it is time to draw, and how long the work has taken.
func (b *Bar) due(done int64) (took time.Duration, due bool) {
	if b.w == nil {
		return 0, false
	}
	now := b.now()
	if done < b.last {
		b.begun = now
	}
	b.last = done
	took = now.Sub(b.begun)
	return took, (b.shown || took >= barDelay) && now.Sub(b.drawn) >= barEvery
}

func (b *Bar) draw(doing, tail string, share float64, took time.Duration) {
	share = min(share, 1)
	head := fmt.Sprintf("%s %3.0f%%", doing, 100*share)
	if left := time.Duration(float64(took) * (1/max(share, 0.001) - 1)).Round(time.Second); share > 0.02 && left > 0 {
		tail += ", " + quantity.FormatDuration(left) + " left"
	}
	tail = strings.TrimPrefix(tail, ",") // nothing is before it
	room := min(barWidest, b.width-1-len(head)-len(tail)-len(" []"))
	if room < 4 {
		b.write(head + tail)
		return
	}
	n := int(share * float64(room))
	b.write(head + " [" + strings.Repeat("#", n) + strings.Repeat(".", room-n) + "]" + tail)
}

// write shows a line, never as wide as the terminal, which would wrap it.
func (b *Bar) write(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cleared {
		return
	}
	b.drawn, b.shown = b.now(), true
	fmt.Fprint(b.w, erase, line[:max(0, min(len(line), b.width-1))])
}

const erase = "\r\x1b[K"

// Clear takes the bar away.
func (b *Bar) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cleared = true; b.shown {
		fmt.Fprint(b.w, erase)
	}
}
