// Package store is a small map that several hosts share: the register of worker
// numbers and counters. It has to be linearizable and durable; what a server
// needs for that, and whether it has it, is its [Safety].
package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Store is a map from keys to small values, each with a version. Any number of
// goroutines may use it. Every method ends when its context does.
//
// Keys are UTF-8 of 1 to 200 bytes without control characters: parts of any text
// joined by slashes, none empty, "." or "..". Values are UTF-8 without NUL, of at most [MaxData] bytes, so
// that every database shows them to people.
type Store interface {
	// Load returns the value of a key as of some instant during the call, never
	// an older one. A key that does not exist has the version "".
	Load(ctx context.Context, key string) (Value, error)

	// Swap writes data if the key still has the version old ("" if it must not
	// exist), and returns the new version. It returns only after the write is as
	// durable as the store can make it.
	//
	// ErrConflict says that the key has another version and nothing was written.
	// ErrUnknown says that the write may have been made, now or later: the caller
	// must load the key, and compare what it holds with what was to be written.
	// After every other error nothing was written.
	Swap(ctx context.Context, key string, old Version, data []byte) (Version, error)

	// List returns all keys that begin with the prefix and their values, ordered
	// by key. Each value is one that its key had during the call; they need not
	// be of one instant.
	List(ctx context.Context, prefix string) ([]Entry, error)

	// Incarnation tells this life of the store from others, and returns its clock, in
	// one round trip at most. It is as new as the last answer that this process got.
	Incarnation(ctx context.Context) (Incarnation, error)

	// Safety says what the server guarantees with the settings it has now.
	Safety(ctx context.Context) (Safety, error)

	Close() error
}

// MaxData is the longest value in bytes.
const MaxData = 64 << 10

// Version tells one state of a key from every other that it ever had, also if it
// was deleted and made again between. It is compared for equality alone.
type Version string

// Value is what a key holds.
type Value struct {
	Data    []byte
	Version Version
}

// Entry is a key and its value.
type Entry struct {
	Key string
	Value
}

var (
	// ErrConflict is the reason of a swap that found another version.
	ErrConflict = errors.New("changed by another")

	// ErrUnknown is the reason of a swap whose outcome is not known.
	ErrUnknown = errors.New("outcome unknown")

	// ErrMissing says that the server has no store of that name yet; [Driver].
	ErrMissing = errors.New("there is no store yet")
)

// Error is why a store could not do what was asked: what a user needs to mend it. It never holds a password.
type Error struct {
	Store string // which: "Redis at db7:6379"
	Tried string // what was tried: "log in as idscope"
	Check string // what to check, in a clause; may be empty
	Err   error  // what the server or the network said
	Final bool   // the server refused it: another try has the same answer
}

func (e *Error) Error() string {
	cause := strings.ReplaceAll(e.Err.Error(), context.DeadlineExceeded.Error(), "no answer in time")
	text := fmt.Sprintf("%s: cannot %s: %s", e.Store, e.Tried, cause)
	if e.Check != "" {
		text += "; " + e.Check
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

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
	case !utf8.Valid(data) || slices.Contains(data, 0):
		return fmt.Errorf("the value of key %q is not UTF-8 without NUL", key)
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
