package scheme

import (
	"strings"

	"idscope/gen"
)

// slack is a letter that says what it is of, and symbols that say nothing.
// Source: docs.slack.dev, the ids of its objects.
func slack() *gen.Scheme {
	return &gen.Scheme{
		Name:    "slack",
		Title:   "Slack",
		Summary: "a letter for what it is of, as C for channels, and 8 or more of base36",
		Spec:    "docs.slack.dev/reference/objects",
		Encoding: gen.Encoding{Verify: slackType, Pattern: gen.Pattern{
			{Name: "type", Source: gen.Const, Texts: []string{"A", "B", "C", "D", "E", "F", "G", "S", "T", "U", "W", "Wf"}},
			{Name: "body", Source: gen.Data, Alphabet: decimals + capitals, Min: 8, Max: 12},
		}},
		ReadOnly: "Slack gives them out",
		Since:    day(2013, 8, 1),
		Prior:    1.5,
		Notes:    []string{"the length has grown from 9 to 11 characters over the years"},
		Example: gen.Vector{Text: "C012AB3CD", Values: []string{"C", "012AB3CD"},
			Source: "docs.slack.dev, conversations.info"},
	}
}

func slackType(text string) ([]gen.Finding, error) {
	kind := map[byte]string{
		'A': "app", 'B': "bot", 'C': "channel", 'D': "direct message", 'E': "enterprise", 'F': "file",
		'G': "private channel or group message", 'S': "user group", 'T': "workspace", 'U': "user",
		'W': "user of an enterprise",
	}[text[0]]
	if strings.HasPrefix(text, "Wf") {
		kind = "workflow"
	}
	return []gen.Finding{{Name: "object", Value: kind}}, nil
}
