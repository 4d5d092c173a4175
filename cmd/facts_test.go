package cmd

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
	"idscope/inspect"
)

// TestFactsEverywhere: what the list of facts has is a name of --field and of templates, with the same value, and a row
// of some card where it has a label.
func TestFactsEverywhere(t *testing.T) {
	ids := sampleIDs()
	ids = slices.DeleteFunc(ids, func(id string) bool { return strings.ContainsAny(id, "\x00\n\x1b") })
	args := func(more ...string) []string {
		return append(append([]string{"inspect", "--now", "2026-11-21"}, more...), append([]string{"--"}, ids...)...)
	}
	var fields, names []string
	keys := inspect.FactKeys()
	for _, key := range keys {
		fields, names = append(fields, "--field", key), append(names, "{{."+key+"}}")
	}
	tsv := call(t, nil, args(fields...)...)
	if template := call(t, nil, args("--template", strings.Join(names, "\t"))...); template.out != tsv.out {
		t.Errorf("--template writes\n%s%s; --field\n%s%s", template.out, template.err, tsv.out, tsv.err)
	}
	out := call(t, nil, args(append(fields, "--format", "csv")...)...).out
	table, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(table) < len(ids) || !slices.Equal(table[0], keys) {
		t.Fatalf("the table of %q has %d rows: %v", keys, len(table), err)
	}
	for i, key := range keys {
		has := func(row []string) bool { return row[i] != "" }
		if codec := key == "numbers"; !slices.ContainsFunc(table[1:], has) && !codec { // of sqids and hashids alone
			t.Errorf("no id has %s", key)
		}
	}
	cards := call(t, nil, args("-v")...).out
	for _, label := range labels(t, ids) {
		try.Contains(t, cards, "\n  "+label+" ", "the cards are")
	}
}

// labels are those of all facts of ids.
func labels(t *testing.T, ids []string) (list []string) {
	t.Helper()
	in := try.Of(inspect.New(inspect.Options{Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)})).Or(t)
	for _, id := range ids {
		if r := in.Inspect(id); r.OK() {
			for _, f := range r.Readings[0].Facts() {
				if f.Label != "" && !slices.Contains(list, f.Label) {
					list = append(list, f.Label)
				}
			}
		}
	}
	return list
}
