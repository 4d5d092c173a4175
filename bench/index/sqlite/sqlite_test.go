package sqlite_test

import (
	"path/filepath"
	"testing"

	"idscope/bench/index/indextest"
	"idscope/bench/index/sqlite"
)

// SQLite shares rows out among three neighbours when a page is full, so that pages
// are as full in any order; what it writes is another matter.
func TestEngine(t *testing.T) {
	indextest.Run(t, sqlite.Driver{}, "sqlite:"+filepath.Join(t.TempDir(), "a ? %41 b.db"), indextest.Expect{Log: true})
}
