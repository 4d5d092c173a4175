//go:build xid

package main

import (
	crypto "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
	_ "unsafe" // for the names below

	"github.com/rs/xid"
)

// The counter of the process and what draws it when the process starts, which is only
// done once in one that lives through many.

//go:linkname counter github.com/rs/xid.objectIDCounter
var counter uint32

//go:linkname randInt github.com/rs/xid.randInt
func randInt() uint32

type reader struct{ rng *rand.Rand }

func (r reader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.rng.Uint32())
	}
	return len(b), nil
}

func seedLibrary(rng *rand.Rand) { crypto.Reader = reader{rng} }

// begin is a process of the same number on the same machine, as in a container.
func begin(*History, int) func() uint64 {
	counter = randInt()
	return func() uint64 {
		id := xid.New()
		return uint64(binary.BigEndian.Uint32(id[:]))<<24 | uint64(binary.BigEndian.Uint32(id[8:])&0xffffff)
	}
}
