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
	if o.solves(args) {
		switch {
		case o.plot != "":
			return cli.Usage("--plot draws the probability in a space; use a scheme, --bits, --space, or --alphabet and " +
				"--length")
		case o.rate != nil:
			return cli.Usage("--count and --probability ask for a space of random ids; use nothing but --alphabet beside them")
		}
		return nil
	}
	switch {
	case len(args) == 0 && o.bits == 0 && o.space == nil && o.alphabet == "" && o.length == 0:
		return cli.Usage("specify what to calculate for: a scheme, --bits N, --space N, or --alphabet " +
			"with --length").Hinted("idscope bench birthday uuidv4 --count 1e9")
	case len(args) == 0 && (o.alphabet == "") != (o.length == 0):
		return cli.Usage("--alphabet and --length give a space together; use both")
	case o.count != nil && o.probability != nil:
		return cli.Usage("--count and --probability cannot be used together here; remove one of the two")
	case len(args) == 0 && o.arrivals.Value != "poisson":
		return cli.Usage("--arrivals has no scheme; use one with a time")
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
		return nil, cli.Usage("--length %d is too large; use at most %d", o.length, bday.MaxBits)
	}
	n := new(big.Int).Exp(big.NewInt(int64(symbols)), big.NewInt(int64(o.length)), nil)
	if n.BitLen() > bday.MaxBits {
		return nil, cli.Usage("%d of %d symbols have %d bits; use at most %d", o.length, symbols, n.BitLen(), bday.MaxBits)
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
		return nil, cli.Usage("the length and alphabet of %s are fixed; remove --length and --alphabet", s.Name)
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
