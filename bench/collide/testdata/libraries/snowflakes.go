package main

import (
	"log"
	"math/bits"

	"github.com/bwmarrin/snowflake"
	"github.com/sony/sonyflake"
	sonyflakev2 "github.com/sony/sonyflake/v2"
	"github.com/yitter/idgenerator-go/idgen"
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
