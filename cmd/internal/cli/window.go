package cli

import (
	"time"

	"idscope/gen/quantity"
)

// WindowFlags choose a window of time.
type WindowFlags struct {
	from, to, day string
	last          *time.Duration
	zone          ZoneFlag
}

// Add defines the flags.
func (w *WindowFlags) Add(f *Flags) {
	f.Text("from", &w.from)
	f.Text("to", &w.to)
	f.Text("day", &w.day)
	f.Var("last", OptionalFlag(&w.last, parseTick))
	w.zone.Add(f)
}

// Times returns the start of the window, and its end, which is not in it.
func (w *WindowFlags) Times(a *App) (from, to time.Time, err error) {
	now := a.Now()
	switch {
	case w.day != "":
		if from, to, err = quantity.ParseDay(w.day, now, w.zone.Zone); err != nil {
			err = BadFlag("day", err)
		}
		return from, to, err
	case w.last != nil:
		return now.UTC().Add(-*w.last), now.UTC(), nil
	case w.from == "":
		return from, to, Usage("no time range is given; use --from TIME, --day DAY or --last DURATION").
			Hinted("as in --from 2026-01-01 --to 2026-02-01, --day yesterday or --last 24h")
	}
	if from, err = a.Time("from", w.from, w.zone.Zone); err != nil {
		return from, to, err
	}
	if to = now.UTC(); w.to != "" {
		to, err = a.Time("to", w.to, w.zone.Zone)
	}
	return from, to, err
}
