package cmd

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
	"idscope/inspect"
	"idscope/inspect/lines"
)

type convertOptions struct {
	*cli.App
	as    cli.AsFlags
	form  string // --from
	to    string
	lossy bool
	codec cli.CodecFlags

	from     *cli.Codec // of --as; nil for schemes
	into     *cli.Codec // of --to; nil for spellings and schemes
	in       *inspect.Inspector
	asked    bool            // --as, or a layout, says what ids are of
	spelling *inspect.Target // that ids are written in; nil where their text tells
	target   inspect.Target
	result   inspect.Result
	said     map[string]bool // warnings
	buf      []byte
	bad      int
}

func newConvert(a *cli.App) *cobra.Command {
	o := &convertOptions{App: a, said: map[string]bool{}}
	c := &cobra.Command{
		Use:               "convert <id>... --to FORM|SCHEME",
		Annotations:       map[string]string{cli.TakesIDs: "yes", cli.Unconfigured: "yes"},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	f := a.Flags(c, "convert")
	f.Var("to", cli.FormFlag(&o.to))
	f.Text("from", &o.form)
	f.Switch("lossy", &o.lossy)
	o.AddCopy(f)
	o.AddNoNewline(f)
	o.as.AddCodecs(f)
	o.codec.AddReading(f)
	f.Complete("from",
		func(*cobra.Command, []string, string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
			for _, t := range inspect.Targets() {
				list = append(list, cobra.CompletionWithDesc(t.Name, t.Help))
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		})
	f.Complete("to",
		func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
			list, directive := a.CompleteBits(c, nil, word)
			for _, t := range inspect.Targets() {
				list = append(list, cobra.CompletionWithDesc(t.Name, t.Help))
			}
			return append(list, cli.Described(cli.Codecs())...), directive
		})
	return c
}

func (o *convertOptions) run(args []string) error {
	if err := o.codec.Refuse("--to or --as", o.as.Name, o.to); err != nil {
		return err
	}
	if err := o.source(args); err != nil {
		return err
	}
	if err := o.aim(); err != nil {
		return err
	}
	if err := o.inspector(); err != nil {
		return err
	}
	each := func() error { return o.EachID("convert", args, o.flush, o.add) }
	if o.spelling != nil && o.spelling.Text.Form.Binary() {
		each = o.addRaw
	}
	err := each()
	if e := o.flush(); err == nil {
		err = e
	}
	if err == nil && o.bad > 0 {
		err = &cli.Failure{Status: cli.StatusNegative}
	}
	return err
}

// inspector makes what reads the ids.
func (o *convertOptions) inspector() error {
	_, now, err := o.Present()
	if err != nil {
		return err
	}
	opts := inspect.Options{Now: now}
	switch {
	case cli.IsCodec(o.as.Name):
		if o.from, err = o.codec.Open(o.as); err != nil {
			return err
		}
		opts.Codec = o.from.Reader(nil)
	case o.codec.Hex && o.as.Name != "":
		return cli.Usage("--hex takes hexadecimal digits as they are; remove --as %s", o.as.Name).
			Hinted("idscope convert ID --as %s --to hex writes them", o.as.Name)
	default:
		if opts.As, err = o.as.Schemes(o.App); err != nil {
			return err
		}
	}
	if o.codec.Hex && o.into == nil && o.target.Name != "hex" {
		return cli.Usage("--hex reads hexadecimal digits of any length; use --to hex with it")
	}
	o.asked = len(opts.As) > 0
	if opts.Schemes, err = o.KnownSchemes(); err != nil {
		return err
	}
	if o.in, err = inspect.New(opts); err != nil {
		return cli.Usage("%w", err)
	}
	return nil
}

// aim finds what --to means.
func (o *convertOptions) aim() (err error) {
	if cli.IsCodec(o.to) {
		o.target, _ = inspect.TargetNamed("int")
		o.into, err = o.codec.Open(cli.AsFlags{Name: o.to})
		return err
	}
	var ok bool
	switch o.target, ok = inspect.TargetNamed(o.to); {
	case o.to == "":
		return cli.Usage("convert requires --to FORM|SCHEME").
			Hinted("idscope convert ID --to uuid, ulid, hex, int, base58 ...")
	case ok && o.target.Text.Form.Binary() && o.OutTerminal:
		return cli.Usage("--to raw on a terminal is unreadable; use a file or a pipe")
	case ok:
		if o.target.Text.Form.Binary() {
			o.WriteBytes()
		}
		return nil
	}
	s, err := o.Scheme(o.to, cli.LayoutFlags{})
	if err != nil {
		var names []string
		for _, t := range inspect.Targets() {
			names = append(names, t.Name)
		}
		f := cli.BadFlag("to", inspect.UnknownTarget(o.to))
		if near := cli.Nearest(o.to, names); len(near) > 0 {
			return f.Hinted("did you mean: --to %s", strings.Join(near, ", --to "))
		}
		if hint := cli.HintOf(err); hint != "" {
			return f.Hinted("%s", hint)
		}
		return f
	}
	o.target = inspect.TargetScheme(s)
	return nil
}

// add converts one id. One that nothing reads is reported, and the others are
// converted all the same; what another flag would mend ends the call.
func (o *convertOptions) add(text string) error {
	out, err := o.convert(text)
	var f *cli.Failure
	switch {
	case errors.As(err, &f) && f.Status == cli.StatusNegative:
		o.bad++
		if err := o.flush(); err != nil {
			return err
		}
		o.Report(err)
		return nil
	case err != nil:
		return err
	}
	o.buf = append(o.buf, out...)
	if !o.target.Text.Form.Binary() {
		o.buf = append(o.buf, '\n')
	}
	if len(o.buf) < lines.Piece {
		return nil
	}
	return o.flush()
}

func (o *convertOptions) convert(text string) (string, error) {
	if len(text) > lines.Longest {
		return "", o.read(text)
	}
	if o.into != nil {
		return o.obfuscated(text)
	}
	if o.spelling != nil {
		return o.written(text)
	}
	if err := o.read(text); err != nil || o.asked && !plain(&o.result) {
		if list := o.in.Written(text); o.asked && len(list) > 0 {
			return o.decideForm(text, list)
		}
		if err != nil {
			return "", err
		}
	}
	o.warnOnce(o.result.Warnings...)
	if n := o.result.Readings[0].Numbers; n != nil {
		return o.spelled(n)
	}
	out, err := o.decided(&o.result)
	if err != nil {
		return "", err
	}
	o.warnOnce(out.Loss...)
	o.warnOnce(out.Notes...)
	return out.Text, nil
}

// read reads a text, in all ways where the best is but one of several; its error is one
// of a negative answer.
func (o *convertOptions) read(text string) error {
	r := &o.result
	o.in.DetectInto(r, []byte(text))
	if r.OK() && (r.Readings[0].Confidence == inspect.Possible || r.Readings[0].Scheme.Pattern != nil) {
		o.in.InspectInto(r, text)
	}
	if !r.OK() {
		return cli.Negative("%s", ui.Escaped(r.Err.Message)).Hinted("%s", show.RefusalHint(r))
	}
	return nil
}

// warnOnce says what all ids have in common once.
func (o *convertOptions) warnOnce(list ...string) {
	for _, what := range list {
		if !o.said[what] {
			o.said[what] = true
			o.Warn(ui.Escaped(what))
		}
	}
}

func (o *convertOptions) flush() error {
	err := lines.Write(o.Out, o.buf)
	o.buf = o.buf[:0]
	return cli.StdoutError(err)
}
