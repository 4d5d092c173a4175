package server

import (
	"fmt"
	"slices"
	"strconv"

	"idscope/inspect"
)

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

func appendInt(dst []byte, v uint64) []byte {
	dst = append(dst, ':')
	dst = strconv.AppendUint(dst, v, 10)
	return append(dst, '\r', '\n')
}

func appendHead(dst []byte, kind byte, n int) []byte {
	dst = append(dst, kind)
	dst = strconv.AppendUint(dst, uint64(n), 10)
	return append(dst, '\r', '\n')
}

func appendBulk[T string | []byte](dst []byte, text T) []byte {
	dst = appendHead(dst, '$', len(text))
	dst = append(dst, text...)
	return append(dst, '\r', '\n')
}

// bulkFrom makes a bulk string of what dst has from at on.
func bulkFrom(dst []byte, at int) []byte {
	var head [24]byte
	return append(slices.Insert(dst, at, appendHead(head[:0], '$', len(dst)-at)...), '\r', '\n')
}

func appendArray(dst []byte, n int) []byte { return appendHead(dst, '*', n) }

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
		return appendInt(dst, v)
	case none:
		if resp3 {
			return append(dst, "_\r\n"...)
		}
		return append(dst, "$-1\r\n"...)
	case nil:
		return dst
	case array:
		dst, parts = appendArray(dst, len(v)), v
	case pairs:
		if parts = v; resp3 {
			dst = appendHead(dst, '%', len(v)/2)
		} else {
			dst = appendArray(dst, len(v))
		}
	default:
		return appendFailure(dst, fmt.Sprintf("ERR a reply cannot be a %T", v))
	}
	for _, part := range parts {
		dst = appendReply(dst, part, resp3)
	}
	return dst
}
