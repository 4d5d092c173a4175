package server

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const badClientName = "ERR Client names cannot contain spaces, newlines or special characters."

// clientName reports whether a connection may have that name.
func clientName(name string) bool {
	return len(name) <= 128 && strings.IndexFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// client answers CLIENT.
func (c *session) client(args [][]byte) state {
	if len(args) < 2 {
		return c.arity(args[0])
	}
	var buf [16]byte
	switch string(upper(buf[:0], args[1])) {
	case "ID":
		c.out = appendInt(c.out, c.id)
	case "SETNAME":
		if len(args) != 3 {
			return c.fail("ERR wrong number of arguments for 'client|setname' command")
		}
		if !clientName(string(args[2])) {
			return c.fail(badClientName)
		}
		c.name = string(args[2])
		c.out = appendSimple(c.out, "OK")
	case "GETNAME":
		if c.name == "" {
			c.out = appendNil(c.out, c.resp3)
		} else {
			c.out = appendBulkText(c.out, c.name)
		}
	case "SETINFO", "NO-EVICT", "NO-TOUCH":
		c.out = appendSimple(c.out, "OK")
	case "INFO":
		c.out = appendBulkText(c.out, c.describe())
	case "LIST":
		if !c.user.may(manage, nil) {
			return c.fail("NOPERM User %s has no permissions to run the 'client|list' command", c.user.name)
		}
		var b strings.Builder
		for _, other := range c.server.sessions() {
			b.WriteString(other.describe())
		}
		c.out = appendBulkText(c.out, b.String())
	case "KILL":
		return c.kill(args)
	default:
		return c.fail("ERR unknown subcommand '%.64s'. Try CLIENT HELP.", args[1])
	}
	return needInput
}

// describe is the line of CLIENT LIST. Of another's session it uses only what never
// changes.
func (c *session) describe() string {
	return fmt.Sprintf("id=%d addr=%s age=%d idle=%d\n", c.id, c.address, int(time.Since(c.began).Seconds()),
		max(0, time.Now().Unix()-c.last.Load()))
}

// kill ends another connection: CLIENT KILL ID n, or its address.
func (c *session) kill(args [][]byte) state {
	if !c.user.may(manage, nil) {
		return c.fail("NOPERM User %s has no permissions to run the 'client|kill' command", c.user.name)
	}
	if len(args) != 3 && (len(args) != 4 || !equalFold(args[2], "ID") && !equalFold(args[2], "ADDR")) {
		return c.fail("ERR syntax error")
	}
	wanted := string(args[len(args)-1])
	list := c.server.sessions()
	i := slices.IndexFunc(list, func(other *session) bool {
		if len(args) == 4 && equalFold(args[2], "ID") {
			return fmt.Sprint(other.id) == wanted
		}
		return other.address == wanted
	})
	killed := uint64(0)
	if i >= 0 {
		killed = 1
		c.server.endSession(list[i])
	}
	if len(args) == 4 {
		c.out = appendInt(c.out, killed)
	} else if killed == 0 {
		return c.fail("ERR No such client")
	} else {
		c.out = appendSimple(c.out, "OK")
	}
	return needInput
}
