package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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

// read fetches all windows several times, and wants at least the rows that they had: those
// of another node in the same tick may lie between. It returns the median rate of the
// passes. Where a pass takes longer than windowTime it ends with the window in hand, and is
// the last.
func (w *windows) read(ctx context.Context, e Engine, c gen.Clock, by string) (*Window, error) {
	var passes []Reads
	for late := false; len(passes) < windowTurns && !late; {
		var one Reads
		for _, x := range w.list {
			if x.rows == 0 {
				continue
			}
			begun := c.Now()
			found, err := e.Range(ctx, x.from, x.to)
			if err != nil {
				return nil, err
			}
			one.Seconds += c.Now().Sub(begun).Seconds()
			if found < x.rows {
				return nil, fmt.Errorf("%d of %d rows of a window of time were found again; the database lost the others", found, x.rows)
			}
			one.Rows += found
			if late = one.Seconds > windowTime.Seconds(); late {
				break
			}
		}
		one.PerSec, _ = perSecond(one.Rows, one.Seconds)
		passes = append(passes, one)
	}
	slices.SortFunc(passes, func(a, b Reads) int { return cmp.Compare(a.PerSec, b.PerSec) })
	return &Window{passes[len(passes)/2], by}, nil
}
