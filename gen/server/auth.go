package server

import (
	"context"
	"net"
)

// auth answers AUTH password and AUTH user password.
func (c *session) auth(ctx context.Context, args [][]byte) state {
	name, password := "default", []byte(nil)
	switch len(args) {
	case 2:
		password = args[1]
	case 3:
		name, password = string(args[1]), args[2]
	default:
		return c.arity(args[0])
	}
	ok, s := c.login(ctx, name, password)
	if ok {
		c.out = appendSimple(c.out, "OK")
	}
	return s
}

// login makes the session that of a user, or answers with the error.
func (c *session) login(ctx context.Context, name string, password []byte) (ok bool, s state) {
	u := c.server.users.Load()
	if !u.required {
		if name == "default" {
			return false, c.fail("ERR AUTH <password> called without any password configured for the default user. " +
				"Are you sure your configuration is correct?")
		}
		return false, c.fail(wrongPassword)
	}
	if mustNotWait(ctx) {
		return false, needTime
	}
	who := u.byName[name]
	hash := ""
	if who != nil {
		hash = who.hash
	}
	good, err := c.server.guard.check(ctx, host(c.address), hash, u.decoy, password)
	switch {
	case err != nil:
		c.server.count(&c.server.stats.delayed)
		return false, c.fail("ERR %v", err)
	case !good:
		c.server.count(&c.server.stats.wrong)
		return false, c.fail(wrongPassword)
	}
	c.user, c.users, c.allowedBy = who, u, nil
	return true, needInput
}

// renew looks for the user in the file as it is now: one that is gone, or has another
// password, is a stranger.
func (c *session) renew(now *users) {
	was := c.user
	c.allowedBy = nil
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

const wrongPassword = "WRONGPASS invalid username-password pair or user is disabled."

// host is the address of a client without its port.
func host(address string) string {
	if h, _, err := net.SplitHostPort(address); err == nil {
		return h
	}
	return address
}

// users are those who may connect.
type users struct {
	byName   map[string]*user
	decoy    string // hash that is compared where there is no such user
	required bool   // else everybody is the default user
	anyone   *user  // where nothing is required
}

func openUsers() *users { return &users{anyone: everyone()} }
