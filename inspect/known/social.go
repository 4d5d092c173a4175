package known

import (
	"strings"
	"time"

	"idscope/gen"
)

var social = []declaration{
	{since: "2013-08-01", objects: slackObjects, Scheme: gen.Scheme{Name: "slack", Title: "Slack",
		Spec: "docs.slack.dev/reference/objects", ReadOnly: "Slack gives them out", Prior: 1.5,
		Summary:  "a letter for what it is of, as C for channels, and 8 or more of base36",
		Encoding: gen.Encoding{Pattern: gen.Pattern{fixed("type"), part("body", gen.Data, decimals+capitals, 8, 12)}},
		Notes:    []string{"the length has grown from 9 to 11 characters over the years"},
		Example:  parted("", "docs.slack.dev, conversations.info", "C", "012AB3CD")}},
	// slack-ts is the id of a message of Slack in its channel: seconds, a dot and six digits that tell messages of
	// a second apart. It is in use since the month of the example of its own documentation.
	{since: "2012-12-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "slack-ts", Title: "Slack message",
		Spec: "docs.slack.dev/messaging/retrieving-messages", Weak: true, ReadOnly: "Slack gives them out", Prior: 2,
		Summary: "ts of a message of Slack: Unix seconds, a dot, 6 digits that number them",
		Bits:    gen.Bits{Tick: time.Second},
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			part("seconds", gen.Time, decimals, 10, 10), fixed("dot", "."), part("number", gen.Seq, decimals, 6, 6)}},
		Notes:   []string{"seconds since 1970 with six decimal places look the same"},
		Example: parted("2017-08-22T21:05:56Z", "docs.slack.dev, chat.postMessage", "1503435956", ".", "000247")}},
	{epoch: "2010-11-04T01:42:54.657Z", objects: mediaObjects, mark: "_", Scheme: gen.Scheme{Name: "twitter-media",
		Title: "X/Twitter media key", Spec: "docs.x.com, Media object", ReadOnly: "X gives them out", Prior: 1,
		Summary: "3_ photo, 7_ or 13_ video, 16_ animated picture, and a snowflake",
		Encoding: gen.Encoding{Pattern: gen.Pattern{fixed("kind"),
			{Name: "snowflake", Source: gen.Time, Alphabet: decimals, Min: 17, Max: 19, Per: 1 << 22}}},
		Bits:    gen.Bits{Last: 1<<41 - 1}, // as of snowflake
		Example: parted("2020-05-20T16:31:01.482Z", "developer.x.com, Media object", "13_", "1263145212760805376")}},
	{since: "2005-02-14", Scheme: gen.Scheme{Name: "youtube-channel", Title: "YouTube channel",
		Spec: "developers.google.com/youtube/v3/docs/channels", ReadOnly: "YouTube gives them out", Prior: 1.5,
		Summary: "channel of YouTube: UC and 128 random bits in 22 of URL-safe base64",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("prefix", "UC"), random("random", base64URL, 21), random("last", "AQgw", 1)}},
		Notes:   []string{"with UU in place of UC it is the list of the channel's films"},
		Example: parted("", "youtube.com/channel/UCXuqSBlHAE6Xw-yeJA0Tunw", "UC", "XuqSBlHAE6Xw-yeJA0Tun", "w")}},
	// linkedin is the id of a post, a comment or a message. LinkedIn has published nothing: that the highest 41 of
	// 63 bits are Unix milliseconds is what all ids with a known time say. It is only read.
	{since: "2012-01-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "linkedin", Title: "LinkedIn",
		Spec: "github.com/Ollie-Boyd/Linkedin-post-timestamp-extractor", Brand: true,
		ReadOnly: "LinkedIn has not published what the lowest 22 bits are", Prior: 1,
		Summary: "63-bit id of a LinkedIn post (only read): 41-bit milliseconds, 22 more bits",
		Bits: gen.Bits{Layout: gen.Layout{
			constant("unused", 1, 0), field("timestamp", gen.Time, 41), field("low22", gen.Data, 22)}},
		Notes: []string{
			"only the time is known; some tools read the lowest 22 bits as worker and sequence",
			"41 bits of Unix milliseconds end on 2039-09-07"},
		Example: example("7163147469877407744", "2024-02-13T12:30:41.663Z",
			"github.com/codingmatheus/linkedin-timestamp-extractor, README.md", "0", "1707827441663", "520192")}},
	// tiktok is the id of a video, a user, a live session or a device. ByteDance has published nothing: the seconds
	// are sure, the rest is what researchers found. It is only read.
	{since: "2016-09-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "tiktok", Title: "TikTok, Douyin",
		Aliases: []string{"douyin"}, Spec: "arXiv 2504.13279, Just Another Hour on TikTok", Brand: true,
		ReadOnly: "ByteDance has not published the layout; what is known was found in its ids", Prior: 1,
		Summary: "64-bit id of TikTok (only read): 32-bit seconds, milliseconds, kind, machine",
		Bits: gen.Bits{Tick: time.Second, Layout: gen.Layout{
			field("timestamp", gen.Time, 32), field("milliseconds", gen.Data, 10), field("unknown", gen.Data, 3),
			field("sequence", gen.Data, 5), constant("unused", 2, 0), field("entity", gen.Data, 4),
			field("machine", gen.Data, 8)}},
		Notes: []string{
			"entity is 0 or 4 for a user, 6 for a device, 11 for a live session, 13 for a video",
			"milliseconds are 0 to 999 in most ids; some lie above",
			"the three bits above the sequence are 0 in most ids"},
		Example: example("6854717870488702213", "2020-07-29T02:06:13Z",
			"github.com/RyanDFIR/unfurl, unfurl/parsers/parse_tiktok.py",
			"1595988373", "872", "0", "1", "0", "13", "5")}},
	// steam is the number of an account of Steam: universe, type and instance, which are 1 of people, and the
	// account.
	{since: "2003-09-12", Scheme: gen.Scheme{Name: "steam", Title: "Steam account (SteamID64)",
		Aliases: []string{"steam64", "steamid"}, Spec: "developer.valvesoftware.com/wiki/SteamID",
		ReadOnly: "Steam gives them out", Prior: 2,
		Summary: "64-bit number of a Steam user: universe, type, instance, 32-bit account",
		Bits: gen.Bits{Layout: gen.Layout{
			constant("universe", 8, 1), constant("type", 4, 1), constant("instance", 20, 1),
			field("account", gen.Data, 32)}},
		Encoding: gen.Encoding{Alternatives: []gen.Text{}},
		Notes:    []string{"universe 1 is public, type 1 a person, instance 1 the desktop; groups have others"},
		Example: example("76561197960287930", "", "developer.valvesoftware.com/wiki/SteamID",
			"1", "1", "1", "22202")}},
	// openai is the id of an answer of OpenAI's interface, or of a part of one: the second in which it was made and
	// 160 more bits.
	{since: "2025-03-01", epoch: "1970-01-01", texts: openAIKinds, Scheme: gen.Scheme{Name: "openai",
		Title: "OpenAI response", Spec: "platform.openai.com/docs/api-reference/responses",
		ReadOnly: "OpenAI gives them out", Prior: 1,
		Summary: "resp_, msg_, rs_ or fc_ of OpenAI: 32-bit seconds and 160 bits, in hex",
		Bits:    gen.Bits{Tick: time.Second},
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("kind"), part("seconds", gen.Time, hexDigits, 8, 8), random("random", hexDigits, 40)}},
		Example: parted("2025-03-08T23:29:02Z", "platform.openai.com/docs/api-reference/responses",
			"resp_", "67ccd2be", "d1ec8190b14f964abc0542670bb6a6b452d3795b")}},
	// openai-2025 is what they are since the autumn of 2025: 64 bits and a byte are before the time. Found in
	// published answers, whose created_at is the same second.
	{of: "openai", since: "2025-08-01", texts: openAIKinds, Scheme: gen.Scheme{Name: "openai-2025", Family: "openai",
		Title: "OpenAI response, 50 digits", Prior: 1,
		Summary: "resp_ or msg_ of OpenAI: 64 bits, a byte, 32-bit seconds, 96 bits, in hex",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			fixed("kind"), random("random", hexDigits, 16), fixed("version", "00", "01"),
			part("seconds", gen.Time, hexDigits, 8, 8), random("random_b", hexDigits, 24)}},
		Example: parted("2025-12-15T10:10:53Z", "an answer published with its created_at, 1765793453",
			"resp_", "0bc0cffd983db634", "00", "693fdead", "d58481a2aa83ef0faac36caf")}},
}

const slackObjects objects = `A app; B bot; C channel; D direct message; E enterprise; F file;
G private channel or group message; S user group; T workspace; U user; W user of an enterprise; Wf workflow`

const mediaObjects objects = "3 photo; 7 video; 13 video; 16 animated picture; 28 live video"

func openAIKinds() []string {
	return strings.Fields("resp_ msg_ rs_ fc_ ws_ fs_ ci_ ig_ cu_ mcp_ mcpl_ conv_")
}
