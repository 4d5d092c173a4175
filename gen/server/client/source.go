package client

import (
	"context"

	"idscope/gen"
)

// blockIDs is how many IDs a source asks for at a time: some 20 KB.
const blockIDs = 1000

// Source returns the source of the IDs of a generator, as the server writes them, one a line. Its Close closes the
// client.
func (c *Client) Source(generator string) gen.IDSource { return &source{c, generator} }

type source struct {
	client    *Client
	generator string
}

var _ gen.IDSource = (*source)(nil)

// Next implements [gen.IDSource].
func (s *source) Next(ctx context.Context, dst []byte) ([]byte, error) {
	b, err := s.Fill(ctx, 1)
	if err != nil {
		return dst, err
	}
	return b.Append(dst)
}

// Fill implements [gen.IDSource]. Its errors are those of [Client.Fetch].
func (s *source) Fill(ctx context.Context, n uint64) (gen.Block, error) {
	ids, err := s.client.Fetch(ctx, s.generator, int(min(n, blockIDs)))
	return Block(ids), err
}

// Close implements [gen.IDSource].
func (s *source) Close() error { return s.client.Close() }

// Block is IDs of a server.
type Block []string

// Len implements [gen.Block].
func (b Block) Len() uint64 { return uint64(len(b)) }

// Append implements [gen.Block].
func (b Block) Append(dst []byte) ([]byte, error) {
	for _, id := range b {
		dst = append(append(dst, id...), '\n')
	}
	return dst, nil
}
