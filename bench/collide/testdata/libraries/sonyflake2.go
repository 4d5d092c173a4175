//go:build sonyflake2

package main

import (
	"log"
	"math/bits"
	"math/rand/v2"

	"github.com/sony/sonyflake/v2"
)

func seedLibrary(*rand.Rand) {}

func begin(_ *History, node int) func() uint64 {
	s, err := sonyflake.New(sonyflake.Settings{MachineID: func() (int, error) { return node, nil }})
	if err != nil {
		log.Fatal(err)
	}
	return func() uint64 {
		id, err := s.NextID()
		if err != nil {
			log.Fatal(err)
		}
		return bits.RotateLeft64(uint64(id), -16) // as of v1
	}
}
