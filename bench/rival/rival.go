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
// ids, in the cheapest documented ways that any goroutine may use: as the library is
// by itself, and in the form that its documentation names for speed. None makes ids
// in bulk. The forms are settings of a whole library: only one maker may be in use
// at a time, which is how package throughput measures.
func Subjects() []throughput.Subject {
	const google = "github.com/google/uuid"
	plain := form{"", uuid.DisableRandPool}
	pool := form{"pool", uuid.EnableRandPool} // reads 256 random bytes at a time
	secure := form{"", func() { ksuid.SetRand(nil) }}
	fast := form{"fast", func() { ksuid.SetRand(ksuid.FastRander) }} // guessable
	kbits := func(id ksuid.KSUID) gen.ID { return gen.FromBytes(id[:]) }
	ktext := func(dst []byte, id ksuid.KSUID) []byte { return id.Append(dst[:0]) }
	return []throughput.Subject{
		subject(google, "uuidv1", plain, uuid.NewUUID, uuidText, uuidBits),
		subject(google, "uuidv4", plain, uuid.NewRandom, uuidText, uuidBits),
		subject(google, "uuidv4", pool, uuid.NewRandom, uuidText, uuidBits),
		subject(google, "uuidv6", plain, uuid.NewV6, uuidText, uuidBits),
		subject(google, "uuidv7", plain, uuid.NewV7, uuidText, uuidBits),
		subject(google, "uuidv7", pool, uuid.NewV7, uuidText, uuidBits),
		subject("github.com/oklog/ulid/v2", "ulid", form{}, sure(ulid.Make), ulidText,
			func(id ulid.ULID) gen.ID { return gen.FromBytes(id[:]) }),
		subject("github.com/rs/xid", "xid", form{}, sure(xid.New),
			func(dst []byte, id xid.ID) []byte { return id.Encode(dst[:20]) },
			func(id xid.ID) gen.ID { return gen.FromBytes(id[:]) }),
		subject("github.com/segmentio/ksuid", "ksuid", secure, ksuid.NewRandom, ktext, kbits),
		subject("github.com/segmentio/ksuid", "ksuid", fast, ksuid.NewRandom, ktext, kbits),
	}
}

// form is a way of using a library.
type form struct {
	name string // empty for the default
	set  func() // chooses it; nil where there is no choice
}

func uuidBits(id uuid.UUID) gen.ID { return gen.FromBytes(id[:]) }

func uuidText(dst []byte, id uuid.UUID) []byte {
	text, _ := id.MarshalText() // never fails, and allocates nothing here
	return append(dst[:0], text...)
}

func ulidText(dst []byte, id ulid.ULID) []byte {
	_ = id.MarshalTextTo(dst[:ulid.EncodedSize]) // fails for a wrong length alone
	return dst[:ulid.EncodedSize]
}

// sure gives a function that cannot fail the shape of those that can.
func sure[T any](make func() T) func() (T, error) {
	return func() (T, error) { return make(), nil }
}

// subject wraps a library. Its function is called through a pointer, which costs
// about a nanosecond an id.
func subject[T any](path, name string, f form, next func() (T, error), text func([]byte, T) []byte,
	bits func(T) gen.ID) throughput.Subject {
	m := &throughput.Maker{
		Loop: func(_ context.Context, how throughput.How, n int) error {
			if how == throughput.NextText {
				return loopText(n, next, text)
			}
			return loop(n, next)
		},
		Take: func(_ context.Context, dst []gen.ID) error {
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
		Name: name, Package: path, Form: f.name,
		Hows: []throughput.How{throughput.Next, throughput.NextText},
		Open: func(throughput.How) (*throughput.Maker, error) { // the state is the library's own
			if f.set != nil {
				f.set()
			}
			return m, nil
		},
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
