package cmd

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // small containers and Windows have no zones

	"github.com/spf13/cobra"

	"idscope/inspect"
)

// zoneFlag is the flag --tz.
type zoneFlag struct{ to *time.Location }

func (z *zoneFlag) add(c *cobra.Command, help string) {
	z.to = time.UTC
	c.Flags().Var(&parsed[*time.Location]{&z.to, "ZONE", "", parseZone}, "tz", strings.ReplaceAll(help, "`", ""))
	_ = c.RegisterFlagCompletionFunc("tz", cobra.FixedCompletions([]cobra.Completion{
		cobra.CompletionWithDesc("local", "the zone of this computer"),
		cobra.CompletionWithDesc("UTC", "as by default"),
		"Europe/Berlin", "America/New_York", "Asia/Tokyo",
	}, cobra.ShellCompDirectiveNoFileComp))
}

// parseZone reads a zone: its name, or an offset.
func parseZone(text string) (*time.Location, error) {
	switch strings.ToLower(text) {
	case "local":
		return time.Local, nil
	case "utc", "z":
		return time.UTC, nil
	}
	if t, err := time.Parse("-07:00", text); err == nil {
		return t.Location(), nil
	}
	if zone, err := time.LoadLocation(text); err == nil && text != "" {
		return zone, nil
	}
	return nil, fmt.Errorf("%q is not a zone; want local, UTC, a name as Europe/Berlin, or an offset as +02:00", text)
}

// timeText writes the time of a reading in the zone, with the digits that it has;
// "-" without a time.
func (l *look) timeText(r *inspect.Reading) string { return string(l.appendTime(nil, r)) }

// appendTime is timeText that appends.
func (l *look) appendTime(dst []byte, r *inspect.Reading) []byte {
	if l.zone == time.UTC {
		if longer, ok := r.AppendTime(dst); ok {
			return longer
		}
	}
	return append(dst, l.otherTime(r)...)
}

// otherTime is timeText for other zones, and for times that AppendTime does not write.
func (l *look) otherTime(r *inspect.Reading) string {
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
	{"year", int64(year / time.Second)}, {"month", int64(year/time.Second) / 12}, {"day", 86400},
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
