package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/bench/throughput"
	"idscope/gen"
)

// schemes returns those of the names, each once; all, the user's own included,
// where there are none. A change of the layout is of one scheme only.
func (a *app) schemes(names []string, over layoutFlags) ([]*gen.Scheme, error) {
	if over != (layoutFlags{}) && len(names) != 1 {
		return nil, usage("--layout, --epoch and --tick change one scheme; want one name, got %d", len(names))
	}
	if len(names) == 0 {
		return a.everyScheme()
	}
	var list []*gen.Scheme
	for _, name := range names {
		s, err := a.scheme(name, over)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(o *gen.Scheme) bool { return o.Name == s.Name }) {
			return nil, usage("%s stands twice; want each scheme once", s.Name)
		}
		list = append(list, s)
	}
	return list, nil
}

// completeSchemes is completeScheme for any number of names.
func (a *app) completeSchemes(c *cobra.Command, args []string, part string) ([]cobra.Completion, cobra.ShellCompDirective) {
	list, directive := a.completeScheme(c, nil, part)
	return slices.DeleteFunc(list, func(one cobra.Completion) bool {
		name, _, _ := strings.Cut(one, "\t")
		return slices.Contains(args, name)
	}), directive
}

// parseHows reads a list of ways of making ids.
func parseHows(text string) ([]throughput.How, error) {
	var list []throughput.How
	for word := range strings.SplitSeq(text, ",") {
		h, err := throughput.ParseHow(word)
		if err != nil {
			return nil, err
		}
		if slices.Contains(list, h) {
			return nil, fmt.Errorf("%q stands twice; want each way once", word)
		}
		list = append(list, h)
	}
	slices.Sort(list)
	return list, nil
}

func howsText(list []throughput.How) string {
	words := make([]string, len(list))
	for i, h := range list {
		words[i] = h.String()
	}
	return strings.Join(words, ",")
}

// The limits of what can be asked for.
const (
	mostThreads = 1024
	mostCases   = 16
)

// parseThreads reads a list of numbers of goroutines.
func parseThreads(text string) ([]int, error) {
	var list []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil || n < 1 || n > mostThreads:
			return nil, fmt.Errorf("%q is no number of goroutines; want 1 to %d, or several as 1,2,8", word, mostThreads)
		case slices.Contains(list, n):
			return nil, fmt.Errorf("%q has %d twice; want each number once", text, n)
		case len(list) == mostCases:
			return nil, fmt.Errorf("%q has too many numbers; want at most %d", text, mostCases)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return list, nil
}

func threadsText(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

// boundedCount is parseCount within limits.
func boundedCount(what string, low, high uint64) func(string) (uint64, error) {
	return func(text string) (uint64, error) {
		n, err := parseCount(text)
		if err == nil && (n < low || n > high) {
			err = fmt.Errorf("%d is no number of %s; want %d to %d", n, what, low, high)
		}
		return n, err
	}
}

// parseSampleTime reads the length of a sample: below a millisecond a reading of
// the clock counts, above a minute no sample repeats.
func parseSampleTime(text string) (time.Duration, error) {
	d, err := parseDuration(text)
	if err == nil && (d < time.Millisecond || d > time.Minute) {
		err = fmt.Errorf("%s is no length of a sample; want 1ms to 1m", text)
	}
	return d, err
}

func parseLead(text string) (time.Duration, error) {
	d, err := parseDuration(text)
	if err == nil && d < 0 {
		err = fmt.Errorf("%s is negative; want 0 or more", text)
	}
	return d, err
}
