package cli

import "github.com/spf13/pflag"

// Renamed lets flags be given by the names that they had before, which no help shows.
func Renamed(flags *pflag.FlagSet, now map[string]string) {
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if to, ok := now[name]; ok {
			name = to
		}
		return pflag.NormalizedName(name)
	})
}
