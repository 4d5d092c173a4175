package cli

import (
	"fmt"
	"math"
	"math/big"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // small containers and Windows have no zones

	"github.com/spf13/cobra"

	"idscope/gen"
	"idscope/gen/quantity"
)

// Choice is a flag with a list of values: its help, its check, its error text
// and its completion all come from the list.
type Choice struct {
	Value  string
	List   []gen.Choice
	More   string             // what else is accepted, for errors
	Means  string             // what that is, for help
	Accept func(string) error // checks values outside the list; nil refuses them
	kind
}

// kind is what help calls a value: FILE, TIME.
type kind string

// Type implements [pflag.Value].
func (k *kind) Type() string { return string(*k) }

func (k *kind) name(text string) { *k = kind(text) }

// String returns the chosen value.
func (c *Choice) String() string { return c.Value }

// Values lists the values, for errors and help.
func (c *Choice) Values() string {
	all := Names(c.List)
	if c.More != "" {
		all = append(all, c.More)
	}
	return strings.Join(all, ", ")
}

// Names are those of choices.
func Names(list []gen.Choice) []string {
	all := make([]string, len(list))
	for i, o := range list {
		all[i] = o.Name
	}
	return all
}

// index is the place of a text in the list, -1 for none.
func (c *Choice) index(text string) int {
	if i := slices.IndexFunc(c.List, func(o gen.Choice) bool { return o.Name == text }); i >= 0 {
		return i
	}
	folded := gen.Fold(text)
	return slices.IndexFunc(c.List, func(o gen.Choice) bool { return gen.Fold(o.Name) == folded })
}

// Set checks and takes a value.
func (c *Choice) Set(text string) error {
	if i := c.index(text); i >= 0 {
		c.Value = c.List[i].Name
		return nil
	}
	if c.Accept != nil {
		if err := c.Accept(text); err != nil {
			return err
		}
		c.Value = text
		return nil
	}
	return fmt.Errorf("%q is unknown; use one of %s", text, c.Values())
}

// Described turns choices into completions with their help.
func Described(list []gen.Choice) []cobra.Completion {
	all := make([]cobra.Completion, len(list))
	for i, o := range list {
		all[i] = cobra.CompletionWithDesc(o.Name, o.Help)
	}
	return all
}

// Parsed is a flag whose text is read when it is given.
type Parsed struct {
	kind
	shown string // the default, or the text given
	set   func(text string) error
}

// String returns the text given, before that the default.
func (p *Parsed) String() string { return p.shown }

// Set reads and takes a value.
func (p *Parsed) Set(text string) error {
	err := p.set(text)
	if err == nil {
		p.shown = text
	}
	return err
}

// Value returns the value of a flag that goes to a variable; shown is the default.
func Value[T any](to *T, shown string, parse func(string) (T, error)) *Parsed {
	return &Parsed{shown: shown, set: func(text string) error {
		v, err := parse(text)
		if err == nil {
			*to = v
		}
		return err
	}}
}

// Values returns the value of a flag that may be given several times.
func Values[T any](to *[]T, parse func(string) (T, error)) *Parsed {
	return &Parsed{set: func(text string) error {
		v, err := parse(text)
		if err == nil {
			*to = append(*to, v)
		}
		return err
	}}
}

func asGiven(text string) (string, error) { return text, nil }

// CountFlag is a number from 0 up.
func CountFlag(to *uint64) *Parsed {
	return Value(to, strconv.FormatUint(*to, 10), parseCount)
}

// CountWithin is a number from least to most; 0 is no default.
func CountWithin[T int | uint64](to *T, least, most T) *Parsed {
	shown := ""
	if *to > 0 {
		shown = strconv.FormatUint(uint64(*to), 10)
	}
	return Value(to, shown, func(text string) (T, error) {
		n, err := quantity.ParseCount(text, uint64(least), uint64(most))
		return T(n), err
	})
}

// parseCount reads a count without a limit of its own.
func parseCount(text string) (uint64, error) { return quantity.ParseCount(text, 0, 1<<63-1) }

// Within returns a parser of quantities from least to most.
func Within[T any](parse func(text string, least, most T) (T, error), least, most T) func(string) (T, error) {
	return func(text string) (T, error) { return parse(text, least, most) }
}

// OptionalFlag leaves nil where the flag is not given: 0 is a choice too.
func OptionalFlag[T any](to **T, parse func(string) (T, error)) *Parsed {
	return Value(to, "", func(text string) (*T, error) {
		v, err := parse(text)
		return &v, err
	})
}

// ParseList returns a parser of words that commas part, each of them once; each names them for the error.
func ParseList[T comparable](each string, parse func(word string) (T, error)) func(text string) ([]T, error) {
	return func(text string) (list []T, err error) {
		for word := range strings.SplitSeq(text, ",") {
			v, err := parse(word)
			if err == nil && slices.Contains(list, v) {
				err = fmt.Errorf("%q is given twice; give %s once", word, each)
			}
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	}
}

// ParseChoices returns a parser of some of a list, each once; the list is made when it is asked for.
func ParseChoices[T ~string](list func() []gen.Choice) func(text string) ([]T, error) {
	return func(text string) ([]T, error) {
		known := list()
		return ParseList("each", func(word string) (T, error) {
			c := Choice{List: known}
			err := c.Set(word)
			return T(c.Value), err
		})(text)
	}
}

// CompleteChoices proposes a list that is made when it is asked for.
func CompleteChoices(list func() []gen.Choice) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return Described(list()), cobra.ShellCompDirectiveNoFileComp
	}
}

// CompleteList is [CompleteChoices] of a flag that takes several: after a comma those that are not given.
func CompleteList(list func() []gen.Choice) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, text string) (all []cobra.Completion, _ cobra.ShellCompDirective) {
		before := text[:strings.LastIndexByte(text, ',')+1]
		for _, o := range list() {
			if !slices.Contains(strings.Split(before, ","), o.Name) {
				all = append(all, cobra.CompletionWithDesc(before+o.Name, o.Help))
			}
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

// ParseTick reads a length of time above 0.
func ParseTick(text string) (time.Duration, error) {
	return quantity.ParseDuration(text, 1, math.MaxInt64)
}

// ParseLead reads a length of time from 0 up.
func ParseLead(text string) (time.Duration, error) {
	return quantity.ParseDuration(text, 0, math.MaxInt64)
}

// SeedFlag leaves nil where the flag is not given.
func SeedFlag(to **uint64) *Parsed {
	return OptionalFlag(to, func(text string) (uint64, error) {
		v, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			err = fmt.Errorf("%q is not a seed; use a whole number from 0 to %d", text, uint64(1<<64-1))
		}
		return v, err
	})
}

// parseValue reads the value of a field, decimal or hexadecimal behind 0x.
func parseValue(text string) (gen.ID, bool) {
	base, digits := uint64(10), text
	if rest, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		base, digits = 16, rest
	}
	var id gen.ID
	for _, c := range []byte(digits) {
		d := strings.IndexByte("0123456789abcdef", c)
		if d < 0 || uint64(d) >= base {
			return gen.ID{}, false
		}
		var ok bool
		if id, ok = id.MulAdd(base, uint64(d)); !ok {
			return gen.Mask(gen.MaxBits), true // too large for every field: the range is told later
		}
	}
	return id, digits != ""
}

// AssignmentFlag is FIELD=VALUE, which may be given several times, for each field once.
func AssignmentFlag(to *[]gen.Assignment) *Parsed {
	return Values(to, func(text string) (gen.Assignment, error) {
		field, number, ok := strings.Cut(text, "=")
		v, isNumber := parseValue(number)
		var err error
		switch {
		case !ok || field == "":
			err = fmt.Errorf("%q is not understood; use FIELD=VALUE, such as shard=1341", text)
		case slices.ContainsFunc(*to, func(old gen.Assignment) bool { return old.Field == field }):
			err = fmt.Errorf("%q gives %s a second value; use one", text, field)
		case !isNumber:
			err = fmt.Errorf("%q is not understood; use a whole number, decimal or hexadecimal with 0x", text)
		}
		return gen.Assignment{Field: field, Value: v}, err
	})
}

// MemoryFlag is an amount of memory to work in.
func MemoryFlag(to *int64) *Parsed {
	return Value(to, quantity.FormatSize(*to), Within(quantity.ParseSize, 1<<20, 1<<50))
}

// ParseNodes reads a number of nodes that are only calculated with.
func ParseNodes(text string) (*big.Int, error) {
	return quantity.ParseWhole(text, big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
}

// ParseAddress reads an address: HOST:PORT or unix:PATH.
func ParseAddress(text string) (string, error) {
	path, unix := strings.CutPrefix(text, "unix:")
	if _, _, err := net.SplitHostPort(text); unix && path == "" || !unix && err != nil {
		return "", fmt.Errorf("%q is not an address; use HOST:PORT", text)
	}
	return text, nil
}

// AddLoad defines the flags of the load that figures are of: ids a second, nodes, and how long. They keep what they
// point to where they are not given, which is 1000, 10 and a year.
func AddLoad(f *Flags, rate **big.Rat, nodes **big.Int, span **big.Rat) {
	f.Var("rate", Value(rate, "1000", quantity.ParseRate))
	f.Var("nodes", Value(nodes, "10", ParseNodes))
	f.Var("for", Value(span, "1y", quantity.ParseSpan))
}

// Format is what an answer is written as: --format, and a flag of its own for those of its values that the
// table of flags has, as --json. The first of the list is what is written where none is given.
type Format struct {
	Choice
	short []bool // of the list
}

// NewRecordFormat returns the flag of what is written for people or as records, of which a row of a
// table is what it says; more are formats of its own.
func NewRecordFormat(row string, more ...gen.Choice) Format {
	list := append([]gen.Choice{{Name: "text", Help: "tables for people"}}, more...)
	list = append(list, gen.Choice{Name: "json", Help: "one JSON object a line for each scheme"},
		gen.Choice{Name: "csv", Help: row}, gen.Choice{Name: "tsv", Help: "the rows without headings and quotes"},
		gen.Choice{Name: "markdown", Help: "a table for documents"})
	return Format{Choice{Value: list[0].Name, List: list}, make([]bool, len(list))}
}

// Add defines the flags.
func (f *Format) Add(flags *Flags) {
	flags.Var("format", &f.Choice)
	for i, one := range f.List {
		if flags.Row(one.Name) != nil {
			flags.Switch(one.Name, &f.short[i])
		}
	}
}

// Resolve makes one choice of the flags that say the same.
func (f *Format) Resolve() {
	if i := slices.Index(f.short, true); i >= 0 {
		f.Value = f.List[i].Name
	}
}

// ZoneFlag is the flag --tz.
type ZoneFlag struct {
	Zone *time.Location
	Kept bool // for all hosts, so that it has a name, and is not that of this computer
}

// Add defines the flag.
func (z *ZoneFlag) Add(flags *Flags) {
	z.Zone = time.UTC
	flags.Var("tz", Value(&z.Zone, "", z.parse))
	zones := []cobra.Completion{cobra.CompletionWithDesc("local", "the zone of this computer"),
		cobra.CompletionWithDesc("UTC", "as by default"), "Europe/Berlin", "America/New_York", "Asia/Tokyo"}
	if z.Kept {
		zones = zones[1:]
	}
	flags.Propose("tz", cobra.ShellCompDirectiveNoFileComp, zones...)
}

// parse reads a zone: its name, or an offset.
func (z *ZoneFlag) parse(text string) (*time.Location, error) {
	use := "; use local, "
	if z.Kept {
		use = " that all hosts share; use "
	}
	if strings.EqualFold(text, "local") && !z.Kept {
		return time.Local, nil
	}
	if zone, ok := quantity.ParseZone(text); ok {
		return zone, nil
	}
	return nil, fmt.Errorf("%q is not a zone%sUTC, a name such as Europe/Berlin, or an offset such as +02:00", text,
		use)
}
