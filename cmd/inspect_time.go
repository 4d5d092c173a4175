package cmd

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata"

	"idscope/cmd/internal/cli"
	"idscope/inspect"
)

// small containers and Windows have no zones

// timeText writes the time of a reading in the zone, with the digits that it has;
// "-" without a time.
func (l *look) timeText(r *inspect.Reading) string {
	if !r.Timed {
		return "-"
	}
	text, ok := r.AppendTime(nil)
	switch _, fits := r.UnixMilli(); {
	case r.Vague():
		return r.Time.In(l.zone).Format(time.RFC3339)
	case !fits:
		return "beyond the year 287396"
	case !ok:
		return fmt.Sprintf("in the year %d", r.Time.Year())
	case l.zone == time.UTC:
		return string(text)
	}
	_, fraction, _ := strings.Cut(strings.TrimSuffix(string(text), "Z"), ".")
	layout := "2006-01-02T15:04:05"
	if fraction != "" {
		layout += "." + strings.Repeat("0", len(fraction))
	}
	return r.Time.In(l.zone).Format(layout + "Z07:00")
}

// ages are the units of ago, the largest first, in seconds.
var ages = [...]struct {
	name    string
	seconds int64
}{
	{"year", int64(cli.Year / time.Second)}, {"month", int64(cli.Year/time.Second) / 12}, {"day", 86400},
	{"hour", 3600}, {"minute", 60}, {"second", 1},
}

// ago says how far a time is from the present: 4 years ago, in 2 hours.
func ago(t, now time.Time) string {
	seconds := now.Unix() - t.Unix()
	past := seconds >= 0
	if !past {
		seconds = -seconds
	}
	for _, age := range ages {
		n := seconds / age.seconds
		if n == 0 {
			continue
		}
		text := fmt.Sprintf("%d %s", n, age.name)
		if n > 1 {
			text += "s"
		}
		if past {
			return text + " ago"
		}
		return "in " + text
	}
	return "now"
}
