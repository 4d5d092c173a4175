package bolt_test

import (
	"path/filepath"
	"testing"

	"idscope/bench/index/bolt"
	"idscope/bench/index/indextest"
)

var expect = indextest.Expect{Splits: true, Log: true, Fuller: true, NoCache: true}

func TestEngine(t *testing.T) {
	indextest.Run(t, bolt.Driver{}, "bbolt:"+filepath.Join(t.TempDir(), "a ? b.bolt"), expect)
}

func TestEffect(t *testing.T) {
	indextest.Effect(t, bolt.Driver{}, "bbolt:"+filepath.Join(t.TempDir(), "x"), 100_000, expect)
}
