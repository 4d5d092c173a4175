package etcd

import (
	"context"
	"errors"
	"testing"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// TestExplain: a write is sent again only where it was certainly not done.
func TestExplain(t *testing.T) {
	for err, want := range map[error]target.Kind{rpctypes.ErrPermissionDenied: target.Refused,
		rpctypes.ErrAuthFailed: target.Denied, rpctypes.ErrUserEmpty: target.Denied,
		rpctypes.ErrAuthNotEnabled: target.Denied, status.Error(codes.Unauthenticated, ""): target.Denied,
		status.Error(codes.PermissionDenied, ""): target.Again, status.Error(codes.InvalidArgument, ""): target.Again,
		status.Error(codes.Canceled, ""): target.Lost,
		rpctypes.ErrNoSpace:              target.Again, rpctypes.ErrNoLeader: target.Again, target.ErrUnsent: target.Again,
		context.DeadlineExceeded: target.Lost, status.Error(codes.Unavailable, "reset by peer"): target.Lost,
		rpctypes.ErrTimeout: target.Lost, errors.New("reset by peer"): target.Lost} {
		try.Equal(t, explain(err).Kind, want, "%v is", err)
	}
	try.Equal(t, explain(rpctypes.ErrPermissionDenied).Check, "check the rights of the user", "without a right:")
}
