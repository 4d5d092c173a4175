// Command loop writes ids of a library as its users would, one by one into a buffer: loop LIBRARY COUNT.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"

	"github.com/bwmarrin/snowflake"
	"github.com/google/uuid"
	gonanoid "github.com/matoous/go-nanoid/v2"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
)

func main() {
	if err := loop(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "loop:", err)
		os.Exit(1)
	}
}

func loop(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%d arguments; use loop LIBRARY COUNT", len(args))
	}
	count, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	next, err := library(args[0])
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(os.Stdout, 64<<10)
	for range count {
		if _, err := w.WriteString(next() + "\n"); err != nil {
			return err
		}
	}
	return w.Flush()
}

func library(name string) (func() string, error) {
	switch name {
	case "google/uuid-v4":
		uuid.EnableRandPool()
		return uuid.NewString, nil
	case "google/uuid-v7":
		uuid.EnableRandPool()
		return func() string { return uuid.Must(uuid.NewV7()).String() }, nil
	case "oklog/ulid":
		return func() string { return ulid.Make().String() }, nil
	case "rs/xid":
		return func() string { return xid.New().String() }, nil
	case "segmentio/ksuid":
		return func() string { return ksuid.New().String() }, nil
	case "go-nanoid":
		return func() string { return gonanoid.Must() }, nil
	case "bwmarrin/snowflake":
		node, err := snowflake.NewNode(1)
		return func() string { return node.Generate().String() }, err
	}
	return nil, fmt.Errorf("library %q is unknown; its source lists the names", name)
}
