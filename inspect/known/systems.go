package known

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"idscope/gen"
)

// redisStream is the id of an entry of a stream: milliseconds and a number.
func redisStream() *gen.Scheme {
	return &gen.Scheme{
		Name: "redis-stream", Title: "Redis stream entry",
		Summary: "entry of a Redis stream: Unix milliseconds, a hyphen, a sequence number",
		Spec:    "redis.io/docs/latest/develop/data-types/streams",
		Weak:    true,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "milliseconds", Source: gen.Time, Alphabet: decimals, Min: 13, Max: 13},
			{Name: "hyphen", Source: gen.Const, Texts: []string{"-"}},
			{Name: "sequence", Source: gen.Seq, Alphabet: decimals, Min: 1, Max: 19},
		}},
		Bits:     gen.Bits{Epoch: unix()},
		ReadOnly: "Redis gives them out",
		Since:    day(2017, 10, 1), Prior: 2, // the first that could be tried
		Example: gen.Vector{Text: "1692632086370-0", Time: "2023-08-21T15:34:46.370Z",
			Values: []string{"1692632086370", "-", "0"}, Source: "redis.io/docs/latest/develop/data-types/streams"},
	}
}

// yarn is the id of an application of Hadoop, or of what belongs to one: the start of the cluster in
// milliseconds and numbers.
func yarn() *gen.Scheme {
	return &gen.Scheme{
		Name: "yarn", Title: "YARN application, job, container",
		Aliases: []string{"hadoop"},
		Summary: "application_, job_, container_ ..., start of the cluster in ms, numbers",
		Spec:    "github.com/apache/hadoop, ApplicationId.java and ContainerId.java",
		Encoding: gen.Encoding{Verify: verifyYARN, VerifyBits: 3, Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: yarnKinds()},
			{Name: "cluster", Source: gen.Time, Alphabet: decimals, Min: 13, Max: 13},
			{Name: "numbers", Source: gen.Data, Alphabet: decimals + "_mr", Min: 5, Max: 36},
		}},
		Bits:     gen.Bits{Epoch: unix()},
		ReadOnly: "Hadoop gives them out",
		Since:    day(2012, 5, 23), Prior: 2, // Hadoop 2
		Notes: []string{"the time is the start of the cluster's resource manager, not that of the application"},
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

// postgres is the identifier of a cluster of PostgreSQL: when initdb ran, in seconds and microseconds, and the
// end of its process number.
func postgres() *gen.Scheme {
	return &gen.Scheme{
		Name: "pg-system-id", Title: "PostgreSQL system identifier",
		Summary: "64-bit number of a database cluster: seconds, microseconds, 12-bit process",
		Spec:    "github.com/postgres/postgres, src/backend/access/transam/xlog.c, BootStrapXLOG",
		Bits: gen.Bits{
			Layout: gen.Layout{
				{Name: "seconds", Source: gen.Time, Bits: 32, From: 20},
				{Name: "microseconds", Source: gen.Time, Bits: 20},
				{Name: "process", Source: gen.Data, Bits: 12},
			},
			Epoch: unix(),
			Tick:  time.Microsecond,
			Digit: gen.Digit{Bits: 20, Base: 1e6},
		},
		Encoding: gen.Encoding{Spellings: []gen.Text{}},
		ReadOnly: "initdb generates it",
		Since:    day(2014, 5, 15), // 9.4 beta
		Notes:    []string{"before version 9.4 the lower half was another number"},
		Example: gen.Vector{Text: "6502788473953883273", Time: "2017-12-23T17:00:25.981097Z",
			Values: []string{"1514048425", "981097", "1161"},
			Source: "pg_controldata of a cluster of version 10, as published"},
	}
}

// dbusID is the id of a machine, of a bus and so on, as D-Bus makes it: 96 random bits and the second. systemd
// makes machine ids of random bits alone.
func dbusID() *gen.Scheme {
	return &gen.Scheme{
		Name: "dbus", Title: "D-Bus machine id",
		Aliases: []string{"dbus-uuid"},
		Summary: "32 hexadecimal digits of D-Bus: 96 random bits, then 32-bit seconds",
		Spec:    "dbus.freedesktop.org/doc/dbus-specification.html, UUIDs",
		Bits: gen.Bits{Epoch: unix(), Tick: time.Second, Layout: gen.Layout{
			{Name: "random", Source: gen.Random, Bits: 96},
			{Name: "seconds", Source: gen.Time, Bits: 32},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Spellings: []gen.Text{}},
		ReadOnly: "D-Bus generates them",
		Weak:     true,
		Since:    day(2006, 11, 8), Prior: -5, // D-Bus 1.0
		Notes: []string{"a machine id that systemd generated has no time; one in seven of all random ones seems to " +
			"have one"},
		Example: gen.Vector{Text: "4e1f2d3c5b6a79880a1b2c3d45c6e8f1", Time: "2007-02-05T08:21:05Z",
			Values: []string{"24177521086356553451731364925", "1170663665"},
			Source: "computed from dbus/dbus-internals.c, _dbus_generate_uuid"},
	}
}

// macAddress is the address of a network card.
func macAddress() *gen.Scheme {
	return &gen.Scheme{
		Name: "mac", Title: "MAC address",
		Aliases: []string{"eui48"},
		Summary: "address of a network card: six bytes apart by colons, hyphens or dots",
		Spec:    "IEEE 802-2014, section 8.1",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "address", Source: gen.Data, Alphabet: "0123456789abcdef:-.", Fold: true, Min: 14, Max: 17},
			},
			Verify:     verifyMAC,
			VerifyBits: 16, // the places of five marks, and nothing but digits elsewhere
		},
		ReadOnly: "the IEEE and manufacturers of cards give them out",
		Since:    day(1982, 1, 1), Prior: 2,
		Example: gen.Vector{Text: "00:00:5e:00:53:01", Values: []string{"00:00:5e:00:53:01"},
			Source: "RFC 7042 section 2.1.2"},
	}
}

var errMarks = errors.New("colons, hyphens or dots stand in other places than those of an address")

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
