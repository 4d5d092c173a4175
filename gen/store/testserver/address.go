package testserver

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// Ports of [FreeAddress]: below those that systems hand to connections and to listeners
// that want any port (from 32768 on Linux, from 49152 elsewhere). A server that is stopped
// for a while finds its port free again.
const (
	firstPort = 20000
	portCount = 32768 - firstPort
)

// FreeAddress is an address of the loopback interface that nobody listens to now, and that
// nobody else gets from here, in whatever process, before the test ends.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprintf("127.0.0.1:%d", firstPort+rand.IntN(portCount))
		claim, err := net.ListenPacket("udp4", address) // what is tested here speaks TCP
		if err != nil {
			continue
		}
		l, err := net.Listen("tcp4", address)
		if err != nil {
			_ = claim.Close()
			continue
		}
		_ = l.Close()
		t.Cleanup(func() { _ = claim.Close() })
		return address
	}
	t.Fatalf("no port of %d to %d is free", firstPort, firstPort+portCount-1)
	return ""
}
