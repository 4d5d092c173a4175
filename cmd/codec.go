package cmd

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
	"idscope/gen/hashids"
	"idscope/gen/sqids"
	"idscope/inspect"
)

// codecFlags are the options of a codec. Texts are read with those that they were
// written with.
type codecFlags struct {
	salt, alphabet, blocklist string
	minLength                 uint64
	hex                       bool
	given                     func(string) bool
}

// add defines the flags; gen has an --alphabet of its own.
func (f *codecFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.salt, "salt", "", "mix this `TEXT` into hashids; it is no key")
	flags.Var(cli.CountFlag(&f.minLength), "min-length", "fill sqids and hashids up to this many characters")
	flags.StringVar(&f.blocklist, "blocklist", "", "write no sqids with words of this `FILE`, one a line, in place of the usual list; none for any word")
	_ = c.RegisterFlagCompletionFunc("blocklist", cobra.FixedCompletions([]cobra.Completion{"none"}, cobra.ShellCompDirectiveDefault))
	f.given = flags.Changed
}

// addReading defines the flags of commands that read texts as well.
func (f *codecFlags) addReading(c *cobra.Command) {
	f.add(c)
	c.Flags().StringVar(&f.alphabet, "alphabet", "", "write sqids and hashids with these `SYMBOLS`, each once")
	c.Flags().BoolVar(&f.hex, "hex", false, "take hashids of hexadecimal digits, as encodeHex writes them in JavaScript and Python")
}

// refuse finds flags that the codecs in use do not have; where says how to name
// one.
func (f *codecFlags) refuse(where string, used ...string) error {
	var list []string
	for _, name := range used {
		if cli.IsCodec(name) {
			list = append(list, name)
		}
	}
	owner := map[string]string{"salt": "hashids", "hex": "hashids", "blocklist": "sqids"}
	for _, flag := range []string{"salt", "hex", "blocklist", "alphabet", "min-length"} {
		own := owner[flag]
		switch {
		case !f.given(flag):
		case len(list) == 0 && own == "":
			return cli.Usage("--%s is of sqids and hashids; want it with %s sqids or hashids", flag, where)
		case len(list) == 0:
			return cli.Usage("--%s is of %s; want it with %s %s", flag, own, where, own)
		case own != "" && len(list) == 1 && list[0] != own:
			return cli.Usage("%s has no %s; want --%s with %s", list[0], flag, flag, own)
		case own == "" && len(list) > 1:
			return cli.Usage("--%s may be meant for %s or for %s; want two steps, with --to int between", flag, list[0], list[1])
		}
	}
	return nil
}

// numberCodec writes lists of numbers and reads them.
type numberCodec interface {
	Append(dst []byte, numbers []uint64) ([]byte, error)
	Decode(text string) ([]uint64, error)
	Evidence(text string) float64
}

// codec is one with its options.
type codec struct {
	numberCodec
	name string
	hex  *hashids.Codec // with --hex
}

// open makes the codec of that name.
func (f *codecFlags) open(name string) (*codec, error) {
	if f.given("alphabet") && f.alphabet == "" {
		return nil, cli.Usage("--alphabet is empty; want %d different characters or more", map[string]int{"sqids": sqids.MinAlphabet, "hashids": hashids.MinAlphabet}[name])
	}
	least := int(min(f.minLength, 1<<30))
	if name == "hashids" {
		c, err := hashids.New(hashids.Options{Salt: f.salt, Alphabet: f.alphabet, MinLength: least})
		if err != nil {
			return nil, cli.Usage("%w", err)
		}
		out := &codec{numberCodec: c, name: name}
		if f.hex {
			out.hex = c
		}
		return out, nil
	}
	words, err := f.words()
	if err != nil {
		return nil, err
	}
	c, err := sqids.New(sqids.Options{Alphabet: f.alphabet, MinLength: least, Blocklist: words})
	if err != nil {
		return nil, cli.Usage("%w", err)
	}
	return &codec{numberCodec: c, name: name}, nil
}

// words reads the blocklist; nil is the usual one.
func (f *codecFlags) words() ([]string, error) {
	switch f.blocklist {
	case "":
		return nil, nil
	case "none":
		return []string{}, nil
	}
	text, err := os.ReadFile(f.blocklist)
	if err != nil {
		return nil, cli.Refused("--blocklist %s can not be read: %w", f.blocklist, cli.FileCause(err))
	}
	words := []string{}
	for line := range strings.Lines(string(text)) {
		words = append(words, strings.TrimRight(line, "\r\n"))
	}
	return words, nil
}

// numbered is what a text says.
type numbered struct {
	numbers   []uint64
	hex       string // with --hex
	canonical string // how the codec writes it; empty where it can not
	note      string // why that is another text
	bits      float64
}

// read reads a text. Its error has the status of a negative answer.
func (c *codec) read(text string) (numbered, error) {
	out := numbered{canonical: text, bits: c.Evidence(text)}
	if text == "" {
		return out, cli.Negative(`"" is not an id of %s; want one character or more`, c.name)
	}
	var err error
	if c.hex != nil {
		if out.hex, err = c.hex.DecodeHex(text); err != nil {
			return out, c.explain(text, err)
		}
	}
	out.numbers, err = c.Decode(text)
	var other *sqids.NotCanonicalError
	if errors.As(err, &other) {
		out.canonical, out.note, out.bits = other.Canonical, ui.Escaped(other.Error()), 0
		return out, nil
	}
	if err != nil {
		return out, c.explain(text, err)
	}
	return out, nil
}

// explain adds the way out to what a codec refused. What looks like a secret is
// not repeated.
func (c *codec) explain(text string, err error) error {
	f := cli.Negative("%s", ui.Escaped(withoutSecret(err.Error(), text)))
	h, ok := c.numberCodec.(*hashids.Codec)
	switch {
	case !ok:
		return f
	case errors.Is(err, hashids.ErrHex):
		return f.Hinted("without --hex it is read as numbers")
	case errors.Is(err, hashids.ErrMalformed):
		if n, ok := h.Length(text); ok {
			return f.Hinted("it is one with --min-length %d", n)
		}
		return f.Hinted("was it made with another --salt, --alphabet or --min-length?")
	}
	return f
}

// withoutSecret is a message about a text, which is masked there where it looks
// like a secret, and cut where it is long.
func withoutSecret(message, text string) string {
	const most = 48
	shown := inspect.Redact(text)
	if len(shown) > most {
		shown = strings.ToValidUTF8(shown[:most], "") + "..."
	}
	if shown != text && strings.Contains(message, text) {
		return strings.ReplaceAll(message, text, shown)
	}
	return inspect.Redact(message)
}

// unsafe returns the first number that not every implementation takes; ok is
// false where there is none.
func unsafe(numbers []uint64) (first uint64, ok bool) {
	for _, n := range numbers {
		if n > hashids.MaxSafe {
			return n, true
		}
	}
	return 0, false
}

const unsafeText = "%d is past 2^53-1, the limit of %s in JavaScript and Java: others may refuse it"
