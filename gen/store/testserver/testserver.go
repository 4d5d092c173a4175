// Package testserver starts servers of the distribution for tests: databases and
// coordination services, each with a folder and ports of its own on the loopback
// interface, stopped by their process numbers at the end of the test.
//
// They start with IDSCOPE_TEST_SERVERS=1 alone, and then a server that is not installed
// fails the test; without it the test is skipped and says what it leaves out.
package testserver

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Variable is the environment variable that is 1 where servers have to be started.
const Variable = "IDSCOPE_TEST_SERVERS"

// Password is that of the servers' users: a test may look for it where it must not be.
const Password = "s3cret-w0rd"

// Demanded skips a test unless servers are demanded. what is what the test tests, for
// the message.
func Demanded(t testing.TB, what string) {
	t.Helper()
	if os.Getenv(Variable) != "1" {
		t.Skipf("left out, in a server of its own: %s; %s=1 runs it", what, Variable)
	}
}

// pack is what is installed to have a server.
type pack struct {
	name, packages string
	folders        []string // where its programs may be, besides PATH, by pattern
}

// program finds a program on PATH or in one of the folders; of several versions
// the last. Without it the test fails.
func (p pack) program(t testing.TB, name, what string) string {
	t.Helper()
	Demanded(t, what)
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, folder := range p.folders {
		if list, _ := filepath.Glob(filepath.Join(folder, name)); len(list) > 0 {
			return list[len(list)-1]
		}
	}
	p.missing(t, name, what)
	return ""
}

func (p pack) missing(t testing.TB, name, what string) {
	t.Helper()
	t.Fatalf("%s is not installed, and %s=1 wants it for %s in a %s of its own; apt-get install %s", name, Variable,
		what, p.name, p.packages)
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}

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
