package etcd

import (
	"context"
	"crypto/sha256"
	"errors"
	"testing"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// TestVersion: of keys that were changed at one revision, as after a backup was put back, the version tells those apart
// that hold another value; it is the one that the write told.
func TestVersion(t *testing.T) {
	s := &cluster{}
	at := func(revision int64, value string) string {
		return string(s.entry(&mvccpb.KeyValue{ModRevision: revision, Value: []byte(value)}).Version)
	}
	try.Equal(t, at(7, "a"), string(version(7, sha256.Sum256([]byte("a")))), "the version is")
	try.Equal(t, at(7, "a") == at(7, "b") || at(7, "a") == at(8, "a"), false, "two values have one version:")
}

// TestExplain: a write is sent again only where it was certainly not done.
func TestExplain(t *testing.T) {
	for err, want := range map[error]target.Kind{rpctypes.ErrPermissionDenied: target.Denied,
		rpctypes.ErrNoSpace: target.Again, rpctypes.ErrNoLeader: target.Again, target.ErrUnsent: target.Again,
		context.DeadlineExceeded: target.Lost, status.Error(codes.Unavailable, "reset by peer"): target.Lost,
		rpctypes.ErrTimeout: target.Lost, errors.New("reset by peer"): target.Lost} {
		try.Equal(t, explain(err).Kind, want, "%v is", err)
	}
}
