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

// Fill implements [gen.IDSource]. Its errors are those of [Client.Fetch].
func (s *source) Fill(ctx context.Context, n uint64) (gen.Block, error) {
	ids, err := s.client.Fetch(ctx, s.generator, int(min(n, blockIDs)))
	return Block(ids), err
}

// Close implements [gen.IDSource].
func (s *source) Close() error { return s.client.Close() }

// Block is IDs of a server, one a line.
func Block(ids []string) gen.Block {
	return gen.Block{N: uint64(len(ids)), Append: func(dst []byte) ([]byte, error) {
		for _, id := range ids {
			dst = append(append(dst, id...), '\n')
		}
		return dst, nil
	}}
}
