package server

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"os"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/fault"
	"idscope/gen/quantity"
	"idscope/gen/store"
	"idscope/gen/tomlfile"
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
	return tomlfile.At(text, err)
}

// count is a whole number, or one in quotes as the command line takes it: "10k".
type count int64

// UnmarshalText reads it.
func (c *count) UnmarshalText(text []byte) error {
	n, err := quantity.ParseCount(string(text), 0, 1e15)
	*c = count(n)
	return tomlfile.At(text, err)
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
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // which Notepad writes
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(f); err != nil {
		line, cause := tomlfile.Fault(err)
		return nil, fileError(path, line, cause)
	}
	keys := tomlfile.Of(text)
	fail := func(err error, at ...string) error { return fileError(path, keys.Line(at...), err) }
	for _, key := range keys {
		if other := otherCase(reflect.TypeFor[file](), key.Path); other != nil {
			return nil, fail(fmt.Errorf("key %q is unknown", strings.Join(other, ".")), other...)
		}
	}
	for _, name := range sorted(f.Generators) {
		if key, err := checkGenerator(name, f.Generators[name]); err != nil {
			return nil, fail(err, "generators", name, key)
		}
	}
	for _, name := range sorted(f.Users) {
		if key, err := checkUser(name, f.Users[name]); err != nil {
			return nil, fail(err, "users", name, key)
		}
	}
	switch {
	case (f.TLS.Certificate == "") != (f.TLS.Key == ""):
		return nil, fail(errors.New("tls has half of a certificate and its key: use both"), "tls")
	case f.Cluster.TTL.Duration != 0 && f.Cluster.TTL.Duration < leastTTL:
		return nil, fail(fmt.Errorf("ttl %v is too short: use %v or more", f.Cluster.TTL.Duration, leastTTL),
			"cluster", "ttl")
	case min(f.Limits.Connections, f.Limits.PerAddress, f.Limits.Requests, f.Limits.IDs) < 0:
		return nil, fail(errors.New("a limit is below 0: use a number from 0 up"), "limits")
	}
	return f, nil
}

// otherCase is a key, behind those of its tables, that the decoder took for one in small letters.
func otherCase(t reflect.Type, path []string) []string {
	for i, key := range path {
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			fields := reflect.VisibleFields(t)
			at := slices.IndexFunc(fields, func(f reflect.StructField) bool { return f.Tag.Get("toml") == key })
			if at < 0 {
				return path[:i+1]
			}
			t = fields[at].Type
		}
	}
	return nil
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

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
		return &users{anyone: everyone()}
	}
	us := &users{byName: map[string]*user{}, decoy: decoyOf(f.Users[sorted(f.Users)[0]].Password)}
	for name, u := range f.Users {
		us.byName[name] = &user{name, u.Password, [3][]string{u.Generate, u.Create, u.Manage}}
	}
	return us
}

// defaultAge is how old the time in an id may be, where the file says nothing.
const defaultAge = 2 * time.Millisecond

func (f *file) age() time.Duration { return cmp.Or(f.MaxAge.Duration, defaultAge) }

// limits are those of the file, and the defaults of the rest.
func (f *file) limits() *limits {
	l := f.Limits
	return &limits{connections: cmp.Or(int(l.Connections), 10_000), perAddress: int(l.PerAddress),
		each: newLimiter(int64(l.Requests), int64(l.IDs)), stalled: cmp.Or(l.Stalled.Duration, 30*time.Second)}
}

// fileGenerator is a table below [generators].
type fileGenerator struct {
	Scheme string           `toml:"scheme"`
	Layout string           `toml:"layout"`
	Epoch  string           `toml:"epoch"`
	Tick   string           `toml:"tick"`
	Worker any              `toml:"worker"` // a number or "auto"
	Set    map[string]int64 `toml:"set"`
	Block  int64            `toml:"block"` // numbers that a sequence reserves at a time
	fileCounter
}

// generatorName reports whether a generator may be called so.
func generatorName(name string) bool {
	return name != "" && len(name) <= 64 && strings.Trim(name,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:") == ""
}

// checkGenerator returns what is wrong with a generator, and of which key.
func checkGenerator(name string, g fileGenerator) (key string, err error) {
	if !generatorName(name) {
		return "", fmt.Errorf("generator name %q is not usable: use 1 to 64 of letters, digits and -_.: in it",
			name)
	}
	if g.Scheme == "" && g.Layout == "" {
		return "", fmt.Errorf(`generator %s has no scheme: use scheme = "snowflake"`, name)
	}
	if _, err := g.number(); err != nil {
		return "worker", err
	}
	if g.Block < 0 {
		return "block", fmt.Errorf("block %d is below 1: use how many numbers to reserve at a time", g.Block)
	}
	if key, err := g.fileCounter.check(); err != nil {
		return key, err
	}
	for field, value := range g.Set {
		if value < 0 {
			return "set", fmt.Errorf("field %s is %d: use 0 or more", field, value)
		}
	}
	return "", nil
}

// number is the worker; nil takes a free one.
func (g *fileGenerator) number() (*uint64, error) {
	switch v := g.Worker.(type) {
	case nil:
		return nil, nil
	case int64:
		if v < 0 {
			return nil, fmt.Errorf("worker %d is below 0: use a number or \"auto\"", v)
		}
		return new(uint64(v)), nil
	case string:
		if v == "auto" {
			return nil, nil
		}
		digits, base := v, 10
		if hex, ok := strings.CutPrefix(v, "0x"); ok {
			digits, base = hex, 16
		}
		if n, err := strconv.ParseUint(digits, base, 64); err == nil {
			return &n, nil
		}
		return nil, fmt.Errorf("worker %q is not a number: use one, or \"auto\"", v)
	}
	return nil, fmt.Errorf("worker %v is not a number: use one, or \"auto\"", g.Worker)
}

// assignments are the values of fields, in the order of their names.
func (g *fileGenerator) assignments() []gen.Assignment {
	var list []gen.Assignment
	for _, name := range sorted(g.Set) {
		list = append(list, gen.Assignment{Field: name, Value: gen.ID{Lo: uint64(g.Set[name])}})
	}
	return list
}

// fileCounter is what a table below [generators] says of a counter, whose numbers a store
// or a database gives out.
type fileCounter struct {
	Store      any    `toml:"store"` // a URL, or for tickets several; default is that of the program
	Key        string `toml:"key"`   // or the table; default is the generator's name
	Step       int64  `toml:"step"`
	Offset     int64  `toml:"offset"`
	Digits     int64  `toml:"digits"`
	Zone       zone   `toml:"tz"`
	Order      string `toml:"order"`
	Create     bool   `toml:"create"`
	BestEffort bool   `toml:"accept_best_effort"`
}

// What a counter of dates has where the file says nothing.
const defaultDigits = 6

const (
	orderTrend = "trend"
	orderAsked = "asked"
)

// check finds what no counter can have; what a scheme cannot have is found when it is known.
func (c *fileCounter) check() (key string, err error) {
	if _, err := c.stores(""); err != nil {
		return "store", err
	}
	switch {
	case c.Step < 0:
		return "step", fmt.Errorf("step %d is below 1: use how many numbers to count by", c.Step)
	case c.Offset < 0 || c.Offset > c.Step:
		return "offset", fmt.Errorf("offset %d goes with a step of as much or more; got %d", c.Offset, c.Step)
	case c.Digits != 0 && (c.Digits < counter.LeastDigits || c.Digits > counter.MostDigits):
		return "digits", fmt.Errorf("digits %d is out of range: use %d to %d", c.Digits, counter.LeastDigits,
			counter.MostDigits)
	case c.Order == "strict":
		return "order", errors.New(`order "strict" is gone: use order = "asked", or a sequence of a group of servers`)
	case c.Order != "" && c.Order != orderTrend && c.Order != orderAsked:
		return "order", fmt.Errorf("order %q is unknown: use %s or %s", c.Order, orderTrend, orderAsked)
	}
	return "", nil
}

// stores are the URLs of the file, or the one that is used where it names none.
func (c *fileCounter) stores(otherwise string) ([]*url.URL, error) {
	given, several := c.Store.([]any)
	switch {
	case several:
	case c.Store != nil:
		given = []any{c.Store}
	case otherwise != "":
		given = []any{otherwise}
	}
	var list []*url.URL
	for _, one := range given {
		text, ok := one.(string)
		if !ok {
			return nil, errors.New("store is not a text: use a URL, or a list of them")
		}
		u, err := store.Parse(text)
		if err != nil {
			return nil, err
		}
		same := func(o *url.URL) bool { return counter.NewID("", o, "") == counter.NewID("", u, "") }
		if slices.ContainsFunc(list, same) {
			return nil, fmt.Errorf("store %s is given twice: name each server once", counter.NewID("", u, "").Store)
		}
		list = append(list, u)
	}
	return list, nil
}

// zone is the name of a zone.
type zone struct{ *time.Location }

// UnmarshalText reads it.
func (z *zone) UnmarshalText(text []byte) error {
	var ok bool
	if z.Location, ok = quantity.ParseZone(string(text)); !ok {
		return tomlfile.At(text, fmt.Errorf("tz %q is not a zone: use one such as Europe/Berlin or +02:00", text))
	}
	return nil
}

// fits refuses what means nothing for a scheme: keys of counters for others, and keys of
// one counter for another.
func (g *fileGenerator) fits(s *gen.Scheme) error {
	if s.Counter == "" {
		switch {
		case g.Block != 0 && (s.Timed() || !s.Recorded()):
			return fmt.Errorf("%s is not a sequence: remove block", s.Name)
		case s.Pattern != nil && (g.Worker != nil || len(g.Set) > 0):
			return fmt.Errorf("%s has no bits: remove worker and set", s.Name)
		case !reflect.DeepEqual(g.fileCounter, fileCounter{}):
			return fmt.Errorf("%s is not a counter: remove store, and the keys of counters", s.Name)
		}
		return nil
	}
	if g.Layout != "" || g.Epoch != "" || g.Tick != "" || g.Worker != nil || len(g.Set) > 0 || g.Block != 0 {
		return fmt.Errorf("%s is counted in a store: remove layout, epoch, tick, worker, set and block", s.Name)
	}
	for _, one := range []struct {
		key   string
		given bool
		of    []string
	}{
		{"step", g.Step != 0, []string{"autoinc", "ticket", "segment"}},
		{"offset", g.Offset != 0, []string{"autoinc", "ticket"}},
		{"digits", g.Digits != 0, []string{"date-seq"}},
		{"tz", g.Zone != (zone{}), []string{"date-seq"}},
		{"order", g.Order != "", []string{"segment"}},
	} {
		if one.given && !slices.Contains(one.of, s.Name) {
			return fmt.Errorf("%s has no %s: use it with %q", s.Name, one.key, one.of)
		}
	}
	if s.Name == "segment" && g.Step > counter.MostStep {
		return fmt.Errorf("step %d is too large: use at most %d", g.Step, counter.MostStep)
	}
	return nil
}
