package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/hashids"
	"idscope/gen/sqids"
	"idscope/inspect"
)

// Codecs are the ways to write numbers as texts that do not show them. They are
// no schemes: they make no numbers, and any text may be one.
func Codecs() []gen.Choice {
	return []gen.Choice{
		{Name: "sqids", Help: "obfuscated numbers, with --alphabet, --min-length, --blocklist"},
		{Name: "hashids", Help: "obfuscated numbers, with --salt, --alphabet, --min-length"},
	}
}

// IsCodec reports whether a name is one of the codecs.
func IsCodec(name string) bool { return name == "sqids" || name == "hashids" }

// codecName returns the name of the codec that a text means, any other text as it is.
func codecName(text string) (string, error) {
	for _, c := range Codecs() {
		if gen.Fold(text) == c.Name {
			return c.Name, nil
		}
	}
	return text, nil
}

// FormFlag is the name of a form, a scheme or a codec.
func FormFlag(to *string) *Parsed { return Value(to, "", codecName) }

// CodecFlags are the options of a codec. Texts are read with those that they were
// written with.
type CodecFlags struct {
	Alphabet string
	Hex      bool // hashids of hexadecimal digits

	salt, blocklist string
	minLength       uint64
}

// Add defines the flags; gen has an --alphabet of its own.
func (f *CodecFlags) Add(flags *Flags) {
	flags.Text("salt", &f.salt)
	flags.Var("min-length", CountFlag(&f.minLength))
	flags.Text("blocklist", &f.blocklist)
	flags.Propose("blocklist", cobra.ShellCompDirectiveDefault, "none")
}

// AddReading defines the flags of commands that read texts as well.
func (f *CodecFlags) AddReading(flags *Flags) {
	f.Add(flags)
	flags.Text("alphabet", &f.Alphabet)
	flags.Switch("hex", &f.Hex)
}

// numberCodec writes lists of numbers and reads them.
type numberCodec interface {
	Append(dst []byte, numbers []uint64) ([]byte, error)
	Decode(text string) ([]uint64, error)
	Evidence(text string) float64
}

// Codec is one with its options.
type Codec struct {
	numberCodec
	Name   string
	hex    *hashids.Codec // with --hex
	warned sync.Once
}

// Open makes the codec that a flag names.
func (f *CodecFlags) Open(as AsFlags) (*Codec, error) {
	out := &Codec{Name: as.Name}
	if as.Custom != (LayoutFlags{}) || as.Length > 0 {
		return nil, Usage("%s has no layout, epoch, tick or length; remove the flags", out.Name)
	}
	least := int(min(f.minLength, 1<<30))
	if out.Name == "hashids" {
		c, err := hashids.New(hashids.Options{Salt: f.salt, Alphabet: f.Alphabet, MinLength: least})
		if err != nil {
			return nil, Usage("%w", err)
		}
		if out.numberCodec = c; f.Hex {
			out.hex = c
		}
		return out, nil
	}
	words, err := f.words()
	if err != nil {
		return nil, err
	}
	if out.numberCodec, err = sqids.New(sqids.Options{Alphabet: f.Alphabet, MinLength: least,
		Blocklist: words}); err != nil {
		return nil, Usage("%w", err)
	}
	return out, nil
}

// words reads the blocklist; nil is the usual one.
func (f *CodecFlags) words() ([]string, error) {
	switch f.blocklist {
	case "":
		return nil, nil
	case "none":
		return []string{}, nil
	}
	text, err := os.ReadFile(f.blocklist)
	if err != nil {
		return nil, Refused("--blocklist %s cannot be read: %w", f.blocklist, FileCause(err))
	}
	words := []string{}
	for line := range strings.Lines(string(text)) {
		words = append(words, strings.TrimRight(line, "\r\n"))
	}
	return words, nil
}

// Reader is what reads its texts; warning is what WarnUnsafe needs, nil for no warnings.
func (c *Codec) Reader(warning *App) *inspect.NumberCodec {
	return &inspect.NumberCodec{Name: c.Name, Read: func(text string) (inspect.Numbers, *inspect.Error) {
		n, err := c.read(text)
		if err != nil {
			return n, &inspect.Error{Code: inspect.CodeNotAnID, Message: withoutSecret(err.Error(), text),
				Hint: c.wayOut(text, err)}
		}
		if warning != nil {
			c.WarnUnsafe(warning, n.List)
		}
		return n, nil
	}}
}

func (c *Codec) read(text string) (out inspect.Numbers, err error) {
	out.Canonical, out.Evidence = text, c.Evidence(text)
	if c.hex != nil {
		if out.Hex, err = c.hex.DecodeHex(text); err != nil {
			return out, err
		}
	}
	out.List, err = c.Decode(text)
	if other, ok := errors.AsType[*sqids.NotCanonicalError](err); ok {
		out.Canonical, out.Note, out.Evidence = other.Canonical, other.Error(), 0
		return out, nil
	}
	return out, err
}

// OfHex writes hexadecimal digits, of any length, as the codec does with --hex.
func (c *Codec) OfHex(digits string) (string, error) {
	out, err := c.hex.AppendHex(nil, digits)
	if err != nil {
		return "", Negative("%s; use 0-9 and a-f", screen.Escaped(withoutSecret(err.Error(), digits)))
	}
	return string(out), nil
}

// wayOut says what may help where the codec refuses a text.
func (c *Codec) wayOut(text string, err error) string {
	h, ok := c.numberCodec.(*hashids.Codec)
	switch {
	case !ok:
	case errors.Is(err, hashids.ErrHex):
		return "without --hex it is read as numbers"
	case errors.Is(err, hashids.ErrMalformed):
		if n, ok := h.Length(text); ok {
			return fmt.Sprintf("it is one with --min-length %d", n)
		}
		return "was it written with another --salt, --alphabet or --min-length?"
	}
	return ""
}

// withoutSecret is a message about a text, which is masked there where it looks
// like a secret, and cut where it is long.
func withoutSecret(message, text string) string {
	shown := inspect.Shown(text)
	if shown != text && strings.Contains(message, text) {
		return strings.ReplaceAll(message, text, shown)
	}
	return inspect.Redact(message)
}

// WarnUnsafe says once that not every implementation takes one of the numbers.
func (c *Codec) WarnUnsafe(a *App, numbers []uint64) {
	for _, n := range numbers {
		if n > hashids.MaxSafe {
			c.warned.Do(func() {
				a.Warn(fmt.Sprintf("%d is past 2^53-1, the limit of %s in JavaScript and Java: others may refuse it", n,
					c.Name))
			})
			return
		}
	}
}
