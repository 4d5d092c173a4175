package throughput

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// queued is how long the calling thread has stood ready in all its life while another had the
// processor; 0 where the kernel does not count it.
func queued() time.Duration {
	text, err := os.ReadFile("/proc/thread-self/schedstat") // time on a processor, time in its queue, in nanoseconds
	fields := bytes.Fields(text)
	if err != nil || len(fields) < 2 {
		return 0
	}
	ns, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return time.Duration(ns)
}
