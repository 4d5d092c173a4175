package store

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxKey is the longest key in bytes.
const MaxKey = 200

// Check says what is wrong with a key, and with the data that is to be written
// under it; see [Store]. Every driver asks it before it asks its server.
func Check(key string, data []byte) error {
	switch {
	case key == "" || len(key) > MaxKey:
		return fmt.Errorf("key %.40q has %d bytes; use 1 to %d", key, len(key), MaxKey)
	case !utf8.ValidString(key):
		return fmt.Errorf("key %q is not UTF-8", key)
	case strings.ContainsFunc(key, unicode.IsControl):
		return fmt.Errorf("key %q has a control character; remove it", key)
	case len(data) > MaxData:
		return fmt.Errorf("the value of key %q has %d bytes; use at most %d", key, len(data), MaxData)
	}
	for part := range strings.SplitSeq(key, "/") {
		if part == "" || part == "." || part == ".." {
			return fmt.Errorf("key %q has the part %q; use parts that are not empty, \".\" or \"..\"", key, part)
		}
	}
	return nil
}

// Sort orders entries by key, as [Store] lists them: byte by byte.
func Sort(list []Entry) {
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
}
