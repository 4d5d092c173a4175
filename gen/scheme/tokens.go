package scheme

import (
	"errors"
	"strings"
	"time"

	"idscope/gen"
)

// Tokens and keys open something to whoever has them: they are named, their checksums
// are checked, and all but their last four symbols are hidden wherever they would be
// shown. In the examples a prefix stands apart, or tools that look for secrets in
// sources report them.

// tokenShown is how many symbols of a token are shown.
const tokenShown = 4

// tokenOf is a pattern of a prefix that says what follows, and symbols that nobody
// shall see.
func tokenOf(prefixes []string, alphabet string, least, most int) gen.Pattern {
	return gen.Pattern{
		{Name: "prefix", Source: gen.Const, Texts: prefixes, Guards: prefixes},
		{Name: "secret", Source: gen.Data, Alphabet: alphabet, Min: least - tokenShown, Max: most - tokenShown, Secret: true},
		{Name: "end", Source: gen.Data, Alphabet: alphabet, Min: tokenShown, Max: tokenShown},
	}
}

const revoke = "whoever sees one can use it: revoke it if it leaked"

var errTokenSum = errors.New("its checksum is wrong, so it is none, or one with a typing error")

// crcBase62 reports whether the last six of 36 symbols are the CRC-32 of the others in
// base62, as GitHub and npm have them.
func crcBase62(body string) bool {
	const digits = 6
	sum := crc32([]byte(body[:len(body)-digits]))
	for i := range digits {
		if base62[sum%62] != body[len(body)-1-i] {
			return false
		}
		sum /= 62
	}
	return true
}

// crc32 is the CRC of IEEE 802.3, as hash/crc32 has it, whose tables every start of the
// program would pay for.
func crc32(b []byte) uint32 {
	sum := ^uint32(0)
	for _, c := range b {
		sum ^= uint32(c)
		for range 8 {
			sum = sum>>1 ^ 0xedb88320&-(sum&1)
		}
	}
	return ^sum
}

// githubToken opens GitHub to whoever has it. Source: github.blog, Behind GitHub's new
// authentication token formats (2021); docs.github.com, Token formats.
func githubToken() *gen.Scheme {
	kinds := map[string]string{
		"ghp_": "personal access token (classic)", "gho_": "OAuth access token", "ghu_": "user access token of an app",
		"ghs_": "installation access token of an app", "ghr_": "refresh token of an app",
		"github_pat_": "personal access token (fine-grained)",
	}
	return &gen.Scheme{
		Name:    "github-token",
		Title:   "GitHub token",
		Summary: "ghp_, gho_, ghu_, ghs_ or ghr_, 30 of base62 and a CRC-32; never shown",
		Spec:    "github.blog, new authentication token formats, 2021-04-05",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{
			Pattern: tokenOf([]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, base62+"_", 36, 82),
			Verify: func(text string) ([]gen.Finding, error) {
				at := strings.LastIndexByte(text[:len("github_pat_")], '_') + 1
				prefix, body := text[:at], text[at:]
				switch {
				case prefix == "github_pat_" && (len(body) != 82 || body[22] != '_'):
					return nil, errors.New("behind github_pat_ are 22 and 59 symbols")
				case prefix != "github_pat_" && len(body) != 36 && (prefix != "ghr_" || len(body) != 76):
					return nil, errors.New("behind its prefix are 36 symbols")
				case prefix != "github_pat_" && (strings.Contains(body, "_") || !crcBase62(body)):
					return nil, errTokenSum
				}
				return []gen.Finding{{Name: "object", Value: kinds[prefix]}}, nil
			},
			VerifyBits: 32,
		},
		ReadOnly: "GitHub gives them out",
		Since:    time.Date(2021, 4, 5, 0, 0, 0, 0, time.UTC),
		Prior:    3,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "ghp_" + "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17",
			Values: []string{"ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0m", "Lq17"},
			Source: "github.com/therootcompany/base62-token.js"},
	}
}

// npmToken opens the registry of npm. Source: github.blog/changelog, 2021-09-23.
func npmToken() *gen.Scheme {
	return &gen.Scheme{
		Name:    "npm-token",
		Title:   "npm access token",
		Summary: "npm_, 30 of base62 and a CRC-32; never shown",
		Spec:    "github.blog/changelog, npm access tokens, 2021-09-23",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{
			Pattern: tokenOf([]string{"npm_"}, base62, 36, 36),
			Verify: func(text string) ([]gen.Finding, error) {
				if !crcBase62(text[4:]) {
					return nil, errTokenSum
				}
				return nil, nil
			},
			VerifyBits: 32,
		},
		ReadOnly: "npm gives them out",
		Since:    time.Date(2021, 9, 23, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "npm_" + "1234567890abcdefABCDEFghijKLMN4Lx9Bf",
			Values: []string{"npm_", "1234567890abcdefABCDEFghijKLMN4L", "x9Bf"}, Source: "computed from the format"},
	}
}

// gitlabToken opens GitLab. Source: docs.gitlab.com/security/tokens, Token prefixes.
func gitlabToken() *gen.Scheme {
	return &gen.Scheme{
		Name:    "gitlab-token",
		Title:   "GitLab token",
		Summary: "glpat-, glrt-, gldt- and others of GitLab, 20 symbols or more; never shown",
		Spec:    "docs.gitlab.com/security/tokens",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{
			Pattern: tokenOf([]string{"glpat-", "gloas-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-",
				"glimt-",
				"glagent-", "glsoat-", "glffct-", "glwt-"},
				base64URL+".", 20, 320),
		},
		ReadOnly: "GitLab gives them out",
		Since:    time.Date(2021, 11, 22, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "glpat-" + "1234567890abcdefABCD",
			Values: []string{"glpat-", "1234567890abcdef", "ABCD"}, Source: "an example of the documented form"},
	}
}

// slackToken opens Slack. Source: docs.slack.dev/authentication/tokens.
func slackToken() *gen.Scheme {
	kinds := map[string]string{"xoxb": "bot token", "xoxp": "user token", "xapp": "app-level token",
		"xoxe": "refresh or rotated token", "xwfp": "workflow token"}
	return &gen.Scheme{
		Name:    "slack-token",
		Title:   "Slack token",
		Summary: "xoxb-, xoxp-, xapp- and others of Slack, numbers and symbols; never shown",
		Spec:    "docs.slack.dev/authentication/tokens",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{
			Pattern: tokenOf([]string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxd-", "xoxe-", "xoxe.xoxp-",
				"xoxe.xoxb-",
				"xapp-", "xwfp-"}, base62+"-", 24, 300),
			Verify: func(text string) ([]gen.Finding, error) {
				if !strings.ContainsAny(text, decimals) {
					return nil, errors.New("behind its prefix are numbers")
				}
				if kind := kinds[text[:4]]; kind != "" {
					return []gen.Finding{{Name: "object", Value: kind}}, nil
				}
				return nil, nil
			},
		},
		ReadOnly: "Slack gives them out",
		Since:    time.Date(2014, 2, 1, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "xoxb-" + "1234567890-1234567890123-abcdefABCDEFghijKLMN1234",
			Values: []string{"xoxb-", "1234567890-1234567890123-abcdefABCDEFghijKLMN", "1234"},
			Source: "an example of the documented form"},
	}
}

// huggingFaceToken opens Hugging Face. Source: huggingface.co/docs/hub/security-tokens.
func huggingFaceToken() *gen.Scheme {
	return &gen.Scheme{
		Name:     "huggingface-token",
		Title:    "Hugging Face token",
		Summary:  "hf_ and 34 letters and digits of Hugging Face; never shown",
		Spec:     "huggingface.co/docs/hub/security-tokens",
		Format:   gen.FormatToken,
		Encoding: gen.Encoding{Pattern: tokenOf([]string{"hf_"}, base62, 34, 40)},
		ReadOnly: "Hugging Face gives them out",
		Since:    time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "hf_" + "abcdefghijABCDEFGHIJabcdefghij1234",
			Values: []string{"hf_", "abcdefghijABCDEFGHIJabcdefghij", "1234"},
			Source: "an example of the documented form"},
	}
}

// openAIKey opens the interface of OpenAI. Source: platform.openai.com/docs; the mark in
// its middle is base64 of OpenAI.
func openAIKey() *gen.Scheme {
	return &gen.Scheme{
		Name:    "openai-key",
		Title:   "OpenAI key",
		Summary: "sk-, sk-proj- or sk-svcacct- and symbols of OpenAI; never shown",
		Spec:    "platform.openai.com/docs/api-reference/authentication",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{
			Pattern: tokenOf([]string{"sk-", "sk-proj-", "sk-svcacct-", "sk-admin-"}, base64URL, 40, 200),
			Verify: func(text string) ([]gen.Finding, error) {
				switch {
				case strings.HasPrefix(text, "sk-ant-"), strings.HasPrefix(text, "sk-or-"):
					return nil, errors.New("it begins as a key of others")
				case !strings.ContainsAny(text, decimals) || strings.ToLower(text) == text:
					return nil, errors.New("it has digits and letters in both cases")
				}
				return nil, nil
			},
		},
		ReadOnly: "OpenAI gives them out",
		Since:    time.Date(2020, 6, 11, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "sk-" + "1234567890abcdefABCDT3BlbkFJ" + "1234567890abcdefABCD",
			Values: []string{"sk-", "1234567890abcdefABCDT3BlbkFJ1234567890abcdef", "ABCD"},
			Source: "an example of the documented form"},
	}
}

// anthropicKey opens the interface of Anthropic. Source: docs.anthropic.com, API
// overview, Authentication.
func anthropicKey() *gen.Scheme {
	return &gen.Scheme{
		Name:    "anthropic-key",
		Title:   "Anthropic key",
		Summary: "sk-ant-, a kind as api03, and symbols of Anthropic; never shown",
		Spec:    "docs.anthropic.com/en/api/overview",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{
			Pattern: tokenOf([]string{"sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-", "sk-ant-ort01-",
				"sk-ant-sid01-",
				"sk-ant-"}, base64URL, 40, 200),
		},
		ReadOnly: "Anthropic gives them out",
		Since:    time.Date(2023, 3, 14, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "sk-ant-api03-" +
			"1234567890abcdefABCD-_1234567890abcdefABCD-_1234567890abcdefABCD-_1234567890abcdefABCD-_12345AA",
			Source: "an example of the documented form",
			Values: []string{"sk-ant-api03-",
				"1234567890abcdefABCD-_1234567890abcdefABCD-_1234567890abcdefABCD-_1234567890abcdefABCD-_123", "45AA"}},
	}
}

// sendGridKey opens SendGrid. Source: docs.sendgrid.com, API keys: SG., 22 symbols that
// name it, a point, and 43 of 256 random bits.
func sendGridKey() *gen.Scheme {
	return &gen.Scheme{
		Name:    "sendgrid-key",
		Title:   "SendGrid key",
		Summary: "SG., 22 symbols that name it, a point and 43 of SendGrid; never shown",
		Spec:    "docs.sendgrid.com/ui/account-and-settings/api-keys",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"SG."}, Guards: []string{"SG."}},
			{Name: "id", Source: gen.Data, Alphabet: base64URL, Min: 22, Max: 22, Secret: true},
			{Name: "dot", Source: gen.Const, Texts: []string{"."}},
			{Name: "secret", Source: gen.Data, Alphabet: base64URL, Min: 39, Max: 39, Secret: true},
			{Name: "end", Source: gen.Data, Alphabet: base64URL, Min: tokenShown, Max: tokenShown},
		}},
		ReadOnly: "SendGrid gives them out",
		Since:    time.Date(2014, 1, 1, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{revoke},
		Example: gen.Vector{Text: "SG." + "1234567890abcdefABCD-_." + "1234567890abcdefABCD-_1234567890abcdefABCD-",
			Source: "an example of the documented form",
			Values: []string{"SG.", "1234567890abcdefABCD-_", ".", "1234567890abcdefABCD-_1234567890abcdefA", "BCD-"}},
	}
}
