package cmd

import (
	"slices"
	"strings"
	"testing"

	"idscope/inspect/known"
)

// TestWhatMayRepeat: help unique names the schemes whose ids repeat by chance, and gen says
// so once on a terminal, of these alone, and of others with few symbols.
func TestWhatMayRepeat(t *testing.T) {
	help := strings.Join(strings.Fields(call(t, nil, "help", "unique").out), " ")
	_, list, _ := strings.Cut(help, "two calls may generate the same one. They are ")
	list, _, _ = strings.Cut(list, " On one host")
	named := strings.Split(list, ", ")
	for _, name := range []string{"simpleflake", "simpleflake-utc", "nano64"} { // of which calls at once were seen to
		if !slices.Contains(named, name) {
			t.Errorf("help unique names %q; want %s", named, name)
		}
	}
	said := func(args ...string) int {
		onTerminal := func(e *Environment) { e.ErrTerminal = true }
		return strings.Count(call(t, onTerminal, append([]string{"gen"}, args...)...).err,
			"may generate the same ID by chance")
	}
	for _, s := range known.All() {
		if !s.Generated() || s.Named() {
			continue
		}
		random := s.EntropyMost()
		repeats := s.Varies() && !s.Recorded() && random < 64
		if slices.Contains(named, s.Name) != repeats {
			t.Errorf("help unique names %q; of %s, of %v random bits, want %t", named, s.Name, random, repeats)
		}
		if n := said(s.Name, "-n", "2"); n != btoi(repeats) {
			t.Errorf("gen %s says %d times on a terminal that its ids repeat; want %d", s.Name, n, btoi(repeats))
		}
	}
	if n := said("nanoid", "--length", "8"); n != 1 {
		t.Errorf("gen nanoid --length 8 says %d times on a terminal that its ids repeat; want once", n)
	}
	if quiet := call(t, nil, "gen", "simpleflake"); quiet.err != "" {
		t.Errorf("gen simpleflake says %q where stderr is no terminal; want nothing", quiet.err)
	}
}

// btoi is how many times something that is, or is not, is there.
func btoi(is bool) int {
	if is {
		return 1
	}
	return 0
}
