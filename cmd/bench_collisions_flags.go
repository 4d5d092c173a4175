package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"idscope/bench/collide"
	"idscope/cmd/internal/cli"
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
	return strings.TrimSuffix(paragraph("  ", text+everyRules), "\n")
}

// spanText writes a span of the simulation: 20m, 11d13h46m40s.
func spanText(d time.Duration) string {
	text := ""
	if days := d / (24 * time.Hour); days > 0 {
		text, d = fmt.Sprintf("%dd", days), d%(24*time.Hour)
		if d == 0 {
			return text
		}
	}
	return text + cli.ShortDuration(d)
}
