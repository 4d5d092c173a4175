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

// loop writes n ids of a library, as its users would: one by one into a buffer.
func loop(library, count string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	next, err := library2next(library)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(os.Stdout, 64<<10)
	for range n {
		if _, err := w.WriteString(next()); err != nil {
			return err
		}
		if err := w.WriteByte('\n'); err != nil {
			return err
		}
	}
	return w.Flush()
}

func library2next(library string) (func() string, error) {
	switch library {
	case "google/uuid-pool":
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
	return nil, fmt.Errorf("library %q is unknown", library)
}
