package etcd

import (
	"context"
	"errors"
	"fmt"

	"go.etcd.io/etcd/api/v3/etcdserverpb"

	"idscope/gen/store"
)

// header is what a linearizable read told of the cluster.
type header struct {
	asked uint64 // the later one is the newer
	*etcdserverpb.ResponseHeader
}

// answered keeps the header of a read, unless one that was asked later has been answered.
func (s *cluster) answered(asked uint64, h *etcdserverpb.ResponseHeader) {
	for {
		old := s.header.Load()
		if old != nil && old.asked > asked || s.header.CompareAndSwap(old, &header{asked, h}) {
			return
		}
	}
}

// Incarnation is the term and the revision of the last read: they fall where the cluster
// was restored. A new leader, and members that are started again, change nothing else.
func (s *cluster) Incarnation(ctx context.Context) (store.Incarnation, error) {
	h := s.header.Load()
	i := store.Incarnation{History: fmt.Sprintf("%s/%x", s.data, h.ClusterId), Term: h.RaftTerm,
		Revision: uint64(h.Revision)}
	var err error
	if i.Now, err = s.Now(ctx); errors.Is(err, store.ErrNoClock) {
		err = nil
	}
	return i, err
}
