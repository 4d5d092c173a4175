package cmd

import (
	"strconv"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// obfuscated encodes ids of a scheme as numbers by a codec: the sink's encoder for
// --format sqids and hashids.
func (o *genOptions) obfuscated(s *gen.Scheme, out *sink) error {
	name := o.format.Value
	switch {
	case s.Text.Form == gen.DateDigits: // of which the whole text is a number
	case s.Pattern != nil || !s.Text.Form.Spells():
		return cli.Usage("--format %s writes numbers, and texts of %s are none; want another scheme", name, s.Name)
	case s.Layout.Size() > 64:
		return cli.Usage("%s has %d bits; --format %s writes numbers of up to 64: want a scheme of 64 bits or less, as "+
			"snowflake", s.Name, s.Layout.Size(), name)
	}
	f := o.codec
	f.Alphabet = o.text.alphabet
	c, err := f.Open(cli.AsFlags{Name: name})
	if err != nil {
		return err
	}
	out.encode = func(dst []byte, id gen.ID) []byte {
		one := [1]uint64{id.Lo}
		if s.Text.Form == gen.DateDigits {
			text := string(s.Append(nil, id))
			if one[0], err = strconv.ParseUint(text, 10, 64); err != nil {
				out.wrong.CompareAndSwap(nil, cli.Usage("%s does not fit 64 bits; want --digits 10 or fewer with --format %s", text,
					name))
				return dst
			}
		}
		c.WarnUnsafe(o.App, one[:])
		longer, err := c.Append(dst, one[:])
		if err != nil {
			out.wrong.CompareAndSwap(nil, cli.Usage("%d: %w", one[0], err))
			return dst
		}
		return append(longer, '\n')
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
