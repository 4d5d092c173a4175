package cmd

import (
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
)

// topic is a page of help on what several commands share. Its text is prose, see
// [ui.Page.Prose]: empty lines part paragraphs, indented lines are items.
type topic struct{ name, short, text, examples string }

// topicColumn is where what is said of a topic begins in a list of them.
const topicColumn = 14

// topics lists the topics in the order of help.
func topics() []topic {
	return []topic{
		{"schemes", "which scheme to use, and how schemes are named", schemesTopic,
			"idscope schemes\nidscope schemes uuidv7\nidscope compare uuidv4 uuidv7 snowflake"},
		{"times", "how times, durations and zones are written", timesTopic,
			"idscope gen ulid --at 2026-01-31\nidscope range uuidv7 --from now-1d --to now\n" +
				"idscope gen uuidv7 | idscope inspect --tz Europe/Berlin"},
		{"layouts", "bit layouts of your own", layoutsTopic,
			"idscope schemes custom --layout \"time:41 shard:8 seq:14\"\n" +
				"idscope gen custom --layout \"time:41 shard:8 seq:14\" --epoch 2026-01-01 --set shard=3"},
		{"exit", "exit statuses and streams", exitTopic,
			"idscope inspect 01FWHE4YDGFK1SHH6W1G60EECF >/dev/null && echo readable\n" +
				"idscope gen uuidv7 -n 3 | idscope check"},
		{"json", "what --json writes", jsonTopic,
			"idscope inspect --json 507f1f77bcf86cd799439011\nidscope gen ulid -n 3 | idscope inspect --json=brief\n" +
				"idscope gen snowflake --format json"},
		{"unique", "what keeps ids unique, on one host and on several", uniqueTopic,
			"idscope schemes snowflake\nidscope gen snowflake --worker 12\nidscope worker list"},
		{"environment", "the variables and files that idscope reads", environmentTopic,
			"idscope help environment\nIDSCOPE_WORKER=12 idscope gen snowflake\nNO_COLOR=1 idscope schemes uuidv7"},
	}
}

// findTopic returns the topic of a name, nil for none.
func findTopic(name string) *topic {
	for _, t := range topics() {
		if t.name == name {
			return &t
		}
	}
	return nil
}

// screen is the topic as help shows it: that of the environment with what is in force.
func (t *topic) screen(a *cli.App) *show.Topic {
	s := &show.Topic{Text: t.text}
	for line := range strings.Lines(t.examples) {
		s.Examples = append(s.Examples, strings.TrimSpace(line))
	}
	if t.name == "environment" {
		s.InForce = a.InForce()
	}
	return s
}

const schemesTopic = `Which should I use?
  uuidv7      for keys of a database and of APIs: sortable, understood everywhere
  uuidv4      where the time of creation must not show
  ulid        as uuidv7, in 26 characters, sortable as text
  snowflake   for 64-bit keys: each node needs a worker number
  nanoid      for short random texts in addresses
  sqids       to show a database's counter as a short text: --format sqids

Others that are common: objectid (MongoDB), ksuid, xid, cuid2, typeid, tsid, discord, mastodon, instagram,
sonyflake. idscope schemes lists all that are known, also those that can only be read; idscope schemes NAME
shows one in full, and idscope compare puts several side by side.

A scheme has one name in small letters, and may have aliases, which idscope schemes NAME lists. custom is a
layout of your own, see idscope help layouts; your own names for layouts are in schemes.toml, see idscope help
environment.`

const timesTopic = `A time is one of:
  2026-01-31T10:00:00Z         RFC 3339, also with an offset, as +02:00
  2026-01-31                   a day, from its start in UTC; 2026-01 and 2026 too
  "2026-01-31 10:00"           UTC, with or without seconds
  now, now-90m, "2 days ago"   the present, and before or after it
  today, yesterday, monday     a day, from its start; "yesterday 14:30" too
  "last week", "June 2022"     from its start; "1 June 2022" is a day
  @1700000000                  Unix seconds, with decimals if need be
  1700000000123ms              Unix milliseconds

A bare number is refused: seconds and milliseconds are mistaken for each other too often.

A duration is a number and a unit, or several: ns, us, ms, s, m, h, d, w, y, as in 90m, 1d12h or 1.5y. A day
has 24 hours, a year 365.2425 days.

A zone is local, UTC, a name as Europe/Berlin, or an offset as +02:00. --tz shows times in it; JSON stays in UTC.

A window of time begins at its first time and ends before its last. --day is the whole of a day, a week, a
month or a year, --last so long up to now.

A count or a rate is a number as 10k, 1M, 1e6 or 1_000_000; a rate is of a second, or as 1000/h.`

const layoutsTopic = `A layout is the fields of an id, most significant first, each as NAME:BITS. The names
time, seq, random, worker, rollback and unused have that meaning; NAME:BITS=VALUE is a constant, and any other
name a field that --set gives a value.
  time:41 worker:10 seq:12     as snowflake has it
  time:41 shard:8 seq:14       with a field of your own: --set shard=3
  time:32 random:64            without a record: random bits keep ids apart

--epoch says from when time counts, 2020-01-01 where it is not given, and --tick in what steps, 1ms where it is
not given. Both have to be the same for all who generate ids of the layout.

A layout gets a name in ~/.config/idscope/schemes.toml:
  [ticket]
  layout = "time:40 cluster:3 user:10 seq:10"
  epoch = 2020-01-01
  tick = "1ms"
  summary = "our tickets"

Then idscope gen ticket generates them, and idscope inspect recognises them.`

const exitTopic = `The exit status says how a call ended:
  0     done
  1     the answer is no: not an id, a duplicate found, nothing left to choose
  2     wrong usage: the call cannot work, whatever the time and state
  3     refused by clock, state, or a file
  130   ended by Ctrl-C; 143 by a request to terminate
  141   whoever read stdout went away, as head does

The answer is on stdout and nothing else. Errors, warnings and hints are on stderr, each a line:
  idscope: error: what was given, and what was wanted
  idscope: hint: what to do
  idscope: warning: what to know although the call goes on

With several ids, all are read before a status other than 0 says that one could not be.`

const jsonTopic = `--json writes one object a line, in the order of the input. Every number that comes from an
id is a string of decimal digits, for JavaScript and old versions of jq round numbers above 2^53. A key that
does not apply is absent; there is no null. Keys are only added under one number of schema.

Of inspect --json:
  input        the text as it was given
  ok           whether there is a reading
  ambiguous    several readings fit, and the best is only possible
  readings     best first: scheme, confidence, time, fields, encodings and more
  ruled_out    schemes that do not fit, each with the reason
  warnings     what was taken off the text, and implausible times
  error        where ok is false: code and message

--json=brief, which is 10 to 20 times as fast, has scheme, confidence and time of the best reading in place of
readings. A value of --json stands behind an equals sign.

time is RFC 3339 in UTC, with as many digits as the scheme's ticks have. The JSON Schema of it is
inspect/schema.json in the source.`

const uniqueTopic = `idscope generates no id twice on one host, whatever ends, restarts or sets the clock back.
There are two ways:
  random bits     uuidv4, uuidv7, ulid, nanoid, ksuid and others need nothing: no record, no worker number, any number of hosts
  worker number   snowflake and its kind: two processes must not have one number at one time

On one host there is nothing to set: --worker auto, the default, takes a number that no other process holds,
and a record says what was generated.

On several hosts:
  1. give each host a number of its own: --worker 12, or IDSCOPE_WORKER=12
  2. where the layout has no worker, values of its own, as --set cluster=2
  3. keep the record of a host on a disk of its own, never on one that is shared
  4. containers of one host share two folders: IDSCOPE_STATE, IDSCOPE_CLAIMS
  5. use the same --epoch and --tick on all of them

--at and --seed read and write no record: a second call may generate the same ids again. idscope schemes NAME
says what keeps the ids of a scheme apart, idscope worker list shows the records, and idscope worker repair
mends them.`

const environmentTopic = `Variables:
  IDSCOPE_WORKER                the worker number, where --worker is not given
  IDSCOPE_STATE                 the state directory, where --state is not given
  IDSCOPE_CLAIMS                where all users of the host claim worker numbers
  IDSCOPE_ALLOW_NETWORK_STATE   1 allows state on a network file system
  XDG_STATE_HOME                where the state directory of a user is
  XDG_CONFIG_HOME               where config.toml and schemes.toml are, in idscope
  NO_COLOR                      no colour, unless --color says otherwise
  CLICOLOR_FORCE, FORCE_COLOR   colour in a pipe too; 0 says nothing
  CLICOLOR                      0: no colour
  COLUMNS                       how wide the screen is, where no terminal tells

A flag comes before a variable, a variable before what is usual. An empty variable says nothing.`
