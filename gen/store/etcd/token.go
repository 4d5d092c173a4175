package etcd

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	client "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/credentials"
)

// login keeps the token of a user. The client's own renewal sends the old token
// along, which a server that was started again may refuse without end.
type login struct {
	user, password string
	token          atomic.Value // string
}

var _ credentials.PerRPCCredentials = (*login)(nil)

// bare marks the context of a call that goes without the token.
type bare struct{}

// GetRequestMetadata adds the token to a call.
func (l *login) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	token, _ := l.token.Load().(string)
	if token == "" || ctx.Value(bare{}) != nil {
		return nil, nil
	}
	return map[string]string{rpctypes.TokenFieldNameGRPC: token}, nil
}

// RequireTransportSecurity is false: whether there is TLS is the URL's choice.
func (*login) RequireTransportSecurity() bool { return false }

// renew logs in. A cluster without users lets everybody do everything.
func (l *login) renew(ctx context.Context, c *client.Client) error {
	if l.user == "" {
		return nil
	}
	answer, err := c.Authenticate(context.WithValue(ctx, bare{}, true), l.user, l.password)
	if errors.Is(err, rpctypes.ErrAuthNotEnabled) {
		return nil
	}
	if err == nil {
		l.token.Store(answer.Token)
	}
	return err
}

// limit bounds a call, and makes a member that knows no leader say so at once.
func (s *cluster) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := s.t.Limit(ctx)
	return client.WithRequireLeader(ctx), cancel
}

// ask makes a call. Where a member did nothing, because it knows no leader or our
// token no more, it is made again: by the next member, with a new token.
func ask[T any](ctx context.Context, s *cluster, call func() (T, error)) (value T, err error) {
	for range len(s.t.Hosts) + 1 {
		began := time.Now()
		value, err = call()
		s.conns.hangUp(err, began)
		switch {
		case errors.Is(err, rpctypes.ErrNoLeader):
		case s.login.user != "" && (errors.Is(err, rpctypes.ErrInvalidAuthToken) ||
			errors.Is(err, rpctypes.ErrAuthOldRevision) || errors.Is(err, rpctypes.ErrUserEmpty)):
			if err := s.login.renew(ctx, s.client); err != nil {
				return value, err
			}
		default:
			return value, err
		}
	}
	return value, err
}
