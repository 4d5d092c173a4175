package cmd

import (
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/scheme"
)

// hideForeign hides the flags of gen that the scheme on the command line does not take,
// so that completion does not propose them.
func hideForeign(a *cli.App, root *cobra.Command, args []string) {
	c, rest, err := root.Find(args)
	if err != nil || c.Name() != "gen" {
		return
	}
	for _, word := range rest {
		if s, err := a.Scheme(word, cli.LayoutFlags{}); err == nil {
			for _, name := range foreignFlags(s) {
				c.Flags().Lookup(name).Hidden = true
			}
			return
		}
	}
}

// foreignFlags are the flags of gen that mean nothing for a scheme.
func foreignFlags(s *gen.Scheme) []string {
	var list []string
	hide := func(unless bool, names ...string) {
		if !unless {
			list = append(list, names...)
		}
	}
	layout := s.Pattern == nil && !s.Named()
	timed := layout && s.Timed()
	sequence := layout && s.Layout.Width(gen.Seq) > 0
	tick, other := 2*s.Tick, "time:41 seq:22"
	_, fixedTick := scheme.Override(s, nil, &tick, nil)
	_, fixedLayout := scheme.Override(s, nil, nil, &other)
	hide(s.Named(), "name", "namespace")
	hide(layout && s.WorkerBits() > 0, "worker")
	hide(layout && s.Varies(), "set")
	hide(layout && cli.Recorded(s), "state", "allow-network-state")
	hide(timed, "at", "epoch")
	hide(timed && (sequence || s.Growth != gen.GrowthNone), "on-backward")
	hide(timed && fixedTick == nil && s.Tick < time.Hour, "tick")
	hide(layout && fixedLayout == nil, "layout")
	hide(sequence, "on-overflow")
	hide(sequence && (s.Start.Rule != gen.StartDraw || s.Recorded()), "start")
	hide(sequence && timed, "max-wait", "max-lead")
	hide(!s.Named() && s.Varies(), "seed")
	hide(s.Affix != nil || s.PrefixField != "", "prefix")
	shortest, longest := s.Pattern.Len()
	hide(s.Pattern != nil && shortest < longest, "length")
	numbers := layout && s.Layout.Size() <= 64
	hide(numbers, "min-length", "salt", "blocklist")
	_, fixedAlphabet := s.Restrict(0, "ab")
	hide(numbers || s.Pattern != nil && fixedAlphabet == nil, "alphabet")
	return list
}
