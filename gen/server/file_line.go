package server

import "strings"

// positions finds the lines of keys, which the decoder tells only of what it refuses
// itself.
type positions []byte

// line is where a key of a table stands, or for no key the table; 0 if it is not found.
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
