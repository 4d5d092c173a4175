package server

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"

	"idscope/gen/store/etcd"
)

// slots is how many parts cluster clients cut keys into. One server has all.
const slots = 16384

// slotOf is the part that a key belongs to, as Redis counts them: the CRC16 of CCITT
// (XMODEM) of the key, or of what is in its first braces.
func slotOf(key []byte) int {
	if i := bytes.IndexByte(key, '{'); i >= 0 {
		if n := bytes.IndexByte(key[i+1:], '}'); n > 0 {
			key = key[i+1 : i+1+n]
		}
	}
	crc := uint16(0)
	for _, b := range key {
		crc ^= uint16(b) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return int(crc) % slots
}

const noCluster = "ERR This instance has cluster support disabled"

// grouped is a command that only servers of a group have.
func grouped(run handler) handler {
	return func(c *session, ctx context.Context, args [][]byte) {
		if c.server.cluster == nil {
			c.fail(noCluster)
			return
		}
		run(c, ctx, args)
	}
}

// view returns what is known of the group, and waits for it as requests for IDs do; false where it has answered with
// the error.
func (c *session) view(ctx context.Context) (v etcd.View, id string, ok bool) {
	v, id, err := c.server.cluster.awaited(ctx)
	if err != nil {
		c.fail("CLUSTERDOWN %v", err)
	}
	return v, id, err == nil
}

func (c *session) clusterNodes(ctx context.Context, _ [][]byte) {
	if v, id, ok := c.view(ctx); ok {
		c.out = appendBulkText(c.out, nodesText(v, id))
	}
}

func (c *session) clusterInfo(context.Context, [][]byte) {
	v, _, err := c.server.cluster.state()
	c.out = appendBulkText(c.out, infoText(v, err))
}

func (c *session) clusterMyID(context.Context, [][]byte) {
	_, id, _ := c.server.cluster.state()
	c.out = appendBulkText(c.out, id)
}

func (c *session) clusterKeySlot(_ context.Context, args [][]byte) {
	c.out = appendInt(c.out, uint64(slotOf(args[2])))
}

// failover answers CLUSTER FAILOVER when another leads: this server, or, where it does, one of the others.
func (c *session) failover(ctx context.Context, args [][]byte) {
	if len(args) > 2 {
		c.fail("ERR %.32s is refused: a leader that does not answer is followed within its time to live: "+
			"use CLUSTER FAILOVER", args[2])
		return
	}
	if err := c.server.cluster.failover(ctx); err != nil {
		c.fail("ERR %v", err)
		return
	}
	c.ok(ctx, args)
}

// ranked are the members, the leader first.
func ranked(v etcd.View) []etcd.Member {
	return append([]etcd.Member{v.Leader}, others(v, v.Leader.ID)...)
}

// place is where a member is.
func place(m etcd.Member) (host string, port uint64) {
	host, text, _ := net.SplitHostPort(m.Address)
	port, _ = strconv.ParseUint(text, 10, 16)
	return host, port
}

func (c *session) clusterSlots(ctx context.Context, _ [][]byte) {
	v, _, ok := c.view(ctx)
	if !ok {
		return
	}
	list := ranked(v)
	c.out = appendArray(c.out, 1)
	c.out = appendArray(c.out, 2+len(list))
	c.out = appendInt(appendInt(c.out, 0), slots-1)
	for _, m := range list {
		host, port := place(m)
		c.out = appendArray(c.out, 4)
		c.out = appendInt(appendBulkText(c.out, host), port)
		c.out = appendArray(appendBulkText(c.out, m.ID), 0)
	}
}

func (c *session) clusterShards(ctx context.Context, _ [][]byte) {
	v, _, ok := c.view(ctx)
	if !ok {
		return
	}
	list := ranked(v)
	c.out = appendArray(c.out, 1)
	c.out = appendMap(c.out, 2, c.resp3)
	c.out = appendArray(appendBulkText(c.out, "slots"), 2)
	c.out = appendInt(appendInt(c.out, 0), slots-1)
	c.out = appendArray(appendBulkText(c.out, "nodes"), len(list))
	for i, m := range list {
		host, port := place(m)
		role, at := "replica", "port"
		if i == 0 {
			role = "master"
		}
		if m.TLS {
			at = "tls-port"
		}
		c.out = appendMap(c.out, 7, c.resp3)
		for _, pair := range [...][2]string{{"id", m.ID}, {"ip", host}, {"endpoint", host}, {"role", role},
			{"health", "online"}} {
			c.out = appendBulkText(appendBulkText(c.out, pair[0]), pair[1])
		}
		c.out = appendInt(appendBulkText(c.out, at), port)
		c.out = appendInt(appendBulkText(c.out, "replication-offset"), 0)
	}
}

// nodesText is the text of CLUSTER NODES.
func nodesText(v etcd.View, own string) string {
	var b strings.Builder
	for i, m := range ranked(v) {
		flags, of, slot := "master", "-", fmt.Sprintf(" 0-%d", slots-1)
		if i > 0 {
			flags, of, slot = "slave", v.Leader.ID, ""
		}
		if m.ID == own {
			flags = "myself," + flags
		}
		fmt.Fprintf(&b, "%s %s@0 %s %s 0 0 %d connected%s\n", m.ID, m.Address, flags, of, v.Epoch, slot)
	}
	return b.String()
}

// infoText is the text of CLUSTER INFO.
func infoText(v etcd.View, err error) string {
	state, assigned := "ok", slots
	if err != nil {
		state, assigned = "fail", 0
	}
	return fmt.Sprintf("cluster_state:%s\r\ncluster_slots_assigned:%d\r\ncluster_slots_ok:%[2]d\r\n"+
		"cluster_slots_pfail:0\r\ncluster_slots_fail:0\r\ncluster_known_nodes:%d\r\ncluster_size:1\r\n"+
		"cluster_current_epoch:%d\r\n", state, assigned, len(v.Members), v.Epoch)
}
