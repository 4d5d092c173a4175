package inspect

import "strings"

// secretForm is a secret of no scheme: a text that nothing else begins with, and what follows.
type secretForm struct {
	prefix  string
	symbols string // of what follows
	least   int    // how many, at least
	example string // of its issuer's documentation, or made up of its symbols
}

const (
	secretSymbols = plain + "_-"
	secretBase64  = plain + "+/=\\"
)

// secretForms are keys and tokens that only have to be masked, by issuer.
var secretForms = [...]secretForm{
	// Google, API keys
	{"AIza", secretSymbols, 35, "AIza" + "SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe"},
	// Google, OAuth clients
	{"GOCSPX-", secretSymbols, 28, "GOCSPX-" + "1r0aNAbcDeFgHiJkLmNoPqRsTuVw"},
	// Google, access tokens
	{"ya29.", secretSymbols, 20, "ya29." + "a0AfH6SMBx3ZqQh7zN0exampleToken"},
	// Shopify, admin
	{"shpat_", hexSymbols, 32, "shpat_" + "0123456789abcdef0123456789abcdef"},
	// Shopify, custom apps
	{"shpca_", hexSymbols, 32, "shpca_" + "0123456789abcdef0123456789abcdef"},
	// Shopify, private apps
	{"shppa_", hexSymbols, 32, "shppa_" + "0123456789abcdef0123456789abcdef"},
	// Shopify, shared secrets
	{"shpss_", hexSymbols, 32, "shpss_" + "0123456789abcdef0123456789abcdef"},
	// Square, OAuth
	{"sq0csp-", secretSymbols, 43, "sq0csp-" + "0123456789abcdefghijABCDEFGHIJ_-0123456789a"},
	// Square, access
	{"sq0atp-", secretSymbols, 22, "sq0atp-" + "0123456789abcdefghijAB"},
	// PyPI
	{"pypi-", secretSymbols, 50, "pypi-" + strings.Repeat("AgEIcHlwaS5vcmc", 4)},
	// DigitalOcean
	{"dop_v1_", hexSymbols, 64, "dop_v1_" + strings.Repeat("0123456789abcdef", 4)},
	// HashiCorp Vault
	{"hvs.", secretSymbols, 24, "hvs." + "CAESIJlWh4dGVzdHRva2VuMDEyMzQ1"},
	// Linear
	{"lin_api_", plain, 40, "lin_api_" + strings.Repeat("0aBcDeFgHi", 4)},
	// Figma
	{"figd_", secretSymbols, 40, "figd_" + strings.Repeat("0aBcDeFg_-", 4)},
	// Databricks
	{"dapi", hexSymbols, 32, "dapi" + "0123456789abcdef0123456789abcdef"},
	// age
	{"AGE-SECRET-KEY-", plain, 59, "AGE-SECRET-KEY-1" + strings.Repeat("QPZRY9X8GF2TVDW0S3JN5", 3)},
	// Docker Hub
	{"dckr_pat_", secretSymbols, 27, "dckr_pat_" + "0aBcDeFgHiJkLmNoPqRsTuVwXyZ"},
	// Postman
	{"PMAK-", hexSymbols + "-", 59,
		"PMAK-" + strings.Repeat("0123456789ab", 2) + "-" + strings.Repeat("0123456789abcdef01", 2)},
	// Supabase
	{"sbp_", hexSymbols, 40, "sbp_" + strings.Repeat("0123456789", 4)},
	// Groq
	{"gsk_", plain, 52, "gsk_" + strings.Repeat("0aBcDeFgHiJkL", 4)},
	// xAI
	{"xai-", plain, 80, "xai-" + strings.Repeat("0aBcDeFgHi", 8)},
	{"hooks.slack.com/services/", secretSymbols + "/", 40,
		"https://hooks.slack.com/services/" + "T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"}, // Slack, webhooks
	{"discord.com/api/webhooks/", secretSymbols + "/", 80,
		"https://discord.com/api/webhooks/" + "223704706495545344/" +
			strings.Repeat("3d89bb7572e0fb30d8128367b3b1b44fecd1", 2)},
	// RFC 6750
	{"authorization: bearer ", secretSymbols + "./+=~", 16, "Authorization: Bearer " + "mF_9.B5f-4.1JqM0aBcDeF"},
	// RFC 7468
	{"private key-----", secretBase64, 40,
		"-----BEGIN RSA PRIVATE KEY-----" + `\n` + strings.Repeat("MIIEpAIBAAKCAQEA", 4)},
}

const hexSymbols = "0123456789abcdefABCDEF"

// guard is what stands before such a secret.
func (f *secretForm) guard() guard {
	it := guard{text: f.prefix, symbols: new([256]bool), least: f.least, token: true, mixed: true}
	for _, c := range []byte(f.symbols) {
		it.symbols[c] = true
	}
	return it
}

// isKey reports whether letters and digits alone begin as a secret.
func isKey[T string | []byte](text T) bool {
	return len(text) > 4 && (text[0] == 'A' && text[1] == 'I' && text[2] == 'z' && text[3] == 'a' ||
		text[0] == 'd' && text[1] == 'a' && text[2] == 'p' && text[3] == 'i')
}

// dottedSecret finds a token of a bot whose parts stand between marks, of which one stands at a
// place: of Telegram, 6 to 10 digits, a colon and about 35 symbols (core.telegram.org/bots); of
// Discord, 23 to 28 symbols, a dot, 6, a dot and 27 or more (discord.com/developers/docs).
func dottedSecret(text string, from, at int) (start, end int, ok bool) {
	start, end = at, at+1
	in := func(i int) bool { return symbolKind(text[i]) < 3 || text[i] == '_' || text[i] == '-' }
	for start > from && in(start-1) {
		start--
	}
	for end < len(text) && in(end) {
		end++
	}
	head, tail := text[start:at], text[at+1:end]
	if text[at] == ':' {
		digits := len(head) >= 6 && len(head) <= 10 && strings.Trim(head, "0123456789") == ""
		return at + 1, hiddenEnd(text, at+1, end), digits && len(tail) >= 34 && len(tail) <= 36
	}
	if n := len(head); n < 23 || n > 28 || len(tail) != 6 || strings.IndexByte("MNO", head[0]) < 0 || end == len(text) ||
		text[end] != '.' {
		return 0, 0, false
	}
	last := end + 1
	for last < len(text) && in(last) {
		last++
	}
	return start, hiddenEnd(text, start, last), last-end-1 >= 27
}
