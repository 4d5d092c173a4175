package server

import (
	"testing"

	"idscope/gen/testing/try"
)

// TestSlots: keys belong to the parts that Redis gives them.
func TestSlots(t *testing.T) {
	for key, want := range map[string]int{
		"123456789":            0x31c3, // the example of the Redis Cluster specification
		"foo":                  12182,
		"{foo}.a":              12182,
		"{foo}{bar}":           12182,
		"":                     0,
		"{user1000}.following": slotOf([]byte("user1000")),
	} {
		try.Equal(t, slotOf([]byte(key)), want, "slot of %q is", key)
	}
	if slotOf([]byte("{}foo")) == slotOf([]byte("foo")) {
		t.Error("braces around nothing count; want the whole key")
	}
}

// TestAlone: a server without a group has no cluster, as Redis without one.
func TestAlone(t *testing.T) {
	r := start(t, "")
	for _, words := range [][]string{{"CLUSTER", "SLOTS"}, {"READONLY"}} {
		try.Equal(t, r.dial().ask(words...), "-ERR This instance has cluster support disabled", "%q is", words)
	}
}
