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

const noCluster = failure("ERR This instance has cluster support disabled")

// grouped is a command that only servers of a group have.
func grouped(run handler) handler {
	return func(c *session, ctx context.Context, args [][]byte) any {
		if c.server.cluster == nil {
			return noCluster
		}
		return run(c, ctx, args)
	}
}

// viewed is a command of what is known of the group, which is waited for as requests for IDs wait.
func viewed(answer func(v etcd.View, id string) any) handler {
	return grouped(func(c *session, ctx context.Context, _ [][]byte) any {
		v, id, err := c.server.cluster.awaited(ctx)
		if err != nil {
			return failf("CLUSTERDOWN %v", err)
		}
		return answer(v, id)
	})
}

func (c *session) clusterInfo(context.Context, [][]byte) any {
	v, _, err := c.server.cluster.state()
	return infoText(v, err)
}

func (c *session) clusterMyID(context.Context, [][]byte) any {
	_, id, _ := c.server.cluster.state()
	return id
}

func (c *session) clusterKeySlot(_ context.Context, args [][]byte) any { return slotOf(args[2]) }

// failover answers CLUSTER FAILOVER when another leads: this server, or, where it does, one of the others.
func (c *session) failover(ctx context.Context, args [][]byte) any {
	if len(args) > 2 {
		return failf("ERR %.32s is refused: a leader that does not answer is followed within its time to live: "+
			"use CLUSTER FAILOVER", args[2])
	}
	if err := c.server.cluster.failover(ctx); err != nil {
		return failf("ERR %v", err)
	}
	return done
}

// ranked are the members, the leader first.
func ranked(v etcd.View) []etcd.Member {
	return append([]etcd.Member{v.Leader}, others(v, v.Leader.ID)...)
}

// place is where a member is.
func place(m etcd.Member) (host string, port int) {
	host, text, _ := net.SplitHostPort(m.Address)
	number, _ := strconv.ParseUint(text, 10, 16)
	return host, int(number)
}

// clusterSlots answers CLUSTER SLOTS.
func clusterSlots(v etcd.View, _ string) any {
	all := array{0, slots - 1}
	for _, m := range ranked(v) {
		host, port := place(m)
		all = append(all, array{host, port, m.ID, array{}})
	}
	return array{all}
}

// clusterShards answers CLUSTER SHARDS.
func clusterShards(v etcd.View, _ string) any {
	var nodes array
	for i, m := range ranked(v) {
		host, port := place(m)
		role, at := "replica", "port"
		if i == 0 {
			role = "master"
		}
		if m.TLS {
			at = "tls-port"
		}
		nodes = append(nodes, pairs{"id", m.ID, "ip", host, "endpoint", host, "role", role, "health", "online", at,
			port, "replication-offset", 0})
	}
	return array{pairs{"slots", array{0, slots - 1}, "nodes", nodes}}
}

// nodesText is the text of CLUSTER NODES.
func nodesText(v etcd.View, own string) any {
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
