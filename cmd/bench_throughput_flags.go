package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
)

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

func parseLead(text string) (time.Duration, error) {
	d, err := cli.ParseDuration(text)
	if err == nil && d < 0 {
		err = fmt.Errorf("%s is negative; want 0 or more", text)
	}
	return d, err
}
