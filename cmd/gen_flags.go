package cmd

import (
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/scheme"
)

// textFlags shape the text of an id: its prefix, or the length and alphabet of
// one that is no layout of bits.
type textFlags struct {
	prefix   string
	length   uint64
	alphabet string
}

func (t *textFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&t.prefix, "prefix", "", "put this `TEXT` in front (typeid, orderlyid, upid, counters)")
	f.Var(cli.CountFlag(&t.length), "length", "generate ids of this many characters (nanoid, cuid2)")
	f.StringVar(&t.alphabet, "alphabet", "", "use these `SYMBOLS`, each once (nanoid)")
}

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
	hide(leased, "lease")
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
	hide(timed && s.Backward != 0, "max-wait", "max-lead", "force")
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

// refuseText finds the flags of texts that mean nothing for a scheme.
func (o *genOptions) refuseText(s *gen.Scheme) error {
	switch {
	case o.flagGiven("length") && (s.Pattern == nil || o.text.length == 0):
		if s.Pattern != nil {
			return cli.Usage("--length 0 is too short; want 1 or more")
		}
		return cli.Usage("%s has a length of its own; want no --length", s.Name)
	case o.flagGiven("alphabet") && s.Pattern == nil && o.format.Value == "text":
		return cli.Usage("%s has an alphabet of its own; want no --alphabet", s.Name)
	case o.flagGiven("prefix") && s.Counter != "":
		if o.format.Value == "json" || o.format.Value == "raw" || strings.ContainsFunc(o.text.prefix, unicode.IsControl) {
			return cli.Usage("--prefix of %s stands in front of a text; want none with --format %s, and no control characters",
				s.Name, o.format.Value)
		}
	case o.flagGiven("prefix") && s.PrefixField != "":
		return nil
	case o.flagGiven("prefix"):
		if err := s.CheckPrefix(o.text.prefix); err != nil {
			return cli.Usage("%w", err)
		}
	}
	return nil
}

// refuseCodec finds the flags of codecs that mean nothing for the format. The
// alphabet is of some schemes, too.
func (o *genOptions) refuseCodec(s *gen.Scheme) error {
	f := o.codec
	if s.Pattern != nil {
		f.Given = func(name string) bool { return name != "alphabet" && o.flagGiven(name) }
	}
	return f.Refuse("--format", o.format.Value)
}

// refuse finds the flags that mean nothing for a scheme, or not together.
func (o *genOptions) refuse(s *gen.Scheme) error {
	width := s.WorkerBits()
	switch {
	case o.flagGiven("name"), o.flagGiven("namespace"):
		return cli.Usage("%s is not generated from a name; want --name with uuidv3 or uuidv5", s.Name)
	case o.at != "" && !s.Timed():
		return cli.Usage("%s has no time field; want no --at", s.Name)
	case o.alone() && o.overflow.Value == gen.OverflowWait.String():
		return cli.Usage("--on-overflow wait needs a clock that runs; want borrow or fail with --at")
	case o.seed != nil && s.Timed() && o.at == "":
		return cli.Usage("--seed needs --at: %s has a time; want both", s.Name)
	case o.seed != nil && width > 0 && s.WorkerRule == gen.WorkerNumber && !o.workerFixed(s):
		return cli.Usage("--seed needs --worker: %s has a worker of %d bits; want both", s.Name, width)
	case !s.Varies() && o.count > 1:
		return cli.Usage("%s is always the same; want -n 1", s.Name)
	}
	for _, v := range o.set {
		i := s.Layout.Index(v.Field)
		if i >= 0 && s.Layout[i].Source == gen.Seq && o.at == "" {
			return cli.Usage("--set %s needs --at: the sequence is not free to choose otherwise; want both", v.Field)
		}
		if i >= 0 && s.Layout[i].Source == gen.Time {
			return cli.Usage("field %s of %s is the time; want it from --at", v.Field, s.Name)
		}
	}
	return nil
}

// workerFixed reports whether the worker is given by number.
func (o *genOptions) workerFixed(s *gen.Scheme) bool {
	for _, v := range o.set {
		if i := s.Layout.Index(v.Field); i >= 0 && s.Layout[i].Source == gen.Worker {
			return true
		}
	}
	text, _ := o.workerText()
	return text != "auto"
}

// fits wants a time that the layout can hold.
func fits(s *gen.Scheme, t time.Time) error {
	if t.Before(s.Epoch) {
		return cli.Usage("--at %s is before the epoch of %s; want %s or later", t.Format(time.RFC3339Nano), s.Name,
			s.Epoch.UTC().Format(time.RFC3339Nano))
	}
	if end, ok := s.End(); ok && !t.Before(end) {
		return cli.Usage("--at %s is past the end of %s; want a time before %s", t.Format(time.RFC3339Nano), s.Name,
			end.Format(time.RFC3339Nano))
	}
	return nil
}

// refuseNamed finds the flags that mean nothing for ids of names.
func (o *genOptions) refuseNamed(s *gen.Scheme) error {
	for _, flag := range []string{"at", "seed", "set", "worker", "state", "on-backward", "on-overflow", "start",
		"max-wait", "max-lead", "force"} {
		if o.flagGiven(flag) {
			return cli.Usage("%s is generated from a namespace and a name alone; want no --%s", s.Name, flag)
		}
	}
	if err := o.store.Refuse(o.flagGiven, s.Name+" is generated from a namespace and a name, which needs no "+
		"store"); err != nil {
		return err
	}
	example := "idscope gen " + s.Name + " --namespace dns --name example.com"
	switch {
	case o.namespace.Value == "":
		return cli.Usage("%s has no namespace; want --namespace dns, url, oid, x500 or a UUID", s.Name).Hinted("%s", example)
	case !o.flagGiven("name"):
		return cli.Usage("%s has no name; want --name TEXT, or --name - for the lines of stdin", s.Name).Hinted("%s", example)
	case o.count > 1:
		return cli.Usage("-n %d of one name would be the same id each time; want -n 1", o.count).
			Hinted("for many names: --name - takes each line of stdin")
	}
	return nil
}

// refuseComposed finds the flags that mean nothing for a pattern of text.
func (o *genOptions) refuseComposed(s *gen.Scheme) error {
	for _, name := range []string{"at", "worker", "set", "state", "on-backward", "on-overflow", "start", "max-wait",
		"max-lead", "force", "name", "namespace", "layout", "epoch", "tick"} {
		if o.flagGiven(name) {
			return cli.Usage("%s is a text of parts, without fields and records; want no --%s", s.Name, name)
		}
	}
	return o.store.Refuse(o.flagGiven, s.Name+" is a text of parts, which needs no store")
}
