package inspect

import (
	"strings"
	"time"

	"idscope/gen"
)

// awsSecretKey is the secret half of an access key of AWS: 40 symbols of base64, as
// thousands of other texts have, so that it is read only beside its name, or where one
// asks for it. Source: docs.aws.amazon.com/IAM, Managing access keys.
func awsSecretKey() *gen.Scheme {
	const symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	return &gen.Scheme{
		Name:    "aws-secret-key",
		Title:   "AWS secret access key",
		Summary: "40 of base64 beside a name as aws_secret_access_key; never shown",
		Spec:    "docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html",
		Format:  gen.FormatToken,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "secret", Source: gen.Data, Alphabet: symbols, Min: 36, Max: 36, Secret: true},
			{Name: "end", Source: gen.Data, Alphabet: symbols, Min: 4, Max: 4},
		}},
		ReadOnly: "AWS gives them out",
		Since:    time.Date(2006, 3, 14, 0, 0, 0, 0, time.UTC),
		Prior:    2,
		Notes:    []string{"whoever sees one can use it: revoke it if it leaked"},
		Example: gen.Vector{Text: "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
			Source: "docs.aws.amazon.com, AWS CLI, configuration files"},
	}
}

// newAWSSecret returns the candidate of readAWSSecret.
func newAWSSecret(now time.Time) (*candidate, error) {
	m, err := newMember(awsSecretKey(), now, true)
	return &candidate{member: m, reader: &reader{name: "text"}, level: own}, err
}

// readAWSSecret reads a text that names a secret key of AWS; false without one.
func (in *Inspector) readAWSSecret(r *Result) bool {
	start, end, ok := awsSecret(r.Input)
	if !ok || in.strict {
		return false
	}
	in.addressed.once.Do(in.address)
	c := in.addressed.aws
	if c == nil {
		return false
	}
	r.Cleaned = r.Input[start:end]
	if !in.readLoose(r, c, r.Cleaned, r.Cleaned) {
		r.Cleaned = r.Input
		return false
	}
	r.Readings[0].Evidence = certainBits // that it stands beside its name
	r.warn("what stands around it was left out: its name says what it is")
	return true
}

// awsSecret finds the first secret key of AWS in a text.
func awsSecret(text string) (start, end int, ok bool) {
	for at := 0; len(text)-at > len("SecretAccessKey")+awsSecretLen; at++ {
		if start, end, ok = awsSecretAt(text, at); ok {
			return start, end, true
		}
	}
	return 0, 0, false
}

// awsSecretAt finds a secret key of AWS, which has no mark of its own but its name before
// it: 40 symbols of base64 behind aws_secret_access_key, SecretAccessKey and the like,
// whose word secret stands at a place.
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
