package inspect

import (
	"slices"
	"strings"

	"idscope/gen"
	"idscope/gen/text"
	"idscope/inspect/known"
)

// Redact masks the secrets of a text, as results do: whatever is printed of what came
// from outside, and was not read, goes through it.
func Redact(text string) string {
	hidden, _ := redact(text)
	return hidden
}

// Shown is what a message shows of a text: without its secrets, and not more than its start.
func Shown(given string) string { return text.Shorten(Redact(given)) }

// suspicious reports false only of a text without a secret: of letters and digits alone
// only card numbers, the start of a JSON Web Token and some keys are.
func suspicious(text string) bool {
	n := len(text)
	if n < leastSecret+len("sk_") {
		return false
	}
	for i := range n {
		if c := text[i]; c == 'J' || symbolKind(c) == 3 {
			return true
		}
	}
	return known.IsCard(text) || BeginsKey(text)
}

// mask hides a secret: its length and last four symbols are left, of a short one only
// the length.
func mask(text string) string {
	keep := hiddenEnd(text, 0, len(text))
	return strings.Repeat("*", keep) + text[keep:]
}

// Mask masks what [Secrets] found, in its place.
func Mask(secret []byte) {
	for i := range secret {
		secret[i] = '*'
	}
}

// redact masks what the guards find in a text.
func redact(text string) (hidden string, found bool) {
	if !suspicious(text) {
		return text, false
	}
	var b []byte
	for start, end := range Secrets(text) {
		if b == nil {
			b = []byte(text)
		}
		Mask(b[start:end])
	}
	if b == nil {
		return text, false
	}
	return string(b), true
}

// hideSecrets masks the secrets of a text wherever the result would show it: a
// key that was pasted by mistake must not go on into logs. What a prefix alone
// makes look like a key, but all bits of a TypeID say is none, stays, and so do digits
// that are read as one asked for.
func (in *Inspector) hideSecrets(r *Result) {
	r.bare = r.Cleaned
	given := r.Input
	whole := in.hideParts(r)
	if !suspicious(r.Input) && !suspicious(r.Cleaned) || in.strict && len(r.Readings) > 0 && numeric(r.Input) {
		return
	}
	input, found := redact(r.Input)
	cleaned, inside := input, found
	if r.Cleaned != r.Input {
		cleaned, inside = redact(r.Cleaned)
	}
	if !found && !inside {
		return
	}
	name, beside := "", !inside && apart(r.Input, r.Cleaned)
	for i := range r.Readings {
		switch o := &r.Readings[i]; {
		case o.Secret:
			name = o.Scheme.Name
		case o.affixed && o.Plausible && o.Evidence >= certainBits && !whole && !beside:
			return
		}
	}
	for i, warning := range r.Warnings {
		r.Warnings[i] = hideIn(warning, given)
	}
	r.Found = slices.DeleteFunc(r.Found, func(id string) bool { return !apart(given, id) })
	if r.Input = input; !beside {
		r.Cleaned = cleaned
		if !inside && !whole { // it is a part of the secret
			r.Cleaned = input
		}
	}
	if whole {
		return
	}
	r.hidden = "it looks like a secret, which is not shown"
	if beside {
		r.hidden = "a secret beside it is not shown"
		r.warn(r.hidden + "; revoke it if it leaked")
		return
	}
	r.keep(func(o *Reading) bool { return o.c.codec == nil })
	for i := range r.Readings {
		if o := &r.Readings[i]; o.Text != "" {
			o.key, _ = o.c.matcher().Key(o.Text, true)
			o.Text = hideIn(o.Text, given)
		}
	}
	what := "this looks like a secret"
	if name != "" {
		what = "this is a secret of " + name
	}
	r.warn(what + ": not shown; revoke it if it leaked")
}

// hideIn masks the secrets of a text, and in it those of another that it tells of.
func hideIn(text, other string) string {
	for start, end := range Secrets(other) {
		if end-start >= leastSecret {
			text = strings.ReplaceAll(text, other[start:end], strings.Repeat("*", end-start))
		}
	}
	return Redact(text)
}

// apart reports whether a text has another in it, beside its secrets.
func apart(text, part string) bool {
	at := strings.Index(text, part)
	if at < 0 {
		return false
	}
	for start, end := range Secrets(text) {
		if at < end && start < at+len(part) {
			return false
		}
	}
	return true
}

// hideParts masks the parts of a text that its scheme declares as secret (the number
// of a payment card, but for its end). Where one of the readings has some, the others are
// named and not shown: each would tell the number. It reports whether it did.
func (in *Inspector) hideParts(r *Result) bool {
	at := 0
	for at < len(r.Readings) && !(r.Readings[at].Secret && r.Readings[at].hidden()) {
		at++
	}
	if at == len(r.Readings) {
		return false
	}
	r.Readings[0], r.Readings[at] = r.Readings[at], r.Readings[0]
	o := &r.Readings[0]
	text, masked := o.Text, o.masked()
	var behind []string
	for i := range r.Readings[1:] {
		behind = append(behind, r.Readings[1+i].Scheme.Name)
	}
	o.Text = masked
	r.Readings = r.Readings[:1]
	r.Input = strings.ReplaceAll(r.Input, text, masked)
	r.Cleaned = strings.ReplaceAll(r.Cleaned, text, masked)
	r.RuledOut = r.RuledOut[:0]
	r.hidden, r.Ambiguous = "all but its end is hidden", false
	if o.Scheme.Format == gen.FormatToken {
		r.warn("this is a secret: not shown; revoke it if it leaked")
		return true
	}
	r.warn(r.hidden + ": anyone who sees it can use it")
	if behind != nil {
		const most = 6
		more := ""
		if len(behind) > most {
			behind, more = behind[:most], ", ..."
		}
		r.warn("it could also be " + strings.Join(behind, ", ") + more + ": --as reads it as one")
	}
	return true
}

// hidden reports whether a part of the text is declared as secret.
func (r *Reading) hidden() bool {
	return slices.ContainsFunc(r.pieces, func(p gen.Piece) bool { return p.Part.Secret })
}

// masked is the text with its secret parts masked.
func (r *Reading) masked() string {
	b := []byte(r.Text)
	for _, p := range r.pieces {
		if p.Part.Secret {
			copy(b[p.Start:p.End], strings.Repeat("*", p.End-p.Start))
		}
	}
	return string(b)
}

// readCard reads the number of a payment card that has blanks or hyphens where cards have
// them; false without one.
func (in *Inspector) readCard(r *Result) bool {
	text := strings.Trim(r.Input, " \t\r\"'`,;")
	if len(text) < 5 || in.strict || text[4]-'0' < 10 {
		return false
	}
	digits, size := cardNumber(text)
	if size != len(text) {
		return false
	}
	in.open(&r.scan, append(r.buf[:0], digits...), anyForm)
	for _, k := range r.scan.group().checks {
		c := k.candidate
		if c.scheme.Format == gen.FormatCheckDigit && c.scheme.Pattern[0].Secret && in.readPattern(r, k, digits) {
			r.Cleaned = digits
			r.warn(map[byte]string{' ': "blanks", '-': "hyphens"}[text[4]] + " between its groups were left out")
			return true
		}
	}
	return false
}

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
	bearerSymbols = secretSymbols + "./+=~"
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
	{"pypi-", secretSymbols, 50, "pypi-" + "AgEIcHlwaS5vcmc" + "AgEIcHlwaS5vcmc" + "AgEIcHlwaS5vcmc" +
		"AgEIcHlwaS5vcmc"},
	// DigitalOcean
	{"dop_v1_", hexSymbols, 64, "dop_v1_" + "0123456789abcdef" + "0123456789abcdef" + "0123456789abcdef" +
		"0123456789abcdef"},
	// HashiCorp Vault
	{"hvs.", secretSymbols, 24, "hvs." + "CAESIJlWh4dGVzdHRva2VuMDEyMzQ1"},
	// Linear
	{"lin_api_", plain, 40, "lin_api_" + "0aBcDeFgHi" + "0aBcDeFgHi" + "0aBcDeFgHi" + "0aBcDeFgHi"},
	// Figma
	{"figd_", secretSymbols, 40, "figd_" + "0aBcDeFg_-" + "0aBcDeFg_-" + "0aBcDeFg_-" + "0aBcDeFg_-"},
	// Databricks
	{"dapi", hexSymbols, 32, "dapi" + "0123456789abcdef0123456789abcdef"},
	// age
	{"AGE-SECRET-KEY-", plain, 59, "AGE-SECRET-KEY-1" + "QPZRY9X8GF2TVDW0S3JN5" + "QPZRY9X8GF2TVDW0S3JN5" +
		"QPZRY9X8GF2TVDW0S3JN5"},
	// Docker Hub
	{"dckr_pat_", secretSymbols, 27, "dckr_pat_" + "0aBcDeFgHiJkLmNoPqRsTuVwXyZ"},
	// Postman
	{"PMAK-", hexSymbols + "-", 59,
		"PMAK-" + "0123456789ab" + "0123456789ab" + "-" + "0123456789abcdef01" + "0123456789abcdef01"},
	// Supabase
	{"sbp_", hexSymbols, 40, "sbp_" + "0123456789" + "0123456789" + "0123456789" + "0123456789"},
	// Groq
	{"gsk_", plain, 52, "gsk_" + "0aBcDeFgHiJkL" + "0aBcDeFgHiJkL" + "0aBcDeFgHiJkL" + "0aBcDeFgHiJkL"},
	// xAI
	{"xai-", plain, 80, "xai-" + "0aBcDeFgHi" + "0aBcDeFgHi" + "0aBcDeFgHi" + "0aBcDeFgHi" + "0aBcDeFgHi" +
		"0aBcDeFgHi" + "0aBcDeFgHi" + "0aBcDeFgHi"},
	{"hooks.slack.com/services/", secretSymbols + "/", 40,
		"https://hooks.slack.com/services/" + "T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"}, // Slack, webhooks
	{"discord.com/api/webhooks/", secretSymbols + "/", 80,
		"https://discord.com/api/webhooks/" + "223704706495545344/" +
			"3d89bb7572e0fb30d8128367b3b1b44fecd1" + "3d89bb7572e0fb30d8128367b3b1b44fecd1"},
	// RFC 6750
	{"authorization: bearer ", bearerSymbols, 16, "Authorization: Bearer " + "mF_9.B5f-4.1JqM0aBcDeF"},
	{`"bearer `, bearerSymbols, 16, `"Authorization": "Bearer ` + "mF_9.B5f-4.1JqM0aBcDeF"},
	{`'bearer `, bearerSymbols, 16, `'Authorization': 'Bearer ` + "mF_9.B5f-4.1JqM0aBcDeF"},
	// RFC 7468
	{"private key-----", secretBase64, 40,
		"-----BEGIN RSA PRIVATE KEY-----" + `\n` + "MIIEpAIBAAKCAQEA" + "MIIEpAIBAAKCAQEA" + "MIIEpAIBAAKCAQEA" +
			"MIIEpAIBAAKCAQEA"},
}

const hexSymbols = "0123456789abcdefABCDEF"

// guard is what is before such a secret.
func (f *secretForm) guard() guard {
	return guard{text: f.prefix, symbols: symbolsOf(f.symbols, false), least: f.least, token: true, mixed: true}
}

// BeginsKey reports whether a text of letters and digits alone may be a secret.
func BeginsKey[T string | []byte](text T) bool {
	return len(text) > 4 && (text[0] == 'A' && text[1] == 'I' && text[2] == 'z' && text[3] == 'a' ||
		text[0] == 'd' && text[1] == 'a' && text[2] == 'p' && text[3] == 'i')
}

// dottedSecret finds a secret whose parts are between marks, of which one is at a place: that of AWS behind its access
// key and a colon, and tokens of bots: of Telegram, 6 to 10 digits, a colon and about 35 symbols
// (core.telegram.org/bots); of Discord, 23 to 28 symbols, a dot, 6, a dot and 27 or more (discord.com/developers/docs).
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
		if len(head) == len("AKIA")+16 && (head[:4] == "AKIA" || head[:4] == "ASIA") { // a key of AWS before its secret
			start, end, ok = AWSValue(text, at)
			return start, hiddenEnd(text, start, end), ok
		}
		head = strings.TrimPrefix(head, "bot") // in a URL
		digits := len(head) >= 6 && len(head) <= 10 && strings.Trim(head, "0123456789") == ""
		if ok = digits && len(tail) >= 34 && len(tail) <= 36; ok { // a UUID, in keys of Redis, is no such token
			_, uuid := (gen.Text{Form: gen.UUID}).Try([]byte(tail), 128)
			ok = !uuid
		}
		return at + 1, hiddenEnd(text, at+1, end), ok
	}
	if n := len(head); n < 23 || n > 28 || len(tail) != 6 || strings.IndexByte("MNO", head[0]) < 0 ||
		end == len(text) || text[end] != '.' {
		return 0, 0, false
	}
	last := end + 1
	for last < len(text) && in(last) {
		last++
	}
	return start, hiddenEnd(text, start, last), last-end-1 >= 27
}

// awsNamed is the secret half of an access key of AWS, whose name is before it. Source: docs.aws.amazon.com/IAM,
// Managing access keys.
var awsNamed = address{scheme: "aws-secret-key"}

// readAWSSecret reads a text that names a secret key of AWS; false without one.
func (in *Inspector) readAWSSecret(r *Result) bool {
	start, end, ok := awsSecret(r.Input)
	if !ok || in.strict {
		return false
	}
	c := in.addressOf(&awsNamed)
	r.Cleaned = r.Input[start:end]
	if !in.readLoose(r, c, r.Cleaned, r.Cleaned) {
		r.Cleaned = r.Input
		return false
	}
	r.Readings[0].Evidence = certainBits // that it is beside its name
	r.warn("the text around it was left out: its name says what it is")
	return true
}

// awsSecret finds the first secret key of AWS in a text.
func awsSecret(text string) (start, end int, ok bool) {
	for at := 0; !ok && len(text)-at > len("SecretAccessKey")+awsSecretLen; at++ {
		start, end, ok = awsSecretAt(text, at)
	}
	return start, end, ok
}

// awsSecretAt finds a secret key of AWS, which has no mark of its own but its name before
// it: 40 symbols of base64 behind aws_secret_access_key, SecretAccessKey and the like,
// whose word secret is at a place.
func awsSecretAt(text string, at int) (start, end int, ok bool) {
	if c := text[at]; c|' ' != 's' {
		return 0, 0, false
	}
	if n := AWSName(text[at:]); n > 0 {
		return AWSValue(text, at+n)
	}
	return 0, 0, false
}

const awsSecretLen = 40

// AWSName is the length of the name of a secret key of AWS at the start of a text,
// from its word secret on; 0 for none.
func AWSName(text string) int {
	at := 0
	for i, word := range [...]string{"secret", "access", "key"} {
		if i > 0 && at < len(text) && (text[at] == '_' || text[at] == '-') {
			at++
		}
		if len(text)-at < len(word) || !strings.EqualFold(text[at:at+len(word)], word) {
			return 0
		}
		at += len(word)
	}
	return at
}

// AWSValue finds the secret key of AWS whose name ends there.
func AWSValue(text string, at int) (start, end int, ok bool) {
	const most = 8
	start = at
	for start < len(text) && start-at < most && strings.IndexByte("\"'\\ \t:=>", text[start]) >= 0 {
		start++
	}
	end = start
	for end < len(text) && (symbolKind(text[end]) < 3 || text[end] == '/' || text[end] == '+') {
		end++
	}
	return start, end, start > at && end-start == awsSecretLen && (end == len(text) || text[end] != '=')
}
