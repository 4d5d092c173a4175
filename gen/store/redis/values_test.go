package redis

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	client "github.com/redis/go-redis/v9"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// answer is an error that the server says.
type answer string

func (a answer) Error() string { return string(a) }
func (answer) RedisError()     {}

// TestExplain: a write is sent again only where it was certainly not done.
func TestExplain(t *testing.T) {
	storetest.Explain(t, explain, func(given string) error {
		return cmp.Or[error](map[string]error{"pool": client.ErrPoolTimeout, "nil": client.Nil}[given], answer(given))
	})
}

// TestValues reads testdata/values.txt: which URLs are refused, and what servers guarantee that say this otherwise.
func TestValues(t *testing.T) {
	try.Lines(t, "testdata/values.txt", func(given string) string {
		if url, ok := strings.CutPrefix(given, "url "); ok {
			_, err := open(t.Context(), try.Of(store.Parse(url)).Or(t), true)
			return fmt.Sprint(err)
		}
		said := "redis_version:7.0.15 run_id:r role:master connected_slaves:0 master_replid2:000 cluster_enabled:0 " +
			"aof_enabled:1 appendfsync:always no-appendfsync-on-rewrite:no maxmemory-policy:noeviction maxmemory:0 "
		all := target.Values(strings.ReplaceAll(said+given, " ", "\n"), ":")
		return fmt.Sprint(judge("d", all, all))
	})
}
