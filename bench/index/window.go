package index

import (
	"context"
	"time"

	"idscope/gen"
)

const (
	windowCount = 10   // windows of time that are read, spread over the table
	windowRows  = 1000 // rows of each, where there are as many
	windowTime  = 2 * time.Second
	windowTurns = 3 // passes over the windows
)

// windows are stretches of rows that were inserted one after the other, spread evenly over
// all of the table: what a reader of "last Tuesday from 10 to 11" asks for.
type windows struct {
	rows int // of the table
	list []window
}

// window is one of them: its lowest and its highest id and time.
type window struct {
	from, to Row
	rows     int
}

// add takes rows that were inserted behind so many.
func (w *windows) add(before int, rows []Row) {
	size := max(1, min(windowRows, w.rows/windowCount))
	for i, r := range rows {
		at := before + i
		n := at * windowCount / w.rows
		if first := (n*w.rows + windowCount - 1) / windowCount; at-first >= size {
			continue
		}
		for len(w.list) <= n {
			w.list = append(w.list, window{})
		}
		if one := &w.list[n]; one.rows == 0 {
			*one = window{r, r, 1}
		} else {
			one.add(r)
		}
	}
}

func (w *window) add(r Row) {
	if r.ID.Cmp(w.from.ID) < 0 {
		w.from.ID = r.ID
	}
	if r.ID.Cmp(w.to.ID) > 0 {
		w.to.ID = r.ID
	}
	w.from.Created, w.to.Created = min(w.from.Created, r.Created), max(w.to.Created, r.Created)
	w.rows++
}

// read fetches all windows several times. Those of another node in the same tick may lie between
// their rows.
func (w *windows) read(ctx context.Context, e Engine, c gen.Clock, by string) (*Window, error) {
	var list []reading
	for _, x := range w.list {
		if x.rows > 0 {
			list = append(list, reading{x.rows, func() (int, error) { return e.Range(ctx, x.from, x.to) }})
		}
	}
	reads, err := timed(c, windowTurns, windowTime, "a window of time", list)
	return &Window{reads, by}, err
}
