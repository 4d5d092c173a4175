package server

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"
)

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
	case !us.required && name == "default":
		return failure("ERR AUTH <password> called without any password configured for the default user. " +
			"Are you sure your configuration is correct?")
	case !us.required:
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
			other.end()
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
func (c *session) info(_ context.Context, args [][]byte) any { return c.server.info(args[1:]) }

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
