package cmd

import (
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// textFlags shape the text of an id: its prefix, or the length and alphabet of
// one that is no layout of bits.
type textFlags struct {
	prefix   string
	length   uint64
	alphabet string
}

func (t *textFlags) add(f *cli.Flags) {
	f.Text("prefix", &t.prefix)
	f.Var("length", cli.CountFlag(&t.length))
	f.Text("alphabet", &t.alphabet)
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
			a.HideForeign(c, s)
			return
		}
	}
}

// refuseText finds the flags of texts that mean nothing for a scheme.
func (o *genOptions) refuseText(s *gen.Scheme) error {
	switch {
	case o.given.Changed("length") && o.text.length == 0:
		return cli.Usage("--length 0 is too short; use 1 or more")
	case o.given.Changed("alphabet") && s.Pattern == nil && o.format.Value == "text":
		return cli.Usage("%s as text has a fixed alphabet; use --alphabet with --format sqids or hashids", s.Name)
	case o.given.Changed("prefix") && s.Counter != "":
		if o.format.Value == "json" || o.format.Value == "raw" || strings.ContainsFunc(o.text.prefix, unicode.IsControl) {
			return cli.Usage("--prefix cannot be used with --format %s, and contains no control characters",
				o.format.Value)
		}
	case o.given.Changed("prefix") && s.PrefixField != "":
		return nil
	case o.given.Changed("prefix"):
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
		f.Given = func(name string) bool { return name != "alphabet" && o.given.Changed(name) }
	}
	return f.Refuse("--format", o.format.Value)
}

// refuse finds the flags that mean nothing for a scheme, or not together.
func (o *genOptions) refuse(s *gen.Scheme) error {
	width := s.WorkerBits()
	switch {
	case o.alone() && o.overflow.Value == gen.OverflowWait.String():
		return cli.Usage("--on-overflow wait cannot be used with --at, which is a fixed clock; use borrow or fail")
	case o.seed != nil && s.Timed() && o.at == "":
		return cli.Usage("--seed requires --at for %s", s.Name)
	case o.seed != nil && width > 0 && s.WorkerRule == gen.WorkerNumber && !o.workerFixed(s):
		return cli.Usage("--seed requires --worker for %s, which has a worker ID of %d bits", s.Name, width)
	case !s.Varies() && o.count > 1:
		return cli.Usage("%s is a constant; use -n 1", s.Name)
	}
	for _, v := range o.set {
		i := s.Layout.Index(v.Field)
		if i >= 0 && s.Layout[i].Source == gen.Seq && o.at == "" {
			return cli.Usage("--set %s requires --at: without it the sequence is not free to choose", v.Field)
		}
		if i >= 0 && s.Layout[i].Source == gen.Time {
			return cli.Usage("field %s of %s is the time; use --at", v.Field, s.Name)
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
		return cli.Usage("--at %s is before the epoch of %s; use %s or later", t.Format(time.RFC3339Nano), s.Name,
			s.Epoch.UTC().Format(time.RFC3339Nano))
	}
	if end, ok := s.End(); ok && !t.Before(end) {
		return cli.Usage("--at %s is past the end of %s; use a time before %s", t.Format(time.RFC3339Nano), s.Name,
			end.Format(time.RFC3339Nano))
	}
	return nil
}

// refuseNamed finds the flags that mean nothing for ids of names.
func (o *genOptions) refuseNamed(s *gen.Scheme) error {
	example := "idscope gen " + s.Name + " --namespace dns --name example.com"
	switch {
	case o.namespace.Value == "":
		return cli.Usage("%s has no namespace; use --namespace dns, url, oid, x500 or a UUID", s.Name).Hinted("%s", example)
	case !o.given.Changed("name"):
		return cli.Usage("%s has no name; use --name TEXT, or --name - for the lines of stdin", s.Name).Hinted("%s", example)
	case o.count > 1:
		return cli.Usage("-n %d of one name would be the same id each time; use -n 1", o.count).
			Hinted("for many names: --name - takes each line of stdin")
	}
	return nil
}
