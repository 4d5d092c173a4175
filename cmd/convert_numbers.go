package cmd

import (
	"errors"
	"strconv"
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/inspect"
)

// given reads the numbers for a codec: whole numbers with commas between them, or an id
// of any scheme that is a number of 64 bits.
func (o *convertOptions) given(text string) ([]uint64, error) {
	if digits := strings.Trim(text, "0123456789, "); digits == "" && text != "" && o.as.Name == "" &&
		o.as.Custom == (cli.LayoutFlags{}) {
		return parseNumbers(text)
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
		f := cli.Usage("%s has %d bits; %s writes numbers of up to 64: use a shorter id", best.Scheme.Name, out.Bits,
			o.into.Name)
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
		return "", cli.Negative("%s: %w", ui.Escaped(inspect.Redact(text)), err)
	}
	return string(out), nil
}

// number is what the numbers of a codec are converted from.
var number = gen.Scheme{Name: "number",
	Encoding: gen.Encoding{Text: gen.Text{Form: gen.Decimal}},
	Bits:     gen.Bits{Layout: gen.Layout{{Name: "number", Source: gen.Data, Bits: 64}}},
}

// spelled writes numbers in the spelling of the target, commas between them.
func (o *convertOptions) spelled(n *inspect.Numbers) (string, error) {
	o.from.WarnUnsafe(o.App, n.List)
	switch {
	case o.codec.Hex:
		return n.Hex, nil
	case len(n.List) > 1 && o.target.Text.Form.Binary():
		return "", cli.Usage("%d numbers have no raw bytes that could be told apart; use --to int", len(n.List))
	}
	list := make([]string, len(n.List))
	for i, v := range n.List {
		out, err := inspect.Convert(gen.FromUint64(v), &number, o.target, o.lossy)
		switch {
		case errors.Is(err, inspect.ErrLossy):
			return "", cli.Usage("%w", err).Hinted("use --lossy to convert anyway")
		case err != nil:
			return "", cli.Usage("%d as %s: %w", v, o.target.Name, err)
		}
		o.warnOnce(out.Loss...)
		list[i] = out.Text
	}
	return strings.Join(list, ","), nil
}

// parseNumbers reads whole numbers with commas or blanks between them.
func parseNumbers(text string) ([]uint64, error) {
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

func notNumbers(text string) error {
	return cli.Negative("%q is not a list of numbers; use whole numbers from 0 to %d with commas between them",
		ui.Escaped(inspect.Redact(text)), uint64(1<<64-1))
}
