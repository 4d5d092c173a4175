package zookeeper

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	client "github.com/go-zookeeper/zk"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/testing/try"
)

// TestSuiteOfFake runs the suite without a server: the calls are those that TestSuite makes of a real one.
func TestSuiteOfFake(t *testing.T) {
	f := &fake{nodes: map[string]node{}}
	l := try.Of(net.Listen("tcp", "127.0.0.1:0")).Or(t)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			go f.serve(c)
		}
	}()
	at := l.Addr().String()
	for user, want := range map[string]string{"a:b@": "authentication failed", "idscope:secret@": "there is no store"} {
		_, err := open(t.Context(), try.Of(store.Parse("zk://"+user+at)).Or(t), false)
		try.Says(t, err, want, "open as %s", user)
	}
	storetest.Run(t, storetest.Engine{Driver: Driver, URL: "zk://idscope:secret@" + at, Class: store.Proven, Clock: true,
		Engine: "ZooKeeper 3.9.1", Delete: func(t testing.TB, key string) {
			f.Lock()
			defer f.Unlock()
			delete(f.nodes, (&ensemble{root: "/idscope"}).path(key))
		}})
	s := storetest.Open(t, Driver, "zk://idscope:secret@"+at)
	life := try.Of(s.Incarnation(t.Context())).Or(t)
	try.Equal(t, fmt.Sprint(life.Term, life.Revision-7<<32, len(life.History)), fmt.Sprint(7, f.writes.Load(), 26),
		"the leader, the transaction, symbols of the store's name:")
	try.Equal(t, try.Of(s.Safety(t.Context())).Or(t).Reason, "one server that syncs each write before the answer", "safe:")
}

// fake answers as a ZooKeeper of one member does, with nodes in memory.
type fake struct {
	sync.Mutex
	writes atomic.Int64
	nodes  map[string]node
}

// frame is a message.
type frame struct{ bytes.Buffer }

func (f *frame) number() int32 { return int32(binary.BigEndian.Uint32(f.Next(4))) }
func (f *frame) text() string  { return string(f.Next(int(max(f.number(), 0)))) }

func (f *frame) put(values ...any) {
	for _, v := range values {
		if text, ok := v.(string); ok {
			f.put(int32(len(text)))
			v = []byte(text)
		}
		_ = binary.Write(f, binary.BigEndian, v)
	}
}

func (f *fake) serve(c net.Conn) {
	defer c.Close()
	for began := false; ; began = true {
		var in, out, body frame
		if _, err := io.CopyN(&in, c, 4); err != nil {
			return
		} else if in.String() == "mntr" {
			fmt.Fprintf(c, "zk_version\t3.9.1-x\nzk_cnt_fsynctime\t%d\nzk_server_state\tstandalone\n", f.writes.Load())
			return
		}
		if _, err := io.CopyN(&in, c, int64(in.number())); err != nil {
			return
		}
		if f.Lock(); began {
			xid, op := in.number(), in.number()
			out.put(xid, 7<<32|f.writes.Load(), f.do(op, &in, &body))
		} else {
			out.put(int32(0), int32(10000), int64(1), "0123456789abcdef") // of the session
		}
		f.Unlock()
		_ = binary.Write(c, binary.BigEndian, int32(out.Len()+body.Len()))
		_, _ = c.Write(append(out.Bytes(), body.Bytes()...))
	}
}

// do makes a call, and returns the number of its error.
func (f *fake) do(op int32, in, out *frame) int32 {
	const create, get, set, catchUp, ping, children, check, several, end, login = 1, 4, 5, 9, 11, 12, 13, 14, -11, 100
	switch op {
	case several:
		before := maps.Clone(f.nodes)
		for {
			one := in.number()
			if in.Next(5); one == -1 {
				out.put(int32(-1), true, int32(-1))
				return 0
			}
			out.put(one, false, int32(0))
			if code := f.do(one, in, out); code != 0 {
				f.nodes = before
				out.Reset()
				out.put(int32(-1), false, code, code, int32(-1), true, int32(-1))
				return 0
			}
		}
	case login:
		if in.number(); in.text()+" "+in.text() != "digest idscope:secret" {
			return -115
		}
		fallthrough
	case ping, end:
		return 0
	}
	path := in.text()
	n := f.nodes[path]
	if n.stat == nil && op != create && op != catchUp {
		return -101
	}
	switch op {
	case create:
		data := in.text()
		if in.Next(8); n.stat != nil {
			return -110
		} else if in.text()+in.text() == "worldanyone" {
			return -114
		}
		in.Next(4)
		f.writes.Add(1)
		f.nodes[path] = node{[]byte(data), &client.Stat{Czxid: f.writes.Load()}}
		out.put(path)
	case set:
		n.data = []byte(in.text())
		fallthrough
	case check:
		if version := in.number(); version >= 0 && version != n.stat.Version {
			return -103
		}
		if op == set {
			f.writes.Add(1)
			n.stat = &client.Stat{Czxid: n.stat.Czxid, Mzxid: 7<<32 | f.writes.Load(), Mtime: time.Now().UnixMilli(),
				Version: n.stat.Version + 1}
			f.nodes[path] = n
			out.put(n.stat)
		}
	case get:
		out.put(string(n.data), n.stat)
	case children:
		var names []any
		for name := range f.nodes {
			if name, found := strings.CutPrefix(name, path+"/"); found {
				names = append(names, name)
			}
		}
		out.put(int32(len(names)))
		out.put(append(names, n.stat)...)
	case catchUp:
		out.put(path)
	}
	return 0
}
