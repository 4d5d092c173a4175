package cli

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // small containers and Windows have no zones

	"github.com/spf13/cobra"
)

// ZoneFlag is the flag --tz.
type ZoneFlag struct{ Zone *time.Location }

// Add defines the flag.
func (z *ZoneFlag) Add(flags *Flags) {
	z.Zone = time.UTC
	flags.Var("tz", Value(&z.Zone, "", parseZone))
	flags.Propose("tz", cobra.ShellCompDirectiveNoFileComp,
		cobra.CompletionWithDesc("local", "the zone of this computer"),
		cobra.CompletionWithDesc("UTC", "as by default"), "Europe/Berlin", "America/New_York", "Asia/Tokyo")
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
	return nil, fmt.Errorf("%q is not a zone; use local, UTC, a name such as Europe/Berlin, or an offset such as "+
		"+02:00", text)
}
