package etcd

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	client "go.etcd.io/etcd/client/v3"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Safety reads from each member that the URL names whether it answers, its alarms,
// how full it is, and, by its metrics around a write, whether it syncs its log.
func (s *cluster) Safety(ctx context.Context) (store.Safety, error) {
	synced := make(map[string]float64, len(s.t.Hosts))
	for _, host := range s.t.Hosts {
		if n, err := s.syncs(ctx, host); err == nil {
			synced[host] = n
		}
	}
	wrote, err := ask(ctx, s, func(ctx context.Context) (*client.PutResponse, error) {
		return s.client.Put(ctx, s.t.Prefix+":probe", "")
	})
	if err != nil {
		return store.Safety{}, err
	}
	engine, reason := "etcd", "a majority of members syncs each write before the answer"
	var settings []store.Setting
	told := func(name, value string) {
		settings = append(settings, store.Setting{Name: name, Value: value, Class: store.Proven})
	}
	for _, host := range s.t.Hosts {
		turn, cancel := context.WithTimeout(ctx, s.t.Turn(ctx))
		status, err := s.client.Status(turn, host)
		cancel()
		if err != nil {
			told("member "+host, "does not answer")
			continue
		}
		engine = "etcd " + status.Version
		settings = append(settings, s.follows(ctx, host, synced, wrote.Header.Revision))
		if len(status.Errors) > 0 {
			told("errors of "+host, strings.Join(status.Errors, ", "))
		}
	}
	if list, err := s.client.MemberList(ctx); err == nil {
		told("members", strconv.Itoa(len(list.Members)))
		if len(list.Members) == 1 {
			reason = "one member that syncs each write before the answer"
		}
	}
	if alarms, err := s.client.AlarmList(ctx); err == nil {
		for _, a := range alarms.Alarms {
			if a.Alarm != etcdserverpb.AlarmType_CORRUPT {
				told("alarm", a.Alarm.String()) // a full etcd refuses writes, and loses none
				continue
			}
			settings = append(settings, store.Setting{Name: "alarm", Value: a.Alarm.String(), Class: store.BestEffort,
				Want: "a member that is created again", Why: "the data of a member is corrupt"})
		}
	}
	return store.Report(engine, fmt.Sprintf("%s/%x", s.data, wrote.Header.ClusterId), reason, settings...), nil
}

// syncs is how often a member synced its log, by its own count.
func (s *cluster) syncs(ctx context.Context, host string) (float64, error) {
	_, text, err := s.get(ctx, host, "/metrics")
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(target.Values(string(text), " ")["etcd_disk_wal_fsync_duration_seconds_count"], 64)
}

// follows says whether a member synced its log for a write that was made after it
// was counted. A follower may be asked before it has the write.
func (s *cluster) follows(ctx context.Context, host string, before map[string]float64, wrote int64) store.Setting {
	x := store.Setting{Name: "sync of the log of " + host, Value: "unknown", Class: store.Conditional,
		Want: "a member without --unsafe-no-fsync that shows /metrics",
		Why:  "a member does not show its metrics: it must not run with --unsafe-no-fsync"}
	was, ok := before[host]
	for try := 0; ok && try < 5; try++ {
		status, err := s.client.Status(ctx, host)
		if err != nil {
			break
		}
		n, err := s.syncs(ctx, host)
		switch {
		case err != nil:
			return x
		case n > was:
			return store.Setting{Name: x.Name, Value: "each write", Class: store.Proven}
		case status.Header.Revision >= wrote: // it applied the write without a sync
			x.Value, x.Class = "no write", store.BestEffort
			x.Why = "a member runs with --unsafe-no-fsync: a loss of power loses writes"
			return x
		}
	}
	return x
}
