package throughput

import (
	"context"
	"crypto/sha1"
	"runtime"
	"strconv"
	"sync/atomic"

	"idscope/gen"
)

// composer makes ids that are texts and no bits; there is no value without text.
// To find duplicates, texts stand for their SHA-1.
func composer(s *gen.Scheme) (*Maker, error) {
	c, err := gen.NewComposer(s, gen.ComposerOptions{})
	if err != nil {
		return nil, err
	}
	return &Maker{
		Take: func(_ context.Context, dst []gen.ID, _ bool) (err error) {
			var text []byte
			for i := range dst {
				if text, err = c.Append(text[:0]); err != nil {
					return err
				}
				sum := sha1.Sum(text)
				dst[i] = gen.FromBytes(sum[:])
			}
			return nil
		},
		Loop: func(ctx context.Context, _ How, n int) error { return loopNextText(ctx, c, n) },
	}, nil
}

// names makes the ids of the names 0, 1, 2 ... in a namespace of zeros: schemes
// of names have no generator.
func names(s *gen.Scheme) (*Maker, error) {
	namer, err := gen.NewNamer(s)
	if err != nil {
		return nil, err
	}
	var used atomic.Uint64
	return &Maker{
		Take: func(_ context.Context, dst []gen.ID, _ bool) error {
			from := used.Add(uint64(len(dst))) - uint64(len(dst))
			var name []byte
			for i := range dst {
				name = strconv.AppendUint(name[:0], from+uint64(i), 10)
				dst[i] = namer.ID([16]byte{}, name)
			}
			return nil
		},
		Loop: func(_ context.Context, how How, n int) error {
			from := used.Add(uint64(n)) - uint64(n)
			var name, buf []byte
			for i := range uint64(n) {
				name = strconv.AppendUint(name[:0], from+i, 10)
				id := namer.ID([16]byte{}, name)
				if how == NextText {
					buf = s.Append(buf[:0], id)
				}
			}
			runtime.KeepAlive(buf)
			return nil
		},
	}, nil
}
