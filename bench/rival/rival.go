// Package rival makes ids with other people's libraries, in the loops of package
// throughput, to compare ours with. It is the only importer of those libraries
// outside tests.
package rival

import (
	"context"
	"runtime"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"

	"idscope/bench/throughput"
	"idscope/gen"
)

// Subjects lists the rivals, each against the scheme of ours that makes the same
// ids. Each is called in the cheapest documented way that any goroutine may use;
// none makes ids in bulk.
func Subjects() []throughput.Subject {
	return []throughput.Subject{
		subject("github.com/google/uuid", "uuidv1", uuid.NewUUID, uuidText, uuidBits),
		subject("github.com/google/uuid", "uuidv4", uuid.NewRandom, uuidText, uuidBits),
		subject("github.com/google/uuid", "uuidv6", uuid.NewV6, uuidText, uuidBits),
		subject("github.com/google/uuid", "uuidv7", uuid.NewV7, uuidText, uuidBits),
		subject("github.com/oklog/ulid/v2", "ulid", sure(ulid.Make), ulidText,
			func(id ulid.ULID) gen.ID { return gen.FromBytes(id[:]) }),
		subject("github.com/rs/xid", "xid", sure(xid.New), func(dst []byte, id xid.ID) []byte { return id.Encode(dst[:20]) },
			func(id xid.ID) gen.ID { return gen.FromBytes(id[:]) }),
		subject("github.com/segmentio/ksuid", "ksuid", ksuid.NewRandom,
			func(dst []byte, id ksuid.KSUID) []byte { return id.Append(dst[:0]) },
			func(id ksuid.KSUID) gen.ID { return gen.FromBytes(id[:]) }),
	}
}

func uuidText(dst []byte, id uuid.UUID) []byte { return append(dst[:0], id.String()...) }
func uuidBits(id uuid.UUID) gen.ID             { return gen.FromBytes(id[:]) }

func ulidText(dst []byte, id ulid.ULID) []byte {
	_ = id.MarshalTextTo(dst[:ulid.EncodedSize]) // fails for a wrong length alone
	return dst[:ulid.EncodedSize]
}

// sure gives a function that can not fail the shape of those that can.
func sure[T any](make func() T) func() (T, error) {
	return func() (T, error) { return make(), nil }
}

// subject wraps a library. Its function is called through a pointer, which costs
// about a nanosecond an id.
func subject[T any](path, name string, next func() (T, error), text func([]byte, T) []byte,
	bits func(T) gen.ID) throughput.Subject {
	m := &throughput.Maker{
		Loop: func(_ context.Context, how throughput.How, n int) error {
			if how == throughput.NextText {
				return loopText(n, next, text)
			}
			return loop(n, next)
		},
		Take: func(_ context.Context, dst []gen.ID, _ bool) error {
			for i := range dst {
				id, err := next()
				if err != nil {
					return err
				}
				dst[i] = bits(id)
			}
			return nil
		},
	}
	return throughput.Subject{
		Name: name, Package: path, Against: name,
		Hows: []throughput.How{throughput.Next, throughput.NextText},
		Open: func(bool) (*throughput.Maker, error) { return m, nil }, // the state is the library's own
	}
}

func loop[T any](n int, next func() (T, error)) error {
	for range n {
		if _, err := next(); err != nil {
			return err
		}
	}
	return nil
}

func loopText[T any](n int, next func() (T, error), text func([]byte, T) []byte) error {
	buf := make([]byte, 64)
	for range n {
		id, err := next()
		if err != nil {
			return err
		}
		text(buf, id)
	}
	runtime.KeepAlive(buf)
	return nil
}
