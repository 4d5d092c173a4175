package inspect

import (
	"errors"
	"strings"
	"time"

	"idscope/gen"
)

// What only the address of a host tells: any number is an id of Facebook, any
// hexadecimal digits that of a gist.

const numerals = "0123456789"

func facebook() *gen.Scheme {
	return &gen.Scheme{
		Name:    "facebook",
		Title:   "Facebook id",
		Summary: "number of a post, video or page of Facebook, which tells nothing else",
		Spec:    "developers.facebook.com/docs/graph-api",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{{Name: "number", Source: gen.Data, Alphabet: numerals, Min: 4, Max: 20}},
		},
		ReadOnly: "Facebook gives them out",
		Since:    time.Date(2004, 2, 4, 0, 0, 0, 0, time.UTC),
		Example:  gen.Vector{Text: "10154009990506729", Source: "developers.facebook.com, embedded posts"},
	}
}

func gist() *gen.Scheme {
	return &gen.Scheme{
		Name:    "gist",
		Title:   "GitHub gist",
		Summary: "20 or 32 hexadecimal digits of a gist of GitHub",
		Spec:    "docs.github.com/rest/gists",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{{Name: "digits", Source: gen.Random, Alphabet: "0123456789abcdef", Min: 20, Max: 32}},
		},
		ReadOnly: "GitHub gives them out",
		Since:    time.Date(2008, 7, 20, 0, 0, 0, 0, time.UTC),
		Example:  gen.Vector{Text: "6cad326836d38bd3a7ae", Source: "gist.github.com/octocat"},
	}
}

func jira() *gen.Scheme {
	return &gen.Scheme{
		Name:    "jira",
		Title:   "Jira issue",
		Summary: "key of a project, a hyphen and a number of an issue of Jira",
		Spec:    "support.atlassian.com/jira-software-cloud, issue keys",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{{Name: "key", Source: gen.Data, Alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-",
				Min: 3,
				Max: 24}},
			Verify: verifyJira,
		},
		ReadOnly: "Jira counts them",
		Since:    time.Date(2002, 1, 1, 0, 0, 0, 0, time.UTC),
		Example:  gen.Vector{Text: "JRASERVER-3157", Source: "jira.atlassian.com"},
	}
}

// verifyJira takes the key and the number apart.
func verifyJira(text string) ([]gen.Finding, error) {
	project, number, ok := strings.Cut(text, "-")
	if !ok || project == "" || number == "" || strings.Trim(number, numerals) != "" {
		return nil, errors.New("an issue has a key, a hyphen and a number")
	}
	return []gen.Finding{{Name: "project", Value: project}, {Name: "number", Value: number}}, nil
}
