package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net"
	"runtime"
	"strconv"
	"strings"
	"time"

	"idscope/gen/store/etcd"
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
		{"command|info", "[name ...]", -2, anyone, "", "the commands, as Redis lists them", (*session).commandInfo,
			nil},
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

// find returns the command of a name; nil for an unknown one.
func (cs *commands) find(name []byte) *command {
	var buf [16]byte
	return cs.byName[string(upper(buf[:0], name))]
}

// part returns the command of a request, or the part of it; nil for an unknown one.
func (row *command) part(args [][]byte) *command {
	if row == nil || len(row.parts) == 0 || len(args) < 2 {
		return row
	}
	var buf [16]byte
	return row.parts[string(upper(buf[:0], args[1]))]
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
	name, row := strings.ToUpper(string(args[0])), c.server.commands.find(args[0])
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

// asked are the commands that a part of COMMAND names, nil for each that there is not, or all.
func (cs *commands) asked(args [][]byte) (rows []*command) {
	if len(args) < 3 {
		return cs.list
	}
	for _, name := range args[2:] {
		rows = append(rows, cs.find(name))
	}
	return rows
}

// commandInfo answers COMMAND and COMMAND INFO.
func (c *session) commandInfo(_ context.Context, args [][]byte) any {
	var all array
	for _, row := range c.server.commands.asked(args) {
		if row == nil {
			all = append(all, none{})
			continue
		}
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
	var docs pairs
	for _, row := range c.server.commands.asked(args) {
		if row == nil {
			continue
		}
		group := "connection"
		if row.permission == keyed || row.name == "id.parse" {
			group = "generic"
		}
		docs = append(docs, row.name, pairs{"summary", row.help, "group", group, "syntax", row.usage()})
	}
	return docs
}

// redisVersion is the version whose protocol is spoken: clients choose by it what they send.
const redisVersion = "7.0.0"

func (c *session) ok(context.Context, [][]byte) any { return done }

func (c *session) quit(context.Context, [][]byte) any {
	c.over = true
	return done
}

func (c *session) echo(_ context.Context, args [][]byte) any { return args[1] }

func (c *session) ping(_ context.Context, args [][]byte) any {
	switch len(args) {
	case 1:
		return status("PONG")
	case 2:
		return args[1]
	}
	return wrongNumber("ping")
}

// selectDB accepts the only database there is.
func (c *session) selectDB(_ context.Context, args [][]byte) any {
	n, err := strconv.Atoi(string(args[1]))
	switch {
	case err != nil:
		return errNotInteger
	case n != 0:
		return failure("ERR DB index is out of range")
	}
	return done
}

// auth answers AUTH password and AUTH user password.
func (c *session) auth(ctx context.Context, args [][]byte) any {
	name, password := "default", args[1]
	switch len(args) {
	case 2:
	case 3:
		name, password = string(args[1]), args[2]
	default:
		return wrongNumber("auth")
	}
	if err := c.login(ctx, name, password); err != nil {
		return err
	}
	return done
}

const wrongPassword = failure("WRONGPASS invalid username-password pair or user is disabled.")

// login makes the session that of a user.
func (c *session) login(ctx context.Context, name string, password []byte) error {
	us := c.server.users.Load()
	switch {
	case us.anyone != nil && name == "default":
		return failure("ERR AUTH <password> called without any password configured for the default user. " +
			"Are you sure your configuration is correct?")
	case us.anyone != nil:
		return wrongPassword
	}
	who, err := c.server.authenticate(ctx, us, c.address, name, password)
	switch {
	case err != nil:
		return failf("ERR %v", err)
	case who == nil:
		return wrongPassword
	}
	c.user, c.users, c.table = who, us, nil
	return nil
}

// renew looks for the user in the file as it is now: one that is gone, or has another password, has to authenticate
// again.
func (c *session) renew(now *users) {
	was := c.user
	c.users, c.user, c.table = now, now.anyone, nil
	if c.inside {
		c.user = everyone()
	} else if was != nil && now.anyone == nil {
		if u := now.byName[was.name]; u != nil && u.hash == was.hash {
			c.user = u
		}
	}
}

// hello chooses the version of the protocol, and may authenticate and name the connection.
func (c *session) hello(ctx context.Context, args [][]byte) any {
	version, name, rest := 2, "", args[1:]
	if c.resp3 {
		version = 3
	}
	if len(rest) > 0 {
		v, err := strconv.Atoi(string(rest[0]))
		switch {
		case err != nil:
			return failure("ERR Protocol version is not an integer or out of range")
		case v != 2 && v != 3:
			return failure("NOPROTO unsupported protocol version")
		}
		version, rest = v, rest[1:]
	}
	var login [][]byte // user and password
	for len(rest) > 0 {
		switch {
		case equalFold(rest[0], "AUTH") && len(rest) >= 3:
			login, rest = rest[1:3], rest[3:]
		case equalFold(rest[0], "SETNAME") && len(rest) >= 2:
			if name = string(rest[1]); !clientName(name) {
				return badClientName
			}
			rest = rest[2:]
		default:
			return failf("ERR Syntax error in HELLO option '%.64s'", rest[0])
		}
	}
	if login != nil {
		if err := c.login(ctx, string(login[0]), login[1]); err != nil {
			return err
		}
	}
	if c.user == nil {
		return failure("NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO " +
			"<proto> AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol " +
			"version at the same time")
	}
	c.resp3, c.name = version == 3, cmp.Or(name, c.name)
	return pairs{"server", "idscope", "version", redisVersion, "proto", version, "id", c.id,
		"mode", c.server.mode(), "role", "master", "modules", array{}}
}

// mode is what clients are told of it.
func (s *Server) mode() string {
	if s.cluster != nil {
		return "cluster"
	}
	return "standalone"
}

const badClientName = failure("ERR Client names cannot contain spaces, newlines or special characters.")

// clientName reports whether a connection may have that name.
func clientName(name string) bool {
	return len(name) <= 128 && strings.IndexFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

func (c *session) clientID(context.Context, [][]byte) any { return c.id }

func (c *session) clientSetName(_ context.Context, args [][]byte) any {
	if !clientName(string(args[2])) {
		return badClientName
	}
	c.name = string(args[2])
	return done
}

func (c *session) clientGetName(context.Context, [][]byte) any {
	if c.name == "" {
		return none{}
	}
	return c.name
}

func (c *session) clientInfo(context.Context, [][]byte) any { return c.describe() }

func (c *session) clientList(context.Context, [][]byte) any {
	var b strings.Builder
	for _, other := range c.server.sessions() {
		b.WriteString(other.describe())
	}
	return b.String()
}

// describe is the line of CLIENT LIST. Of another's session it uses only what never changes.
func (c *session) describe() string {
	return fmt.Sprintf("id=%d addr=%s age=%d idle=%d\n", c.id, c.address, int(time.Since(c.began).Seconds()),
		max(0, time.Now().Unix()-c.last.Load()))
}

// clientKill ends another connection: CLIENT KILL ID n, or its address.
func (c *session) clientKill(_ context.Context, args [][]byte) any {
	byID := len(args) == 4 && equalFold(args[2], "ID")
	if len(args) != 3 && !byID && (len(args) != 4 || !equalFold(args[2], "ADDR")) {
		return failure("ERR syntax error")
	}
	wanted := string(args[len(args)-1])
	killed := 0
	for _, other := range c.server.sessions() {
		if byID && strconv.FormatUint(other.id, 10) == wanted || !byID && other.address == wanted {
			other.killed.Store(true) // after the request that it is at
			other.end(0)
			killed = 1
			break
		}
	}
	switch {
	case len(args) == 4:
		return killed
	case killed == 0:
		return failure("ERR No such client")
	}
	return done
}

// info answers INFO, in sections as Redis has them.
func (c *session) info(_ context.Context, args [][]byte) any {
	s, sections := c.server, args[1:]
	var b strings.Builder
	section := func(title string, lines ...any) {
		wanted := len(sections) == 0
		for _, name := range sections {
			wanted = wanted || equalFold(name, title) || equalFold(name, "ALL") ||
				equalFold(name, "EVERYTHING") || equalFold(name, "DEFAULT")
		}
		if !wanted {
			return
		}
		if b.Len() > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString("# " + title + "\r\n")
		for i := 0; i < len(lines); i += 2 {
			fmt.Fprintf(&b, "%v:%v\r\n", lines[i], lines[i+1])
		}
	}
	section("Server", "redis_version", redisVersion, "redis_mode", s.mode(), "server_name", "idscope",
		"os", runtime.GOOS+" "+runtime.GOARCH, "uptime_in_seconds", int(time.Since(s.began).Seconds()))
	section("Clients", "connected_clients", s.stats.open.Load(), "maxclients", s.limits().connections)
	section("Persistence", "loading", 0)
	section("Stats", "total_connections_received", s.stats.connections.Load(),
		"rejected_connections", s.stats.rejected.Load(), "protocol_errors", s.stats.broken.Load())
	section("Replication", "role", "master", "connected_slaves", 0)
	section("Cluster", "cluster_enabled", oneIf(s.cluster != nil))
	var lines []any
	sources := s.table.Load().sources
	for _, name := range sorted(sources) {
		src := sources[name]
		lines = append(lines, "generator_"+name, fmt.Sprintf("scheme=%s,ids=%d,requests=%d,failures=%d",
			src.scheme.Name, src.ids.Load(), src.requests.Load(), src.failures.Load()))
	}
	section("Generators", lines...)
	return b.String()
}

// slots is how many parts cluster clients cut keys into. One server has all.
const slots = 16384

// slotOf is the part that a key belongs to, as Redis counts them: the CRC16 of CCITT
// (XMODEM) of the key, or of what is in its first braces.
func slotOf(key []byte) int {
	if i := bytes.IndexByte(key, '{'); i >= 0 {
		if n := bytes.IndexByte(key[i+1:], '}'); n > 0 {
			key = key[i+1 : i+1+n]
		}
	}
	crc := uint16(0)
	for _, b := range key {
		crc ^= uint16(b) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return int(crc) % slots
}

const noCluster = failure("ERR This instance has cluster support disabled")

// grouped is a command that only servers of a group have.
func grouped(run handler) handler {
	return func(c *session, ctx context.Context, args [][]byte) any {
		if c.server.cluster == nil {
			return noCluster
		}
		return run(c, ctx, args)
	}
}

// viewed is a command of what is known of the group, which is waited for as requests for IDs wait.
func viewed(answer func(v etcd.View, id string) any) handler {
	return grouped(func(c *session, ctx context.Context, _ [][]byte) any {
		v, id, err := c.server.cluster.awaited(ctx)
		if err != nil {
			return failf("CLUSTERDOWN %v", err)
		}
		return answer(v, id)
	})
}

// clusterInfo answers CLUSTER INFO.
func (c *session) clusterInfo(context.Context, [][]byte) any {
	v, _, err := c.server.cluster.state()
	state, assigned := "ok", slots
	if err != nil {
		state, assigned = "fail", 0
	}
	return fmt.Sprintf("cluster_state:%s\r\ncluster_slots_assigned:%d\r\ncluster_slots_ok:%[2]d\r\n"+
		"cluster_slots_pfail:0\r\ncluster_slots_fail:0\r\ncluster_known_nodes:%d\r\ncluster_size:1\r\n"+
		"cluster_current_epoch:%d\r\n", state, assigned, len(v.Members), v.Epoch)
}

func (c *session) clusterMyID(context.Context, [][]byte) any {
	_, id, _ := c.server.cluster.state()
	return id
}

func (c *session) clusterKeySlot(_ context.Context, args [][]byte) any { return slotOf(args[2]) }

// failover answers CLUSTER FAILOVER when another leads: this server, or, where it does, one of the others.
func (c *session) failover(ctx context.Context, args [][]byte) any {
	if len(args) > 2 {
		return failf("ERR %.32s is refused: a leader that does not answer is followed within its time to live: "+
			"use CLUSTER FAILOVER", args[2])
	}
	if err := c.server.cluster.failover(ctx); err != nil {
		return failf("ERR %v", err)
	}
	return done
}

// ranked are the members, the leader first.
func ranked(v etcd.View) []etcd.Member {
	return append([]etcd.Member{v.Leader}, others(v, v.Leader.ID)...)
}

// place is where a member is.
func place(m etcd.Member) (host string, port int) {
	host, text, _ := net.SplitHostPort(m.Address)
	number, _ := strconv.ParseUint(text, 10, 16)
	return host, int(number)
}

// clusterSlots answers CLUSTER SLOTS.
func clusterSlots(v etcd.View, _ string) any {
	all := array{0, slots - 1}
	for _, m := range ranked(v) {
		host, port := place(m)
		all = append(all, array{host, port, m.ID, array{}})
	}
	return array{all}
}

// clusterShards answers CLUSTER SHARDS.
func clusterShards(v etcd.View, _ string) any {
	var nodes array
	for i, m := range ranked(v) {
		host, port := place(m)
		role, at := "replica", "port"
		if i == 0 {
			role = "master"
		}
		if m.TLS {
			at = "tls-port"
		}
		nodes = append(nodes, pairs{"id", m.ID, "ip", host, "endpoint", host, "role", role, "health", "online", at,
			port, "replication-offset", 0})
	}
	return array{pairs{"slots", array{0, slots - 1}, "nodes", nodes}}
}

// nodesText is the text of CLUSTER NODES.
func nodesText(v etcd.View, own string) any {
	var b strings.Builder
	for i, m := range ranked(v) {
		flags, of, slot := "master", "-", fmt.Sprintf(" 0-%d", slots-1)
		if i > 0 {
			flags, of, slot = "slave", v.Leader.ID, ""
		}
		if m.ID == own {
			flags = "myself," + flags
		}
		fmt.Fprintf(&b, "%s %s@0 %s %s 0 0 %d connected%s\n", m.ID, m.Address, flags, of, v.Epoch, slot)
	}
	return b.String()
}
