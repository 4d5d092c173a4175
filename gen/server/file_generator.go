package server

import (
	"fmt"
	"strconv"
	"strings"

	"idscope/gen"
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

// keyError is an error of the value of a key.
type keyError struct {
	key   string
	error error
}

// generatorName reports whether a generator may be called so.
func generatorName(name string) bool {
	return name != "" && len(name) <= 64 && strings.Trim(name,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:") == ""
}

func checkGenerator(name string, g fileGenerator) *keyError {
	if !generatorName(name) {
		return &keyError{"", fmt.Errorf("generator name %q is not usable: use 1 to 64 of letters, digits and -_.: in it",
			name)}
	}
	if g.Scheme == "" && g.Layout == "" {
		return &keyError{"", fmt.Errorf(`generator %s has no scheme: use scheme = "snowflake"`, name)}
	}
	if _, err := g.number(); err != nil {
		return &keyError{"worker", err}
	}
	if g.Block < 0 {
		return &keyError{"block", fmt.Errorf("block %d is below 1: use how many numbers to reserve at a time", g.Block)}
	}
	if err := g.fileCounter.check(); err != nil {
		return err
	}
	for field, value := range g.Set {
		if value < 0 {
			return &keyError{"set", fmt.Errorf("field %s is %d: use 0 or more", field, value)}
		}
	}
	return nil
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
