//go:build sonyflake

package main

import (
	"log"
	"math/bits"
	"math/rand/v2"

	"github.com/sony/sonyflake"
)

func seedLibrary(*rand.Rand) {}

func begin(_ *History, node int) func() uint64 {
	s, err := sonyflake.New(sonyflake.Settings{MachineID: func() (uint16, error) { return uint16(node), nil }})
	if err != nil {
		log.Fatal(err)
	}
	return func() uint64 {
		id, err := s.NextID()
		if err != nil {
			log.Fatal(err)
		}
		return bits.RotateLeft64(id, -16) // with the sequence lowest, ids of a time are together
	}
}
