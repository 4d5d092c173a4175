package scheme

import (
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

// slackTime is the id of a message of Slack in its channel: seconds, a dot and six
// digits that tell messages of a second apart. Source: docs.slack.dev, chat.postMessage
// and Retrieving messages.
func slackTime() *gen.Scheme {
	return &gen.Scheme{
		Name:    "slack-ts",
		Title:   "Slack message",
		Summary: "ts of a message of Slack: Unix seconds, a dot, 6 digits that number them",
		Spec:    "docs.slack.dev/messaging/retrieving-messages",
		Weak:    true,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "seconds", Source: gen.Time, Alphabet: decimals, Min: 10, Max: 10},
			{Name: "dot", Source: gen.Const, Texts: []string{"."}},
			{Name: "number", Source: gen.Seq, Alphabet: decimals, Min: 6, Max: 6},
		}},
		Bits:     gen.Bits{Epoch: unix(0), Tick: second},
		ReadOnly: "Slack gives them out",
		Since:    day(2012, 12, 1), // the example of its own documentation is of that month
		Prior:    2,
		Notes:    []string{"seconds since 1970 with six decimal places look the same"},
		Example: gen.Vector{Text: "1503435956.000247", Time: "2017-08-22T21:05:56Z",
			Values: []string{"1503435956", ".", "000247"}, Source: "docs.slack.dev, chat.postMessage"},
	}
}

// redisStream is the id of an entry of a stream: milliseconds and a number. Source:
// redis.io/docs, Redis Streams, Entry IDs.
func redisStream() *gen.Scheme {
	return &gen.Scheme{
		Name:    "redis-stream",
		Title:   "Redis stream entry",
		Summary: "entry of a Redis stream: Unix milliseconds, a hyphen, a sequence number",
		Spec:    "redis.io/docs/latest/develop/data-types/streams",
		Weak:    true,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "milliseconds", Source: gen.Time, Alphabet: decimals, Min: 13, Max: 13},
			{Name: "hyphen", Source: gen.Const, Texts: []string{"-"}},
			{Name: "sequence", Source: gen.Seq, Alphabet: decimals, Min: 1, Max: 19},
		}},
		Bits:     gen.Bits{Epoch: unix(0)},
		ReadOnly: "Redis gives them out",
		Since:    day(2017, 10, 1), // the first that could be tried
		Prior:    2,
		Example: gen.Vector{Text: "1692632086370-0", Time: "2023-08-21T15:34:46.370Z",
			Values: []string{"1692632086370", "-", "0"}, Source: "redis.io/docs/latest/develop/data-types/streams"},
	}
}

// yarn is the id of an application of Hadoop, or of what belongs to one: the start of
// the cluster in milliseconds and numbers. Source: apache/hadoop, ApplicationId.java,
// ContainerId.java.
func yarn() *gen.Scheme {
	return &gen.Scheme{
		Name:    "yarn",
		Aliases: []string{"hadoop"},
		Title:   "YARN application, job, container",
		Summary: "application_, job_, container_ ..., start of the cluster in ms, numbers",
		Spec:    "github.com/apache/hadoop, ApplicationId.java and ContainerId.java",
		Encoding: gen.Encoding{Verify: verifyYARN, VerifyBits: 3, Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: yarnKinds()},
			{Name: "cluster", Source: gen.Time, Alphabet: decimals, Min: 13, Max: 13},
			{Name: "numbers", Source: gen.Data, Alphabet: decimals + "_mr", Min: 5, Max: 36},
		}},
		Bits:     gen.Bits{Epoch: unix(0)},
		ReadOnly: "Hadoop gives them out",
		Since:    day(2012, 5, 23), // Hadoop 2
		Prior:    2,
		Notes:    []string{"the time is the start of the cluster's resource manager, not that of the application"},
		Example: gen.Vector{Text: "application_1410450250506_0003", Time: "2014-09-11T15:44:10.506Z",
			Values: []string{"application_", "1410450250506", "_0003"},
			Source: "T. White, Hadoop: The Definitive Guide, chapter 6"},
	}
}

func yarnKinds() []string {
	list := []string{"application_", "appattempt_", "attempt_", "container_", "job_", "task_"}
	for epoch := range 99 { // one more each time the resource manager starts again
		list = append(list, fmt.Sprintf("container_e%02d_", epoch+1))
	}
	return list
}

var errYARN = errors.New("the numbers behind the time are not those of its kind")

// verifyYARN names the numbers behind the time.
func verifyYARN(text string) ([]gen.Finding, error) {
	kind, rest, _ := strings.Cut(text, "_")
	if at := strings.IndexByte(rest, '_'); kind == "container" && rest[0] == 'e' {
		rest = rest[at+1:]
	}
	numbers := strings.Split(rest, "_")[1:]
	names := map[string][]string{
		"application": {"application"}, "job": {"job"}, "appattempt": {"application", "attempt"},
		"container": {"application", "attempt", "container"},
		"task":      {"job", "type", "task"}, "attempt": {"job", "type", "task", "attempt"},
	}[kind]
	if len(numbers) != len(names) {
		return nil, errYARN
	}
	var found []gen.Finding
	for i, name := range names {
		value, ok := strings.TrimLeft(numbers[i], "0"), strings.Trim(numbers[i], decimals) == ""
		if name == "type" {
			value, ok = map[string]string{"m": "map", "r": "reduce"}[numbers[i]],
				numbers[i] == "m" || numbers[i] == "r"
		} else if value == "" {
			value = "0"
		}
		if !ok || numbers[i] == "" {
			return nil, errYARN
		}
		found = append(found, gen.Finding{Name: name, Value: value})
	}
	return found, nil
}

// twitterMedia is the key of a picture or a film at X/Twitter: its kind, and a
// snowflake, whose time is read. Source: docs.x.com, Media object.
func twitterMedia() *gen.Scheme {
	return &gen.Scheme{
		Name:    "twitter-media",
		Title:   "X/Twitter media key",
		Summary: "3_ photo, 7_ or 13_ video, 16_ animated picture, and a snowflake",
		Spec:    "docs.x.com, Media object",
		Encoding: gen.Encoding{Verify: verifyMedia, Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: []string{"3_", "7_", "13_", "16_", "28_"}},
			{Name: "snowflake", Source: gen.Time, Alphabet: decimals, Min: 17, Max: 19, Per: 1 << 22},
		}},
		Bits:     gen.Bits{Epoch: unixMilli(1288834974657)},
		ReadOnly: "X gives them out",
		Prior:    1,
		Example: gen.Vector{Text: "13_1263145212760805376", Time: "2020-05-20T16:31:01.482Z",
			Values: []string{"13_", "1263145212760805376"}, Source: "developer.x.com, Media object"},
	}
}

func verifyMedia(text string) ([]gen.Finding, error) {
	kind, _, _ := strings.Cut(text, "_")
	object := map[string]string{"3": "photo", "7": "video", "13": "video", "16": "animated picture",
		"28": "live video"}[kind]
	return []gen.Finding{{Name: "object", Value: object}}, nil
}
