package cmd

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/lines"
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

// composed makes ids of a scheme that is a pattern of text.
func (o *genOptions) composed(ctx context.Context, s *gen.Scheme, out *sink) error {
	for _, name := range []string{"at", "worker", "set", "state", "on-backward", "on-overflow", "start", "max-wait",
		"max-lead", "name", "namespace", "layout", "epoch", "tick"} {
		if o.flagGiven(name) {
			return cli.Usage("%s is a text of parts, without fields and records; want no --%s", s.Name, name)
		}
	}
	if err := o.store.Refuse(o.flagGiven, s.Name+" is a text of parts, which needs no store"); err != nil {
		return err
	}
	opts := gen.ComposerOptions{Length: int(min(o.text.length, math.MaxInt)), Alphabet: o.text.alphabet,
		Random: cli.SystemRandom(o.count)}
	if o.seed != nil {
		opts.Random = gen.SeededRandom(*o.seed)
	}
	var next func(c *gen.Composer, dst []byte, n uint64) ([]byte, int, error)
	switch o.format.Value {
	case "text":
		next = func(c *gen.Composer, dst []byte, n uint64) ([]byte, int, error) {
			return c.AppendLines(dst, int(min(n, composeBatch)), "\n")
		}
	case "json":
		next = jsonComposed(s)
	default:
		return cli.Usage("--format %s writes bits, of which %s has none; want text or json", o.format.Value, s.Name)
	}
	processors := o.processors()
	if s.Pattern.Has(gen.Seq) {
		processors = 1
	}
	left := o.quota(composeBatch, chunks)
	var workers []lines.Worker[[]byte]
	for range processors {
		c, err := gen.NewComposer(s, opts)
		if err != nil {
			return cli.Usage("%w", err)
		}
		workers = append(workers, &making{from: left, make: func(dst []byte, n uint64) ([]byte, error) {
			for n > 0 {
				longer, made, err := next(c, dst, n)
				if dst, n = longer, n-uint64(made); err != nil {
					return dst, err
				}
			}
			return dst, nil
		}})
	}
	refusal, err := out.run(ctx, workers)
	if refusal != nil {
		return cli.Refused("%w", refusal)
	}
	return err
}

// jsonComposed returns what appends an id as a JSON object.
func jsonComposed(s *gen.Scheme) func(c *gen.Composer, dst []byte, n uint64) ([]byte, int, error) {
	head := `{"schema":1,"scheme":` + strconv.Quote(s.Name) + `,"id":`
	return func(c *gen.Composer, dst []byte, _ uint64) ([]byte, int, error) {
		text, err := c.Append(nil)
		if err != nil {
			return dst, 0, err
		}
		return append(appendJSONText(append(dst, head...), text), "}\n"...), 1, nil
	}
}

// composeBatch is how many ids are made at once: some 20 KB.
const composeBatch = 1000

// appendJSONText appends a text as a JSON string, also one of symbols that Go
// would escape otherwise than JSON does.
func appendJSONText(dst, text []byte) []byte {
	quoted, _ := json.Marshal(string(text)) // of a string: no error
	return inspect.AppendEscaped(dst, quoted)
}
