package throughput

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// queue is the count that Linux keeps of how long a thread waits for a processor. Reading it takes
// a microsecond or two, and allocates nothing.
type queue struct {
	file *os.File // nil where the kernel does not count, or nobody asks it
	text [64]byte
}

// openQueue opens that of the calling thread.
func openQueue() *queue {
	file, _ := os.Open("/proc/thread-self/schedstat") // time on a processor, time in its queue, in nanoseconds
	return &queue{file: file}
}

// waited is how long the thread has stood ready in all its life while another had the
// processor; 0 where the kernel does not count it.
func (q *queue) waited() time.Duration {
	n, _ := q.file.ReadAt(q.text[:], 0) // of a nil file too, nothing
	_, rest, _ := bytes.Cut(q.text[:n], []byte(" "))
	field, _, _ := bytes.Cut(rest, []byte(" "))
	ns, _ := strconv.ParseInt(string(field), 10, 64)
	return time.Duration(ns)
}

func (q *queue) close() { _ = q.file.Close() }

// time is how long work takes, without the time for which others had the processor. The queue
// is read before and after what is timed, and a wait may lie in that margin: only what does not
// fit into it is taken off.
func (q *queue) time(now func() time.Time, work func() error) (took time.Duration, err error) {
	outer := now()
	waited := q.waited()
	begun := now()
	err = work()
	took = now().Sub(begun)
	waited = q.waited() - waited
	margin := now().Sub(outer) - took
	return max(took-max(0, waited-margin), took/64), err // what is not measured is not nothing
}
