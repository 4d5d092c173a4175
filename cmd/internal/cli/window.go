package cli

import (
	"time"

	"github.com/spf13/cobra"

	"idscope/gen/quantity"
)

// WindowFlags choose a window of time.
type WindowFlags struct {
	from, to, day string
	last          *time.Duration
	zone          ZoneFlag
}

// Add defines the flags.
func (w *WindowFlags) Add(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&w.from, "from", "", "the start of the window, a `TIME` that is in it")
	f.StringVar(&w.to, "to", "", "the end of the window, a `TIME` that is not in it; default now")
	f.StringVar(&w.day, "day", "", "the whole of a `DAY`, as yesterday or 2026-01-31; \"last week\" and \"June 2022\" too")
	f.Var(OptionalFlag(&w.last, "DURATION", parseTick), "last", "so long up to now, as 24h or 7d")
	w.zone.Add(c, "times without an offset are of this zone, as Europe/Berlin or local")
}

// Times returns the start of the window, and its end, which is not in it.
func (w *WindowFlags) Times(a *App) (from, to time.Time, err error) {
	_, now, err := a.Present()
	if err != nil {
		return from, to, err
	}
	switch {
	case w.day != "" && (w.from != "" || w.to != "" || w.last != nil), w.last != nil && (w.from != "" || w.to != ""):
		return from, to, Usage("--from and --to, --day, and --last are three ways to give a window; want one")
	case w.day != "":
		if from, to, err = quantity.ParseDay(w.day, now, w.zone.Zone); err != nil {
			err = BadFlag("day", err)
		}
		return from, to, err
	case w.last != nil:
		return now.UTC().Add(-*w.last), now.UTC(), nil
	case w.from == "":
		return from, to, Usage("the window has no start; want --from TIME, --day DAY or --last DURATION").
			Hinted("as in --from 2026-01-01 --to 2026-02-01, --day yesterday or --last 24h")
	}
	if from, err = quantity.ParseTime(w.from, now, w.zone.Zone); err != nil {
		return from, to, BadFlag("from", err)
	}
	if to = now.UTC(); w.to != "" {
		if to, err = quantity.ParseTime(w.to, now, w.zone.Zone); err != nil {
			return from, to, BadFlag("to", err)
		}
	}
	return from, to, nil
}
