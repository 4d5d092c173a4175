package etcd

import (
	"strconv"
	"strings"
	"testing"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"idscope/gen/store/storetest"
)

// TestExplain: a write is sent again only where it was certainly not done.
func TestExplain(t *testing.T) {
	storetest.Explain(t, explain, func(given string) error {
		code, text, _ := strings.Cut(given, " ")
		number, _ := strconv.Atoi(code)
		return rpctypes.Error(status.Error(codes.Code(number), text))
	})
}
