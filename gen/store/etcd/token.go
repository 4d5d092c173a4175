package etcd

import (
	"context"
	"errors"
	"sync/atomic"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	client "go.etcd.io/etcd/client/v3"
)

// login keeps the token of a user. The client's own renewal sends the old token
// along, which a server that was started again may refuse without end.
type login struct {
	user, password string
	token          atomic.Value // string
}

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
	switch {
	case err == nil:
		l.token.Store(answer.Token)
	case errors.Is(err, rpctypes.ErrAuthNotEnabled):
		return nil
	}
	return err
}
