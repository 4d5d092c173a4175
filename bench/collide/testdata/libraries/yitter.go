//go:build yitter

package main

import (
	"math/rand/v2"

	"github.com/yitter/idgenerator-go/idgen"
)

func seedLibrary(*rand.Rand) {}

func begin(h *History, node int) func() uint64 {
	o := idgen.NewIdGeneratorOptions(uint16(node))
	o.Method, o.WorkerIdBitLength, o.SeqBitLength = uint16(h.Method), byte(h.WorkerBits), byte(h.Bits)
	g := idgen.NewDefaultIdGenerator(o)
	return func() uint64 { return uint64(g.NewLong()) }
}
