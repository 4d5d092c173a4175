package inspect

import "strings"

// address is a host whose addresses hold identifiers: the host decides of what scheme
// they are, the path and the query where they stand.
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
		example: "https://www.linkedin.com/feed/update/urn:li:activity:7110664133217288192/", id: "7110664133217288192"},
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
		"*/track/ID", "*/album/ID", "*/playlist/ID"}, scheme: "spotify",
		example: "https://open.spotify.com/track/6rqhFgbbKwnb9MLmUQDhG6?si=x", id: "6rqhFgbbKwnb9MLmUQDhG6"},
	{host: "slack.com", paths: []string{"archives/*/ID"}, scheme: "slack-ts", take: slackMessage,
		example: "https://example.slack.com/archives/C123ABC456/p1503435956000247", id: "1503435956.000247"},
	{host: "dashboard.stripe.com", paths: []string{"test/*/ID", "*/test/*/ID", "*/ID", "*/*/ID"}, scheme: "stripe",
		example: "https://dashboard.stripe.com/test/payments/pi_3MtwBwLkdIwHu7ix28a3tqPa", id: "pi_3MtwBwLkdIwHu7ix28a3tqPa"},
	{host: "gist.github.com", paths: []string{"*/ID", "ID"}, scheme: "gist",
		example: "https://gist.github.com/octocat/6cad326836d38bd3a7ae", id: "6cad326836d38bd3a7ae"},
	{host: "github.com", paths: []string{"*/*/commit/ID", "*/*/commits/ID", "*/*/tree/ID", "*/*/blob/ID"}, scheme: "sha1",
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

// amazonName is the ARN that stands somewhere in an address.
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
