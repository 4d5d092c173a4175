package zookeeper

import (
	"context"
	"errors"
	"io"
	"strings"

	"idscope/gen/store"
)

// Safety asks each member that the URL names what it is (mntr), before and after a
// write: whether it syncs its log is no setting that it tells, but it counts how
// often it did. A member that does not answer mntr, which is not in the usual
// 4lw.commands.whitelist, is taken as one that may not.
func (s *ensemble) Safety(ctx context.Context) (store.Safety, error) {
	before := map[string]map[string]string{}
	for _, host := range s.t.Hosts {
		before[host], _ = s.monitor(ctx, host)
	}
	if _, err := s.Now(ctx); err != nil { // which writes
		return store.Safety{}, err
	}
	engine, reason := "ZooKeeper", "a majority of members syncs each write before the answer"
	var settings []store.Setting
	for _, host := range s.t.Hosts {
		now, err := s.monitor(ctx, host)
		for range tries { // a follower may be asked before it has the write
			if err != nil || now[syncs] != before[host][syncs] {
				break
			}
			now, err = s.monitor(ctx, host)
		}
		settings = append(settings, judge(host, before[host], now)...)
		if version, _, _ := strings.Cut(now["zk_version"], "-"); version != "" {
			engine = "ZooKeeper " + version
		}
		if now[state] == "standalone" {
			reason = "one server that syncs each write before the answer"
		}
	}
	return store.Report(engine, s.data, reason, settings...), ctx.Err()
}

const (
	syncs = "zk_cnt_fsynctime"
	state = "zk_server_state"
	tries = 5
)

// judge says what a member is, from what it told before and after a write.
func judge(host string, before, after map[string]string) []store.Setting {
	forced := store.Setting{Name: "forceSync of " + host, Value: "yes", Class: store.Proven}
	switch {
	case before[syncs] == "" || after[syncs] == "":
		forced.Value, forced.Class = "unknown", store.Conditional
		forced.Want = "4lw.commands.whitelist=srvr,mntr"
		forced.Why = "a member does not tell whether it syncs its log: it must not run with forceSync=no"
	case before[syncs] != after[syncs]:
	case after[state] == "standalone":
		forced.Value, forced.Class, forced.Want = "no", store.BestEffort, "yes"
		forced.Why = "a member does not sync its log: a loss of power loses writes"
	default:
		forced.Value, forced.Class, forced.Want = "not seen", store.Conditional, "yes"
		forced.Why = "a member synced no log while it was looked at: it must not run with forceSync=no"
	}
	settings := []store.Setting{forced}
	if role := after[state]; role != "" {
		settings = append(settings, store.Setting{Name: "state of " + host, Value: role, Class: store.Proven})
	}
	return settings
}

// monitor asks a member for its numbers.
func (s *ensemble) monitor(ctx context.Context, host string) (map[string]string, error) {
	conn, err := s.t.Dial(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if _, err := conn.Write([]byte("mntr")); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(conn, 1<<20))
	if len(text) == 0 && err == nil {
		err = errors.New("no answer to mntr")
	}
	numbers := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			numbers[name] = value
		}
	}
	return numbers, err
}
