package volume

import (
	"fmt"
	"strconv"
	"testing"

	"idscope/gen/testing/try"
)

// TestNamed reads testdata/systems.txt: by its magic number, a network file system, and one in memory.
func TestNamed(t *testing.T) {
	try.Lines(t, "testdata/systems.txt", func(magic string) string {
		n := uint32(try.Of(strconv.ParseUint(magic, 0, 32)).Or(t))
		return fmt.Sprintf("%q, %q", named(networks[:], n), named(memories[:], n))
	})
}
