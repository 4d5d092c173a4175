package gen

import (
	"context"
	"sync"
)

// Namer generates the IDs of names in a namespace.
type Namer struct {
	scheme *Scheme
	codec  *Codec
}

// NewNamer returns the one of a scheme whose IDs are digests.
func NewNamer(s *Scheme) (*Namer, error) {
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, err
	}
	return &Namer{s, codec}, nil
}

// ID returns the ID of a name.
func (n *Namer) ID(namespace [16]byte, name []byte) ID {
	digest := n.scheme.Digest(namespace, name)
	return n.codec.WithSource(n.codec.consts, Digest, n.codec.Source(FromBytes(digest[:]), Digest))
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

// Namespaces lists those of RFC 9562 section 6.6, in the order of their numbers.
var Namespaces = [...]Choice{
	{Name: "dns", Help: "the name is a domain name"},
	{Name: "url", Help: "the name is a URL"},
	{Name: "oid", Help: "the name is an object identifier"},
	{Name: "x500", Help: "the name is an X.500 distinguished name"},
}

// Namespace returns the UUID of one of [Namespaces], or the UUID that the text is; ok is false for other texts.
func Namespace(text string) (space [16]byte, ok bool) {
	for i, n := range Namespaces {
		if n.Name == text { // 6ba7b81N-9dad-11d1-80b4-00c04fd430c8
			number := [...]byte{0x10, 0x11, 0x12, 0x14}[i]
			return [16]byte{0x6b, 0xa7, 0xb8, number, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30,
				0xc8}, true
		}
	}
	id, err := Text{Form: UUID}.Parse([]byte(text), 128)
	return id.Bytes16(), err == nil
}
