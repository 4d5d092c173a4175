package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/scheme"
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
	into     *cli.Codec // of --to; nil for encodings and schemes
	in       *inspect.Inspector
	asked    bool            // --as, or a layout, says what ids are of
	encoding *inspect.Target // that ids are written in; nil where their text tells
	target   inspect.Target
	result   inspect.Result
	said     map[string]bool // warnings
	out      lines.Writer
	status   int // the worst of the ids that were not converted
}

func newConvert(a *cli.App, f *cli.Flags) cli.Run {
	o := &convertOptions{App: a, said: map[string]bool{}, out: lines.Writer{To: a.Out}}
	f.Var("to", cli.FormFlag(&o.to))
	f.Text("from", &o.form)
	f.Switch("lossy", &o.lossy)
	f.Output("copy", "no-newline")
	o.as.Add(f, true)
	o.codec.AddReading(f)
	f.Complete("from", cli.CompleteChoices(forms))
	f.Complete("to",
		func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
			list, directive := a.OneOf(func(s *gen.Scheme) bool {
				return s.Pattern == nil && s.Text.Form.Encodes() && s.Name != scheme.CustomName
			})(c, nil, word)
			return append(list, cli.Described(append(forms(), cli.Codecs()...))...), directive
		})
	return o.run
}

// forms are the forms that IDs can be written in.
func forms() (list []gen.Choice) {
	for _, t := range inspect.Targets() {
		list = append(list, gen.Choice{Name: t.Name, Help: t.Help})
	}
	return list
}

func (o *convertOptions) run(_ context.Context, args []string) error {
	if err := o.source(args); err != nil {
		return err
	}
	if err := o.aim(); err != nil {
		return err
	}
	if err := o.inspector(); err != nil {
		return err
	}
	each := func() error { return o.EachID("convert", args, o.out.Flush, o.add) }
	if o.encoding != nil && o.encoding.Text.Form.Binary() {
		each = o.addRaw
	}
	err := cmp.Or(each(), o.out.Flush())
	if err == nil && o.status != cli.StatusDone {
		err = &cli.Failure{Status: o.status}
	}
	return err
}

// inspector makes what reads the ids.
func (o *convertOptions) inspector() error {
	var opts inspect.Options
	var err error
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
		if len(opts.As) > 1 {
			opts.Asked = o.as.Name
		}
	}
	if o.codec.Hex && o.into == nil && o.target.Name != "hex" {
		return cli.Usage("--hex reads hexadecimal digits of any length; use --to hex with it")
	}
	o.asked = len(opts.As) > 0
	o.in, err = o.NewInspector(opts)
	return err
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
	case gen.Fold(o.to) == scheme.CustomName:
		return cli.Usage("--to custom has no layout; use the name of a layout in schemes.toml").
			Hinted("idscope help layouts")
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
		if _, broken := o.KnownSchemes(); broken != nil {
			return broken
		}
		return cli.BadFlag("to", inspect.UnknownTarget(o.to)).Hinted("%s", fault.Hint(err)).
			Near("--to ", o.to, cli.Names(forms()))
	}
	o.target = inspect.TargetScheme(s)
	return nil
}

// add converts one id. One that nothing reads, or that needs another flag, is reported, and
// the others are converted anyway.
func (o *convertOptions) add(text []byte) error {
	out, err := o.convert(string(text))
	if err != nil {
		return cmp.Or(o.out.Flush(), o.report(err))
	}
	o.out.Text = append(o.out.Text, out...)
	if !o.target.Text.Form.Binary() {
		o.out.Text = append(o.out.Text, '\n')
	}
	return o.out.Full()
}

// report says what is wrong with an id; it returns what ends the call.
func (o *convertOptions) report(err error) error {
	if f, ok := errors.AsType[*cli.Failure](err); !ok || f.Status == cli.StatusRefused {
		return err
	}
	o.status = max(o.status, o.Report(err))
	return nil
}

func (o *convertOptions) convert(text string) (string, error) {
	if len(text) > lines.Longest {
		return "", o.read(text)
	}
	if o.into != nil {
		return o.obfuscated(text)
	}
	if o.encoding != nil {
		w, err := o.in.WrittenIn(text, *o.encoding, o.size())
		if err != nil {
			return "", cli.Negative("%s", screen.Escaped(err.Error()))
		}
		return o.decideForm(text, []inspect.Written{w})
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
		return o.encodeNumbers(n)
	}
	return o.told(o.decided(&o.result))
}

// told is the text of an ID that was converted, after the warnings.
func (o *convertOptions) told(out inspect.Converted, err error) (string, error) {
	if err != nil {
		return "", err
	}
	o.warnOnce(out.Loss...)
	o.warnOnce(out.Notes...)
	return out.Text, nil
}

// failure words the error of a conversion of an id.
func (o *convertOptions) failure(id, scheme string, err error) error {
	switch {
	case errors.Is(err, inspect.ErrLossy):
		return cli.Usage("%s: %w", screen.Escaped(id), err).Hinted("use --lossy to convert anyway")
	case err != nil:
		return cli.Usage("%s: %s as %s: %w", screen.Escaped(id), scheme, o.target.Name, err).
			Hinted("%s", o.asNumber(id))
	}
	return nil
}

// asNumber is a hint for digits that nobody says what they are of: they may be a number; empty for other texts.
func (o *convertOptions) asNumber(text string) string {
	digits := strings.Trim(text, "0123456789") == ""
	if !digits || o.as != (cli.AsFlags{}) || !o.target.Text.Form.Encodes() {
		return ""
	}
	return "--from int takes it as a number"
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
		return cli.Negative("%s", screen.Escaped(r.Err.Message)).
			Hinted("%s", cmp.Or(o.asNumber(text), screen.RefusalHint(r)))
	}
	return nil
}

// warnOnce says what all ids have in common once.
func (o *convertOptions) warnOnce(list ...string) {
	for _, what := range list {
		if !o.said[what] {
			o.said[what] = true
			o.Warn(screen.Escaped(what))
		}
	}
}

// decided converts the best reading. Where that is but one of several, all have to come to the same; digits alone are
// decimal, or 32 of a hexadecimal id.
func (o *convertOptions) decided(r *inspect.Result) (inspect.Converted, error) {
	if slices.ContainsFunc(r.Readings, hasBits) { // 32 digits may be a hash, or a date, of which nothing is converted
		r.Readings = slices.DeleteFunc(r.Readings, func(o inspect.Reading) bool { return !hasBits(o) })
	}
	best := &r.Readings[0]
	if hint := o.asNumber(r.Cleaned); hint != "" && strings.HasPrefix(best.Encoding, "base64") {
		return inspect.Converted{}, cli.Usage("%q may be a number, or %s in %s, which are different ids", r.Cleaned,
			best.Scheme.Name, best.Encoding).Hinted("%s, --as %s as an id", hint, best.Scheme.Name)
	}
	var list []inspect.Written
	for i := range r.Readings {
		if one := &r.Readings[i]; i == 0 || r.Ambiguous {
			list = append(list, inspect.Written{ID: one.ID, Scheme: one.Scheme, Prefix: one.Prefix})
		}
	}
	return o.agreed(r.Cleaned, list, func() error { return o.ambiguous(r) })
}

// hasBits reports whether a reading is one of bits, which can be written in another way.
func hasBits(r inspect.Reading) bool { return r.Scheme.Pattern == nil && r.Scheme.Text.Form.Encodes() }

// agreed converts the first reading of a text, all of which have to come to the same; else differ says why not.
func (o *convertOptions) agreed(text string, list []inspect.Written, differ func() error) (inspect.Converted, error) {
	out, err := inspect.Convert(list[0], o.target, o.lossy)
	for _, w := range list[1:] {
		other, e := inspect.Convert(w, o.target, o.lossy)
		if other.Text != out.Text || (e == nil) != (err == nil) {
			return out, differ()
		}
	}
	return out, o.failure(text, list[0].Scheme.Name, err)
}

// ambiguous names the readings between which --as has to decide.
func (o *convertOptions) ambiguous(r *inspect.Result) error {
	var names, encodings []string
	for i := range r.Readings {
		if name := r.Readings[i].Scheme.Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
		if s := r.Readings[i].Encoding; !slices.Contains(encodings, s) {
			encodings = append(encodings, s)
		}
	}
	forms := strings.Join(encodings, " or ")
	switch {
	case len(names) == 1 && strings.Contains(forms, ","): // the bytes of one in another order, which no form names
		return cli.Usage("%q of %s may be %s, which are different ids; use it in another encoding", r.Cleaned, names[0],
			forms)
	case len(names) == 1:
		return cli.Usage("%q of %s may be %s, which are different ids; use --from FORM", r.Cleaned, names[0], forms).
			Hinted("--from %s", strings.Join(encodings, ", --from "))
	}
	hint := "--as " + strings.Join(names, ", --as ")
	if number := o.asNumber(r.Cleaned); number != "" {
		hint = number + "; " + hint
	}
	return cli.Usage("%q fits %d schemes, and they come to different ids; use --as SCHEME", r.Cleaned, len(names)).
		Hinted("%s", hint)
}

// source finds what --from means.
func (o *convertOptions) source(args []string) error {
	if o.form == "" {
		return nil
	}
	if cli.IsCodec(o.to) || cli.IsCodec(o.as.Name) {
		return cli.Usage("--from %s is of ids that are bits; remove --from with sqids and hashids", o.form)
	}
	form, ok := inspect.TargetNamed(o.form)
	if !ok {
		all := cli.Names(forms())
		return cli.Usage("--from %q is not a form; use one of %s", o.form, strings.Join(all, ", ")).
			Near("--from ", o.form, all)
	}
	if form.Text.Form.Binary() && len(args) > 0 && (len(args) > 1 || args[0] != "-") {
		return cli.Usage("--from raw reads bytes of stdin; remove the arguments")
	}
	o.encoding = &form
	return nil
}

// size is how many bits ids have without --as, at least: what --to needs.
func (o *convertOptions) size() int {
	if o.target.Scheme != nil {
		return o.target.Scheme.Layout.Size()
	}
	return o.target.Bits
}

// decideForm converts an id of which all forms that it can be written in are known; it
// refuses where the outcomes differ.
func (o *convertOptions) decideForm(text string, list []inspect.Written) (string, error) {
	return o.told(o.agreed(text, list, func() error { return severalForms(text, list) }))
}

// severalForms names the readings between which --from has to decide.
func severalForms(text string, list []inspect.Written) error {
	var readings, flags []string
	for _, w := range list {
		reading := fmt.Sprintf("%s in %s", w.ID.Decimal(), w.Form.Name)
		if w.Time != "" {
			reading += " of " + w.Time
		}
		readings, flags = append(readings, reading), append(flags, "--from "+w.Form.Name)
	}
	return cli.Usage("%q of %s may be %s, which are different ids; use --from FORM", screen.Escaped(text),
		list[0].Scheme.Name, strings.Join(readings, " or ")).
		Hinted("%s", strings.Join(flags, ", "))
}

// plain reports whether the Inspector tells in which form an id of --as is written:
// it is the scheme's own, or digits, or behind 0x.
func plain(r *inspect.Result) bool {
	if strings.HasPrefix(r.Input, "0x") || strings.HasPrefix(r.Input, "0X") {
		return true
	}
	if !r.OK() {
		return false
	}
	best := &r.Readings[0]
	return best.Scheme.Pattern != nil || best.Own || best.Encoding == "int"
}

// addRaw converts ids that are bytes without anything between them.
func (o *convertOptions) addRaw() error {
	bits, ok := o.in.Size()
	if !ok {
		bits = o.size()
	}
	if bits == 0 {
		return cli.Usage("raw ids have nothing between them, so their size is not known; use --as SCHEME")
	}
	buf := make([]byte, (bits+7)/8)
	for {
		switch n, err := io.ReadFull(o.In, buf); {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return o.report(cli.Negative("%d %s left; use %d for each id", n, screen.Plural(n, "byte is", "bytes are"),
				len(buf)))
		case err != nil:
			return cli.Refused("%s cannot be read: %w", cli.Stdin, err)
		}
		if err := o.add(buf); err != nil {
			return err
		}
	}
}

// given reads the numbers for a codec: whole numbers with commas between them, or an id
// of any scheme that is a number of 64 bits.
func (o *convertOptions) given(text string) ([]uint64, error) {
	if digits := strings.Trim(text, "0123456789, "); digits == "" && o.as.Name == "" &&
		o.as.Custom == (cli.LayoutFlags{}) {
		var list []uint64
		for part := range strings.SplitSeq(text, ",") {
			part = strings.TrimSpace(part)
			v, err := strconv.ParseUint(part, 10, 64)
			if errors.Is(err, strconv.ErrRange) {
				return nil, cli.Negative("%q has more than 64 bits; use numbers from 0 to %d", part, uint64(1<<64-1))
			}
			if err != nil {
				return nil, notNumbers(text)
			}
			list = append(list, v)
		}
		return list, nil
	}
	if strings.Contains(text, ",") {
		return nil, notNumbers(text)
	}
	if err := o.read(text); err != nil {
		return nil, err
	}
	best := &o.result.Readings[0]
	if best.Numbers != nil {
		return best.Numbers.List, nil
	}
	out, err := o.decided(&o.result)
	if err != nil {
		return nil, err
	}
	if out.Bits > 64 {
		f := cli.Usage("%s: %s has %d bits; %s writes numbers of up to 64: use a shorter id",
			screen.Escaped(o.result.Cleaned), best.Scheme.Name, out.Bits, o.into.Name)
		return nil, f.Hinted("hexadecimal digits of any length: idscope convert DIGITS --to hashids --hex")
	}
	return []uint64{out.ID.Lo}, nil
}

// obfuscated writes a text by the codec of --to.
func (o *convertOptions) obfuscated(text string) (string, error) {
	if o.codec.Hex && o.from == nil {
		return o.into.OfHex(text)
	}
	numbers, err := o.given(text)
	if err != nil {
		return "", err
	}
	o.into.WarnUnsafe(o.App, numbers)
	out, err := o.into.Append(nil, numbers)
	if err != nil {
		return "", cli.Negative("%s: %w", screen.Escaped(inspect.Redact(text)), err)
	}
	return string(out), nil
}

// number is what the numbers of a codec are converted from.
var number = gen.Scheme{Name: "number",
	Encoding: gen.Encoding{Text: gen.Text{Form: gen.Decimal}},
	Bits:     gen.Bits{Layout: gen.Layout{{Name: "number", Source: gen.Data, Bits: 64}}},
}

// encodeNumbers writes numbers in the encoding of the target, commas between them.
func (o *convertOptions) encodeNumbers(n *inspect.Numbers) (string, error) {
	o.from.WarnUnsafe(o.App, n.List)
	switch {
	case o.codec.Hex:
		return n.Hex, nil
	case len(n.List) > 1 && o.target.Text.Form.Binary():
		return "", cli.Usage("%d numbers have no raw bytes that could be told apart; use --to int", len(n.List))
	}
	list := make([]string, len(n.List))
	for i, v := range n.List {
		out, err := inspect.Convert(inspect.Written{ID: gen.ID{Lo: v}, Scheme: &number}, o.target, o.lossy)
		if err := o.failure(strconv.FormatUint(v, 10), number.Name, err); err != nil {
			return "", err
		}
		o.warnOnce(out.Loss...)
		list[i] = out.Text
	}
	return strings.Join(list, ","), nil
}

func notNumbers(text string) error {
	return cli.Negative("%q is not a list of numbers; use whole numbers from 0 to %d with commas between them",
		screen.Escaped(inspect.Redact(text)), uint64(1<<64-1))
}
