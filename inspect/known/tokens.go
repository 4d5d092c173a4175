package known

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"hash/crc32"
	"strings"
	"time"

	"idscope/gen"
)

// Tokens and keys open something to whoever has them: they are named, their checksums are checked, and all but
// their last four symbols are hidden wherever they would be shown. In the examples a prefix stands apart, or
// tools that look for secrets in sources report them.

// tokenShown is how many symbols of a token are shown.
const tokenShown = 4

const revoke = "whoever sees one can use it: revoke it if it leaked"

// token is a prefix that says what follows, and symbols that nobody shall see.
type token struct {
	name, title, summary, spec, issuer string

	since       time.Time
	prior       float64
	prefixes    []string
	alphabet    string
	least, most int // symbols behind the prefix
	verify      func(text string) ([]gen.Finding, error)
	verifyBits  float64
	example     [2]string // prefix and the rest
	source      string
}

func (t token) scheme() *gen.Scheme {
	end := len(t.example[1]) - tokenShown
	return &gen.Scheme{
		Name: t.name, Title: t.title, Summary: t.summary, Spec: t.spec,
		Format:   gen.FormatToken,
		ReadOnly: t.issuer + " gives them out",
		Since:    t.since,
		Prior:    t.prior,
		Notes:    []string{revoke},
		Encoding: gen.Encoding{Verify: t.verify, VerifyBits: t.verifyBits, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: t.prefixes, Guards: t.prefixes},
			{Name: "secret", Source: gen.Data, Alphabet: t.alphabet, Secret: true,
				Min: t.least - tokenShown, Max: t.most - tokenShown},
			{Name: "end", Source: gen.Data, Alphabet: t.alphabet, Min: tokenShown, Max: tokenShown},
		}},
		Example: gen.Vector{Text: t.example[0] + t.example[1], Source: t.source,
			Values: []string{t.example[0], t.example[1][:end], t.example[1][end:]}},
	}
}

const documented = "an example of the documented form"

// Those of hosts of software and messages.

func githubToken() *gen.Scheme {
	return token{name: "github-token", title: "GitHub token", issuer: "GitHub", since: day(2021, 4, 5), prior: 3,
		summary:  "ghp_, gho_, ghu_, ghs_ or ghr_, 30 of base62 and a CRC-32; never shown",
		spec:     "github.blog, new authentication token formats, 2021-04-05",
		prefixes: githubTokens.prefixes(""), alphabet: base62 + "_", least: 36, most: 82,
		verify: verifyGitHubToken, verifyBits: 32,
		example: [2]string{"ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"},
		source:  "github.com/therootcompany/base62-token.js"}.scheme()
}

func npmToken() *gen.Scheme {
	return token{name: "npm-token", title: "npm access token", issuer: "npm", since: day(2021, 9, 23), prior: 2,
		summary:  "npm_, 30 of base62 and a CRC-32; never shown",
		spec:     "github.blog/changelog, npm access tokens, 2021-09-23",
		prefixes: []string{"npm_"}, alphabet: base62, least: 36, most: 36,
		verify:     func(text string) ([]gen.Finding, error) { return nil, verifiedCRC(text[4:]) },
		verifyBits: 32,
		example:    [2]string{"npm_", "1234567890abcdefABCDEFghijKLMN4Lx9Bf"},
		source:     "computed from the format"}.scheme()
}

func gitlabToken() *gen.Scheme {
	return token{name: "gitlab-token", title: "GitLab token", issuer: "GitLab", since: day(2021, 11, 22), prior: 2,
		summary: "glpat-, glrt-, gldt- and others of GitLab, 20 symbols or more; never shown",
		spec:    "docs.gitlab.com/security/tokens",
		prefixes: []string{"glpat-", "gloas-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-",
			"glagent-", "glsoat-", "glffct-", "glwt-"},
		alphabet: base64URL + ".", least: 20, most: 320,
		example: [2]string{"glpat-", "1234567890abcdefABCD"}, source: documented}.scheme()
}

func slackToken() *gen.Scheme {
	return token{name: "slack-token", title: "Slack token", issuer: "Slack", since: day(2014, 2, 1), prior: 2,
		summary: "xoxb-, xoxp-, xapp- and others of Slack, numbers and symbols; never shown",
		spec:    "docs.slack.dev/authentication/tokens",
		prefixes: []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxd-", "xoxe-", "xoxe.xoxp-",
			"xoxe.xoxb-", "xapp-", "xwfp-"},
		alphabet: base62 + "-", least: 24, most: 300, verify: verifySlackToken,
		example: [2]string{"xoxb-", "1234567890-1234567890123-abcdefABCDEFghijKLMN1234"}, source: documented}.scheme()
}

// Those of models and their data.

func huggingFaceToken() *gen.Scheme {
	return token{name: "huggingface-token", title: "Hugging Face token", issuer: "Hugging Face",
		since: day(2022, 1, 1), prior: 2,
		summary:  "hf_ and 34 letters and digits of Hugging Face; never shown",
		spec:     "huggingface.co/docs/hub/security-tokens",
		prefixes: []string{"hf_"}, alphabet: base62, least: 34, most: 40,
		example: [2]string{"hf_", "abcdefghijABCDEFGHIJabcdefghij1234"}, source: documented}.scheme()
}

func openAIKey() *gen.Scheme {
	return token{name: "openai-key", title: "OpenAI key", issuer: "OpenAI", since: day(2020, 6, 11), prior: 2,
		summary:  "sk-, sk-proj- or sk-svcacct- and symbols of OpenAI; never shown",
		spec:     "platform.openai.com/docs/api-reference/authentication",
		prefixes: []string{"sk-", "sk-proj-", "sk-svcacct-", "sk-admin-"},
		alphabet: base64URL, least: 40, most: 200,
		verify:  verifyOpenAIKey, // the mark in its middle is base64 of OpenAI
		example: [2]string{"sk-", "1234567890abcdefABCDT3BlbkFJ" + "1234567890abcdefABCD"},
		source:  documented}.scheme()
}

func anthropicKey() *gen.Scheme {
	return token{name: "anthropic-key", title: "Anthropic key", issuer: "Anthropic", since: day(2023, 3, 14), prior: 2,
		summary: "sk-ant-, a kind as api03, and symbols of Anthropic; never shown",
		spec:    "docs.anthropic.com/en/api/overview",
		prefixes: []string{"sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-sid01-",
			"sk-ant-"},
		alphabet: base64URL, least: 40, most: 200,
		example: [2]string{"sk-ant-api03-", "1234567890abcdefABCD-_1234567890abcdefABCD-_" +
			"1234567890abcdefABCD-_1234567890abcdefABCD-_12345AA"},
		source: documented}.scheme()
}

const githubTokens objects = `ghp_ personal access token (classic); gho_ OAuth access token;
ghu_ user access token of an app; ghs_ installation access token of an app; ghr_ refresh token of an app;
github_pat_ personal access token (fine-grained)`

func verifyGitHubToken(text string) ([]gen.Finding, error) {
	at := strings.LastIndexByte(text[:len("github_pat_")], '_') + 1
	prefix, body := text[:at], text[at:]
	switch {
	case prefix == "github_pat_" && (len(body) != 82 || body[22] != '_'):
		return nil, errors.New("behind github_pat_ are 22 and 59 symbols")
	case prefix != "github_pat_" && len(body) != 36 && (prefix != "ghr_" || len(body) != 76):
		return nil, errors.New("behind its prefix are 36 symbols")
	case prefix != "github_pat_" && (strings.Contains(body, "_") || verifiedCRC(body) != nil):
		return nil, errTokenSum
	}
	return found("object", githubTokens.of(prefix)), nil
}

var errTokenSum = errors.New("its checksum is wrong, so it is none, or one with a typing error")

// verifiedCRC refuses a body whose last six symbols are not the CRC-32 of the others in base62, as GitHub and npm
// have them.
func verifiedCRC(body string) error {
	const digits = 6
	sum := crc32.ChecksumIEEE([]byte(body[:len(body)-digits]))
	for i := range digits {
		if base62[sum%62] != body[len(body)-1-i] {
			return errTokenSum
		}
		sum /= 62
	}
	return nil
}

const slackTokens objects = `xoxb bot token; xoxp user token; xapp app-level token; xoxe refresh or rotated token;
xwfp workflow token`

func verifySlackToken(text string) ([]gen.Finding, error) {
	if !strings.ContainsAny(text, decimals) {
		return nil, errors.New("behind its prefix are numbers")
	}
	if kind := slackTokens.of(text[:4]); kind != "" {
		return found("object", kind), nil
	}
	return nil, nil
}

func verifyOpenAIKey(text string) ([]gen.Finding, error) {
	switch {
	case strings.HasPrefix(text, "sk-ant-"), strings.HasPrefix(text, "sk-or-"):
		return nil, errors.New("it begins as a key of others")
	case !strings.ContainsAny(text, decimals) || strings.ToLower(text) == text:
		return nil, errors.New("it has digits and letters in both cases")
	}
	return nil, nil
}

func sendGridKey() *gen.Scheme {
	return &gen.Scheme{
		Name: "sendgrid-key", Title: "SendGrid key", Spec: "docs.sendgrid.com/ui/account-and-settings/api-keys",
		Format:  gen.FormatToken,
		Summary: "SG., 22 symbols that name it, a point and 43 of SendGrid; never shown",
		Encoding: pattern(nil, 0,
			gen.Part{Name: "prefix", Source: gen.Const, Texts: []string{"SG."}, Guards: []string{"SG."}},
			gen.Part{Name: "id", Source: gen.Data, Alphabet: base64URL, Min: 22, Max: 22, Secret: true},
			fixed("dot", "."),
			gen.Part{Name: "secret", Source: gen.Data, Alphabet: base64URL, Min: 39, Max: 39, Secret: true},
			part("end", gen.Data, base64URL, tokenShown, tokenShown)),
		ReadOnly: "SendGrid gives them out", Since: day(2014, 1, 1), Prior: 2, Notes: []string{revoke},
		Example: example("SG."+"1234567890abcdefABCD-_."+"1234567890abcdefABCD-_1234567890abcdefABCD-", "",
			documented, "SG.", "1234567890abcdefABCD-_", ".", "1234567890abcdefABCD-_1234567890abcdefA", "BCD-"),
	}
}

// jwt is a JSON Web Token: a header, claims and a signature in base64url. Whoever has one that has not expired
// is whom it names, so it is not shown; what it says of itself is.
func jwt() *gen.Scheme {
	return &gen.Scheme{
		Name: "jwt", Title: "JSON Web Token", Spec: "RFC 7519", Format: gen.FormatToken,
		Summary: "header, claims and signature in base64 apart by points; never shown",
		// the header is JSON and names an algorithm
		Encoding: pattern(verifyJWT, 40,
			gen.Part{Name: "head", Source: gen.Const, Texts: []string{"eyJ"}, Guards: []string{"eyJ"}},
			gen.Part{Name: "secret", Source: gen.Data, Alphabet: base64URL + ".", Min: 26, Max: 16 << 10, Secret: true},
			part("end", gen.Data, base64URL+".", tokenShown, tokenShown)),
		ReadOnly: "an issuer signs them", Since: day(2010, 12, 1), Prior: 3, Notes: []string{revoke},
		Example: example(
			"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"+
				".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"+
				".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
			"", "RFC 7519 section 3.1", "eyJ",
			"0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"+
				".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"+
				".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFO",
			"EjXk"),
	}
}

// verifyJWT reads the header, and of the claims the times.
func verifyJWT(text string) (all []gen.Finding, _ error) {
	parts := strings.Split(text, ".")
	if n := len(parts); n != 3 && n != 5 {
		return nil, errors.New("a JSON Web Token has three parts, an encrypted one five")
	}
	var header struct{ Alg, Typ string }
	if !decodeJSON(parts[0], &header) || header.Alg == "" {
		return nil, errors.New("its header is not JSON that names an algorithm")
	}
	all = found("algorithm", plainText(header.Alg))
	var claims struct{ Iat, Exp float64 }
	if len(parts) == 3 && decodeJSON(parts[1], &claims) {
		for _, c := range [...]struct {
			name string
			at   float64
		}{{"issued", claims.Iat}, {"expires", claims.Exp}} {
			if c.at > 0 && c.at < 1<<33 {
				all = append(all, found(c.name, time.Unix(int64(c.at), 0).UTC().Format(time.RFC3339))...)
			}
		}
	}
	return all, nil
}

func decodeJSON(part string, to any) bool {
	b, err := base64.RawURLEncoding.DecodeString(part)
	return err == nil && json.Unmarshal(b, to) == nil
}

// plainText is a text of another's, cut and without what is not printable ASCII.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s[:min(len(s), 32)])
}
