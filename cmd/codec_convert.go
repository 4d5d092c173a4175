package cmd

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// numbersConvert converts from or to a codec.
type numbersConvert struct {
	*convertOptions
	from, into *codec // one of them may be nil
	number     *gen.Scheme
	warned     bool
}

// numbers converts where one side is a codec.
func (o *convertOptions) numbers(args []string) error {
	if o.as.Custom != (cli.LayoutFlags{}) && cli.IsCodec(o.as.Name) {
		return cli.Usage("%s has no layout, epoch or tick; want none of the flags", o.as.Name)
	}
	if o.codec.hex && o.as.Name != "" && !cli.IsCodec(o.as.Name) {
		return cli.Usage("--hex takes hexadecimal digits as they are; want no --as %s", o.as.Name).Hinted("idscope convert ID --as %s --to hex writes them", o.as.Name)
	}
	n := &numbersConvert{convertOptions: o, number: &gen.Scheme{
		Name: "number", Text: gen.Text{Form: gen.Decimal}, Layout: gen.Layout{{Name: "number", Source: gen.Data, Bits: 64}},
	}}
	var err error
	if cli.IsCodec(o.as.Name) {
		if n.from, err = o.codec.open(o.as.Name); err != nil {
			return err
		}
	} else if err = o.inspector(); err != nil {
		return err
	}
	if cli.IsCodec(o.to) {
		if n.into, err = o.codec.open(o.to); err != nil {
			return err
		}
		o.target, _ = inspect.TargetNamed("int")
	} else if err = o.aim(); err != nil {
		return err
	}
	if o.codec.hex && n.into == nil && o.target.Name != "hex" {
		return cli.Usage("--hex reads hexadecimal digits of any length; want --to hex with it")
	}
	return o.converted(args, n.add)
}

// add converts one text. One that can not be read is reported, and the others are
// converted all the same.
func (n *numbersConvert) add(text string) error {
	n.total++
	out, err := n.convert(text)
	var f *cli.Failure
	switch {
	case errors.As(err, &f) && f.Status == cli.StatusNegative:
		n.bad++
		if err := n.flush(); err != nil {
			return err
		}
		n.Report(err)
		return nil
	case err != nil:
		return err
	}
	n.buf = append(n.buf, out...)
	if !n.target.Text.Form.Binary() {
		n.buf = append(n.buf, '\n')
	}
	if len(n.buf) < lines.Piece {
		return nil
	}
	return n.flush()
}

func (n *numbersConvert) convert(text string) (string, error) {
	if n.from == nil && n.codec.hex {
		out, err := n.into.hex.AppendHex(nil, text)
		if err != nil {
			return "", cli.Negative("%s; want 0-9 and a-f", ui.Escaped(withoutSecret(err.Error(), text)))
		}
		return string(out), nil
	}
	var in numbered
	var err error
	if n.from != nil {
		in, err = n.from.read(text)
	} else {
		in.numbers, err = n.given(text)
	}
	if err != nil {
		return "", err
	}
	if in.note != "" {
		n.warnOnce(in.note)
	}
	if v, ok := unsafe(in.numbers); ok && !n.warned {
		n.warned = true
		name := n.to
		if n.into == nil {
			name = n.from.name
		}
		n.Warn(fmt.Sprintf(unsafeText, v, name))
	}
	switch {
	case n.into != nil:
		out, err := n.into.Append(nil, in.numbers)
		if err != nil {
			return "", cli.Negative("%s: %w", ui.Escaped(inspect.Redact(text)), err)
		}
		return string(out), nil
	case n.codec.hex:
		return in.hex, nil
	}
	return n.spelled(in.numbers)
}

// spelled writes numbers in the spelling of the target, commas between them.
func (n *numbersConvert) spelled(numbers []uint64) (string, error) {
	if len(numbers) > 1 && n.target.Text.Form.Binary() {
		return "", cli.Usage("%d numbers have no raw bytes that could be told apart; want --to int", len(numbers))
	}
	list := make([]string, len(numbers))
	for i, v := range numbers {
		out, err := inspect.Convert(gen.FromUint64(v), n.number, n.target, n.lossy)
		switch {
		case errors.Is(err, inspect.ErrLossy):
			return "", cli.Usage("%w", err).Hinted("--lossy does it all the same")
		case err != nil:
			return "", cli.Usage("%d as %s: %w", v, n.target.Name, err)
		}
		for _, what := range out.Loss {
			n.warnOnce(what)
		}
		list[i] = out.Text
	}
	return strings.Join(list, ","), nil
}

// given reads the numbers to write: whole numbers with commas between them, or an
// id of any scheme that is a number of 64 bits.
func (n *numbersConvert) given(text string) ([]uint64, error) {
	if digits := strings.Trim(text, "0123456789, "); digits == "" && n.as.Name == "" && n.as.Custom == (cli.LayoutFlags{}) && text != "" {
		return parseNumbers(text)
	}
	if strings.Contains(text, ",") {
		return nil, notNumbers(text)
	}
	n.in.InspectInto(&n.result, text)
	if r := &n.result; !r.OK() {
		return nil, cli.Negative("%s", ui.Escaped(r.Err.Message)).Hinted("%s", show.RefusalHint(r))
	}
	out, err := n.decided(&n.result)
	if err != nil {
		return nil, err
	}
	for _, what := range n.result.Warnings {
		n.warnOnce(what)
	}
	if out.Bits > 64 {
		f := cli.Usage("%s has %d bits; %s writes numbers of up to 64: want a shorter id", n.result.Readings[0].Scheme.Name, out.Bits, n.into.name)
		return nil, f.Hinted("hexadecimal digits of any length: idscope convert DIGITS --to hashids --hex")
	}
	return []uint64{out.ID.Lo}, nil
}

// parseNumbers reads whole numbers with commas or blanks between them.
func parseNumbers(text string) ([]uint64, error) {
	var list []uint64
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		v, err := strconv.ParseUint(part, 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			return nil, cli.Negative("%q has more than 64 bits; want numbers from 0 to %d", part, uint64(1<<64-1))
		}
		if err != nil {
			return nil, notNumbers(text)
		}
		list = append(list, v)
	}
	return list, nil
}

func notNumbers(text string) error {
	return cli.Negative("%q is no list of numbers; want whole numbers from 0 to %d with commas between them", ui.Escaped(inspect.Redact(text)), uint64(1<<64-1))
}
