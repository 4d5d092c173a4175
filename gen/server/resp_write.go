package server

import (
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

func appendSimple(dst []byte, text string) []byte { return appendLine(dst, '+', text) }

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

func appendBulk(dst, text []byte) []byte {
	dst = appendHead(dst, '$', len(text))
	dst = append(dst, text...)
	return append(dst, '\r', '\n')
}

func appendBulkText(dst []byte, text string) []byte {
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

// appendMap begins a map of n pairs; RESP2 has arrays of twice as many in their place.
func appendMap(dst []byte, n int, resp3 bool) []byte {
	if resp3 {
		return appendHead(dst, '%', n)
	}
	return appendArray(dst, 2*n)
}

// appendNil appends what there is not.
func appendNil(dst []byte, resp3 bool) []byte {
	if resp3 {
		return append(dst, "_\r\n"...)
	}
	return append(dst, "$-1\r\n"...)
}
