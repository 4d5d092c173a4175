package etcd

import (
	"strconv"
	"strings"
	"testing"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"idscope/gen/store/storetest"
	"idscope/gen/testing/try"
)

// TestExplain: a write is sent again only where it was certainly not done.
func TestExplain(t *testing.T) {
	storetest.Explain(t, explain, func(given string) error {
		code, text, _ := strings.Cut(given, " ")
		number := try.Of(strconv.Atoi(code)).Or(t)
		return rpctypes.Error(status.Error(codes.Code(number), text))
	})
}
