package server

import (
	"context"
	"strings"
)

// access is who may run a command.
type access int

const (
	anyone   access = iota // every user
	open                   // also before authentication
	keyed                  // who may use the generator that is its first argument
	managers               // who has the permission manage
)

// handler answers a command, whose arguments begin with its name: [appendReply] has what it may return. IDs it appends
// itself, and returns nil.
type handler func(*session, context.Context, [][]byte) any

// command is a command of the Redis protocol, or a part of one as client|list. All that is said of it comes from here:
// COMMAND, COMMAND DOCS, HELP, the page and README.md.
type command struct {
	name       string
	arguments  string // as they are written, for people
	arity      int    // number of arguments with the name; negative for at least
	permission access
	flags      string // as COMMAND says them
	help       string
	run        handler
	parts      map[string]*command // by their names in capital letters; run answers without one
}

// commands are those of a server.
type commands struct {
	list   []*command // without parts, sorted
	byName map[string]*command
}

// commandTable is all commands; parts follow their command.
func commandTable() []command {
	return []command{
		{"asking", "", 1, anyone, "fast", "accepted in a group, without effect", grouped((*session).ok), nil},
		{"auth", "[user] password", -2, open, "noscript fast no_auth", "authenticate", (*session).auth, nil},
		{"client", "", -2, anyone, "noscript", "connections", nil, nil},
		{"client|getname", "", 2, anyone, "", "name of the connection", (*session).clientGetName, nil},
		{"client|id", "", 2, anyone, "", "number of the connection", (*session).clientID, nil},
		{"client|info", "", 2, anyone, "", "what CLIENT LIST says of the connection", (*session).clientInfo, nil},
		{"client|kill", "[ID n | ADDR address]", -3, managers, "", "end another connection",
			(*session).clientKill, nil},
		{"client|list", "", -2, managers, "", "open connections, one per line", (*session).clientList, nil},
		{"client|no-evict", "", -2, anyone, "", "accepted, without effect", (*session).ok, nil},
		{"client|no-touch", "", -2, anyone, "", "accepted, without effect", (*session).ok, nil},
		{"client|setinfo", "", -2, anyone, "", "accepted, without effect", (*session).ok, nil},
		{"client|setname", "name", 3, anyone, "", "name the connection", (*session).clientSetName, nil},
		{"cluster", "", -2, anyone, "", "the group of servers", nil, nil},
		{"cluster|failover", "", -2, managers, "", "let this server lead, or another where it does; OK when it is done",
			grouped((*session).failover), nil},
		{"cluster|info", "", 2, anyone, "", "state of the group", grouped((*session).clusterInfo), nil},
		{"cluster|keyslot", "key", 3, anyone, "", "slot of a key", grouped((*session).clusterKeySlot), nil},
		{"cluster|myid", "", 2, anyone, "", "ID of this server in the group", grouped((*session).clusterMyID), nil},
		{"cluster|nodes", "", 2, anyone, "", "servers of the group, one per line",
			viewed(nodesText), nil},
		{"cluster|shards", "", 2, anyone, "", "servers of the group", viewed(clusterShards), nil},
		{"cluster|slots", "", 2, anyone, "", "servers of the group, as older clients ask",
			viewed(clusterSlots), nil},
		{"command", "", -1, anyone, "", "the commands, as Redis lists them", (*session).commandInfo, nil},
		{"command|count", "", 2, anyone, "", "number of commands", (*session).commandCount, nil},
		{"command|docs", "[name ...]", -2, anyone, "", "what commands do", (*session).commandDocs, nil},
		{"command|info", "", -2, anyone, "", "the commands, as Redis lists them", (*session).commandInfo, nil},
		{"command|list", "", -2, anyone, "", "names of the commands", (*session).commandList, nil},
		{"echo", "text", 2, anyone, "fast", "the text", (*session).echo, nil},
		{"get", "g", 2, keyed, "readonly fast", "the last ID that this server handed out; nil for none",
			(*session).get, nil},
		{"hello", "[version [AUTH user password] [SETNAME name]]", -1, open, "noscript fast no_auth",
			"choose RESP2 or RESP3", (*session).hello, nil},
		{"id.mget", "g n [LIKE form]", -3, keyed, "write fast", "an array of n IDs, 1 to 65536, each a bulk string; " +
			"with a form (of `idscope gen`) of that very scheme", (*session).mget, nil},
		{"id.next", "g", 2, keyed, "write fast", "one ID as its scheme writes it, always a bulk string",
			(*session).next, nil},
		{"id.parse", "id [scheme]", -2, anyone, "fast",
			"what `idscope inspect --json` says; the scheme may be a generator", (*session).parse, nil},
		{"id.range", "g n", 3, keyed, "write fast", "an array of two: the first of n consecutive integers, and n",
			(*session).consecutive, nil},
		{"incr", "g", 2, keyed, "write fast", "one ID, as an integer where it fits int64, else a bulk string",
			(*session).next, nil},
		{"incrby", "g n", 3, keyed, "write fast", "the last of n consecutive integers", (*session).consecutive, nil},
		{"info", "[section ...]", -1, anyone, "", "state of the server, in sections", (*session).info, nil},
		{"ping", "[text]", -1, anyone, "fast", "PONG, or the text", (*session).ping, nil},
		{"quit", "", -1, open, "fast no_auth", "end the connection", (*session).quit, nil},
		{"readonly", "", 1, anyone, "fast", "accepted in a group, without effect", grouped((*session).ok), nil},
		{"readwrite", "", 1, anyone, "fast", "accepted in a group, without effect", grouped((*session).ok), nil},
		{"select", "0", 2, anyone, "fast", "accepted for the only database there is", (*session).selectDB, nil},
	}
}

// newCommands returns the commands with their parts.
func newCommands() *commands {
	cs := &commands{byName: map[string]*command{}}
	for _, row := range commandTable() {
		c := &row
		if of, part, ok := strings.Cut(c.name, "|"); ok {
			cs.byName[strings.ToUpper(of)].parts[strings.ToUpper(part)] = c
			continue
		}
		c.parts = map[string]*command{}
		cs.byName[strings.ToUpper(c.name)] = c
		cs.list = append(cs.list, c)
	}
	return cs
}

// find returns the command of a request, or the part of it; nil for an unknown one.
func (cs *commands) find(args [][]byte) *command {
	var buf [16]byte
	c := cs.byName[string(upper(buf[:0], args[0]))]
	if c == nil || len(c.parts) == 0 || len(args) < 2 {
		return c
	}
	return c.parts[string(upper(buf[:0], args[1]))]
}

// upper appends a command's name in capital letters, as far as there is room: longer names are of no command.
func upper(dst, name []byte) []byte {
	if len(name) > cap(dst) {
		return dst
	}
	for _, b := range name {
		if b >= 'a' && b <= 'z' {
			b -= 'a' - 'A'
		}
		dst = append(dst, b)
	}
	return dst
}

// unknown answers what is not in the table.
func (c *session) unknown(args [][]byte) any {
	var buf [16]byte
	name := string(upper(buf[:0], args[0]))
	row := c.server.commands.byName[name]
	switch {
	case row != nil && equalFold(args[1], "HELP"):
		var lines array
		for _, part := range sorted(row.parts) {
			lines = append(lines, row.parts[part].usage()+": "+row.parts[part].help)
		}
		return lines
	case row != nil:
		return failf("ERR unknown subcommand '%.64s'. Try %s HELP.", args[1], name)
	case name == "MULTI", name == "EXEC", name == "DISCARD", name == "WATCH", name == "UNWATCH":
		return failf("ERR %s is refused: ids of a transaction cannot be taken back; pipeline requests instead", name)
	}
	return failf("ERR unknown command '%.128s'", args[0])
}

// usage is how a command is written.
func (row *command) usage() string {
	return strings.TrimSpace(strings.ToUpper(strings.Replace(row.name, "|", " ", 1)) + " " + row.arguments)
}

// commandInfo answers COMMAND.
func (c *session) commandInfo(context.Context, [][]byte) any {
	var all array
	for _, row := range c.server.commands.list {
		var flags array
		for _, flag := range strings.Fields(row.flags) {
			flags = append(flags, status(flag))
		}
		key := 0 // where keys are: the first, the last, and the distance of two
		if row.permission == keyed {
			key = 1
		}
		all = append(all, array{row.name, row.arity, flags, key, key, key})
	}
	return all
}

func (c *session) commandCount(context.Context, [][]byte) any { return len(c.server.commands.list) }

func (c *session) commandList(context.Context, [][]byte) any {
	var names array
	for _, row := range c.server.commands.list {
		names = append(names, row.name)
	}
	return names
}

// commandDocs answers COMMAND DOCS, of all commands or of those that are named.
func (c *session) commandDocs(_ context.Context, args [][]byte) any {
	rows := c.server.commands.list
	if len(args) > 2 {
		rows = nil
		for _, name := range args[2:] {
			var buf [16]byte
			if row := c.server.commands.byName[string(upper(buf[:0], name))]; row != nil {
				rows = append(rows, row)
			}
		}
	}
	var docs pairs
	for _, row := range rows {
		group := "connection"
		if row.permission == keyed || row.name == "id.parse" {
			group = "generic"
		}
		docs = append(docs, row.name, pairs{"summary", row.help, "group", group, "syntax", row.usage()})
	}
	return docs
}
