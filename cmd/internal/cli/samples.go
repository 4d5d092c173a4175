package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/bench/throughput"
	"idscope/gen/quantity"
)

// The limits of what can be asked for.
const (
	MostThreads = 1024
	mostCases   = 16
)

// ParseThreads reads a list of numbers of goroutines.
func ParseThreads(text string) ([]int, error) {
	var list []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil || n < 1 || n > MostThreads:
			return nil, fmt.Errorf("%q is not a number of goroutines; use 1 to %d, or several as 1,2,8", word, MostThreads)
		case slices.Contains(list, n):
			return nil, fmt.Errorf("%q has %d twice; give each number once", text, n)
		case len(list) == mostCases:
			return nil, fmt.Errorf("%q has too many numbers; use at most %d", text, mostCases)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return list, nil
}

// ThreadsText writes what ParseThreads reads.
func ThreadsText(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

// ParseSampleTime reads the length of a sample: below a millisecond a reading of
// the clock counts, above a minute no sample repeats.
func ParseSampleTime(text string) (time.Duration, error) {
	return quantity.ParseDuration(text, time.Millisecond, time.Minute)
}

// ParseHows reads a list of ways of making ids.
func ParseHows(text string) ([]throughput.How, error) {
	var list []throughput.How
	for word := range strings.SplitSeq(text, ",") {
		h, err := throughput.ParseHow(word)
		if err != nil {
			return nil, err
		}
		if slices.Contains(list, h) {
			return nil, fmt.Errorf("%q is given twice; give each way once", word)
		}
		list = append(list, h)
	}
	slices.Sort(list)
	return list, nil
}

// HowsText writes what ParseHows reads.
func HowsText(list []throughput.How) string {
	words := make([]string, len(list))
	for i, h := range list {
		words[i] = h.String()
	}
	return strings.Join(words, ",")
}
