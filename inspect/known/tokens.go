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

// tokens open something to anyone who has them, as keys do: they are named, their checksums are checked, and all
// but their last four symbols are hidden wherever they would be shown. In the examples a prefix is apart, or
// tools that look for secrets in sources report them.
var tokens = []declaration{
	{since: "2014-01-01", Scheme: gen.Scheme{Name: "sendgrid-key", Title: "SendGrid key",
		Spec: "docs.sendgrid.com/ui/account-and-settings/api-keys", Format: gen.FormatToken,
		ReadOnly: "SendGrid gives them out", Prior: 2,
		Summary: "SG., 22 symbols that name it, a point and 43 of SendGrid; never shown",
		Encoding: gen.Encoding{Pattern: gen.Pattern{fixed("prefix", "SG."), secret("id", base64URL, 22, 22),
			fixed("dot", "."), secret("secret", base64URL, 39, 39)}},
		Example: parted("", documented,
			"SG.", "1234567890abcdefABCD-_", ".", "1234567890abcdefABCD-_1234567890abcdefA", "BCD-")}},
	// jwt is a JSON Web Token: a header, claims and a signature in base64url. Anyone who has one that has not
	// expired is whom it names, so it is not shown; what it says of itself is.
	{since: "2010-12-01", Scheme: gen.Scheme{Name: "jwt", Title: "JSON Web Token", Spec: "RFC 7519",
		Format: gen.FormatToken, ReadOnly: "an issuer signs them", Prior: 3,
		Summary: "header, claims and signature in base64 apart by points; never shown",
		// the header is JSON and names an algorithm
		Encoding: gen.Encoding{Verify: verifyJWT, VerifyBits: 40,
			Pattern: gen.Pattern{fixed("head", "eyJ"), secret("secret", base64URL+".", 26, 16<<10)}},
		Example: parted("", "RFC 7519 section 3.1", "eyJ", "0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"+
			".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"+
			".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFO", "EjXk")}},
	{since: "2021-04-05", objects: githubTokens, Scheme: gen.Scheme{Name: "github-token", Title: "GitHub token",
		Spec: "github.blog, new authentication token formats, 2021-04-05", Format: gen.FormatToken,
		ReadOnly: "GitHub gives them out", Prior: 3,
		Summary: "ghp_, gho_, ghu_, ghs_ or ghr_, 30 of base62 and a CRC-32; never shown",
		Encoding: gen.Encoding{Verify: verifyGitHubToken, VerifyBits: 32,
			Pattern: gen.Pattern{fixed("prefix"), secret("secret", base62+"_", 32, 78)}},
		Example: parted("", "github.com/therootcompany/base62-token.js",
			"ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0m", "Lq17")}},
	{since: "2021-09-23", Scheme: gen.Scheme{Name: "npm-token", Title: "npm access token",
		Spec: "github.blog/changelog, npm access tokens, 2021-09-23", Format: gen.FormatToken,
		ReadOnly: "npm gives them out", Prior: 2,
		Summary: "npm_, 30 of base62 and a CRC-32; never shown",
		Encoding: gen.Encoding{Verify: verifyNPMToken, VerifyBits: 32,
			Pattern: gen.Pattern{fixed("prefix", "npm_"), secret("secret", base62, 32, 32)}},
		Example: parted("", "computed from the format", "npm_", "1234567890abcdefABCDEFghijKLMN4L", "x9Bf")}},
	{since: "2021-11-22", Scheme: gen.Scheme{Name: "gitlab-token", Title: "GitLab token",
		Spec: "docs.gitlab.com/security/tokens", Format: gen.FormatToken, ReadOnly: "GitLab gives them out", Prior: 2,
		Summary: "glpat-, glrt-, gldt- and others of GitLab, 20 symbols or more; never shown",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("prefix", "glpat-", "gloas-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-",
				"glagent-", "glsoat-", "glffct-", "glwt-"),
			secret("secret", base64URL+".", 16, 316)}},
		Example: parted("", documented, "glpat-", "1234567890abcdef", "ABCD")}},
	{since: "2014-02-01", Scheme: gen.Scheme{Name: "slack-token", Title: "Slack token",
		Spec: "docs.slack.dev/authentication/tokens", Format: gen.FormatToken, ReadOnly: "Slack gives them out",
		Summary: "xoxb-, xoxp-, xapp- and others of Slack, numbers and symbols; never shown", Prior: 2,
		Encoding: gen.Encoding{Verify: verifySlackToken, Pattern: gen.Pattern{
			fixed("prefix", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxd-", "xoxe-", "xoxe.xoxp-", "xoxe.xoxb-",
				"xapp-", "xwfp-"),
			secret("secret", base62+"-", 20, 296)}},
		Example: parted("", documented, "xoxb-", "1234567890-1234567890123-abcdefABCDEFghijKLMN", "1234")}},
	{since: "2022-01-01", Scheme: gen.Scheme{Name: "huggingface-token", Title: "Hugging Face token",
		Spec: "huggingface.co/docs/hub/security-tokens", Format: gen.FormatToken,
		ReadOnly: "Hugging Face gives them out", Prior: 2,
		Summary:  "hf_ and 34 letters and digits of Hugging Face; never shown",
		Encoding: gen.Encoding{Pattern: gen.Pattern{fixed("prefix", "hf_"), secret("secret", base62, 30, 36)}},
		Example:  parted("", documented, "hf_", "abcdefghijABCDEFGHIJabcdefghij", "1234")}},
	{since: "2020-06-11", Scheme: gen.Scheme{Name: "openai-key", Title: "OpenAI key",
		Spec: "platform.openai.com/docs/api-reference/authentication", Format: gen.FormatToken,
		ReadOnly: "OpenAI gives them out", Prior: 2,
		Summary: "sk-, sk-proj- or sk-svcacct- and symbols of OpenAI; never shown",
		Encoding: gen.Encoding{Verify: verifyOpenAIKey, Pattern: gen.Pattern{
			fixed("prefix", "sk-", "sk-proj-", "sk-svcacct-", "sk-admin-"), secret("secret", base64URL, 36, 196)}},
		Example: parted("", documented, "sk-", "1234567890abcdefABCDT3BlbkFJ1234567890abcdef", "ABCD")}},
	{since: "2023-03-14", Scheme: gen.Scheme{Name: "anthropic-key", Title: "Anthropic key",
		Spec: "docs.anthropic.com/en/api/overview", Format: gen.FormatToken, ReadOnly: "Anthropic gives them out",
		Summary: "sk-ant-, a kind as api03, and symbols of Anthropic; never shown", Prior: 2,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("prefix", "sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-sid01-",
				"sk-ant-"),
			secret("secret", base64URL, 36, 196)}},
		Example: parted("", documented, "sk-ant-api03-",
			"1234567890abcdefABCD-_1234567890abcdefABCD-_1234567890abcdefABCD-_1234567890abcdefABCD-_123", "45AA")}},
}

// tokenShown is how many symbols of a token are shown.
const tokenShown = 4

const revoke = "anyone who sees one can use it: revoke it if it leaked"

const documented = "an example of the documented form"

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

func verifyNPMToken(text string) ([]gen.Finding, error) { return nil, verifiedCRC(text[len("npm_"):]) }

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
