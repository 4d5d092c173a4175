// Package client asks idscope serve for ids.
//
//	c := client.New("127.0.0.1:6380", "snowflake", client.Options{})
//	defer c.Close()
//	ids, err := c.Fetch(ctx, "", 100)
package client

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"idscope/gen"
)

// Options are how a server is reached; the zero value asks without a password.
type Options struct {
	User, Password string // the password is sent as it is

	// Timeout bounds each request where the context has no deadline; 0 is 5 s.
	Timeout time.Duration
}

// Client is a connection to a server for the IDs of one generator, made when it is needed and again when it broke.
// Any number of goroutines may use it; they take turns.
type Client struct {
	address   string
	generator string
	options   Options

	mu   sync.Mutex
	conn net.Conn // nil until it is needed
	r    *bufio.Reader
}

var _ gen.IDSource = (*Client)(nil)

// New returns a client of the server at an address, host:port or unix:PATH. It does not
// connect yet.
func New(address, generator string, o Options) *Client {
	return &Client{address: address, generator: generator, options: o}
}

// ServerError is what a server answered in place of ids. Its first word is the kind, as
// NOPERM or CLOCKBACK: gen/server/README.md lists them.
type ServerError struct{ Text string }

func (e *ServerError) Error() string { return e.Text }

// Kind is the first word.
func (e *ServerError) Kind() string {
	kind, _, _ := strings.Cut(e.Text, " ")
	return kind
}

// MostIDs is the largest number of ids of one request.
const MostIDs = 65536

// Fetch returns n ids of the generator, 1 to [MostIDs], as the server writes them, one a line. With a form the
// generator has to be a scheme as the caller has it; another one is a *ServerError. After another error ids may have
// been generated; they are lost, never handed out again.
func (c *Client) Fetch(ctx context.Context, form string, n int) (gen.Block, error) {
	if n < 1 || n > MostIDs {
		return gen.Block{}, fmt.Errorf("%d ids are asked for: use 1 to %d", n, MostIDs)
	}
	words := []string{"ID.MGET", c.generator, fmt.Sprint(n)}
	if form != "" {
		words = append(words, "LIKE", form)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for again := c.conn != nil; ; again = false { // the server may have been started again since
		lines, err := c.fetch(ctx, n, words)
		switch {
		case err == nil:
			return gen.Block{N: uint64(n), Append: func(dst []byte) ([]byte, error) {
				return append(dst, lines...), nil
			}}, nil
		case errors.As(err, new(*ServerError)):
			return gen.Block{}, err
		}
		c.drop()
		switch {
		case again && ctx.Err() == nil:
		case errors.Is(err, errReply):
			return gen.Block{}, fmt.Errorf("the server at %s is not idscope serve: %w", c.address, err)
		default:
			return gen.Block{}, fmt.Errorf("the server at %s does not answer: %w", c.address, cmp.Or(ctx.Err(), err))
		}
	}
}

// blockIDs is how many IDs Fill asks for at a time: some 20 KB.
const blockIDs = 1000

// Fill implements [gen.IDSource]. Its errors are those of [Client.Fetch].
func (c *Client) Fill(ctx context.Context, n uint64) (gen.Block, error) {
	return c.Fetch(ctx, "", int(min(n, blockIDs)))
}

// Close closes the connection. The client may be used again.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop()
	return nil
}

func (c *Client) drop() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

// fetch is one request for n IDs, on a new connection behind one that says who asks; the lock is held.
func (c *Client) fetch(ctx context.Context, n int, words []string) (lines []byte, err error) {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, cmp.Or(c.options.Timeout, 5*time.Second))
		defer cancel()
	}
	var request []byte
	if c.conn == nil {
		network, address := "tcp", c.address
		if path, ok := strings.CutPrefix(address, "unix:"); ok {
			network, address = "unix", path
		}
		if c.conn, err = new(net.Dialer).DialContext(ctx, network, address); err != nil {
			return nil, err
		}
		c.r = bufio.NewReaderSize(c.conn, 16<<10)
		if c.options.Password != "" {
			request = appendCommand(nil, "AUTH", cmp.Or(c.options.User, "default"), c.options.Password)
		}
	}
	conn, asks := c.conn, len(request) > 0
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop() // where it comes too late, it ends the next request, which is made again
	if _, err := conn.Write(appendCommand(request, words...)); err != nil {
		return nil, err
	}
	if asks {
		if _, err := readText(c.r); err != nil {
			c.drop()
			return nil, err
		}
	}
	return readArray(c.r, n)
}

// longestID is the longest text of an id that is read, in bytes.
const longestID = 4096

var errReply = errors.New("the reply is not of the Redis protocol")

// appendCommand appends a request.
func appendCommand(dst []byte, args ...string) []byte {
	dst = append(dst, '*')
	dst = strconv.AppendInt(dst, int64(len(args)), 10)
	for _, arg := range args {
		dst = append(dst, "\r\n$"...)
		dst = strconv.AppendInt(dst, int64(len(arg)), 10)
		dst = append(dst, "\r\n"...)
		dst = append(dst, arg...)
	}
	return append(dst, "\r\n"...)
}

// readArray reads an array of n texts, as lines.
func readArray(r *bufio.Reader, n int) (lines []byte, err error) {
	kind, rest, err := readHead(r)
	switch {
	case err != nil:
		return nil, err
	case kind != '*':
		return nil, fmt.Errorf("%w: it begins with %q", errReply, kind)
	}
	if got, err := strconv.Atoi(rest); err != nil || got != n {
		return nil, fmt.Errorf("%w: %q ids in place of %d", errReply, rest, n)
	}
	for range n {
		text, err := readText(r)
		if errors.As(err, new(*ServerError)) { // what follows it is not known
			err = fmt.Errorf("%w: %v within ids", errReply, err)
		}
		if err != nil {
			return nil, err
		}
		lines = append(append(lines, text...), '\n')
	}
	return lines, nil
}

// readText reads a number or a string, as a text.
func readText(r *bufio.Reader) (string, error) {
	kind, rest, err := readHead(r)
	if err != nil {
		return "", err
	}
	switch kind {
	case ':':
		if _, err := strconv.ParseInt(rest, 10, 64); err != nil {
			return "", fmt.Errorf("%w: a number %.40q", errReply, rest)
		}
		return rest, nil
	case '+':
		return rest, nil
	case '$':
		size, err := strconv.Atoi(rest)
		if err != nil || size < 0 || size > longestID {
			return "", fmt.Errorf("%w: a text of %q bytes", errReply, rest)
		}
		text := make([]byte, size+2)
		if _, err := io.ReadFull(r, text); err != nil {
			return "", err
		}
		if text[size] != '\r' || text[size+1] != '\n' {
			return "", errReply
		}
		return string(text[:size]), nil
	}
	return "", fmt.Errorf("%w: it begins with %q", errReply, kind)
}

// readHead reads the first line of a reply; an error of the server is an error.
func readHead(r *bufio.Reader) (kind byte, rest string, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return 0, "", err
	}
	if len(line) < 3 || line[len(line)-2] != '\r' {
		return 0, "", errReply
	}
	kind, rest = line[0], string(line[1:len(line)-2])
	if kind == '-' {
		return 0, "", &ServerError{rest}
	}
	return kind, rest, nil
}
