package cmd

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"idscope/bench/index"
	"idscope/bench/throughput"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen/counter"
	"idscope/gen/store"
	"idscope/gen/testing/try"
)

// unseen are the members that are in no output of this test: what the original of a system
// does to its IDs is told of schemes that advice does not name today, and the commit is that
// of a build outside tests.
var unseen = map[string][]string{
	"compare-for-use.json": {"#original.by", "#original.unless", "$.picks[].facts.check"},
	"version.json":         {"#time", "$.commit"},
}

// samplesOfJSON are the lines of JSON that calls of every kind write, by the file of their
// schema. The calls share a host: what one records another lists.
func samplesOfJSON(t *testing.T) map[string][]string {
	t.Helper()
	dir := t.TempDir()
	vars := private(dir)
	run := func(stdin string, args ...string) string {
		got := call(t, func(e *Environment) {
			embedded(e)
			e.Engines.Rivals = func() []throughput.Subject { return []throughput.Subject{rivalOf("ulid")} }
			e.In = strings.NewReader(stdin)
			e.Getenv = func(name string) string { return vars[name] }
		}, args...)
		if got.status > 1 {
			t.Errorf("%q ended with status %d: %s", args, got.status, got.err)
		}
		return got.out
	}
	written := map[string][]string{}
	ids, path := strings.Join(sampleIDs(), "\n")+"\n", filepath.Join(dir, "ids.txt")
	try.Works(t, os.WriteFile(path, []byte(ids), 0o600))
	stdin := map[string]string{"ids": ids, "flakes": run("", "gen", "snowflake", "--worker", "7", "-n", "60")}
	store := "--store file:" + filepath.Join(dir, "ids")
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/samples.txt")).Or(t))) {
		file, command, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		command, from, _ := strings.Cut(strings.NewReplacer("STORE", store, "DIR", dir).Replace(command), " < ")
		out := run(stdin[from], strings.Fields(command)...)
		if file == "-" {
			continue
		}
		if out == "" {
			t.Errorf("%q writes nothing", command)
		}
		written[file+".json"] = slices.AppendSeq(written[file+".json"], strings.Lines(out))
	}
	for file, object := range rareObjects() {
		var b strings.Builder
		try.Works(t, screen.WriteJSON(&b, object))
		written[file+".json"] = append(written[file+".json"], b.String())
	}
	return written
}

// rareObjects are what commands write of faults that a test cannot wait for, as the functions
// make them that the commands call.
func rareObjects() map[string]any {
	counters := cli.CounterRows("redis://h", []counter.Entry{{Kind: "segment",
		Key: "a", Next: 5, Step: 10, Note: "n"}},
		[]counter.Known{{ID: counter.ID{Kind: "segment", Key: "a"}, Seen: 90},
			{ID: counter.ID{Kind: "ticket", Key: "gone"}, Seen: 8}})
	safety := store.Safety{Class: store.Conditional, Reason: "r", Engine: "Redis 7", Identity: "i",
		Settings: []store.Setting{{Name: "appendfsync", Value: "everysec", Class: store.BestEffort, Want: "always",
			Why: "w"}}}
	machine := machine{Go: "go1", OS: "linux", Arch: "amd64", CPUs: 1}
	failed := throughput.Measured{Subject: throughput.Subject{Name: "x", Package: "p/x"},
		Err: errors.New("the clock stood still")}
	r := filled()
	r.Beyond = true
	for i := range r.Results {
		r.Results[i].Variant = index.Heap
	}
	return map[string]any{
		"worker-doctor": doctorOf("redis://h", store.Examination{Safety: safety}, counters),
		"counter-list":  counters[0],
		"bench-throughput": (&throughput.Report{Partial: true,
			Subjects: []*throughput.Measured{&failed}}).Records(machine, 1e6)[0],
		"bench-index": r.Records(machine)[0],
	}
}
