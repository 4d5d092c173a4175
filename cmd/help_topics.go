package cmd

import (
	"strings"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/show"
	"idscope/inspect/known"
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
		{"counters", "ids that are numbers of a counter in a store or a database", countersTopic,
			"idscope gen segment --store file:ids --key orders --create -n 3\n" +
				"idscope gen date-seq --store file:ids --key orders --create --tz Europe/Berlin\n" +
				"idscope bench collisions segment --rules all --nodes 4 --fault restore=1h@2h --for 3h"},
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
	s := &show.Topic{Text: t.prose()}
	for line := range strings.Lines(t.examples) {
		s.Examples = append(s.Examples, strings.TrimSpace(line))
	}
	if t.name == "environment" {
		s.InForce = a.InForce()
	}
	return s
}

const countersTopic = `A counter is in a store that hosts share: --store URL --key NAME. --create adds what is missing;
without it the error shows the statement.
  segment     each host takes 1000 numbers at a time or more, and counts through them: --order; every store
  ticket      Flickr's ticket servers: a row is replaced for each id; several --store are asked in turn
  autoinc     a row of a table with AUTO_INCREMENT or IDENTITY for each id
  date-seq    the date and a number that begins at 1 each day: --digits, --tz; every store

file:DIR is for one host, etcd:// zookeeper:// redis:// postgres:// mysql:// for several. autoinc and ticket need
a database.

What keeps numbers apart: the store has durably counted past a number before it is printed. What fails in between
leaves a gap. A host refuses a store that is behind what the host saw: one that was restored from a backup, or a
replica that lacked the last writes. A host that never saw the counter cannot know: raise it above every
number before anyone uses it again. idscope counter list and idscope worker doctor compare, on each host.

segment --order asked keeps the numbers of all hosts in order: those of a call are above those of every call that
ended before it began. Each call asks the store. For more of them in order use a group of servers (idscope serve
--cluster), whose leader answers without asking.

Gaps, and what a crash does:
  segment     a crash of a host or a process loses what is left of at most two segments
  InnoDB      a number is taken when the row is inserted, whatever becomes of the transaction; a crash of the server
              loses those of transactions that were not committed. MariaDB before 10.2.4 and MySQL before 8.0 begin
              after the highest row there is: do not delete the last ones
  PostgreSQL  as InnoDB; a crash loses up to 32 numbers more, which the log is ahead, or the sequence's CACHE

Several servers count beside each other by a step, and an offset of their own: with step 2 one has odd numbers,
the other even ones. In MariaDB and MySQL, in each server and its configuration:
  SET GLOBAL auto_increment_increment = 2, auto_increment_offset = 1
In PostgreSQL:
  ALTER SEQUENCE orders_id_seq INCREMENT BY 2 RESTART WITH 1

To add a third server, renumber all. In MariaDB and MySQL nobody may count meanwhile, and the programs that did have
to connect anew: an open connection keeps its step. In PostgreSQL inserts may go on, where N leaves room for them.
  1. In the new server create the table as the others have it, and insert nothing. In each of the others ask for the
     highest number that it gave, also of rows that were deleted. MariaDB and MySQL, where AUTO_INCREMENT= is the next
     one; PostgreSQL:
       SHOW CREATE TABLE orders
       SELECT last_value FROM orders_id_seq
  2. Let N be a number that 3 divides, far above all of these: a million more costs nothing.
  3. In server K of 3, MariaDB and MySQL, and in the configuration of each; N+K is the number worked out:
       SET GLOBAL auto_increment_increment = 3, auto_increment_offset = K
       ALTER TABLE orders AUTO_INCREMENT = N+K
  4. In server K of 3, PostgreSQL:
       ALTER SEQUENCE orders_id_seq INCREMENT BY 3 START WITH K RESTART WITH N+K
  5. For each, which refuses one that disagrees:
       idscope gen autoinc --store URL --key orders --step 3 --offset K

A step of 10 from the start leaves room for ten servers without that.`

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

A count or a rate is a number such as 10k, 1M, 1.5 million, 1e6, 2^20 or 1,000,000, where k and M are 1000 and
1000 x 1000. A rate is per second, or such as 1000/h. A probability is such as 1e-9, 1% or 1/1000. A size is bytes
or binary units: 64 MiB, 1.5GiB, and 64M is 64 MiB too.`

const layoutsTopic = `A layout is the fields of an id, most significant first, each as NAME:BITS. The names
time, seq, random, worker, rollback and unused have that meaning; NAME:BITS=VALUE is a constant, and any other
name a field that --set gives a value.
  time:41 worker:10 seq:12     as snowflake has it
  time:41 shard:8 seq:14       with a field of your own: --set shard=3
  time:32 random:64            without a record: random bits keep ids apart

--epoch says from when time counts, 2020-01-01 where it is not given, and --tick in what steps, 1ms where it is
not given. Both have to be the same for all who generate ids of the layout.

A layout gets a name in ~/.config/idscope/schemes.toml:
  [invoice]
  layout = "time:40 cluster:3 user:10 seq:10"
  epoch = 2020-01-01
  tick = "1ms"
  summary = "our invoices"

Then idscope gen invoice generates them, and idscope inspect recognises them.`

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

time is RFC 3339 in UTC, with as many digits as the scheme's ticks have.

What each command writes is described by a JSON Schema in cmd/testdata/schema of the source, all of number 1:
  gen --format json                 gen.json
  inspect --json                    inspect.json
  inspect --json=brief              inspect-brief.json
  inspect --find --json             inspect-find.json
  inspect --same-source --json      inspect-same-source.json
  check --json                      check.json
  range --json                      range.json
  schemes --json                    schemes.json
  compare --json                    compare.json
  compare --for-use --json          compare-for-use.json
  bench throughput --json           bench-throughput.json
  bench collisions --json           bench-collisions.json
  bench birthday --json             bench-birthday.json
  bench birthday -n N -p P --json   bench-birthday-space.json
  bench index --json                bench-index.json
  worker list --json                worker-list.json
  worker show --json                worker-list.json
  worker list --store --json        worker-lease.json
  worker show --store --json        worker-lease.json
  worker repair --json              worker-repair.json
  worker release --json             worker-change.json
  worker reserve --json             worker-change.json
  worker fence --json               worker-change.json
  worker leave --json               worker-change.json
  worker join --json                worker-change.json
  worker doctor --json              worker-doctor.json
  counter list --json               counter-list.json
  version --json                    version.json

idscope serve describes its answers in /openapi.json.`

// prose is the text, in which SCHEMES are those whose ids may repeat, as they declare it.
// Every call has the topics, and few look at one.
func (t *topic) prose() string {
	if !strings.Contains(t.text, "SCHEMES") {
		return t.text
	}
	var list []string
	for _, s := range known.All() {
		if s.MayRepeat() {
			list = append(list, s.Name)
		}
	}
	return strings.Replace(t.text, "SCHEMES", strings.Join(list, ", "), 1)
}

const uniqueTopic = `What keeps the ids of one host apart, whatever ends, restarts or sets the clock back:
  random bits     uuidv4, uuidv7, ulid, nanoid, ksuid and others need nothing: no record and no
                  worker number, on any number of hosts
  worker number   snowflake and its kind: two processes must not have one number at one time

Schemes with fewer than 64 random bits and no record repeat by chance: within a call they generate no id twice,
but two calls may generate the same one. They are
  SCHEMES

On one host there is nothing to set: --worker auto, the default, takes a number that no other process holds,
and a record says what was generated.

On several hosts:
  1. lease the numbers in a store that all hosts reach: --store etcd://HOST:2379, or IDSCOPE_STORE; --create in the
     first call of the first host
  2. or give each host a number of its own: --worker 12, or IDSCOPE_WORKER=12
  3. where the layout has no worker, a data field does: --lease-field cluster, or --set cluster=2
  4. keep the record of a host on a disk of its own, never on one that is shared
  5. containers of one host share two directories: IDSCOPE_STATE, IDSCOPE_CLAIMS
  6. use the same --epoch and --tick on all of them

A leased number is granted up to a tick, beyond which no id is generated: a host that was stopped, cut off or set to
a wrong clock cannot generate what another one has. --lease is how long a host goes on when the store is gone. The
hosts of a group (--group) share numbers; ids of two groups are not unique against each other.
idscope worker leave frees a state directory of its group, for another store or for none.

--at and --seed read and write no record: a second call may generate the same ids again. idscope schemes NAME
says what keeps the ids of a scheme apart, idscope worker list shows the records, and idscope worker repair
mends them.`

const environmentTopic = `Variables:
  IDSCOPE_WORKER                the worker number, where --worker is not given
  IDSCOPE_STORE                 the store of several hosts, where --store is not given; what needs none ignores it
  IDSCOPE_STORE_PASSWORD_FILE   a file that holds the password of the store on one line: better than a password
                                in the address, which other users of the host may see
  IDSCOPE_GROUP                 the group of hosts in the store
  IDSCOPE_LEASE                 how long a host goes on when the store is gone; default 1m
  IDSCOPE_STATE                 the state directory, where --state is not given
  IDSCOPE_CLAIMS                where all users of the host claim worker numbers
  IDSCOPE_ALLOW_NETWORK_STATE   1 allows state on a network file system
  IDSCOPE_VIA                   the server to ask, where --via is not given;
                                auto asks that of this host where it listens
  IDSCOPE_VIA_USER, IDSCOPE_VIA_PASSWORD
                                who asks a server, for gen --via
  XDG_STATE_HOME                where the state directory of a user is
  XDG_CONFIG_HOME               where config.toml and schemes.toml are, in idscope
  NO_COLOR                      no colour, unless --color says otherwise
  CLICOLOR_FORCE, FORCE_COLOR   colour in a pipe too; 0 says nothing
  CLICOLOR                      0: no colour
  TERM                          dumb: no colour
  COLUMNS                       how wide the screen is, where no terminal tells
  PAGER                         what shows long lists on a terminal; else less

A flag comes before a variable, a variable before what is usual. An empty variable says nothing.`
