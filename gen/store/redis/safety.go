package redis

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"idscope/gen/store"
)

// Safety reads the settings of the server that decide whether it keeps what it
// confirmed. Where it does not tell a setting, it is taken as not safe.
func (s *server) Safety(ctx context.Context) (store.Safety, error) {
	text, err := s.client.Info(ctx).Result()
	if err != nil {
		return store.Safety{}, err
	}
	config := map[string]string{}
	for _, name := range []string{"appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory",
		"maxmemory-policy"} {
		values, err := s.client.ConfigGet(ctx, name).Result()
		if err != nil && !said(err) {
			return store.Safety{}, err
		}
		config[name] = values[name] // hosted servers may not tell
	}
	return judge(s.data, parse(text), config), nil
}

// parse reads the lines NAME:VALUE of INFO.
func parse(text string) map[string]string {
	info := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			info[name] = value
		}
	}
	return info
}

// unknown is the value of a setting that the server does not tell.
const unknown = "unknown"

// judge says what a server is, from its INFO and its CONFIG.
func judge(data string, info, config map[string]string) store.Safety {
	of := func(m map[string]string, name string) string { return cmp.Or(m[name], unknown) }
	sync := of(config, "appendfsync")
	lost := "a loss of power loses the last second or two of writes"
	if sync == "no" {
		lost = "a loss of power loses the last half minute of writes"
	}
	settings := []store.Setting{
		store.Judge("role", of(info, "role"), store.BestEffort,
			"a replica answers, which may lag behind and be overwritten", "master"),
		store.Judge("connected_slaves", of(info, "connected_slaves"), store.BestEffort,
			"replication is asynchronous: a replica that takes over has lost the last writes", "0"),
		store.Judge("cluster_enabled", of(info, "cluster_enabled"), store.BestEffort,
			"a cluster replicates asynchronously: a node that takes over has lost the last writes", "0"),
		store.Judge("appendonly", of(map[string]string{"1": "yes", "0": "no"}, info["aof_enabled"]), store.BestEffort,
			"without the append-only file a restart loses all writes since the last snapshot", "yes"),
		store.Judge("appendfsync", sync, store.Conditional, lost, "always"),
		store.Judge("no-appendfsync-on-rewrite", of(config, "no-appendfsync-on-rewrite"), store.Conditional,
			"while the file is rewritten, a loss of power loses writes", "no"),
		eviction(cmp.Or(config["maxmemory-policy"], of(info, "maxmemory_policy")),
			cmp.Or(config["maxmemory"], info["maxmemory"])),
	}
	if promoted := of(info, "master_replid2"); strings.Trim(promoted, "0") != "" && promoted != unknown {
		settings = slices.Insert(settings, 2, store.Setting{Name: "master_replid2", Value: promoted,
			Class: store.BestEffort, Want: "a server that never was a replica",
			Why: "this server was a replica and took over: the last writes of the one before may be lost"})
	}
	s := store.Report(strings.TrimSpace("Redis "+info["redis_version"]), data,
		"a single server that syncs each write before it answers", settings...)
	if s.Class < store.Proven {
		// Whatever answers after this process may have lost writes.
		s.Identity += "/" + info["run_id"]
	}
	return s
}

// eviction is about a server that throws keys away, which it does only at its limit of memory.
func eviction(policy, limit string) store.Setting {
	x := store.Setting{Name: "maxmemory-policy", Value: policy, Class: store.Proven}
	if policy != unknown && !strings.HasPrefix(policy, "allkeys-") {
		return x
	}
	x.Class, x.Want = store.BestEffort, "noeviction"
	x.Why = "a server that is short of memory throws keys away without a word"
	if limit == "0" {
		x.Class = store.Conditional
	}
	return x
}
