package testserver

import (
	"net"
	"strconv"
	"testing"
)

// TestFreeAddress: no address is given twice while a test runs, though nobody listens to
// it, and none is of the ports that the system gives to whoever wants any.
func TestFreeAddress(t *testing.T) {
	seen := map[string]bool{}
	for range 500 {
		address := FreeAddress(t)
		if seen[address] {
			t.Fatalf("%s was given twice", address)
		}
		seen[address] = true
		if port, err := strconv.Atoi(portOf(address)); err != nil || port < firstPort || port >= 32768 {
			t.Errorf("port of %s is not one below 32768, %v", address, err)
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatalf("nobody can listen to %s: %v", address, err)
		}
		_ = l.Close()
	}
}
