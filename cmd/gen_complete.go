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
	counted := s.Counter != ""
	layout := s.Pattern == nil && !s.Named() && !counted
	numbered := s.WorkerBits() > 0
	timed := layout && s.Timed()
	sequence := layout && s.Layout.Width(gen.Seq) > 0
	tick, other := 2*s.Tick, "time:41 seq:22"
	_, fixedTick := scheme.Override(s, nil, &tick, nil)
	_, fixedLayout := scheme.Override(s, nil, nil, &other)
	hide(s.Named(), "name", "namespace")
	hide(layout && numbered, "worker")
	hide(layout && s.Varies(), "set")
	hide(layout && cli.Recorded(s) || counted, "state", "allow-network-state")
	leased := layout && cli.Leasable(s) && (numbered || s.Layout.Width(gen.Data) > 0)
	hide(leased || counted, "store", "create", "accept-best-effort")
	hide(leased, "group", "no-store")
	hide(leased || s.Name == "segment", "lease")
	hide(leased && !numbered, "lease-field")
	hide(counted, "key")
	hide(s.Name == "segment", "order")
	hide(s.Name == "segment" || s.Name == "autoinc" || s.Name == "ticket", "step")
	hide(s.Name == "autoinc" || s.Name == "ticket", "offset")
	hide(s.Name == "date-seq", "digits", "tz")
	hide(timed, "at", "epoch")
	hide(timed && s.Backward != 0, "on-backward")
	hide(timed && fixedTick == nil && s.Tick < time.Hour, "tick")
	hide(layout && fixedLayout == nil, "layout")
	hide(layout && s.Overflow != 0, "on-overflow")
	hide(sequence && (s.Start.Rule != gen.StartDraw || s.Recorded()), "start")
	hide(timed && s.Backward != 0, "max-wait", "max-lead")
	hide(!s.Named() && s.Varies() && !counted, "seed")
	hide(s.Affix != nil || s.PrefixField != "" || counted, "prefix")
	shortest, longest := s.Pattern.Len()
	hide(s.Pattern != nil && shortest < longest, "length")
	numbers := (layout || counted) && s.Layout.Size() <= 64
	hide(numbers, "min-length", "salt", "blocklist")
	_, fixedAlphabet := s.Restrict(0, "ab")
	hide(numbers || s.Pattern != nil && fixedAlphabet == nil, "alphabet")
	return list
}
