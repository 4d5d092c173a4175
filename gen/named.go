package gen

import (
	"context"
	"sync"
)

// Namer generates the IDs of names in a namespace.
type Namer struct {
	scheme *Scheme
	codec  *Codec
	consts ID
}

// NewNamer returns the one of a scheme whose IDs are digests.
func NewNamer(s *Scheme) (*Namer, error) {
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, err
	}
	consts, err := codec.Pack(make([]ID, len(s.Layout)))
	return &Namer{s, codec, consts}, err
}

// ID returns the ID of a name.
func (n *Namer) ID(namespace [16]byte, name []byte) ID {
	digest := n.scheme.Digest(namespace, name)
	return n.codec.WithSource(n.consts, Digest, n.codec.Source(FromBytes(digest[:]), Digest))
}

// Of returns the IDs of names, which next returns one after the other; its error ends them.
func (n *Namer) Of(namespace [16]byte, next func() ([]byte, error)) IDs {
	return &named{namer: n, space: namespace, next: next}
}

type named struct {
	namer *Namer
	space [16]byte

	mu   sync.Mutex
	next func() ([]byte, error)
}

var _ IDs = (*named)(nil)

func (n *named) Next(ctx context.Context) (ID, error) {
	var one [1]ID
	_, err := n.Fill(ctx, one[:])
	return one[0], err
}

func (n *named) Fill(_ context.Context, dst []ID) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := range dst {
		name, err := n.next()
		if err != nil {
			return i, err
		}
		dst[i] = n.namer.ID(n.space, name)
	}
	return len(dst), nil
}

func (n *named) Close() error { return nil }
