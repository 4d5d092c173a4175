package inspect

import (
	"net/netip"
	"strings"
	"time"
)

// other is what is known, and is not an id: it is named where it is given for one.
type other struct {
	words   string
	is      func(text string) bool
	example string
}

// others have their examples from the standards.
var others = [...]other{
	{"a date", isDate, "2026-11-23"},
	{"a time", isTime, "1985-04-12T23:20:50.52Z"},  // RFC 3339
	{"an IP address", isAddress, "192.0.2.1"},      // RFC 5737
	{"a mail address", isMail, "user@example.com"}, // RFC 5322
	{"the SHA-256 of an SSH key", isFingerprint, // ssh-keygen(1)
		"SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDOSYH4Rqeb3rxcgXs"},
	{"a DID of the AT protocol", isDID, "did:plc:ewvi7nxzyoun6zhxrhs64oiz"}, // atproto.com
	{"an issue key, as of Jira", isIssueKey, "PROJ-1234"},                   // support.atlassian.com, project keys
	{"the volume ID of a FAT file system", isFAT, "67E3-17ED"},              // blkid(8)
	{"a prefix of hexadecimal digits without any", isPrefix, "0x"},
}

// otherThan names what a text is in place of an id; empty for what is not known.
func otherThan(text string) string {
	for i := range others {
		if others[i].is(text) {
			return others[i].words
		}
	}
	return ""
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

func isTime(text string) bool {
	_, err := time.Parse(time.RFC3339Nano, text)
	return err == nil
}

func isAddress(text string) bool {
	if strings.Count(text, ".") != 3 && strings.Count(text, ":") < 2 {
		return false
	}
	_, err := netip.ParseAddr(text)
	return err == nil
}

func isMail(text string) bool {
	name, host, ok := strings.Cut(text, "@")
	_, domain, dotted := strings.Cut(host, ".")
	return ok && dotted && name != "" && domain != "" && !strings.ContainsAny(text, " \t\"'<>()[]/:;,") &&
		!strings.Contains(host, "@")
}

func isFingerprint(text string) bool {
	hash, ok := strings.CutPrefix(text, "SHA256:")
	return ok && len(hash) == 43 && strings.Trim(hash, plain+"+/") == ""
}

func isDID(text string) bool {
	id, ok := strings.CutPrefix(text, "did:plc:")
	return ok && len(id) == 24 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// isIssueKey reports whether a text is the key of a project, large letters, and a number that is no id's.
func isIssueKey(text string) bool {
	project, number, ok := strings.Cut(text, "-")
	return ok && len(project) >= 2 && strings.Trim(project, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" &&
		len(number) < leastInside && isDigits(number) && number[0] != '0'
}

// isFAT leaves digits alone to ISSN.
func isFAT(text string) bool {
	upper, lower, ok := strings.Cut(text, "-")
	return ok && len(upper) == 4 && len(lower) == 4 && strings.Trim(upper+lower, "0123456789ABCDEF") == "" &&
		!isDigits(upper+lower)
}

func isPrefix(text string) bool { return strings.EqualFold(text, "0x") }
