package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/bench/collide"
	"idscope/gen/quantity"
)

// FaultFlags are the faults, with the texts that they were given as.
type FaultFlags struct {
	List  []collide.Fault
	Texts []string
}

var _ pflag.Value = (*FaultFlags)(nil)

// String returns nothing: there is no default.
func (f *FaultFlags) String() string { return "" }

// Type is what help shows for the value.
func (f *FaultFlags) Type() string { return "FAULT" }

// Set adds a fault.
func (f *FaultFlags) Set(text string) error {
	fault, err := ParseFault(text)
	if err == nil {
		f.List, f.Texts = append(f.List, fault), append(f.Texts, text)
	}
	return err
}

// ParseFault reads KIND[=VALUE][@TIME][#NODE], as in step=-2s@10m#3.
func ParseFault(text string) (f collide.Fault, err error) {
	rest, node, numbered := strings.Cut(text, "#")
	rest, at, timed := strings.Cut(rest, "@")
	name, value, valued := strings.Cut(rest, "=")
	for i, c := range collide.FaultChoices() {
		if c.Name == name {
			f.Kind = collide.FaultKind(i + 1)
		}
	}
	if f.Kind == 0 {
		return f, fmt.Errorf("%q is not a fault; use one of %s", text, faultKinds())
	}
	takes := f.Kind.Takes()
	wrong := func(why string, values ...any) (collide.Fault, error) {
		return collide.Fault{}, fmt.Errorf("%q "+why+"; use %s",
			append(append([]any{text}, values...), collide.FaultChoices()[f.Kind-1].Help)...)
	}
	switch {
	case valued && !takes.Duration && !takes.Count:
		return wrong("has a value, which %s does not take", name)
	case !valued && (takes.Count || takes.Duration && f.Kind != collide.Restart):
		return wrong("has no value")
	case timed && !takes.Time:
		return wrong("has a time, but %s lasts from the start", name)
	case !timed && takes.NeedsTime:
		return wrong("has no time")
	case valued && takes.Duration:
		f.Shift, err = quantity.ParseDuration(value, math.MinInt64, math.MaxInt64)
	case valued:
		f.Count, err = quantity.ParseCount(value, 1, math.MaxUint64)
	}
	if err != nil {
		return wrong("has %q for a value", value)
	}
	if timed {
		if f.At, err = ParseLead(at); err != nil {
			return wrong("has %q for a time since the start", at)
		}
		f.Timed = true
	}
	if numbered {
		if !takes.Node {
			return wrong("names a node, but %s is of all", name)
		}
		n, err := strconv.ParseUint(node, 10, 16)
		if err != nil || n == 0 {
			return wrong("has %q for a node, counted from 1", node)
		}
		f.Node = int(n)
	}
	return f, nil
}

// faultKinds lists the kinds for errors and help.
func faultKinds() string {
	var list []string
	for _, c := range collide.FaultChoices() {
		list = append(list, c.Name)
	}
	return strings.Join(list, ", ")
}

// CompleteFault proposes the kinds, as far as the shell can know them.
func CompleteFault(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var list []cobra.Completion
	for i, c := range collide.FaultChoices() {
		name := c.Name
		switch takes := collide.FaultKind(i + 1).Takes(); {
		case takes.Count, takes.Duration && i+1 != int(collide.Restart):
			name += "="
		case takes.NeedsTime:
			name += "@"
		}
		list = append(list, cobra.CompletionWithDesc(name, c.Help))
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
