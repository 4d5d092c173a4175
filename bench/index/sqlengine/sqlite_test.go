package sqlengine_test

import (
	"path/filepath"
	"testing"

	"idscope/bench/index/indextest"
	"idscope/bench/index/sqlengine"
)

// SQLite shares rows out among three neighbours when a page is full, so that pages
// are as full in any order; what it writes is another matter.
func TestSQLite(t *testing.T) {
	indextest.Run(t, sqlengine.SQLite, "sqlite:"+filepath.Join(t.TempDir(), "a ? %41 b.db"), indextest.Expect{Log: true})
}
