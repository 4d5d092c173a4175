package cli

import (
	"slices"
	"strings"
)

// Nearest returns up to three of the names that were likely meant: those that
// begin with the given text, else those fewest letters away or with it inside.
func Nearest(given string, names []string) []string {
	type candidate struct {
		name string
		far  int
	}
	given = strings.ToLower(given)
	var found []candidate
	for _, name := range names {
		far := distance(given, name)
		switch {
		case len(given) >= 3 && strings.HasPrefix(name, given):
			far = 0
		case len(given) >= 3 && strings.Contains(name, given):
			far = min(far, 1)
		}
		if far <= 1+len(given)/4 && far < len(given) {
			found = append(found, candidate{name, far})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.far - b.far })
	var near []string
	for _, c := range found[:min(3, len(found))] {
		if c.far == found[0].far {
			near = append(near, c.name)
		}
	}
	return near
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b (optimal string alignment).
func distance(a, b string) int {
	older, old := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}
