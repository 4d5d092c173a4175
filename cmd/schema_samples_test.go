package cmd

import (
	"errors"
	"os"
	"path/filepath"
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
	add := func(file, stdin, command string) {
		words := strings.Fields(strings.ReplaceAll(command, "STORE", "--store file:"+filepath.Join(dir, "ids")))
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "_", " ")
		}
		out := run(stdin, words...)
		if out == "" {
			t.Errorf("%q writes nothing", words)
		}
		for line := range strings.Lines(out) {
			written[file+".json"] = append(written[file+".json"], line)
		}
	}
	ids, path := strings.Join(sampleIDs(), "\n")+"\n", filepath.Join(dir, "ids.txt")
	try.Works(t, os.WriteFile(path, []byte(ids), 0o600))
	flakes := run("", "gen", "snowflake", "--worker", "7", "-n", "60")

	run("", "gen", "instagram", "--set", "shard=7")
	add("gen", "", "gen segment STORE --key orders --create --format json -n 2")
	add("gen", "", "gen date-seq STORE --key orders --create --format json")

	add("inspect", ids, "inspect --json -")
	add("inspect", ids, "inspect --json --all --around 2022 -")
	add("inspect-find", "", "inspect --find --json "+path)
	add("inspect-same-source", flakes, "inspect --same-source --json -")

	quick := " --time 1ms --samples 4 --check 10 --threads 1 --json"
	add("bench-throughput", "", "bench throughput ulid snowflake --how next,strict"+quick)
	add("bench-throughput", "", "bench throughput ulid --rivals --how next"+quick)
	add("bench-index", "", "bench index ulid uuidv4 snowflake --dsn bbolt: --rows 200 --repeats 2 --json")
	add("bench-index", "", "bench index uuidv4 --dsn sqlite: --rows 200 --repeats 2 --json")

	add("worker-list", "", "worker list --json")
	add("worker-list", "", "worker show instagram --json")
	run("", strings.Fields("gen snowflake --create --store file:"+filepath.Join(dir, "ids"))...)
	add("worker-change", "", "worker reserve snowflake 500-503 --note orders STORE --json")
	add("worker-change", "", "worker reserve snowflake 500 --undo STORE --json")
	add("worker-lease", "", "worker list STORE --json")
	add("worker-lease", "", "worker show snowflake STORE --json")
	run("", "gen", "snowflake", "--store", "file:"+filepath.Join(dir, "ids"), "--state", filepath.Join(dir, "second"))
	add("worker-change", "", "worker release snowflake --worker 1 STORE --json")
	add("worker-change", "", "worker release snowflake STORE --json")
	add("worker-change", "", "worker fence STORE --json")
	add("worker-change", "", "worker fence custom --layout worker:4,seq:40 --from 5000 --create STORE --json")
	add("worker-doctor", "", "worker doctor STORE --json")
	add("counter-list", "", "counter list STORE --json")
	add("worker-repair", "", "worker repair snowflake --worker 7 --assume-last now-1d --json")
	add("worker-repair", "", "worker repair instagram --set shard=7 --assume-last now-1d --json")
	add("version", "", "version --json")
	add("config", "", "config --json")
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
			Subjects: []throughput.Measured{failed}}).Records(machine, 1e6)[0],
		"bench-index": r.Records(machine)[0],
	}
}
