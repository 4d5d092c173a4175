package client

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

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

// readArray reads an array of n texts.
func readArray(r *bufio.Reader, n int) ([]string, error) {
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
	ids := make([]string, n)
	for i := range ids {
		if ids[i], err = readText(r); err != nil {
			var inside *ServerError
			if errors.As(err, &inside) { // what follows it is not known
				err = fmt.Errorf("%w: %v within ids", errReply, err)
			}
			return nil, err
		}
	}
	return ids, nil
}

// readText reads a number or a string, as a text.
func readText(r *bufio.Reader) (string, error) {
	kind, rest, err := readHead(r)
	if err != nil {
		return "", err
	}
	switch kind {
	case ':', '+':
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
