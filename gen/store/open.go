package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"idscope/gen/secret"
)

// ErrURL is the reason of an error about the text of a URL, whatever it leads to.
var ErrURL = errors.New("the store's URL is not understood")

// ErrNoDriver is the reason of an error about a URL whose scheme no driver has.
var ErrNoDriver = errors.New("no driver of that store")

// Open opens the store that a URL names with the driver of its scheme; see
// [Driver]. Nothing but the scheme of a URL that cannot be read is shown.
func Open(ctx context.Context, drivers []Driver, text string, create bool) (Store, error) {
	u, err := Parse(text)
	if err != nil {
		return nil, err
	}
	if d, ok := DriverOf(drivers, u); ok {
		return d.Open(ctx, u, create)
	}
	var all []string
	for _, d := range drivers {
		all = append(all, d.Schemes[0]+":")
	}
	return nil, fmt.Errorf("%w: %q; use one of %s", ErrNoDriver, u.Scheme, strings.Join(all, ", "))
}

// Parse reads the URL of a store: file:DIR, in which DIR is taken as it is, or
// SCHEME://USER:PASSWORD@HOST:PORT,HOST:PORT/PATH?OPTION=VALUE.
func Parse(text string) (*url.URL, error) {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || scheme == "" || len(scheme) > 20 || strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+") != "" {
		return nil, fmt.Errorf("%w: it has no scheme; use file:DIR or one such as redis://HOST:PORT", ErrURL)
	}
	if scheme == "file" {
		return &url.URL{Scheme: scheme, Opaque: rest}, nil
	}
	u, err := parseHosts(text)
	if err != nil { // the error repeats the URL, and the password with it
		return nil, fmt.Errorf(
			"%w: what follows %q is not a URL; use HOST:PORT, and %%xx for symbols that have a meaning "+
				"there", ErrURL, scheme+":")
	}
	return u, nil
}

// DefaultPrefix is what the data of a store is kept under where its URL has no option prefix.
const DefaultPrefix = "idscope"

// IsPrefix reports whether data can be kept under a prefix.
func IsPrefix(text string) bool {
	return text != "" && len(text) <= 40 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// TableOf is the table that the options of a URL give a store in a database: where none is named, PREFIX_store.
func TableOf(option func(name string) string) string {
	return cmp.Or(option("table"), cmp.Or(option("prefix"), DefaultPrefix)+"_store")
}

// Name is the URL of a store as people may see it, and as hosts remember it: where the store is, and nothing that may
// be secret or says how it is asked. A folder has its whole path, for another working directory has another one of
// that name.
func Name(u *url.URL) string {
	switch dir := u.Opaque; {
	case dir != "" && u.Scheme == "file":
		whole, _ := filepath.Abs(dir)
		return "file:" + cmp.Or(whole, dir)
	case dir != "" || secret.Misplaced(u):
		return u.Scheme + ":..."
	}
	text, table := u.Scheme+"://"+u.Host+u.EscapedPath(), TableOf(u.Query().Get)
	switch prefix, of := strings.CutSuffix(table, "_store"); { // each other has other leases and counts
	case of && prefix == DefaultPrefix:
		return text
	case of && IsPrefix(prefix):
		return text + "?prefix=" + prefix
	}
	return text + "?table=" + url.QueryEscape(table)
}

// parseHosts reads a URL that may name several hosts, which package url knows no
// more of than that of a single one. What is after "//" and before the path are the
// hosts, and only there.
func parseHosts(text string) (*url.URL, error) {
	scheme, rest, _ := strings.Cut(text, ":")
	rest, ok := strings.CutPrefix(rest, "//")
	end := strings.IndexAny(rest+"/", "/?#")
	begin := strings.LastIndexByte(rest[:end], '@') + 1
	hosts := rest[begin:end]
	if !ok || !strings.Contains(hosts, ",") {
		return url.Parse(text)
	}
	if strings.Trim(strings.ToLower(hosts), "abcdefghijklmnopqrstuvwxyz0123456789.-_:[],") != "" {
		return nil, errors.New("a symbol that names of hosts do not have")
	}
	for host := range strings.SplitSeq(hosts, ",") {
		if _, err := url.Parse("x://" + host); err != nil {
			return nil, err
		}
	}
	u, err := url.Parse(scheme + "://" + rest[:begin] + "host" + rest[end:])
	if err == nil {
		u.Host = hosts
	}
	return u, err
}

// Driver opens the stores of one engine.
type Driver struct {
	Schemes []string // of URLs that it serves: "redis", "rediss"

	// Open connects to the store that the URL names, and fails within the
	// context's time if no server answers. Its errors say which store, what was
	// tried and what to check, never a password. With create it makes the table
	// or folder that is missing; without, a missing one is an [ErrMissing].
	Open func(ctx context.Context, u *url.URL, create bool) (Store, error)

	// Counters connects likewise to a counter.Database, which counts by statements of its own and needs no table of a
	// store; nil for an engine that has none.
	Counters func(ctx context.Context, u *url.URL) (Store, error)
}

// DriverOf returns the driver of a URL; false for none.
func DriverOf(drivers []Driver, u *url.URL) (d Driver, found bool) {
	for _, d := range drivers {
		if slices.Contains(d.Schemes, u.Scheme) {
			return d, true
		}
	}
	return d, false
}
