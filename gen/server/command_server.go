package server

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// redisVersion is the version whose protocol is spoken: clients choose by it what they send.
const redisVersion = "7.0.0"

// fail answers with an error.
func (c *session) fail(format string, values ...any) {
	c.out = appendFailure(c.out, fmt.Sprintf(format, values...))
}

func (c *session) ok(context.Context, [][]byte) { c.out = appendSimple(c.out, "OK") }

func (c *session) quit(ctx context.Context, args [][]byte) {
	c.ok(ctx, args)
	c.over = true
}

func (c *session) echo(_ context.Context, args [][]byte) { c.out = appendBulk(c.out, args[1]) }

func (c *session) ping(_ context.Context, args [][]byte) {
	switch len(args) {
	case 1:
		c.out = append(c.out, "+PONG\r\n"...)
	case 2:
		c.out = appendBulk(c.out, args[1])
	default:
		c.fail("ERR wrong number of arguments for 'ping' command")
	}
}

// selectDB accepts the only database there is.
func (c *session) selectDB(ctx context.Context, args [][]byte) {
	if n, err := strconv.Atoi(string(args[1])); err != nil {
		c.fail("ERR value is not an integer or out of range")
	} else if n != 0 {
		c.fail("ERR DB index is out of range")
	} else {
		c.ok(ctx, args)
	}
}

// auth answers AUTH password and AUTH user password.
func (c *session) auth(ctx context.Context, args [][]byte) {
	name, password := "default", args[1]
	switch len(args) {
	case 2:
	case 3:
		name, password = string(args[1]), args[2]
	default:
		c.fail("ERR wrong number of arguments for 'auth' command")
		return
	}
	if c.login(ctx, name, password) {
		c.ok(ctx, args)
	}
}

const wrongPassword = "WRONGPASS invalid username-password pair or user is disabled."

// login makes the session that of a user, or answers with the error.
func (c *session) login(ctx context.Context, name string, password []byte) bool {
	us := c.server.users.Load()
	if !us.required {
		if name == "default" {
			c.fail("ERR AUTH <password> called without any password configured for the default user. " +
				"Are you sure your configuration is correct?")
		} else {
			c.fail(wrongPassword)
		}
		return false
	}
	who, err := c.server.authenticate(ctx, us, c.address, name, password)
	switch {
	case err != nil:
		c.fail("ERR %v", err)
	case who == nil:
		c.fail(wrongPassword)
	default:
		c.user, c.users, c.table = who, us, nil
	}
	return who != nil
}

// renew looks for the user in the file as it is now: one that is gone, or has another password, has to authenticate
// again.
func (c *session) renew(now *users) {
	was := c.user
	c.table = nil
	c.users, c.user = now, now.anyone
	if c.inside {
		c.user = everyone()
		return
	}
	if now.required && was != nil {
		if u := now.byName[was.name]; u != nil && u.hash == was.hash {
			c.user = u
		}
	}
}

// helloRequest is what HELLO asks for.
type helloRequest struct {
	version  int
	name     string
	who      string
	password []byte
	login    bool
}

// parseHello reads the arguments of HELLO, or answers with the error.
func (c *session) parseHello(rest [][]byte) (r helloRequest, ok bool) {
	r.version = 2
	if c.resp3 {
		r.version = 3
	}
	if len(rest) > 0 {
		v, err := strconv.Atoi(string(rest[0]))
		switch {
		case err != nil:
			c.fail("ERR Protocol version is not an integer or out of range")
			return r, false
		case v != 2 && v != 3:
			c.fail("NOPROTO unsupported protocol version")
			return r, false
		}
		r.version, rest = v, rest[1:]
	}
	for len(rest) > 0 {
		switch {
		case equalFold(rest[0], "AUTH") && len(rest) >= 3:
			r.who, r.password, r.login, rest = string(rest[1]), rest[2], true, rest[3:]
		case equalFold(rest[0], "SETNAME") && len(rest) >= 2:
			if r.name = string(rest[1]); !clientName(r.name) {
				c.fail(badClientName)
				return r, false
			}
			rest = rest[2:]
		default:
			c.fail("ERR Syntax error in HELLO option '%.64s'", rest[0])
			return r, false
		}
	}
	return r, true
}

// hello chooses the version of the protocol, and may authenticate and name the connection.
func (c *session) hello(ctx context.Context, args [][]byte) {
	r, ok := c.parseHello(args[1:])
	switch {
	case !ok:
		return
	case r.login && !c.login(ctx, r.who, r.password):
		return
	case c.user == nil:
		c.fail("NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH " +
			"<user> <pass> option can be used to authenticate the client and select the RESP protocol version at the " +
			"same time")
		return
	}
	c.resp3 = r.version == 3
	if r.name != "" {
		c.name = r.name
	}
	c.out = appendMap(c.out, 7, c.resp3)
	for _, pair := range [...][2]string{{"server", "idscope"}, {"version", redisVersion}} {
		c.out = appendBulkText(appendBulkText(c.out, pair[0]), pair[1])
	}
	c.out = appendInt(appendBulkText(c.out, "proto"), uint64(r.version))
	c.out = appendInt(appendBulkText(c.out, "id"), c.id)
	c.out = appendBulkText(appendBulkText(c.out, "mode"), c.server.mode())
	c.out = appendBulkText(appendBulkText(c.out, "role"), "master")
	c.out = appendArray(appendBulkText(c.out, "modules"), 0)
}

// mode is what clients are told of it.
func (s *Server) mode() string {
	if s.cluster != nil {
		return "cluster"
	}
	return "standalone"
}

const badClientName = "ERR Client names cannot contain spaces, newlines or special characters."

// clientName reports whether a connection may have that name.
func clientName(name string) bool {
	return len(name) <= 128 && strings.IndexFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

func (c *session) clientID(context.Context, [][]byte) { c.out = appendInt(c.out, c.id) }

func (c *session) clientSetName(ctx context.Context, args [][]byte) {
	if !clientName(string(args[2])) {
		c.fail(badClientName)
		return
	}
	c.name = string(args[2])
	c.ok(ctx, args)
}

func (c *session) clientGetName(context.Context, [][]byte) {
	if c.name == "" {
		c.out = appendNil(c.out, c.resp3)
		return
	}
	c.out = appendBulkText(c.out, c.name)
}

func (c *session) clientInfo(context.Context, [][]byte) { c.out = appendBulkText(c.out, c.describe()) }

func (c *session) clientList(context.Context, [][]byte) {
	var b strings.Builder
	for _, other := range c.server.sessions() {
		b.WriteString(other.describe())
	}
	c.out = appendBulkText(c.out, b.String())
}

// describe is the line of CLIENT LIST. Of another's session it uses only what never changes.
func (c *session) describe() string {
	return fmt.Sprintf("id=%d addr=%s age=%d idle=%d\n", c.id, c.address, int(time.Since(c.began).Seconds()),
		max(0, time.Now().Unix()-c.last.Load()))
}

// clientKill ends another connection: CLIENT KILL ID n, or its address.
func (c *session) clientKill(ctx context.Context, args [][]byte) {
	byID := len(args) == 4 && equalFold(args[2], "ID")
	if len(args) != 3 && !byID && (len(args) != 4 || !equalFold(args[2], "ADDR")) {
		c.fail("ERR syntax error")
		return
	}
	wanted := string(args[len(args)-1])
	list := c.server.sessions()
	i := slices.IndexFunc(list, func(other *session) bool {
		return byID && strconv.FormatUint(other.id, 10) == wanted || !byID && other.address == wanted
	})
	killed := uint64(0)
	if i >= 0 {
		killed = 1
		list[i].killed.Store(true) // after the request that it is at
		list[i].end()
	}
	switch {
	case len(args) == 4:
		c.out = appendInt(c.out, killed)
	case killed == 0:
		c.fail("ERR No such client")
	default:
		c.ok(ctx, args)
	}
}

// info answers INFO, in sections as Redis has them.
func (c *session) info(_ context.Context, args [][]byte) {
	c.out = appendBulkText(c.out, c.server.info(args[1:]))
}

// info is the text of INFO.
func (s *Server) info(sections [][]byte) string {
	var b strings.Builder
	section := func(title string, lines ...any) {
		wanted := len(sections) == 0
		for _, name := range sections {
			wanted = wanted || equalFold(name, strings.ToUpper(title)) || equalFold(name, "ALL") ||
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
	enabled := 0
	if s.cluster != nil {
		enabled = 1
	}
	section("Cluster", "cluster_enabled", enabled)
	var lines []any
	t := s.table.Load()
	for _, name := range t.names() {
		src := t.sources[name]
		lines = append(lines, "generator_"+name, fmt.Sprintf("scheme=%s,ids=%d,requests=%d,failures=%d",
			src.scheme.Name, src.ids.Load(), src.requests.Load(), src.failures.Load()))
	}
	section("Generators", lines...)
	return b.String()
}
