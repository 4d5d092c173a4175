package main

import (
	"encoding/binary"
	_ "unsafe" // for the names below

	"github.com/rs/xid"
)

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
