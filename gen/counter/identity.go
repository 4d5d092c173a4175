package counter

import (
	"encoding/hex"
	"hash/fnv"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
)

// ID names one counter of one server.
type ID struct {
	Kind  string // the scheme: "segment"
	Store string // the URL, without user and password
	Key   string
}

// NewID names a counter of the server of a URL: a folder by its whole path, for another
// working directory has another one of that name.
func NewID(kind string, u *url.URL, key string) ID {
	if u.Scheme == "file" {
		dir := u.Opaque
		if whole, err := filepath.Abs(dir); err == nil {
			dir = whole
		}
		return ID{kind, "file:" + dir, key}
	}
	bare := *u
	bare.User = nil
	return ID{kind, bare.String(), key}
}

// String is the counter as messages name it.
func (id ID) String() string { return id.Kind + " " + strconv.Quote(id.Key) + " of " + id.Store }

// file is the name of what a host knows of the counter.
func (id ID) file() string {
	h := fnv.New128a()
	for _, part := range []string{id.Kind, id.Store, id.Key} {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return folder + "/" + id.Kind + "-" + hex.EncodeToString(h.Sum(nil))
}

// part is kind and key as one part of a store's key, which people can read where it is
// short enough.
func (id ID) part() string {
	if text := id.Kind + ":" + url.PathEscape(id.Key); len(text) <= 150 {
		return text
	}
	return strings.TrimPrefix(ID{Kind: id.Kind, Key: id.Key}.file(), folder+"/")
}

// folder is where in the state directory the files of counters are.
const folder = "counters"
