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

func (z *ZoneFlag) Add(c *cobra.Command, help string) {
	z.Zone = time.UTC
	c.Flags().Var(&Parsed[*time.Location]{&z.Zone, "ZONE", "", parseZone}, "tz", strings.ReplaceAll(help, "`", ""))
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
