//go:build bwmarrin

package main

import (
	"log"
	"math/rand/v2"

	"github.com/bwmarrin/snowflake"
)

func seedLibrary(*rand.Rand) {}

func begin(_ *History, node int) func() uint64 {
	n, err := snowflake.NewNode(int64(node))
	if err != nil {
		log.Fatal(err)
	}
	return func() uint64 { return uint64(n.Generate()) }
}
