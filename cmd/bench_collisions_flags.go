package cmd

import (
	"github.com/spf13/pflag"

	"idscope/bench/collide"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
)

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
