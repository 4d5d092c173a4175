package etcd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	client "go.etcd.io/etcd/client/v3"

	"idscope/gen/store/election"
)

// Watch implements [election.Elector].
func (e *elector) Watch(ctx context.Context, see func(election.View)) error {
	ctx, cancel := context.WithCancel(client.WithRequireLeader(ctx))
	defer cancel()
	limited, done := context.WithTimeout(ctx, e.pace())
	got, err := ask(limited, e.cluster, func() (*client.GetResponse, error) {
		return e.client.Get(limited, e.root, client.WithRange(e.root+"value/"), client.WithLimit(10_000))
	})
	err = e.fail(limited, "read the group of servers", err)
	done()
	if err != nil {
		return err
	}
	all := map[string]*mvccpb.KeyValue{}
	for _, kv := range got.Kvs {
		all[string(kv.Key)] = kv
	}
	// Values, which come after all else, are not watched.
	more := e.client.Watch(ctx, e.root, client.WithRange(e.root+"value/"), client.WithRev(got.Header.Revision+1))
	see(e.view(all))
	beat := time.NewTicker(e.pace())
	defer beat.Stop()
	for heard := true; ; {
		select {
		case news, open := <-more:
			if !open {
				return e.fail(ctx, "watch the group of servers", cmp.Or(ctx.Err(), errUnheard))
			}
			if err := news.Err(); err != nil {
				return e.fail(ctx, "watch the group of servers", err)
			}
			heard = true
			for _, change := range news.Events {
				if change.Type == client.EventTypeDelete {
					delete(all, string(change.Kv.Key))
				} else {
					all[string(change.Kv.Key)] = change.Kv
				}
			}
			if len(news.Events) > 0 {
				see(e.view(all))
			}
		case <-beat.C:
			if !heard {
				e.conns.hangUp(context.DeadlineExceeded, time.Now().Add(-e.pace()))
				return e.fail(ctx, "watch the group of servers", errUnheard)
			}
			heard = false
			asked, done := context.WithTimeout(ctx, e.pace())
			err := e.client.RequestProgress(asked)
			done()
			if err != nil {
				return e.fail(ctx, "watch the group of servers", err)
			}
		}
	}
}

var errUnheard = errors.New("the member of etcd does not answer the watch any more")

// view reads the keys of a group.
func (e *elector) view(all map[string]*mvccpb.KeyValue) (v election.View) {
	for key, kv := range all {
		var m election.Member
		switch name := strings.TrimPrefix(key, e.root); {
		case name == "leader":
			if json.Unmarshal(kv.Value, &m) == nil {
				v.Leader, v.Epoch = m, uint64(kv.ModRevision)
			}
		case name == "file":
			v.File = kv.Value
		case name == "ready":
			v.Ready, _ = strconv.ParseUint(string(kv.Value), 10, 64)
		case name == "asked":
			v.Wanted = string(kv.Value)
		case json.Unmarshal(kv.Value, &m) == nil:
			v.Members = append(v.Members, m)
		}
	}
	slices.SortFunc(v.Members, func(a, b election.Member) int { return cmp.Compare(a.ID, b.ID) })
	return v
}
