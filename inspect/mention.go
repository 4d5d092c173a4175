package inspect

import "strings"

// mention is how messages of a chat write an identifier: what stands around it decides of what
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
