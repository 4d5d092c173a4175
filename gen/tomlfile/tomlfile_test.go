package tomlfile

import (
	"strings"
	"testing"
)

// Tables in each of their forms, keys of several parts, and what looks like a key inside a text.
const text = `a = 1
[b."c.d"]
e = """
a = 2
"""
f.g = 3
h = { i = 4,
  j.k = 5 }
[[l]]
`

func TestLine(t *testing.T) {
	keys := Of([]byte(text))
	for path, line := range map[string]int{"a": 1, "b": 2, "b/c.d": 2, "b/c.d/e": 3, "b/c.d/f": 6, "b/c.d/h/i": 7,
		"b/c.d/h/j/k": 8, "b/c.d/x/y": 2, "l": 9, "x": 0} {
		if got := keys.Line(strings.Split(path, "/")...); got != line {
			t.Errorf("line %d of %s; want %d", got, path, line)
		}
	}
}
