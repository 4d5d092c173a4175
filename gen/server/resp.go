package server

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"idscope/inspect"
)

// The bounds of a request. What is longer is refused before it is buffered: a
// connection never keeps more than twice maxRequest of what it was sent.
const (
	maxRequest = 16 << 10 // bytes of a whole request
	maxBulk    = 4 << 10  // of an argument
	maxArgs    = 256
)

// protocolError is a request that cannot be read on: the connection is closed.
type protocolError string

func (e protocolError) Error() string { return "Protocol error: " + string(e) }

const (
	errForeign   = protocolError("a request of another protocol") // and no answer at all
	errArrays    = protocolError("invalid multibulk length")
	errBulks     = protocolError("invalid bulk length")
	errBigInline = protocolError("too big inline request")
	errBig       = protocolError("too big request")
	errNoBulk    = protocolError("expected '$'")
	errEnding    = protocolError("expected CRLF")
)

// parseRequest reads one request of the Redis protocol at the start of buf, as an
// array of bulk strings or as a line of words. It returns its arguments, which are
// parts of buf, in args, and its length; 0 where buf does not hold all of it yet. A
// request without arguments is to be passed over. It does not allocate where args
// has room.
func parseRequest(buf []byte, args [][]byte) (list [][]byte, n int, err error) {
	list = args[:0]
	if len(buf) == 0 {
		return list, 0, nil
	}
	if buf[0] != '*' {
		return parseInline(buf, list)
	}
	count, at, err := parseLength(buf[1:], maxArgs, errArrays)
	if at == 0 || err != nil {
		return list, 0, err
	}
	at++
	for range count {
		if at == len(buf) {
			return list[:0], 0, nil
		}
		if buf[at] != '$' {
			return list[:0], 0, errNoBulk
		}
		size, k, err := parseLength(buf[at+1:], maxBulk, errBulks)
		if err != nil || k == 0 {
			return list[:0], 0, err
		}
		if size < 0 {
			return list[:0], 0, errBulks
		}
		at += 1 + k
		if at+size+2 > maxRequest { // however much of it has come
			return list[:0], 0, errBig
		}
		if len(buf)-at < size+2 {
			return list[:0], 0, nil
		}
		if buf[at+size] != '\r' || buf[at+size+1] != '\n' {
			return list[:0], 0, errEnding
		}
		list = append(list, buf[at:at+size])
		at += size + 2
	}
	return list, at, nil
}

// parseLength reads a decimal number up to most, and the end of its line; n is 0 where
// the line has not ended yet.
func parseLength(buf []byte, most int, wrong error) (v, n int, err error) {
	sign := 0
	if len(buf) > 0 && buf[0] == '-' {
		sign = 1
	}
	at := sign
	for ; at < len(buf) && buf[at] >= '0' && buf[at] <= '9'; at++ {
		if v = 10*v + int(buf[at]-'0'); v > most || at > 20 {
			return 0, 0, wrong
		}
	}
	switch rest := buf[at:]; {
	case len(rest) > 0 && (at == sign || rest[0] != '\r'), len(rest) > 1 && rest[1] != '\n':
		return 0, 0, wrong
	case len(rest) < 2:
		return 0, 0, nil
	case sign == 1:
		v = -v
	}
	return v, at + 2, nil
}

// parseInline reads a request that is a line of words, as people type them.
func parseInline(buf []byte, list [][]byte) ([][]byte, int, error) {
	end := bytes.IndexByte(buf, '\n')
	if end < 0 || end > maxBulk {
		if len(buf) > maxBulk {
			return list, 0, errBigInline
		}
		return list, 0, nil
	}
	line := bytes.TrimRight(buf[:end], "\r")
	for len(line) > 0 {
		if line[0] == ' ' || line[0] == '\t' {
			line = line[1:]
			continue
		}
		k := bytes.IndexAny(line, " \t")
		if k < 0 {
			k = len(line)
		}
		if len(list) == maxArgs {
			return list[:0], 0, errBigInline
		}
		list = append(list, line[:k])
		line = line[k:]
	}
	if len(list) > 0 && (equalFold(list[0], "POST") || equalFold(list[0], "HOST:")) {
		return list[:0], 0, errForeign
	}
	return list, end + 1, nil
}

// equalFold compares with a word of a command.
func equalFold(word []byte, other string) bool { return bytes.EqualFold(word, []byte(other)) }

// What the Redis protocol's replies consist of. All append to dst.

func appendLine(dst []byte, kind byte, text string) []byte {
	dst = append(dst, kind)
	dst = append(dst, text...)
	return append(dst, '\r', '\n')
}

// appendFailure appends an error, of one line.
func appendFailure(dst []byte, text string) []byte {
	at := len(dst) + 1
	dst = appendLine(dst, '-', inspect.Redact(text))
	for i := at; i < len(dst)-2; i++ {
		if dst[i] < ' ' {
			dst[i] = ' '
		}
	}
	return dst
}

// appendHead appends a number, ':', or how many bytes or replies follow, '$', '*' and '%'.
func appendHead[N int | uint64](dst []byte, kind byte, n N) []byte {
	dst = append(dst, kind)
	dst = strconv.AppendUint(dst, uint64(n), 10)
	return append(dst, '\r', '\n')
}

func appendBulk[T string | []byte](dst []byte, text T) []byte {
	dst = appendHead(dst, '$', len(text))
	dst = append(dst, text...)
	return append(dst, '\r', '\n')
}

// bulkRoom is room for the head of a bulk string whose length is not known yet: most IDs have 10 to 99 bytes, and need
// not be moved.
const bulkRoom = "$00\r\n"

// bulkFrom makes a bulk string of what dst has from at on, which begins with bulkRoom.
func bulkFrom(dst []byte, at int) []byte {
	text := at + len(bulkRoom)
	if n := len(dst) - text; n >= 10 && n <= 99 {
		dst[at+1], dst[at+2] = '0'+byte(n/10), '0'+byte(n%10)
	} else {
		dst = slices.Replace(dst, at, text, appendHead(nil, '$', n)...)
	}
	return append(dst, '\r', '\n')
}

// What commands answer, beside integers, texts, which are bulk strings, and errors.
type (
	status string   // a simple string
	array  []any    // an array
	pairs  []any    // a map, of keys and values in turn; an array in RESP2
	none   struct{} // what there is not
)

const done = status("OK")

// failure is an error as it is sent.
type failure string

func (f failure) Error() string { return string(f) }

func failf(format string, values ...any) failure { return failure(fmt.Sprintf(format, values...)) }

// appendReply appends what a command answers; nil is nothing. What cannot be sent is an error: clients count replies.
func appendReply(dst []byte, v any, resp3 bool) []byte {
	var parts []any
	switch v := v.(type) {
	case failure:
		return appendFailure(dst, string(v))
	case status:
		return appendLine(dst, '+', string(v))
	case string:
		return appendBulk(dst, v)
	case []byte:
		return appendBulk(dst, v)
	case int:
		return appendLine(dst, ':', strconv.Itoa(v))
	case uint64:
		return appendHead(dst, ':', v)
	case none:
		if resp3 {
			return append(dst, "_\r\n"...)
		}
		return append(dst, "$-1\r\n"...)
	case nil:
		return dst
	case array:
		dst, parts = appendHead(dst, '*', len(v)), v
	case pairs:
		if parts = v; resp3 {
			dst = appendHead(dst, '%', len(v)/2)
		} else {
			dst = appendHead(dst, '*', len(v))
		}
	default:
		return appendFailure(dst, fmt.Sprintf("ERR a reply cannot be a %T", v))
	}
	for _, part := range parts {
		dst = appendReply(dst, part, resp3)
	}
	return dst
}
