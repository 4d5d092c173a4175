package cmd

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
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
	name   string
	hex    *hashids.Codec // with --hex
	warned sync.Once
}

// open makes the codec that a flag names.
func (f *codecFlags) open(as cli.AsFlags) (*codec, error) {
	out := &codec{name: as.Name}
	if as.Custom != (cli.LayoutFlags{}) {
		return nil, cli.Usage("%s has no layout, epoch or tick; want none of the flags", out.name)
	}
	if f.given("alphabet") && f.alphabet == "" {
		least := map[string]int{"sqids": sqids.MinAlphabet, "hashids": hashids.MinAlphabet}[out.name]
		return nil, cli.Usage("--alphabet is empty; want %d different characters or more", least)
	}
	least := int(min(f.minLength, 1<<30))
	if out.name == "hashids" {
		c, err := hashids.New(hashids.Options{Salt: f.salt, Alphabet: f.alphabet, MinLength: least})
		if err != nil {
			return nil, cli.Usage("%w", err)
		}
		if out.numberCodec = c; f.hex {
			out.hex = c
		}
		return out, nil
	}
	words, err := f.words()
	if err != nil {
		return nil, err
	}
	if out.numberCodec, err = sqids.New(sqids.Options{Alphabet: f.alphabet, MinLength: least, Blocklist: words}); err != nil {
		return nil, cli.Usage("%w", err)
	}
	return out, nil
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

// reader is what reads its texts; warning is what warnUnsafe needs, nil for no warnings.
func (c *codec) reader(warning *cli.App) *inspect.NumberCodec {
	return &inspect.NumberCodec{Name: c.name, Read: func(text string) (inspect.Numbers, *inspect.Error) {
		n, err := c.read(text)
		if err != nil {
			return n, &inspect.Error{Code: inspect.CodeNotAnID, Message: withoutSecret(err.Error(), text), Hint: c.wayOut(text, err)}
		}
		if warning != nil {
			c.warnUnsafe(warning, n.List)
		}
		return n, nil
	}}
}

func (c *codec) read(text string) (out inspect.Numbers, err error) {
	out.Canonical, out.Evidence = text, c.Evidence(text)
	if text == "" {
		return out, fmt.Errorf(`"" is not an id of %s; want one character or more`, c.name)
	}
	if c.hex != nil {
		if out.Hex, err = c.hex.DecodeHex(text); err != nil {
			return out, err
		}
	}
	out.List, err = c.Decode(text)
	var other *sqids.NotCanonicalError
	if errors.As(err, &other) {
		out.Canonical, out.Note, out.Evidence = other.Canonical, other.Error(), 0
		return out, nil
	}
	return out, err
}

// wayOut says what may help where the codec refuses a text.
func (c *codec) wayOut(text string, err error) string {
	h, ok := c.numberCodec.(*hashids.Codec)
	switch {
	case !ok:
	case errors.Is(err, hashids.ErrHex):
		return "without --hex it is read as numbers"
	case errors.Is(err, hashids.ErrMalformed):
		if n, ok := h.Length(text); ok {
			return fmt.Sprintf("it is one with --min-length %d", n)
		}
		return "was it made with another --salt, --alphabet or --min-length?"
	}
	return ""
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

// warnUnsafe says once that not every implementation takes one of the numbers.
func (c *codec) warnUnsafe(a *cli.App, numbers []uint64) {
	for _, n := range numbers {
		if n > hashids.MaxSafe {
			c.warned.Do(func() {
				a.Warn(fmt.Sprintf("%d is past 2^53-1, the limit of %s in JavaScript and Java: others may refuse it", n, c.name))
			})
			return
		}
	}
}
