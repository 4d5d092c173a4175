package main

import (
	"encoding/binary"
	"log"
	"math/bits"
	"reflect"
	"sync"
	_ "unsafe" // for the names of xid below

	"github.com/bwmarrin/snowflake"
	"github.com/muyo/sno"
	"github.com/rs/xid"
	"github.com/sony/sonyflake"
	sonyflakev2 "github.com/sony/sonyflake/v2"
	"github.com/yitter/idgenerator-go/idgen"

	"idscope.test/libraries/clock"
)

func bwmarrin(_ *History, node int) func() uint64 {
	n := must(snowflake.NewNode(int64(node)))
	return func() uint64 { return uint64(n.Generate()) }
}

func yitter(h *History, node int) func() uint64 {
	o := idgen.NewIdGeneratorOptions(uint16(node))
	o.Method, o.WorkerIdBitLength, o.SeqBitLength = uint16(h.Method), byte(h.WorkerBits), byte(h.Bits)
	g := idgen.NewDefaultIdGenerator(o)
	return func() uint64 { return uint64(g.NewLong()) }
}

// With the sequence lowest, ids of a time are together.
func sonyflake1(_ *History, node int) func() uint64 {
	s := must(sonyflake.New(sonyflake.Settings{MachineID: func() (uint16, error) { return uint16(node), nil }}))
	return func() uint64 { return bits.RotateLeft64(must(s.NextID()), -16) }
}

func sonyflake2(_ *History, node int) func() uint64 {
	s := must(sonyflakev2.New(sonyflakev2.Settings{MachineID: func() (int, error) { return node, nil }}))
	return func() uint64 { return bits.RotateLeft64(uint64(must(s.NextID())), -16) }
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func snoOf(_ *History, node int) func() uint64 {
	g := must(sno.NewGenerator(&sno.GeneratorSnapshot{Partition: sno.Partition{0, byte(node)}}, nil))
	clock.Waits = waits(g)
	return func() uint64 {
		id := g.New(0)
		high, low := binary.BigEndian.Uint32(id[1:]), binary.BigEndian.Uint32(id[6:])
		return uint64(high)<<32 | uint64(low) // the rest never differs
	}
}

// waits tells whether the one caller waits for the sequence to begin again: it is
// counted, and the sequence is above its end.
func waits(g *sno.Generator) func() bool {
	v := reflect.ValueOf(g).Elem()
	lock := (*sync.Cond)(v.FieldByName("seqOverflowCond").UnsafePointer()).L
	return func() bool {
		lock.Lock()
		defer lock.Unlock()
		return v.FieldByName("seqOverflowCount").Uint() > 0 &&
			v.FieldByName("seq").Uint() > v.FieldByName("seqMax").Uint()
	}
}

// The counter of the process and what draws it when the process starts, which is only
// done once in one that lives through many.

//go:linkname counter github.com/rs/xid.objectIDCounter
var counter uint32

//go:linkname randInt github.com/rs/xid.randInt
func randInt() uint32

// xidOf is a process of the same number on the same machine, as in a container.
func xidOf(*History, int) func() uint64 {
	counter = randInt()
	return func() uint64 {
		id := xid.New()
		return uint64(binary.BigEndian.Uint32(id[:]))<<24 | uint64(binary.BigEndian.Uint32(id[8:])&0xffffff)
	}
}
