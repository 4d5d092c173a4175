package main

import (
	"encoding/binary"
	"reflect"
	"sync"

	"github.com/muyo/sno"

	"idscope.test/libraries/clock"
)

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
