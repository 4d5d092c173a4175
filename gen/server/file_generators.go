package server

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/counter"
	"idscope/gen/store"
)

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
	var n uint64
	switch v := g.Worker.(type) {
	case nil:
		return nil, nil
	case int64:
		if v < 0 {
			return nil, fmt.Errorf("worker %d is below 0: use a number or \"auto\"", v)
		}
		n = uint64(v)
	case string:
		if v == "auto" {
			return nil, nil
		}
		var err error
		if n, err = strconv.ParseUint(v, 0, 64); err != nil {
			return nil, fmt.Errorf("worker %q is not a number: use one, or \"auto\"", v)
		}
	default:
		return nil, fmt.Errorf("worker %v is not a number: use one, or \"auto\"", v)
	}
	return &n, nil
}

// assignments are the values of fields, in the order of their names.
func (g *fileGenerator) assignments() []gen.Assignment {
	var list []gen.Assignment
	for _, name := range sorted(g.Set) {
		list = append(list, gen.Assignment{Field: name, Value: gen.FromUint64(uint64(g.Set[name]))})
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
	Zone       string `toml:"tz"`
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

// given reports whether anything is said.
func (c *fileCounter) given() bool { return !reflect.DeepEqual(*c, fileCounter{}) }

// check finds what no counter can have; what a scheme cannot have is found when it is known.
func (c *fileCounter) check() (key string, err error) {
	if _, err := c.stores(""); err != nil {
		return "store", err
	}
	if _, err := c.zone(); err != nil {
		return "tz", err
	}
	switch {
	case c.Step < 0:
		return "step", fmt.Errorf("step %d is below 1: use how many numbers to count by", c.Step)
	case c.Offset < 0 || c.Offset > c.Step:
		return "offset", fmt.Errorf("offset %d goes with a step of as much or more; got %d", c.Offset, c.Step)
	case c.Digits != 0 && (c.Digits < counter.LeastDigits || c.Digits > counter.MostDigits):
		return "digits", fmt.Errorf("digits %d: use %d to %d", c.Digits, counter.LeastDigits,
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
	var texts []string
	switch v := c.Store.(type) {
	case nil:
		if otherwise != "" {
			texts = []string{otherwise}
		}
	case string:
		texts = []string{v}
	case []any:
		for _, one := range v {
			text, ok := one.(string)
			if !ok {
				return nil, errors.New("store is not a text: use a URL, or a list of them")
			}
			texts = append(texts, text)
		}
	default:
		return nil, errors.New("store is not a text: use a URL, or a list of them")
	}
	var list []*url.URL
	for _, text := range texts {
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

func (c *fileCounter) zone() (*time.Location, error) {
	l, err := time.LoadLocation(cmp.Or(c.Zone, "UTC"))
	if err != nil || c.Zone == "Local" {
		return nil, fmt.Errorf("tz %q is not a zone: use one as Europe/Berlin", c.Zone)
	}
	return l, nil
}

// fits refuses what means nothing for a scheme: keys of counters for others, and keys of
// one counter for another.
func (g *fileGenerator) fits(s *gen.Scheme) error {
	if s.Counter == "" {
		if g.fileCounter.given() {
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
		{"tz", g.Zone != "", []string{"date-seq"}},
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
