package tomlfile

import "testing"

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
m = 6
`

func TestLine(t *testing.T) {
	keys := Of([]byte(text))
	for _, row := range []struct {
		path []string
		line int
	}{{[]string{"a"}, 1}, {[]string{"b"}, 2}, {[]string{"b", "c.d"}, 2}, {[]string{"b", "c.d", "e"}, 3},
		{[]string{"b", "c.d", "f"}, 6}, {[]string{"b", "c.d", "h", "i"}, 7}, {[]string{"b", "c.d", "h", "j", "k"}, 8},
		{[]string{"b", "c.d", "x", "y"}, 2}, {[]string{"l", "m"}, 10}, {[]string{"x"}, 0}, {nil, 0}} {
		if line := keys.Line(row.path...); line != row.line {
			t.Errorf("line %d of %q; want %d", line, row.path, row.line)
		}
	}
}
