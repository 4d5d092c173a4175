package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/gen"
)

// choice is a flag with a list of values: its help, its check, its error text
// and its completion all come from the list.
type choice struct {
	value  string
	list   []gen.Choice
	more   string             // what else is accepted, for errors
	accept func(string) error // checks values outside the list; nil refuses them
}

var _ pflag.Value = (*choice)(nil)

// String returns the chosen value.
func (c *choice) String() string { return c.value }

// Type is what help shows for the value.
func (c *choice) Type() string {
	all := make([]string, 0, len(c.list)+1)
	for _, o := range c.list {
		all = append(all, o.Name)
	}
	if c.more != "" {
		all = append(all, c.more)
	}
	return strings.Join(all, "|")
}

// Set checks and takes a value.
func (c *choice) Set(text string) error {
	for _, o := range c.list {
		if o.Name == text {
			c.value = text
			return nil
		}
	}
	if c.accept != nil {
		if err := c.accept(text); err != nil {
			return err
		}
		c.value = text
		return nil
	}
	return fmt.Errorf("%q is unknown; want one of %s", text, strings.ReplaceAll(c.Type(), "|", ", "))
}

// add defines the flag; propose has its completion.
func (c *choice) add(flags *pflag.FlagSet, name, short, help string) {
	flags.VarP(c, name, short, help)
}

// described turns choices into completions with their help.
func described(list []gen.Choice) []cobra.Completion {
	all := make([]cobra.Completion, len(list))
	for i, o := range list {
		all[i] = cobra.CompletionWithDesc(o.Name, o.Help)
	}
	return all
}

// parsed is a flag whose text parse turns into a value.
type parsed[T any] struct {
	to    *T
	kind  string // what help shows for the value
	shown string // default
	parse func(string) (T, error)
}

// String returns the text given.
func (p *parsed[T]) String() string { return p.shown }

// Type is what help shows for the value.
func (p *parsed[T]) Type() string { return p.kind }

// Set parses and takes a value.
func (p *parsed[T]) Set(text string) error {
	v, err := p.parse(text)
	if err == nil {
		*p.to, p.shown = v, text
	}
	return err
}

// newFlag returns a flag whose value goes to a variable: kind is what help shows
// for the value, shown the default.
func newFlag[T any](to *T, kind, shown string, parse func(string) (T, error)) *parsed[T] {
	return &parsed[T]{to, kind, shown, parse}
}

func countFlag(to *uint64) *parsed[uint64] {
	return &parsed[uint64]{to, "N", strconv.FormatUint(*to, 10), parseCount}
}

func parseCount(text string) (uint64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err == nil && n >= 0:
		return uint64(n), nil
	case strings.HasPrefix(text, "-") && strings.Trim(text[1:], "0123456789") == "" && len(text) > 1:
		return 0, fmt.Errorf("%s is below 0; want 0 or more", text)
	}
	return 0, fmt.Errorf("%q is not a count; want a whole number from 0 to %d", text, uint64(1<<63-1))
}

// durationFlag leaves nil where the flag is not given: 0 is a choice too.
func durationFlag(to **time.Duration) *parsed[*time.Duration] {
	return &parsed[*time.Duration]{to, "DURATION", "", func(text string) (*time.Duration, error) {
		d, err := parseDuration(text)
		if err == nil && d < 0 {
			err = fmt.Errorf("%s is negative; want 0 or more", text)
		}
		return &d, err
	}}
}

func tickFlag(to **time.Duration) *parsed[*time.Duration] {
	return &parsed[*time.Duration]{to, "DURATION", "", func(text string) (*time.Duration, error) {
		d, err := parseTick(text)
		return &d, err
	}}
}

// parseTick reads the length of a tick.
func parseTick(text string) (time.Duration, error) {
	d, err := parseDuration(text)
	if err == nil && d <= 0 {
		err = fmt.Errorf("%s is too short; want 1ns or more", text)
	}
	return d, err
}

func seedFlag(to **uint64) *parsed[*uint64] {
	return &parsed[*uint64]{to, "N", "", func(text string) (*uint64, error) {
		v, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			err = fmt.Errorf("%q is not a seed; want a whole number from 0 to %d", text, uint64(1<<64-1))
		}
		return &v, err
	}}
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

// assignments is a flag FIELD=VALUE that may be given several times.
type assignments []gen.Assignment

var _ pflag.Value = (*assignments)(nil)

// String returns nothing: there is no default.
func (a *assignments) String() string { return "" }

// Type is what help shows for the value.
func (a *assignments) Type() string { return "FIELD=VALUE" }

// fields names what is assigned.
func (a *assignments) fields() []string {
	names := make([]string, len(*a))
	for i, v := range *a {
		names[i] = v.Field
	}
	return names
}

// Set adds an assignment.
func (a *assignments) Set(text string) error {
	field, number, ok := strings.Cut(text, "=")
	if !ok || field == "" {
		return fmt.Errorf("%q is not understood; want FIELD=VALUE, as in shard=1341", text)
	}
	for _, old := range *a {
		if old.Field == field {
			return fmt.Errorf("%q gives %s a second value; want one", text, field)
		}
	}
	v, ok := parseValue(number)
	if !ok {
		return fmt.Errorf("%q is not understood; want a whole number, decimal or hexadecimal behind 0x", text)
	}
	*a = append(*a, gen.Assignment{Field: field, Value: v})
	return nil
}
