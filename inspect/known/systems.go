package known

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"idscope/gen"
)

var systems = []declaration{
	// First used: the first version that could be tried.
	{since: "2017-10-01", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "redis-stream", Title: "Redis stream entry",
		Spec: streamPage, Weak: true, ReadOnly: "Redis gives them out", Prior: 2,
		Summary: "entry of a Redis stream: Unix milliseconds, a hyphen, a sequence number",
		Encoding: gen.Encoding{Pattern: gen.Pattern{part("milliseconds", gen.Time, decimals, 13, 13),
			fixed("hyphen", "-"), part("sequence", gen.Seq, decimals, 1, 19)}},
		Example: parted("2023-08-21T15:34:46.370Z", streamPage, "1692632086370", "-", "0")}},
	// yarn is the id of an application of Hadoop, or of what belongs to one: the start of the cluster in
	// milliseconds and numbers. First used: Hadoop 2.
	{since: "2012-05-23", epoch: "1970-01-01", texts: yarnKinds, Scheme: gen.Scheme{Name: "yarn",
		Title: "YARN application, job, container", Aliases: []string{"hadoop"},
		Spec: "github.com/apache/hadoop, ApplicationId.java and ContainerId.java", ReadOnly: "Hadoop gives them out",
		Summary: "application_, job_, container_ ..., start of the cluster in ms, numbers", Prior: 2,
		Encoding: gen.Encoding{Verify: verifyYARN, VerifyBits: 3, Pattern: gen.Pattern{fixed("kind"),
			part("cluster", gen.Time, decimals, 13, 13), part("numbers", gen.Data, decimals+"_mr", 5, 36)}},
		Notes: []string{"the time is the start of the cluster's resource manager, not that of the application"},
		Example: parted("2014-09-11T15:44:10.506Z", "T. White, Hadoop: The Definitive Guide, chapter 6",
			"application_", "1410450250506", "_0003")}},
	// pg-system-id is the identifier of a cluster of PostgreSQL: when initdb ran, in seconds and microseconds, and the
	// end of its process number. First used: 9.4 beta.
	{since: "2014-05-15", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "pg-system-id",
		Title:    "PostgreSQL system identifier",
		Spec:     "github.com/postgres/postgres, src/backend/access/transam/xlog.c, BootStrapXLOG",
		ReadOnly: "initdb generates it",
		Summary:  "64-bit number of a database cluster: seconds, microseconds, 12-bit process",
		Bits: gen.Bits{Tick: time.Microsecond, Digit: gen.Digit{Bits: 20, Base: 1e6}, Layout: gen.Layout{
			fieldFrom("seconds", gen.Time, 32, 20), field("microseconds", gen.Time, 20),
			field("process", gen.Data, 12)}},
		Encoding: gen.Encoding{Alternatives: []gen.Text{}},
		Notes:    []string{"before version 9.4 the lower half was another number"},
		Example: example("6502788473953883273", "2017-12-23T17:00:25.981097Z",
			"pg_controldata of a cluster of version 10, as published", "1514048425", "981097", "1161")}},
	// dbus is the id of a machine, of a bus and so on, as D-Bus makes it: 96 random bits and the second. systemd
	// makes machine ids of random bits alone. First used: D-Bus 1.0.
	{since: "2006-11-08", epoch: "1970-01-01", Scheme: gen.Scheme{Name: "dbus", Title: "D-Bus machine id",
		Aliases: []string{"dbus-uuid"}, Spec: "dbus.freedesktop.org/doc/dbus-specification.html, UUIDs", Weak: true,
		ReadOnly: "D-Bus generates them", Prior: -5,
		Summary: "32 hexadecimal digits of D-Bus: 96 random bits, then 32-bit seconds",
		Bits: gen.Bits{Tick: time.Second,
			Layout: gen.Layout{field("random", gen.Random, 96), field("seconds", gen.Time, 32)}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Alternatives: []gen.Text{}},
		Notes: []string{
			"a machine id that systemd generated has no time; one in seven of all random ones seems to have one"},
		Example: example("4e1f2d3c5b6a79880a1b2c3d45c6e8f1", "2007-02-05T08:21:05Z",
			"computed from dbus/dbus-internals.c, _dbus_generate_uuid",
			"24177521086356553451731364925", "1170663665")}},
	{since: "1982-01-01", Scheme: gen.Scheme{Name: "mac", Title: "MAC address", Aliases: []string{"eui48"},
		Spec: "IEEE 802-2014, section 8.1", ReadOnly: "the IEEE and manufacturers of cards give them out", Prior: 2,
		Summary: "address of a network card: six bytes apart by colons, hyphens or dots",
		// the places of five marks, and nothing but digits elsewhere
		Encoding: gen.Encoding{Verify: verifyMAC, VerifyBits: 16,
			Pattern: gen.Pattern{anyCase("address", gen.Data, hexDigits+":-.", 14, 17)}},
		Example: parted("", "RFC 7042 section 2.1.2", "00:00:5e:00:53:01")}},
}

const streamPage = "redis.io/docs/latest/develop/data-types/streams"

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
	var all []gen.Finding
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
		all = append(all, found(name, value)...)
	}
	return all, nil
}

var errMarks = errors.New("colons, hyphens or dots are in other places than those of an address")

func verifyMAC(text string) ([]gen.Finding, error) {
	mark, group := text[2], 2
	if len(text) == 14 {
		mark, group = '.', 4
	} else if len(text) != 17 || mark == '.' {
		return nil, errMarks
	}
	for i := range len(text) {
		c := text[i]
		marked := c == ':' || c == '-' || c == '.'
		if marked != (i%(group+1) == group) || marked && c != mark {
			return nil, errMarks
		}
	}
	first := strings.IndexByte(hexDigits, text[1]|' ')
	to, by := "one card", "its manufacturer"
	if first&1 == 1 {
		to = "a group"
	}
	if first&2 == 2 {
		by = "who runs the network"
	}
	return found("names", to, "given by", by), nil
}
