package cmd

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/bench/collide"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
)

const eachNode = "each"

// nodeCount is a number of nodes, or a process for every id.
type nodeCount struct {
	n    int
	each bool
}

var _ pflag.Value = (*nodeCount)(nil)

// String returns what was given.
func (c *nodeCount) String() string {
	switch {
	case c.each:
		return eachNode
	case c.n == 0:
		return ""
	}
	return strconv.Itoa(c.n)
}

// Type is what help shows for the value.
func (c *nodeCount) Type() string { return "N|each" }

// Set checks and takes a value.
func (c *nodeCount) Set(text string) error {
	if text == eachNode {
		*c = nodeCount{each: true}
		return nil
	}
	v, ok := cli.ParseNumber(text)
	if !ok || !v.IsInt() || v.Cmp(big.NewRat(collide.MaxNodes, 1)) > 0 {
		return fmt.Errorf("%q is no number of nodes; want 1 to %d, or each", text, collide.MaxNodes)
	}
	*c = nodeCount{n: int(v.Num().Int64())}
	return nil
}

// rulesChoice is a choice of so many values that help lists them elsewhere.
type rulesChoice struct{ cli.Choice }

var _ pflag.Value = (*rulesChoice)(nil)

// Type is what help shows for the value.
func (c *rulesChoice) Type() string { return "RULES" }

// rulesNames lists the rules, indented, for help.
func rulesNames() string {
	text := ""
	for _, r := range collide.RulesChoices() {
		text += r.Name + ", "
	}
	return "  " + ui.New(false, 80).Wrap(2, 2, ui.Plain.Of(text+everyRules))
}

// parseIDs reads a number of identifiers.
func parseIDs(text string) (*big.Rat, error) {
	v, ok := cli.ParseNumber(text)
	if !ok || !v.IsInt() {
		return nil, fmt.Errorf("%q is no number of ids; want a whole number from 1 up, as in 1000000 or 1e9", text)
	}
	return v, nil
}

// faultFlags are the faults, with the texts that they were given as.
type faultFlags struct {
	list  []collide.Fault
	texts []string
}

var _ pflag.Value = (*faultFlags)(nil)

// String returns nothing: there is no default.
func (f *faultFlags) String() string { return "" }

// Type is what help shows for the value.
func (f *faultFlags) Type() string { return "FAULT" }

// Set adds a fault.
func (f *faultFlags) Set(text string) error {
	fault, err := parseFault(text)
	if err == nil {
		f.list, f.texts = append(f.list, fault), append(f.texts, text)
	}
	return err
}

// parseFault reads KIND[=VALUE][@TIME][#NODE], as in step=-2s@10m#3.
func parseFault(text string) (f collide.Fault, err error) {
	rest, node, numbered := strings.Cut(text, "#")
	rest, at, timed := strings.Cut(rest, "@")
	name, value, valued := strings.Cut(rest, "=")
	for i, c := range collide.FaultChoices() {
		if c.Name == name {
			f.Kind = collide.FaultKind(i + 1)
		}
	}
	if f.Kind == 0 {
		return f, fmt.Errorf("%q is no fault; want one of %s", text, faultKinds())
	}
	takes := f.Kind.Takes()
	wrong := func(why string, values ...any) (collide.Fault, error) {
		return collide.Fault{}, fmt.Errorf("%q "+why+"; want %s", append(append([]any{text}, values...), collide.FaultChoices()[f.Kind-1].Help)...)
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
		f.Shift, err = cli.ParseDuration(value)
	case valued:
		f.Count, err = parseFaultCount(value)
	}
	if err != nil {
		return wrong("has %q for a value", value)
	}
	if timed {
		if f.At, err = cli.ParseDuration(at); err != nil || f.At < 0 {
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

func parseFaultCount(text string) (uint64, error) {
	v, ok := cli.ParseNumber(text)
	if !ok || !v.IsInt() || !v.Num().IsUint64() {
		return 0, fmt.Errorf("%q is no number", text)
	}
	return v.Num().Uint64(), nil
}

// faultKinds lists the kinds for errors and help.
func faultKinds() string {
	var list []string
	for _, c := range collide.FaultChoices() {
		list = append(list, c.Name)
	}
	return strings.Join(list, ", ")
}

// faultHelp explains the kinds, a line each.
func faultHelp() string {
	text := ""
	for _, c := range collide.FaultChoices() {
		form, what, _ := strings.Cut(c.Help, ": ")
		text += fmt.Sprintf("\n  %-30s %s", form, what)
	}
	return text[1:]
}

// completeFault proposes the kinds, as far as the shell can know them.
func completeFault(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
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
