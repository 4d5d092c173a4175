package cmd

import (
	"math/big"
	"slices"
	"unicode/utf8"

	bday "idscope/bench/birthday"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/gen"
)

// check refuses flags that say two things, or half of one.
func (o *birthdayOptions) check(args []string) error {
	spaces := 0
	for _, given := range []bool{len(args) > 0, o.bits > 0, o.space != nil,
		len(args) == 0 && (o.alphabet != "" || o.length > 0)} {
		if given {
			spaces++
		}
	}
	counts := 0
	for _, given := range []bool{o.count != nil, o.probability != nil, o.span != nil} {
		if given {
			counts++
		}
	}
	if o.solves(args) {
		switch {
		case o.plot != "":
			return cli.Usage("--plot draws the probability in a space; want a scheme, --bits, --space, or --alphabet and " +
				"--length")
		case o.nodes != nil || o.rate != nil || o.span != nil || o.custom != (cli.LayoutFlags{}):
			return cli.Usage("--count and --probability ask for a space of random ids; want nothing but --alphabet beside them")
		}
		return nil
	}
	switch {
	case spaces == 0:
		return cli.Usage("birthday has no space; want a scheme, --bits, --space, or --alphabet and " +
			"--length").Hinted("idscope bench birthday uuidv4 --count 1e9")
	case spaces > 1:
		return cli.Usage("birthday has %d spaces; want one: a scheme, --bits, --space, or --alphabet and --length", spaces)
	case len(args) == 0 && (o.alphabet == "") != (o.length == 0):
		return cli.Usage("--alphabet and --length give a space together; want both")
	case counts > 1:
		return cli.Usage("--count, --probability and --for exclude each other; want one")
	case o.span != nil && o.rate == nil:
		return cli.Usage("--for has no rate; want --rate too")
	case o.arrivals.Value != "poisson" && o.rate == nil:
		return cli.Usage("--arrivals has no rate; want --rate too")
	case len(args) == 0 && o.nodes != nil:
		return cli.Usage("--nodes has no scheme; want one, or --count for nodes that draw from a " +
			"space").Hinted("idscope bench birthday snowflake --nodes 38")
	case len(args) == 0 && (o.custom.Layout != "" || o.custom.Epoch != "" || o.custom.Tick != nil):
		return cli.Usage("--layout, --epoch and --tick have no scheme; want " +
			"one").Hinted(`idscope bench birthday custom --layout "time:41 random:22" --rate 100`)
	case len(args) == 0 && o.arrivals.Value != "poisson":
		return cli.Usage("--arrivals has no scheme; want one with a time")
	}
	return nil
}

// solves reports whether the space is what is asked for.
func (o *birthdayOptions) solves(args []string) bool {
	return len(args) == 0 && o.bits == 0 && o.space == nil && o.length == 0 && o.count != nil &&
		o.probability != nil
}

// solve tells the smallest space for a count and a probability.
func (o *birthdayOptions) solve() error {
	if o.alphabet != "" {
		if err := gen.CheckAlphabet(o.alphabet); err != nil {
			return cli.Usage("--alphabet %q is not usable: %w", o.alphabet, err)
		}
	}
	s, ok := bday.Solve(o.count, o.probability, o.alphabet)
	switch {
	case !ok:
		return cli.Negative("no space of at most 2^%d is large enough", bday.MaxBits)
	case o.json:
		return o.PrintJSON(s)
	}
	return o.Print(show.Space(o.Pen(0), &s))
}

// bare is the space of the flags.
func (o *birthdayOptions) bare() (*big.Int, error) {
	switch {
	case o.bits > 0:
		return new(big.Int).Lsh(big.NewInt(1), uint(o.bits)), nil
	case o.space != nil:
		return o.space, nil
	}
	if err := gen.CheckAlphabet(o.alphabet); err != nil {
		return nil, cli.Usage("--alphabet %q is not usable: %w", o.alphabet, err)
	}
	symbols := utf8.RuneCountInString(o.alphabet)
	if float64(o.length) > bday.MaxBits { // each symbol has a bit at least
		return nil, cli.Usage("--length %d is too large; want at most %d", o.length, bday.MaxBits)
	}
	n := new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(o.length)), nil)
	if n.BitLen() > bday.MaxBits {
		return nil, cli.Usage("%d of %d symbols have %d bits; want at most %d", o.length, symbols, n.BitLen(), bday.MaxBits)
	}
	return n, nil
}

// resized is a scheme with the length and alphabet of the flags, where it leaves
// them open.
func (o *birthdayOptions) resized(s *gen.Scheme) (*gen.Scheme, error) {
	if o.length == 0 && o.alphabet == "" {
		return s, nil
	}
	if s.Pattern == nil {
		return nil, cli.Usage("the length and alphabet of %s are fixed; want no --length and no --alphabet", s.Name)
	}
	if _, err := gen.NewComposer(s, gen.ComposerOptions{Length: int(o.length), Alphabet: o.alphabet}); err != nil {
		return nil, cli.Usage("%w", err)
	}
	own := *s
	own.Pattern = slices.Clone(s.Pattern)
	fixed := 0
	for _, p := range own.Pattern {
		if p.Min == p.Max || len(p.Texts) > 0 {
			fixed += (gen.Pattern{p}).Made()
		}
	}
	for i := range own.Pattern {
		p := &own.Pattern[i]
		if p.Min == p.Max || len(p.Texts) > 0 {
			continue
		}
		if o.length > 0 {
			p.Length = int(o.length) - fixed
		}
		if o.alphabet != "" {
			p.Alphabet = o.alphabet
		}
	}
	return &own, nil
}
