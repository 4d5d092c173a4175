package known

import (
	"strings"
	"time"

	"idscope/gen"
)

// slack is a letter that says what it is of, and symbols that say nothing.
func slack() *gen.Scheme {
	return &gen.Scheme{
		Name: "slack", Title: "Slack",
		Summary: "a letter for what it is of, as C for channels, and 8 or more of base36",
		Spec:    "docs.slack.dev/reference/objects",
		Encoding: gen.Encoding{Verify: slackType, Pattern: gen.Pattern{
			{Name: "type", Source: gen.Const, Texts: slackObjects.prefixes("")},
			{Name: "body", Source: gen.Data, Alphabet: decimals + capitals, Min: 8, Max: 12},
		}},
		ReadOnly: "Slack gives them out",
		Since:    day(2013, 8, 1), Prior: 1.5,
		Notes: []string{"the length has grown from 9 to 11 characters over the years"},
		Example: gen.Vector{Text: "C012AB3CD", Values: []string{"C", "012AB3CD"},
			Source: "docs.slack.dev, conversations.info"},
	}
}

const slackObjects objects = `A app; B bot; C channel; D direct message; E enterprise; F file;
G private channel or group message; S user group; T workspace; U user; W user of an enterprise; Wf workflow`

func slackType(text string) ([]gen.Finding, error) {
	if strings.HasPrefix(text, "Wf") {
		return found("object", slackObjects.of("Wf")), nil
	}
	return found("object", slackObjects.of(text[:1])), nil
}

// slackTime is the id of a message of Slack in its channel: seconds, a dot and six digits that tell messages of
// a second apart.
func slackTime() *gen.Scheme {
	return &gen.Scheme{
		Name: "slack-ts", Title: "Slack message",
		Summary: "ts of a message of Slack: Unix seconds, a dot, 6 digits that number them",
		Spec:    "docs.slack.dev/messaging/retrieving-messages",
		Weak:    true,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "seconds", Source: gen.Time, Alphabet: decimals, Min: 10, Max: 10},
			{Name: "dot", Source: gen.Const, Texts: []string{"."}},
			{Name: "number", Source: gen.Seq, Alphabet: decimals, Min: 6, Max: 6},
		}},
		Bits:     gen.Bits{Epoch: unix(), Tick: time.Second},
		ReadOnly: "Slack gives them out",
		Since:    day(2012, 12, 1), Prior: 2, // the example of its own documentation is of that month
		Notes: []string{"seconds since 1970 with six decimal places look the same"},
		Example: gen.Vector{Text: "1503435956.000247", Time: "2017-08-22T21:05:56Z",
			Values: []string{"1503435956", ".", "000247"}, Source: "docs.slack.dev, chat.postMessage"},
	}
}

// twitterMedia is the key of a picture or a film at X/Twitter: its kind, and a snowflake, whose time is read.
func twitterMedia() *gen.Scheme {
	return &gen.Scheme{
		Name: "twitter-media", Title: "X/Twitter media key",
		Summary: "3_ photo, 7_ or 13_ video, 16_ animated picture, and a snowflake",
		Spec:    "docs.x.com, Media object",
		Encoding: gen.Encoding{Verify: verifyMedia, Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: mediaObjects.prefixes("_")},
			{Name: "snowflake", Source: gen.Time, Alphabet: decimals, Min: 17, Max: 19, Per: 1 << 22},
		}},
		Bits:     gen.Bits{Epoch: time.UnixMilli(1288834974657).UTC()},
		ReadOnly: "X gives them out",
		Prior:    1,
		Example: gen.Vector{Text: "13_1263145212760805376", Time: "2020-05-20T16:31:01.482Z",
			Values: []string{"13_", "1263145212760805376"}, Source: "developer.x.com, Media object"},
	}
}

const mediaObjects objects = "3 photo; 7 video; 13 video; 16 animated picture; 28 live video"

func verifyMedia(text string) ([]gen.Finding, error) {
	kind, _, _ := strings.Cut(text, "_")
	return found("object", mediaObjects.of(kind)), nil
}

// youtubeChannel is a channel: UC and 128 random bits.
func youtubeChannel() *gen.Scheme {
	return &gen.Scheme{
		Name: "youtube-channel", Title: "YouTube channel",
		Summary: "channel of YouTube: UC and 128 random bits in 22 of URL-safe base64",
		Spec:    "developers.google.com/youtube/v3/docs/channels",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"UC"}},
			{Name: "random", Source: gen.Random, Alphabet: base64URL, Min: 21, Max: 21},
			{Name: "last", Source: gen.Random, Alphabet: "AQgw", Min: 1, Max: 1},
		}},
		ReadOnly: "YouTube gives them out",
		Since:    day(2005, 2, 14), Prior: 1.5,
		Notes: []string{"with UU in place of UC it is the list of the channel's films"},
		Example: gen.Vector{Text: "UCXuqSBlHAE6Xw-yeJA0Tunw", Values: []string{"UC", "XuqSBlHAE6Xw-yeJA0Tun", "w"},
			Source: "youtube.com/channel/UCXuqSBlHAE6Xw-yeJA0Tunw"},
	}
}

// linkedin is the id of a post, a comment or a message. LinkedIn has published nothing: that the highest 41 of
// 63 bits are Unix milliseconds is what all ids with a known time say. It is only read.
func linkedin() *gen.Scheme {
	return &gen.Scheme{
		Name: "linkedin", Title: "LinkedIn",
		Summary:  "63-bit id of a LinkedIn post (only read): 41-bit milliseconds, 22 more bits",
		Spec:     "github.com/Ollie-Boyd/Linkedin-post-timestamp-extractor",
		Brand:    true,
		ReadOnly: "LinkedIn has not published what the lowest 22 bits are",
		Bits: gen.Bits{Epoch: unix(), Layout: gen.Layout{
			{Name: "unused", Source: gen.Const, Bits: 1},
			{Name: "timestamp", Source: gen.Time, Bits: 41},
			{Name: "low22", Source: gen.Data, Bits: 22},
		}},
		Since: day(2012, 1, 1), Prior: 1,
		Notes: []string{
			"only the time is known; some tools read the lowest 22 bits as worker and sequence",
			"41 bits of Unix milliseconds end on 2039-09-07",
		},
		Example: gen.Vector{Text: "7163147469877407744", Time: "2024-02-13T12:30:41.663Z",
			Values: []string{"0", "1707827441663", "520192"},
			Source: "github.com/codingmatheus/linkedin-timestamp-extractor, README.md"},
	}
}

// tiktok is the id of a video, a user, a live session or a device. ByteDance has published nothing: the seconds
// are sure, the rest is what researchers found. It is only read.
func tiktok() *gen.Scheme {
	return &gen.Scheme{
		Name: "tiktok", Title: "TikTok, Douyin",
		Aliases:  []string{"douyin"},
		Summary:  "64-bit id of TikTok (only read): 32-bit seconds, milliseconds, kind, machine",
		Spec:     "arXiv 2504.13279, Just Another Hour on TikTok",
		Brand:    true,
		ReadOnly: "ByteDance has not published the layout; what is known was found in its ids",
		Bits: gen.Bits{Epoch: unix(), Tick: time.Second, Layout: gen.Layout{
			{Name: "timestamp", Source: gen.Time, Bits: 32},
			{Name: "milliseconds", Source: gen.Data, Bits: 10},
			{Name: "unknown", Source: gen.Data, Bits: 3},
			{Name: "sequence", Source: gen.Data, Bits: 5},
			{Name: "unused", Source: gen.Const, Bits: 2},
			{Name: "entity", Source: gen.Data, Bits: 4},
			{Name: "machine", Source: gen.Data, Bits: 8},
		}},
		Since: day(2016, 9, 1), Prior: 1,
		Notes: []string{
			"entity is 0 or 4 for a user, 6 for a device, 11 for a live session, 13 for a video",
			"milliseconds are 0 to 999 in most ids; some lie above",
			"the three bits above the sequence are 0 in most ids",
		},
		Example: gen.Vector{Text: "6854717870488702213", Time: "2020-07-29T02:06:13Z",
			Values: []string{"1595988373", "872", "0", "1", "0", "13", "5"},
			Source: "github.com/RyanDFIR/unfurl, unfurl/parsers/parse_tiktok.py"},
	}
}

// steam is the number of an account of Steam: universe, type and instance, which are 1 of people, and the
// account.
func steam() *gen.Scheme {
	return &gen.Scheme{
		Name: "steam", Title: "Steam account (SteamID64)",
		Aliases: []string{"steam64", "steamid"},
		Summary: "64-bit number of a Steam user: universe, type, instance, 32-bit account",
		Spec:    "developer.valvesoftware.com/wiki/SteamID",
		Bits: gen.Bits{Layout: gen.Layout{
			{Name: "universe", Source: gen.Const, Bits: 8, Value: 1},
			{Name: "type", Source: gen.Const, Bits: 4, Value: 1},
			{Name: "instance", Source: gen.Const, Bits: 20, Value: 1},
			{Name: "account", Source: gen.Data, Bits: 32},
		}},
		Encoding: gen.Encoding{Spellings: []gen.Text{}},
		ReadOnly: "Steam gives them out",
		Since:    day(2003, 9, 12), Prior: 2,
		Notes: []string{"universe 1 is public, type 1 a person, instance 1 the desktop; groups have others"},
		Example: gen.Vector{Text: "76561197960287930", Values: []string{"1", "1", "1", "22202"},
			Source: "developer.valvesoftware.com/wiki/SteamID"},
	}
}

// openAI is the id of an answer of OpenAI's interface, or of a part of one: the second in which it was made and
// 160 more bits.
func openAI() *gen.Scheme {
	return &gen.Scheme{
		Name: "openai", Title: "OpenAI response",
		Summary: "resp_, msg_, rs_ or fc_ of OpenAI: 32-bit seconds and 160 bits, in hex",
		Spec:    "platform.openai.com/docs/api-reference/responses",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: []string{"resp_", "msg_", "rs_", "fc_", "ws_", "fs_",
				"ci_", "ig_", "cu_", "mcp_", "mcpl_", "conv_"}},
			{Name: "seconds", Source: gen.Time, Alphabet: hexDigits, Min: 8, Max: 8},
			{Name: "random", Source: gen.Random, Alphabet: hexDigits, Min: 40, Max: 40},
		}},
		Bits:     gen.Bits{Epoch: unix(), Tick: time.Second},
		ReadOnly: "OpenAI gives them out",
		Since:    day(2025, 3, 1), Prior: 1,
		Example: gen.Vector{Text: "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b",
			Time:   "2025-03-08T23:29:02Z",
			Values: []string{"resp_", "67ccd2be", "d1ec8190b14f964abc0542670bb6a6b452d3795b"},
			Source: "platform.openai.com/docs/api-reference/responses"},
	}
}

// openAI50 is what they are since the autumn of 2025: 64 bits and a byte stand before the time. Found in
// published answers, whose created_at is the same second.
func openAI50() *gen.Scheme {
	base := openAI()
	return base.Variant(gen.Scheme{
		Name: "openai-2025", Family: "openai", Title: "OpenAI response, 50 digits",
		Summary: "resp_ or msg_ of OpenAI: 64 bits, a byte, 32-bit seconds, 96 bits, in hex",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			base.Pattern[0],
			{Name: "random", Source: gen.Random, Alphabet: hexDigits, Min: 16, Max: 16},
			{Name: "version", Source: gen.Const, Texts: []string{"00", "01"}},
			base.Pattern[1],
			{Name: "random_b", Source: gen.Random, Alphabet: hexDigits, Min: 24, Max: 24},
		}},
		Since: day(2025, 8, 1),
		Prior: 1,
		Example: gen.Vector{Text: "resp_0bc0cffd983db63400693fdeadd58481a2aa83ef0faac36caf",
			Time:   "2025-12-15T10:10:53Z",
			Values: []string{"resp_", "0bc0cffd983db634", "00", "693fdead", "d58481a2aa83ef0faac36caf"},
			Source: "an answer published with its created_at, 1765793453"},
	})
}
