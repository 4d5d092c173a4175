package redis

import (
	"context"
	"strings"

	"idscope/gen/store"
)

// Safety reads the settings of the server that decide whether it keeps what it
// confirmed. Where it does not tell a setting, it is taken as not safe.
func (s *server) Safety(ctx context.Context) (store.Safety, error) {
	type report struct{ info, config map[string]string }
	r, err := ask(ctx, s, func(ctx context.Context) (report, error) {
		text, err := s.client.Info(ctx).Result()
		if err != nil {
			return report{}, err
		}
		config := map[string]string{}
		for _, name := range []string{"appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory",
			"maxmemory-policy"} {
			values, err := s.client.ConfigGet(ctx, name).Result()
			if err != nil && !said(err) {
				return report{}, err
			}
			config[name] = values[name] // hosted servers may not tell
		}
		return report{parse(text), config}, nil
	})
	if err != nil {
		return store.Safety{}, s.fail(ctx, "read its settings", err)
	}
	return judge(s.data, r.info, r.config), nil
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
	value := func(m map[string]string, name string) string {
		if m[name] == "" {
			return unknown
		}
		return m[name]
	}
	var settings []store.Setting
	add := func(name, value string, class store.Class, want, why string) {
		s := store.Setting{Name: name, Value: value, Class: class}
		if class < store.Proven {
			s.Want, s.Why = want, why
		}
		settings = append(settings, s)
	}
	pick := func(ok bool, otherwise store.Class) store.Class {
		if ok {
			return store.Proven
		}
		return otherwise
	}
	replicas, role := value(info, "connected_slaves"), value(info, "role")
	promoted := value(info, "master_replid2")
	wasReplica := strings.Trim(promoted, "0") != "" && promoted != unknown
	add("role", role, pick(role == "master", store.BestEffort), "master",
		"a replica answers, which may lag behind and be overwritten")
	add("connected_slaves", replicas, pick(replicas == "0", store.BestEffort), "0",
		"replication is asynchronous: a replica that takes over has lost the last writes")
	if wasReplica {
		add("master_replid2", promoted, store.BestEffort, "a server that never was a replica",
			"this server was a replica and took over: the last writes of the one before may be lost")
	}
	cluster := value(info, "cluster_enabled")
	add("cluster_enabled", cluster, pick(cluster == "0", store.BestEffort), "0",
		"a cluster replicates asynchronously: a node that takes over has lost the last writes")
	aof := value(info, "aof_enabled")
	add("appendonly", map[string]string{"1": "yes", "0": "no"}[aof], pick(aof == "1", store.BestEffort), "yes",
		"without the append-only file a restart loses all writes since the last snapshot")
	sync := value(config, "appendfsync")
	lost := "a loss of power loses the last second or two of writes"
	if sync == "no" {
		lost = "a loss of power loses the last half minute of writes"
	}
	add("appendfsync", sync, pick(sync == "always", store.Conditional), "always", lost)
	rewrite := value(config, "no-appendfsync-on-rewrite")
	add("no-appendfsync-on-rewrite", rewrite, pick(rewrite == "no", store.Conditional), "no",
		"while the file is rewritten, a loss of power loses writes")
	policy, limit := value(config, "maxmemory-policy"), value(config, "maxmemory")
	if policy == unknown {
		policy = value(info, "maxmemory_policy")
	}
	if limit == unknown {
		limit = value(info, "maxmemory")
	}
	evicts := strings.HasPrefix(policy, "allkeys-") || policy == unknown
	class := pick(!evicts, store.BestEffort)
	if evicts && limit == "0" {
		class = store.Conditional
	}
	add("maxmemory-policy", policy, class, "noeviction",
		"a server that is short of memory throws keys away without a word")
	return conclude(data, info, settings)
}

// conclude takes the weakest setting as what the server is.
func conclude(data string, info map[string]string, settings []store.Setting) store.Safety {
	s := store.Safety{Class: store.Proven, Reason: "a single server that syncs each write before it answers",
		Engine: strings.TrimSpace("Redis " + info["redis_version"]), Identity: data, Settings: settings}
	for _, setting := range settings {
		if setting.Class < s.Class {
			s.Class, s.Reason = setting.Class, setting.Why
		}
	}
	if s.Class < store.Proven {
		// Whatever answers after this process may have lost writes.
		s.Identity += "/" + info["run_id"]
	}
	return s
}
