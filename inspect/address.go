package inspect

import (
	"encoding/hex"
	"strings"
)

// findAddress offers what may be the identifier in the address that a text is, with its row, until one is read.
func findAddress(text string, read func(row *address, id string) bool) bool {
	if at, rest, found := strings.Cut(text, "://"); found {
		if text = rest; at == "at" { // of the AT protocol: who, what, which
			text = "bsky.app/profile/x/post/" + text[strings.LastIndexByte(text, '/')+1:]
		}
	} else if number := linkedInNumber(text); strings.HasPrefix(text, "urn:li:") && number != "" {
		text = "linkedin.com/posts/activity-" + number
	} else if kind, name, found := strings.Cut(strings.TrimPrefix(text, "spotify:"), ":"); found &&
		strings.HasPrefix(text, "spotify:") {
		text = "spotify.com/" + kind + "/" + name
	}
	whole := unescaped(text)
	text, fragment, _ := strings.Cut(text, "#")
	text, query, _ := strings.Cut(text, "?")
	host, path, _ := strings.Cut(strings.TrimRight(text, "/"), "/")
	host, _, _ = strings.Cut(strings.ToLower(host[strings.LastIndexByte(host, '@')+1:]), ":")
	if strings.IndexByte(host, '.') < 0 {
		return false
	}
	segments := strings.Split(path, "/")
	for i := range addresses {
		row := &addresses[i]
		if host != row.host && row.host != "*" && !strings.HasSuffix(host, "."+row.host) {
			continue
		}
		if row.within(whole, segments, query+"&"+fragment, read) {
			return true
		}
	}
	return false
}

// within offers what may be the identifier of an address of the row.
func (row *address) within(whole string, segments []string, query string, read func(*address, string) bool) bool {
	if row.paths == nil {
		id := row.take(whole)
		return id != "" && read(row, id)
	}
	for _, path := range row.paths {
		if id := row.match(strings.Split(path, "/"), segments); id != "" && read(row, id) {
			return true
		}
	}
	for _, key := range strings.Fields(row.query) {
		for pair := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(pair, "="); name == key && value != "" && read(row, unescaped(value)) {
				return true
			}
		}
	}
	return false
}

// match returns the segment of a path that is the identifier.
func (row *address) match(path, segments []string) string {
	for i, want := range path {
		if i >= len(segments) || segments[i] == "" {
			return ""
		}
		switch given := unescaped(segments[i]); {
		case want == "ID" || want == "*ID":
			if row.take != nil {
				return row.take(given)
			}
			return given
		case want == "*", want == given:
		case want == "@*" && given[0] == '@':
		default:
			return ""
		}
	}
	return ""
}

// unescaped decodes %3A and the like; what is none stays.
func unescaped(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '%' && i+2 < len(text) {
			if decoded, err := hex.DecodeString(text[i+1 : i+3]); err == nil {
				c, i = decoded[0], i+2
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// addressOf returns the candidate of a row, which is made when its first address comes.
func (in *Inspector) addressOf(row *address) *candidate {
	if c, ok := in.addressed.Load(row); ok {
		return c.(*candidate)
	}
	schemes, _ := Named(row.scheme) // a test reads each row's example
	s := schemes[0]
	m, _ := newMember(s, in.opts.Now, true)
	r := &reader{text: s.Text, bits: m.size, name: s.Text.Form.String()}
	if t, ok := TargetNamed(row.form); ok {
		r.text, r.name = t.Text, t.Name
	}
	if s.Pattern != nil {
		r.name = "text"
	}
	c, _ := in.addressed.LoadOrStore(row, &candidate{member: m, reader: r, index: 2 * behindAll})
	return c.(*candidate)
}

// readAddress reads the identifier in the address of a host that is known: the host
// decides what it is.
func (in *Inspector) readAddress(r *Result, text string) bool {
	return findAddress(text, func(row *address, id string) bool {
		if !in.readAddressed(r, row, id) {
			return false
		}
		host := row.host
		if host == "*" {
			host = "a server of Mastodon"
		}
		r.warn("the address is one of " + host + ", which decides what it is")
		return true
	})
}

// readAddressed reads an identifier of which the text around it says what it is.
func (in *Inspector) readAddressed(r *Result, row *address, id string) bool {
	c := in.addressOf(row)
	if len(id) > maxPattern {
		return false
	}
	if !in.readLoose(r, c, id, id) {
		r.Readings, r.RuledOut = r.Readings[:0], r.RuledOut[:0]
		return false
	}
	o := &r.Readings[len(r.Readings)-1]
	o.Evidence = max(o.Evidence, certainBits) // the host says it
	o.addressed = true
	r.Cleaned = id
	return true
}

// address is a host whose addresses hold identifiers: the host decides of what scheme
// they are, the path and the query where they are.
type address struct {
	host    string   // or the end of it, behind a dot; * for any
	paths   []string // ID is the identifier, * any segment, *ID the end of one, and what follows is any
	query   string   // the keys of values that are one
	scheme  string   // that it is of
	form    string   // that it is written in, where that is not the scheme's own: see Targets
	take    func(segment string) string
	example string // published
	id      string // that the example holds
}

// addresses are the hosts, one a row.
var addresses = [...]address{
	{host: "discord.com", paths: []string{"channels/*/*/ID", "channels/*/ID"}, scheme: "discord",
		example: "https://discord.com/channels/41771983423143937/127121515262115840/162701077035089920",
		id:      "162701077035089920"},
	{host: "discordapp.com", paths: []string{"channels/*/*/ID", "attachments/*/ID", "avatars/ID"}, scheme: "discord",
		example: "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png",
		id:      "80351110224678912"},
	{host: "x.com", paths: []string{"*/status/ID", "i/web/status/ID", "i/status/ID"}, scheme: "snowflake",
		example: "https://x.com/XDevelopers/status/1460323737035677698", id: "1460323737035677698"},
	{host: "twitter.com", paths: []string{"*/status/ID", "*/statuses/ID", "i/web/status/ID"}, scheme: "snowflake",
		example: "https://twitter.com/TwitterDev/status/1050118621198921728", id: "1050118621198921728"},
	{host: "instagram.com", paths: []string{"p/ID", "reel/ID", "tv/ID", "*/p/ID", "*/reel/ID"}, scheme: "instagram",
		form:    "shortcode",
		example: "https://www.instagram.com/p/fA9uwTtkSN/", id: "fA9uwTtkSN"},
	{host: "threads.net", paths: []string{"*/post/ID", "t/ID"}, scheme: "threads",
		example: "https://www.threads.net/@zuck/post/DEr_fXvuw6D", id: "DEr_fXvuw6D"},
	{host: "threads.com", paths: []string{"*/post/ID", "t/ID"}, scheme: "threads",
		example: "https://www.threads.com/@zuck/post/DEr_fXvuw6D", id: "DEr_fXvuw6D"},
	{host: "facebook.com", paths: []string{"*/posts/ID", "groups/*/posts/ID", "groups/*/permalink/ID", "*/videos/ID",
		"reel/ID", "events/ID"}, query: "story_fbid fbid v id", scheme: "facebook",
		example: "https://www.facebook.com/20531316728/posts/10154009990506729/", id: "10154009990506729"},
	{host: "tiktok.com", paths: []string{"*/video/ID", "*/photo/ID", "embed/v2/ID"}, scheme: "tiktok",
		example: "https://www.tiktok.com/@scout2015/video/6718335390845095173", id: "6718335390845095173"},
	{host: "youtube.com", paths: []string{"shorts/ID", "embed/ID", "live/ID", "v/ID"}, query: "v", scheme: "youtube",
		example: "https://www.youtube.com/watch?v=M7lc1UVf-VE&t=10", id: "M7lc1UVf-VE"},
	{host: "youtu.be", paths: []string{"ID"}, scheme: "youtube", example: "https://youtu.be/M7lc1UVf-VE?si=x",
		id: "M7lc1UVf-VE"},
	{host: "bsky.app", paths: []string{"profile/*/post/ID", "profile/*/feed/ID", "profile/*/lists/ID"}, scheme: "tid",
		example: "https://bsky.app/profile/emily.bsky.team/post/3jt6walwmos2y", id: "3jt6walwmos2y"},
	{host: "linkedin.com", paths: []string{"feed/update/ID", "embed/feed/update/ID", "posts/ID"}, scheme: "linkedin",
		take:    linkedInNumber,
		example: "https://www.linkedin.com/feed/update/urn:li:activity:7110664133217288192/",
		id:      "7110664133217288192"},
	{host: "docs.google.com", paths: []string{"document/d/ID", "spreadsheets/d/ID", "presentation/d/ID", "forms/d/ID",
		"drawings/d/ID", "document/u/*/d/ID", "spreadsheets/u/*/d/ID"}, query: "id", scheme: "gdocs",
		example: "https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit#gid=0",
		id:      "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms"},
	{host: "notion.so", paths: []string{"*/*ID", "*ID"}, scheme: "uuidv4", form: "hex", take: notionPage,
		example: "https://www.notion.so/Getting-Started-598337872cf94fdf8782e53db20768a5",
		id:      "598337872cf94fdf8782e53db20768a5"},
	{host: "notion.site", paths: []string{"*/*ID", "*ID"}, scheme: "uuidv4", form: "hex", take: notionPage,
		example: "https://example.notion.site/Getting-Started-598337872cf94fdf8782e53db20768a5?pvs=4",
		id:      "598337872cf94fdf8782e53db20768a5"},
	{host: "spotify.com", paths: []string{"track/ID", "album/ID", "artist/ID", "playlist/ID", "episode/ID", "show/ID",
		"*/track/ID", "*/album/ID", "*/artist/ID", "*/playlist/ID", "*/episode/ID", "*/show/ID"}, scheme: "spotify",
		example: "https://open.spotify.com/track/6rqhFgbbKwnb9MLmUQDhG6?si=x", id: "6rqhFgbbKwnb9MLmUQDhG6"},
	{host: "slack.com", paths: []string{"archives/*/ID"}, scheme: "slack-ts", take: slackMessage,
		example: "https://example.slack.com/archives/C123ABC456/p1503435956000247", id: "1503435956.000247"},
	{host: "dashboard.stripe.com", paths: []string{"test/*/ID", "*/test/*/ID", "*/ID", "*/*/ID"}, scheme: "stripe",
		example: "https://dashboard.stripe.com/test/payments/pi_3MtwBwLkdIwHu7ix28a3tqPa",
		id:      "pi_3MtwBwLkdIwHu7ix28a3tqPa"},
	{host: "gist.github.com", paths: []string{"*/ID", "ID"}, scheme: "gist",
		example: "https://gist.github.com/octocat/6cad326836d38bd3a7ae", id: "6cad326836d38bd3a7ae"},
	{host: "github.com", paths: []string{"*/*/commit/ID", "*/*/commits/ID", "*/*/tree/ID", "*/*/blob/ID"},
		scheme:  "sha1",
		example: "https://github.com/octocat/Hello-World/commit/7fd1a60b01f91b314f59955a4e4d4e80d8edf11d",
		id:      "7fd1a60b01f91b314f59955a4e4d4e80d8edf11d"},
	{host: "console.aws.amazon.com", scheme: "arn", take: amazonName,
		example: "https://console.aws.amazon.com/go/view?arn=arn:aws:iam::123456789012:user/johndoe",
		id:      "arn:aws:iam::123456789012:user/johndoe"},
	{host: "atlassian.net", paths: []string{"browse/ID"}, query: "selectedIssue", scheme: "jira",
		example: "https://your-domain.atlassian.net/browse/PROJ-123", id: "PROJ-123"},
	{host: "jira.atlassian.com", paths: []string{"browse/ID"}, scheme: "jira",
		example: "https://jira.atlassian.com/browse/JRASERVER-3157", id: "JRASERVER-3157"},
	{host: "doi.org", scheme: "doi", take: publication,
		example: "https://doi.org/10.1038/nphys1170", id: "10.1038/nphys1170"},
	{host: "*", paths: []string{"@*/ID", "web/statuses/ID", "users/*/statuses/ID", "notice/ID"}, scheme: "mastodon",
		take:    longNumber,
		example: "https://mastodon.social/@Gargron/103254962155278888", id: "103254962155278888"},
}

// linkedInNumber is the number of urn:li:activity:N, and of name_topic-activity-N-xyz.
func linkedInNumber(segment string) string {
	for _, mark := range [...]string{"activity:", "share:", "ugcPost:", "activity-", "share-", "ugcPost-"} {
		if _, rest, ok := strings.Cut(segment, mark); ok {
			return rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		}
	}
	return ""
}

// notionPage is the UUID at the end of a title.
func notionPage(segment string) string {
	const digits = 32
	if bare := strings.ReplaceAll(segment, "-", ""); len(segment) == uuidLen && isHex(bare) {
		return bare
	}
	if n := len(segment); n >= digits && isHex(segment[n-digits:]) && (n == digits || segment[n-digits-1] == '-') {
		return segment[n-digits:]
	}
	return ""
}

// slackMessage is the time of p1503435956000247.
func slackMessage(segment string) string {
	const seconds, digits = 10, 16
	if len(segment) != digits+1 || segment[0] != 'p' || strings.Trim(segment[1:], "0123456789") != "" {
		return ""
	}
	return segment[1:1+seconds] + "." + segment[1+seconds:]
}

// amazonName is the ARN that is somewhere in an address.
func amazonName(text string) string {
	i := strings.Index(text, "arn:aws")
	if i < 0 {
		return ""
	}
	name, _, _ := strings.Cut(text[i:], "&")
	return name
}

// publication is the DOI that an address ends with.
func publication(text string) string {
	_, name, _ := strings.Cut(text, "/")
	return strings.TrimSuffix(name, "/")
}

// longNumber is a number that is no year and no page.
func longNumber(segment string) string {
	if len(segment) < 15 || strings.Trim(segment, "0123456789") != "" {
		return ""
	}
	return segment
}

// mention is how messages of a chat write an identifier: the text around it decides of what
// scheme it is.
type mention struct {
	open, close string // the identifier is between them; * in open is any name
	address
}

// mentions are those of Discord (discord.com/developers/docs/reference, message formatting) and
// of Slack (docs.slack.dev, formatting message text), the longest openings first.
var mentions = [...]mention{
	{"<@!", ">", address{scheme: "discord", host: "a user of Discord", take: longNumber,
		example: "<@!80351110224678912>", id: "80351110224678912"}},
	{"<@&", ">", address{scheme: "discord", host: "a role of Discord", take: longNumber,
		example: "<@&165511591545143296>", id: "165511591545143296"}},
	{"<@", ">", address{scheme: "discord", host: "a user of Discord", take: longNumber,
		example: "<@80351110224678912>", id: "80351110224678912"}},
	{"<#", ">", address{scheme: "discord", host: "a channel of Discord", take: longNumber,
		example: "<#103735883630395392>", id: "103735883630395392"}},
	{"<:*:", ">", address{scheme: "discord", host: "an emoji of Discord", take: longNumber,
		example: "<:mmLol:216154654256398347>", id: "216154654256398347"}},
	{"<a:*:", ">", address{scheme: "discord", host: "an emoji of Discord", take: longNumber,
		example: "<a:b1nzy:392938283556143104>", id: "392938283556143104"}},
	{"<t:", ">", address{scheme: "unix-s", host: "a time of Discord", take: discordTime,
		example: "<t:1618953630:d>", id: "1618953630"}},
	{"<@", ">", address{scheme: "slack", host: "a user of Slack", take: unlabelled,
		example: "<@U024BE7LH>", id: "U024BE7LH"}},
	{"<#", ">", address{scheme: "slack", host: "a channel of Slack", take: unlabelled,
		example: "<#C024BE91L|general>", id: "C024BE91L"}},
}

// discordTime is the number of seconds before a style.
func discordTime(inside string) string {
	seconds, style, styled := strings.Cut(inside, ":")
	if seconds == "" || strings.Trim(seconds, "0123456789") != "" || styled && (len(style) != 1 ||
		strings.Trim(style, "tTdDfFsSR") != "") {
		return ""
	}
	return seconds
}

// unlabelled is the identifier before a label.
func unlabelled(inside string) string {
	id, _, _ := strings.Cut(inside, "|")
	return id
}

// within returns the identifier of a mention; empty where a text is none.
func (m *mention) within(text string) string {
	head, tail, named := strings.Cut(m.open, "*")
	rest, ok := strings.CutPrefix(text, head)
	if ok && named {
		_, rest, ok = strings.Cut(rest, tail)
	}
	if rest, closed := strings.CutSuffix(rest, m.close); ok && closed {
		return m.take(rest)
	}
	return ""
}

// readMention reads the identifier in a mention.
func (in *Inspector) readMention(r *Result, text string) bool {
	if text == "" || text[0] != '<' {
		return false
	}
	for i := range mentions {
		m := &mentions[i]
		if id := m.within(text); id != "" && in.readAddressed(r, &m.address, id) {
			r.warn("it is a mention of " + m.host + ", which decides what it is")
			return true
		}
	}
	return false
}
