package etcd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	client "go.etcd.io/etcd/client/v3"

	"idscope/gen/store"
)

// Safety reads from each member that the URL names whether it answers, its alarms,
// how full it is, and, by its metrics around a write, whether it syncs its log.
func (s *cluster) Safety(ctx context.Context) (store.Safety, error) {
	ctx, cancel := s.limit(ctx)
	defer cancel()
	synced := make(map[string]float64, len(s.t.Hosts))
	for _, host := range s.t.Hosts {
		if n, err := s.syncs(ctx, host); err == nil {
			synced[host] = n
		}
	}
	wrote, err := ask(ctx, s, func() (*client.PutResponse, error) { return s.client.Put(ctx, s.t.Prefix+":probe", "") })
	if err != nil {
		return store.Safety{}, s.fail(ctx, "read its settings", err)
	}
	var r report
	r.wrote = wrote.Header.Revision
	for _, host := range s.t.Hosts {
		m := member{host: host}
		if m.status, m.err = s.client.Status(ctx, host); m.err == nil {
			m.syncs = s.follows(ctx, host, synced, r.wrote)
		}
		r.members = append(r.members, m)
	}
	if list, err := s.client.MemberList(ctx); err == nil {
		r.size = len(list.Members)
	}
	if alarms, err := s.client.AlarmList(ctx); err == nil {
		for _, a := range alarms.Alarms {
			r.alarms = append(r.alarms, a.Alarm.String())
		}
	}
	return r.judge(s.data, wrote.Header), nil
}

// syncs is how often a member synced its log, by its own count.
func (s *cluster) syncs(ctx context.Context, host string) (float64, error) {
	answer, err := s.get(ctx, host, "/metrics")
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	for in := bufio.NewScanner(answer.Body); in.Scan(); {
		if text, ok := strings.CutPrefix(in.Text(), "etcd_disk_wal_fsync_duration_seconds_count "); ok {
			return strconv.ParseFloat(text, 64)
		}
	}
	return 0, errors.New("no such metric")
}

const (
	unseen = "unknown"
	each   = "each write"
	never  = "no write"
)

// follows says whether a member synced its log for a write that was made after it
// was counted. A follower may be asked before it has the write.
func (s *cluster) follows(ctx context.Context, host string, before map[string]float64, wrote int64) string {
	was, ok := before[host]
	if !ok {
		return unseen
	}
	for range 5 {
		status, err := s.client.Status(ctx, host)
		if err != nil {
			return unseen
		}
		n, err := s.syncs(ctx, host)
		switch {
		case err != nil:
			return unseen
		case n > was:
			return each
		case status.Header.Revision >= wrote: // it applied the write without a sync
			return never
		}
	}
	return unseen
}

// report is what a cluster told.
type report struct {
	members []member
	size    int // members that the cluster has; 0 is unknown
	alarms  []string
	wrote   int64
}

type member struct {
	host   string
	status *client.StatusResponse
	err    error
	syncs  string
}

func (r *report) judge(data string, header *etcdserverpb.ResponseHeader) store.Safety {
	engine := "etcd"
	var settings []store.Setting
	told := func(name, value string) {
		settings = append(settings, store.Setting{Name: name, Value: value, Class: store.Proven})
	}
	for _, m := range r.members {
		if m.err != nil {
			told("member "+m.host, "does not answer")
			continue
		}
		engine = "etcd " + m.status.Version
		sync := store.Setting{Name: "sync of the log of " + m.host, Value: m.syncs, Class: store.Proven}
		switch m.syncs {
		case never:
			sync.Class = store.BestEffort
			sync.Why = "a member runs with --unsafe-no-fsync: a loss of power loses writes"
		case unseen:
			sync.Class = store.Conditional
			sync.Why = "a member does not show its metrics: it must not run with --unsafe-no-fsync"
		}
		if sync.Class < store.Proven {
			sync.Want = "a member without --unsafe-no-fsync that shows /metrics"
		}
		settings = append(settings, sync)
		if len(m.status.Errors) > 0 {
			told("errors of "+m.host, strings.Join(m.status.Errors, ", "))
		}
	}
	if r.size > 0 {
		told("members", strconv.Itoa(r.size))
	}
	for _, alarm := range r.alarms {
		if alarm != etcdserverpb.AlarmType_CORRUPT.String() {
			told("alarm", alarm) // a full etcd refuses writes, and loses none
			continue
		}
		settings = append(settings, store.Setting{Name: "alarm", Value: alarm, Class: store.BestEffort,
			Want: "a member that is created anew", Why: "the data of a member is corrupt"})
	}
	reason := "a majority of members syncs each write before the answer"
	if r.size == 1 {
		reason = "one member that syncs each write before the answer"
	}
	return store.Report(engine, fmt.Sprintf("%s/%x", data, header.ClusterId), reason, settings...)
}
