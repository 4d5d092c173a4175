package bolt_test

import (
	"path/filepath"
	"testing"

	"idscope/bench/index/bolt"
	"idscope/bench/index/indextest"
)

func TestEngine(t *testing.T) {
	indextest.Run(t, bolt.Driver, "bbolt:"+filepath.Join(t.TempDir(), "a ? b.bolt"),
		indextest.Expect{Splits: true, Log: true, Fuller: true, NoCache: true})
}
