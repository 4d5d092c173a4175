package server

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// fail answers with an error.
func (c *session) fail(format string, values ...any) state {
	c.out = appendFailure(c.out, fmt.Sprintf(format, values...))
	return needInput
}

func (c *session) arity(name []byte) state {
	return c.fail("ERR wrong number of arguments for '%s' command", strings.ToLower(string(name)))
}

// stranger answers one who has not said who it is.
func (c *session) stranger(ctx context.Context, name []byte, args [][]byte) state {
	switch string(name) {
	case "AUTH":
		return c.auth(ctx, args)
	case "HELLO":
		return c.hello(ctx, args)
	case "QUIT":
		c.out = appendSimple(c.out, "OK")
		return ended
	}
	return c.fail("NOAUTH Authentication required.")
}

// serverCommand answers what is not about ids.
func (c *session) serverCommand(ctx context.Context, name []byte, args [][]byte) state {
	switch string(name) {
	case "ECHO":
		if len(args) != 2 {
			return c.arity(args[0])
		}
		c.out = appendBulk(c.out, args[1])
	case "AUTH":
		return c.auth(ctx, args)
	case "HELLO":
		return c.hello(ctx, args)
	case "SELECT":
		return c.selectDB(args)
	case "COMMAND":
		return c.commands(args)
	case "INFO":
		c.out = appendBulkText(c.out, c.server.info(args[1:]))
	case "CLIENT":
		return c.client(args)
	case "CLUSTER":
		return c.clusterCommand(ctx, args)
	case "READONLY", "READWRITE", "ASKING":
		if c.server.cluster == nil {
			return c.fail("ERR This instance has cluster support disabled")
		}
		c.out = appendSimple(c.out, "OK")
	case "QUIT":
		c.out = appendSimple(c.out, "OK")
		return ended
	default:
		return c.fail("ERR unknown command '%.128s'", args[0])
	}
	return needInput
}

func (c *session) ping(args [][]byte) state {
	switch len(args) {
	case 1:
		c.out = append(c.out, "+PONG\r\n"...)
	case 2:
		c.out = appendBulk(c.out, args[1])
	default:
		return c.arity(args[0])
	}
	return needInput
}

// selectDB accepts the only database there is.
func (c *session) selectDB(args [][]byte) state {
	if len(args) != 2 {
		return c.arity(args[0])
	}
	if n, err := strconv.Atoi(string(args[1])); err != nil {
		return c.fail("ERR value is not an integer or out of range")
	} else if n != 0 {
		return c.fail("ERR DB index is out of range")
	}
	c.out = appendSimple(c.out, "OK")
	return needInput
}

// hello chooses the version of the protocol, and may say who it is and its name.
func (c *session) hello(ctx context.Context, args [][]byte) state {
	version, name := 2, ""
	if c.resp3 {
		version = 3
	}
	rest := args[1:]
	if len(rest) > 0 {
		v, err := strconv.Atoi(string(rest[0]))
		switch {
		case err != nil:
			return c.fail("ERR Protocol version is not an integer or out of range")
		case v != 2 && v != 3:
			return c.fail("NOPROTO unsupported protocol version")
		}
		version, rest = v, rest[1:]
	}
	var who [][]byte
	for len(rest) > 0 {
		switch {
		case equalFold(rest[0], "AUTH") && len(rest) >= 3:
			who, rest = rest[1:3], rest[3:]
		case equalFold(rest[0], "SETNAME") && len(rest) >= 2:
			if name = string(rest[1]); !clientName(name) {
				return c.fail(badClientName)
			}
			rest = rest[2:]
		default:
			return c.fail("ERR Syntax error in HELLO option '%.64s'", rest[0])
		}
	}
	if who != nil {
		switch ok, s := c.login(ctx, string(who[0]), who[1]); {
		case s == needTime:
			return needTime
		case !ok:
			return needInput
		}
	} else if c.user == nil {
		return c.fail("NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH " +
			"<user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time")
	}
	c.resp3 = version == 3
	if name != "" {
		c.name = name
	}
	c.out = appendMap(c.out, 7, c.resp3)
	for _, pair := range [...][2]string{{"server", "idscope"}, {"version", redisVersion}} {
		c.out = appendBulkText(appendBulkText(c.out, pair[0]), pair[1])
	}
	c.out = appendInt(appendBulkText(c.out, "proto"), uint64(version))
	c.out = appendInt(appendBulkText(c.out, "id"), c.id)
	c.out = appendBulkText(appendBulkText(c.out, "mode"), c.server.mode())
	c.out = appendBulkText(appendBulkText(c.out, "role"), "master")
	c.out = appendArray(appendBulkText(c.out, "modules"), 0)
	return needInput
}

// mode is what clients are told of it.
func (s *Server) mode() string {
	if s.cluster != nil {
		return "cluster"
	}
	return "standalone"
}

// redisVersion is the version whose protocol is spoken: clients choose by it what they
// send.
const redisVersion = "7.0.0"

// commandInfo is what COMMAND says: name, number of arguments (negative for at least),
// flags, and where keys are.
type commandInfo struct {
	name             string
	arity            int
	flags            string
	first, last, gap uint64
}

func commandList() []commandInfo {
	return []commandInfo{
		{"auth", -2, "noscript fast no_auth", 0, 0, 0}, {"client", -2, "noscript", 0, 0, 0},
		{"cluster", -2, "", 0, 0, 0}, {"command", -1, "", 0, 0, 0}, {"echo", 2, "fast", 0, 0, 0},
		{"get", 2, "readonly fast", 1, 1, 1},
		{"hello", -1, "noscript fast no_auth", 0, 0, 0}, {"id.mget", -3, "write fast", 1, 1, 1},
		{"id.next", 2, "write fast", 1, 1, 1}, {"id.parse", -2, "fast", 0, 0, 0},
		{"id.range", 3, "write fast", 1, 1, 1}, {"incr", 2, "write fast", 1, 1, 1}, {"incrby", 3, "write fast", 1, 1, 1},
		{"info", -1, "", 0, 0, 0}, {"ping", -1, "fast", 0, 0, 0}, {"quit", -1, "fast no_auth", 0, 0, 0},
		{"select", 2, "fast", 0, 0, 0},
	}
}

// commands answers COMMAND, and of its parts COUNT, LIST and DOCS.
func (c *session) commands(args [][]byte) state {
	list := commandList()
	switch {
	case len(args) == 1, equalFold(args[1], "INFO"):
		c.out = appendArray(c.out, len(list))
		for _, one := range list {
			c.out = appendArray(c.out, 6)
			c.out = appendBulkText(c.out, one.name)
			c.out = appendLine(c.out, ':', strconv.Itoa(one.arity))
			flags := strings.Fields(one.flags)
			c.out = appendArray(c.out, len(flags))
			for _, flag := range flags {
				c.out = appendSimple(c.out, flag)
			}
			c.out = appendInt(appendInt(appendInt(c.out, one.first), one.last), one.gap)
		}
	case equalFold(args[1], "COUNT"):
		c.out = appendInt(c.out, uint64(len(list)))
	case equalFold(args[1], "LIST"):
		c.out = appendArray(c.out, len(list))
		for _, one := range list {
			c.out = appendBulkText(c.out, one.name)
		}
	case equalFold(args[1], "DOCS"):
		c.out = appendMap(c.out, 0, c.resp3)
	default:
		return c.fail("ERR unknown subcommand '%.64s'. Try COMMAND HELP.", args[1])
	}
	return needInput
}

// info is the text of INFO, in sections as Redis has them.
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
		lines = append(lines, "generator_"+name, fmt.Sprintf("scheme=%s,ids=%d,requests=%d,failures=%d", src.scheme.Name,
			src.ids.Load(), src.requests.Load(), src.failures.Load()))
	}
	section("Generators", lines...)
	return b.String()
}
