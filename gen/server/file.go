package server

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"idscope/gen/fault"
	"idscope/gen/quantity"
)

// file is serve.toml. Unknown keys are refused.
type file struct {
	Listen     string                   `toml:"listen"`
	HTTP       string                   `toml:"http"`
	MaxAge     duration                 `toml:"max_age"`
	Limits     fileLimits               `toml:"limits"`
	TLS        fileTLS                  `toml:"tls"`
	Cluster    fileCluster              `toml:"cluster"`
	Generators map[string]fileGenerator `toml:"generators"`
	Users      map[string]fileUser      `toml:"users"`
}

type fileLimits struct {
	Connections count    `toml:"connections"`
	PerAddress  count    `toml:"per_address"`
	Requests    count    `toml:"requests_per_second"` // of each client
	IDs         count    `toml:"ids_per_second"`
	Stalled     duration `toml:"stalled"`
}

type fileTLS struct {
	Certificate string `toml:"certificate"`
	Key         string `toml:"key"`
}

// fileCluster is the group of servers that this one belongs to.
type fileCluster struct {
	Store    string   `toml:"store"`    // a URL
	Announce string   `toml:"announce"` // HOST:PORT where clients reach this server
	Group    string   `toml:"group"`
	TTL      duration `toml:"ttl"` // of the leader's lease
}

// fileUser is a table below [users]. Generators are named, or matched as shells match
// names of files.
type fileUser struct {
	Password string   `toml:"password"`
	Generate []string `toml:"generate"`
	Create   []string `toml:"create"`
	Manage   []string `toml:"manage"`
}

// duration is a length of time in quotes.
type duration struct{ time.Duration }

// UnmarshalText reads it.
func (d *duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = quantity.ParseDuration(string(text), 1, math.MaxInt64)
	return err
}

// count is a whole number, or one in quotes as the command line takes it: "10k".
type count int64

// UnmarshalText reads it.
func (c *count) UnmarshalText(text []byte) error {
	n, err := quantity.ParseCount(string(text), 0, 1e15)
	*c = count(n)
	return err
}

// fileError is the error of a line of serve.toml that cannot be used; 0 is of no line.
func fileError(path string, line int, err error) error {
	text := path + ": " + err.Error()
	if line > 0 {
		text = fmt.Sprintf("%s:%d: %v", path, line, err)
	}
	return &fault.Error{Cause: err, Text: text}
}

// readSettings reads and checks serve.toml; an empty path is an empty file.
func readSettings(path string) (*file, error) {
	f := &file{}
	if path == "" {
		return f, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, bareCause(err))
	}
	return parseSettings(path, text)
}

// parseSettings reads the text of serve.toml.
func parseSettings(path string, text []byte) (*file, error) {
	f := &file{}
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(f); err != nil {
		return nil, decodeFailure(path, err)
	}
	at := positions(text)
	fail := func(table, key string, err error) error { return fileError(path, at.line(table, key), err) }
	for _, name := range sorted(f.Generators) {
		if key, err := checkGenerator(name, f.Generators[name]); err != nil {
			return nil, fail("generators."+name, key, err)
		}
	}
	for _, name := range sorted(f.Users) {
		if key, err := checkUser(name, f.Users[name]); err != nil {
			return nil, fail("users."+name, key, err)
		}
	}
	switch {
	case (f.TLS.Certificate == "") != (f.TLS.Key == ""):
		return nil, fail("tls", "", errors.New("tls has half of a certificate and its key: use both"))
	case f.Cluster.TTL.Duration != 0 && f.Cluster.TTL.Duration < leastTTL:
		return nil, fail("cluster", "ttl", fmt.Errorf("ttl %v is too short: use %v or more", f.Cluster.TTL.Duration,
			leastTTL))
	case min(f.Limits.Connections, f.Limits.PerAddress, f.Limits.Requests, f.Limits.IDs) < 0:
		return nil, fail("limits", "", errors.New("a limit is below 0: use a number from 0 up"))
	}
	return f, nil
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// decodeFailure words what the decoder refused.
func decodeFailure(path string, err error) error {
	var unknown *toml.StrictMissingError
	var at *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		line, _ := unknown.Errors[0].Position()
		return fileError(path, line, fmt.Errorf("key %q is unknown", strings.Join(unknown.Errors[0].Key(), ".")))
	case errors.As(err, &at):
		line, _ := at.Position()
		return fileError(path, line, errors.New(strings.TrimPrefix(at.Error(), "toml: ")))
	}
	return fileError(path, 0, err)
}

// checkUser returns what is wrong with a user, and of which key.
func checkUser(name string, u fileUser) (key string, err error) {
	if name == "" || strings.ContainsAny(name, " \t\r\n:") {
		return "", fmt.Errorf("user name %q is not usable: remove blanks and colons", name)
	}
	if err := checkHash(u.Password); err != nil {
		return "password", fmt.Errorf("the password of %s %w", name, err)
	}
	for key, list := range map[string][]string{"generate": u.Generate, "create": u.Create, "manage": u.Manage} {
		for _, p := range list {
			if _, err := path.Match(p, ""); err != nil || p == "" {
				return key, fmt.Errorf("%q matches no generator: use a name, or one with * and ?", p)
			}
		}
	}
	return "", nil
}

// users are those of the file.
func (f *file) users() *users {
	if len(f.Users) == 0 {
		return openUsers()
	}
	us := &users{required: true, byName: map[string]*user{}, decoy: decoyOf(f.Users[sorted(f.Users)[0]].Password)}
	for name, u := range f.Users {
		us.byName[name] = &user{name, u.Password, [3][]string{u.Generate, u.Create, u.Manage}}
	}
	return us
}

// limits are those of the file, and the defaults of the rest.
func (f *file) limits() *limits {
	l := f.Limits
	return &limits{connections: cmp.Or(int(l.Connections), 10_000), perAddress: int(l.PerAddress),
		each: newLimiter(int64(l.Requests), int64(l.IDs)), stalled: cmp.Or(l.Stalled.Duration, 30*time.Second)}
}

// positions finds the lines of keys, which the decoder tells only of what it refuses
// itself.
type positions []byte

// line is that of a key of a table, or for no key that of the table; 0 if it is not
// found.
func (p positions) line(table, key string) int {
	found, at := 0, ""
	for i, line := range strings.Split(string(p), "\n") {
		line = strings.TrimSpace(line)
		if inside, ok := strings.CutPrefix(line, "["); ok {
			at, _, _ = strings.Cut(inside, "]")
			if at = strings.NewReplacer(`"`, "", "'", "", " ", "").Replace(at); at == table {
				found = i + 1
			}
			continue
		}
		name, _, ok := strings.Cut(line, "=")
		if ok && at == table && key != "" && strings.Trim(strings.TrimSpace(name), `"'`) == key {
			return i + 1
		}
	}
	return found
}
