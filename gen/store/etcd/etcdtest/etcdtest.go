// Package etcdtest is an etcd in memory, for tests: one member, without passwords, whose leases end when they are given
// up.
package etcdtest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"path"
	"slices"
	"sync"
	"testing"

	pb "go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	"google.golang.org/grpc"

	"idscope/gen/testing/try"
)

// Server is the member, which serves until the test ends.
type Server struct {
	pb.UnimplementedKVServer
	pb.UnimplementedLeaseServer
	pb.UnimplementedMaintenanceServer
	pb.UnimplementedAuthServer
	pb.UnimplementedWatchServer
	Addr string

	mu       sync.Mutex
	revision int64
	keys     map[string]*mvccpb.KeyValue // are replaced, not changed
	leases   int64                       // how many were granted
	ended    map[int64]bool
	served   func(method string) error
	changed  chan struct{} // is closed by the next change
}

// New starts one.
func New(t testing.TB) *Server {
	l := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	s := &Server{Addr: l.Addr().String(), revision: 1, keys: map[string]*mvccpb.KeyValue{}, ended: map[int64]bool{},
		changed: make(chan struct{})}
	server := grpc.NewServer(grpc.UnaryInterceptor(func(ctx context.Context, request any, of *grpc.UnaryServerInfo,
		call grpc.UnaryHandler) (any, error) {
		answer, err := call(ctx, request)
		return answer, cmp.Or(err, s.done(path.Base(of.FullMethod)))
	}))
	pb.RegisterKVServer(server, s)
	pb.RegisterLeaseServer(server, s)
	pb.RegisterMaintenanceServer(server, s)
	pb.RegisterAuthServer(server, s)
	pb.RegisterWatchServer(server, s)
	web := &http.Server{Protocols: new(http.Protocols), Handler: http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		if r.ProtoMajor == 2 { // else it is asked for its clock, which each answer has
			server.ServeHTTP(w, r)
		} else if status, _ := s.Status(r.Context(), nil); r.URL.Path == "/metrics" {
			fmt.Fprintln(w, "etcd_disk_wal_fsync_duration_seconds_count", status.Header.Revision)
		}
	})}
	web.Protocols.SetHTTP1(true)
	web.Protocols.SetUnencryptedHTTP2(true)
	go func() { _ = web.Serve(l) }()
	t.Cleanup(func() { _ = web.Close() })
	return s
}

// Served has f told of each request by its method, such as "Txn", when it was done: its error is the answer.
func (s *Server) Served(f func(method string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.served = f
}

func (s *Server) done(method string) error {
	s.mu.Lock()
	f := s.served
	s.mu.Unlock()
	if f == nil {
		return nil
	}
	return f(method)
}

// Delete deletes a key, as somebody does who goes past its users; false says that there is none.
func (s *Server) Delete(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, there := s.keys[key]
	delete(s.keys, key)
	return there
}

// PutBack puts what another key holds in the place of a key, at the revision that it has, as a backup may.
func (s *Server) PutBack(key, other string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys[key] = &mvccpb.KeyValue{Key: []byte(key), Value: s.keys[other].Value, ModRevision: s.keys[key].ModRevision,
		CreateRevision: s.keys[key].CreateRevision}
}

// header is that of one of many members, of which another answers after each change.
func (s *Server) header() *pb.ResponseHeader {
	return &pb.ResponseHeader{ClusterId: 1, MemberId: 1 + uint64(s.revision), Revision: s.revision, RaftTerm: 1}
}

// change begins a change, with the lock held.
func (s *Server) change() {
	s.revision++
	close(s.changed)
	s.changed = make(chan struct{})
}

// Watch is a call of etcd, of watches that last as long as the stream: each change is an event of them, whatever key it
// is of.
func (s *Server) Watch(stream pb.Watch_WatchServer) error {
	var sending sync.Mutex
	for id := int64(0); ; id++ {
		r, err := stream.Recv()
		if err != nil {
			return err
		}
		if r.GetCreateRequest() != nil {
			go s.watch(stream, &sending, id, r.GetCreateRequest().StartRevision)
		}
	}
}

func (s *Server) watch(stream pb.Watch_WatchServer, sending *sync.Mutex, id, at int64) {
	for created := true; stream.Context().Err() == nil; created = false {
		s.mu.Lock()
		changed, answer := s.changed, &pb.WatchResponse{Header: s.header(), WatchId: id, Created: created}
		s.mu.Unlock()
		if answer.Header.Revision >= at && !created {
			answer.Events, at = []*mvccpb.Event{{Kv: &mvccpb.KeyValue{ModRevision: at}}}, answer.Header.Revision+1
		}
		sending.Lock()
		err := stream.Send(answer)
		sending.Unlock()
		if err == nil && answer.Header.Revision < at {
			select {
			case <-changed:
			case <-stream.Context().Done():
			}
		}
	}
}

// Authenticate is a call of etcd.
func (*Server) Authenticate(context.Context, *pb.AuthenticateRequest) (*pb.AuthenticateResponse, error) {
	return nil, rpctypes.ErrGRPCAuthNotEnabled
}

// Status is a call of etcd.
func (s *Server) Status(context.Context, *pb.StatusRequest) (*pb.StatusResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &pb.StatusResponse{Header: s.header(), Version: "3.7.0", Errors: []string{"NOSPACE"}}, nil
}

// Alarm is a call of etcd.
func (*Server) Alarm(context.Context, *pb.AlarmRequest) (*pb.AlarmResponse, error) {
	return &pb.AlarmResponse{Alarms: []*pb.AlarmMember{{Alarm: pb.AlarmType_NOSPACE}}}, nil
}

// Range is a call of etcd.
func (s *Server) Range(_ context.Context, r *pb.RangeRequest) (*pb.RangeResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := &pb.RangeResponse{Header: s.header()}
	for _, key := range slices.Sorted(maps.Keys(s.keys)) {
		if key != string(r.Key) && (key < string(r.Key) || key >= string(r.RangeEnd)) {
			continue
		}
		answer.Count++
		if answer.More = r.Limit > 0 && answer.Count > r.Limit; !answer.More && !r.CountOnly {
			answer.Kvs = append(answer.Kvs, s.keys[key])
		}
	}
	return answer, nil
}

// Put is a call of etcd.
func (s *Server) Put(_ context.Context, r *pb.PutRequest) (*pb.PutResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.change()
	return &pb.PutResponse{Header: s.header()}, s.put(r)
}

func (s *Server) put(r *pb.PutRequest) error {
	if r.Lease > s.leases || s.ended[r.Lease] {
		return rpctypes.ErrGRPCLeaseNotFound
	}
	now := &mvccpb.KeyValue{Key: r.Key, Value: r.Value, Lease: r.Lease, ModRevision: s.revision,
		CreateRevision: s.revision}
	if before := s.keys[string(r.Key)]; before != nil {
		now.CreateRevision = before.CreateRevision
	}
	s.keys[string(r.Key)] = now
	return nil
}

// Txn is a call of etcd.
func (s *Server) Txn(_ context.Context, r *pb.TxnRequest) (*pb.TxnResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := &pb.TxnResponse{Succeeded: !slices.ContainsFunc(r.Compare,
		func(c *pb.Compare) bool { return !s.holds(c) })}
	then := r.Failure
	if answer.Succeeded {
		then = r.Success
		s.change()
	}
	answer.Header = s.header()
	for _, op := range then {
		if put := op.GetRequestPut(); put == nil {
			delete(s.keys, string(op.GetRequestDeleteRange().Key))
		} else if err := s.put(put); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// holds reports whether a condition does.
func (s *Server) holds(c *pb.Compare) bool {
	now := s.keys[string(c.Key)]
	switch {
	case c.Target == pb.Compare_VALUE:
		return now != nil && bytes.Equal(now.Value, c.GetValue())
	case c.Target == pb.Compare_MOD:
		return now.GetModRevision() == c.GetModRevision()
	case c.Result == pb.Compare_GREATER:
		return now.GetCreateRevision() > c.GetCreateRevision()
	}
	return now.GetCreateRevision() == c.GetCreateRevision()
}

// LeaseGrant is a call of etcd.
func (s *Server) LeaseGrant(_ context.Context, r *pb.LeaseGrantRequest) (*pb.LeaseGrantResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leases++
	return &pb.LeaseGrantResponse{Header: s.header(), ID: s.leases, TTL: r.TTL}, nil
}

// LeaseKeepAlive is a call of etcd.
func (s *Server) LeaseKeepAlive(stream pb.Lease_LeaseKeepAliveServer) error {
	for {
		r, err := stream.Recv()
		if err != nil {
			return err
		}
		s.mu.Lock()
		answer := &pb.LeaseKeepAliveResponse{Header: s.header(), ID: r.ID, TTL: 1}
		if r.ID > s.leases || s.ended[r.ID] {
			answer.TTL = 0
		}
		s.mu.Unlock()
		if err = cmp.Or(s.done("LeaseKeepAlive"), stream.Send(answer)); err != nil {
			return err
		}
	}
}

// LeaseRevoke is a call of etcd.
func (s *Server) LeaseRevoke(_ context.Context, r *pb.LeaseRevokeRequest) (*pb.LeaseRevokeResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.ID > s.leases || s.ended[r.ID] {
		return nil, rpctypes.ErrGRPCLeaseNotFound
	}
	s.ended[r.ID] = true
	s.change()
	maps.DeleteFunc(s.keys, func(_ string, kv *mvccpb.KeyValue) bool { return kv.Lease == r.ID })
	return &pb.LeaseRevokeResponse{Header: s.header()}, nil
}
