package server

import (
	"idscope/gen"
	"idscope/inspect"
)

// mostText is the longest text that is read as an id.
const mostText = 1024

// parse answers ID.PARSE id [scheme] with what the id says, as inspect --json.
func (c *session) parse(args [][]byte) state {
	if len(args) != 2 && len(args) != 3 {
		return c.arity(args[0])
	}
	if s, ok := c.take(0); !ok {
		return s
	}
	as := ""
	if len(args) == 3 {
		as = string(args[2])
	}
	text, ok, err := c.server.read(string(args[1]), as)
	switch {
	case err != nil:
		return c.fail("ERR %v", err)
	case !ok:
		return c.fail("ERR %.200q is not an id", args[1])
	}
	c.out = appendBulk(c.out, text)
	return needInput
}

// read returns the JSON of a text, and whether it is an id. As is a scheme, or the name
// of a generator; empty leaves it to the text.
func (s *Server) read(text, as string) (json []byte, ok bool, err error) {
	if len(text) > mostText {
		return nil, false, errTooLong
	}
	o := inspect.Options{Now: s.now(), Schemes: s.options.Own}
	if as != "" {
		list, named := inspect.Named(as)
		if src := s.table.Load().sources[as]; src != nil {
			list, named = []*gen.Scheme{src.scheme}, true
		}
		if !named {
			return nil, false, &unknownError{as, errNoScheme}
		}
		o.As = list
	}
	in, err := inspect.New(o)
	if err != nil {
		return nil, false, err
	}
	var r inspect.Result
	in.InspectInto(&r, text)
	return r.AppendJSON(nil), r.OK(), nil
}
