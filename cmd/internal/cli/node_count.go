package cli

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/spf13/pflag"

	"idscope/bench/collide"
	"idscope/gen/quantity"
)

// EachNode is the value for a process for every id.
const EachNode = "each"

// NodeCount is a number of nodes, or a process for every id.
type NodeCount struct {
	N    int
	Each bool
}

var _ pflag.Value = (*NodeCount)(nil)

// String returns what was given.
func (c *NodeCount) String() string {
	switch {
	case c.Each:
		return EachNode
	case c.N == 0:
		return ""
	}
	return strconv.Itoa(c.N)
}

// Type is what help shows for the value.
func (c *NodeCount) Type() string { return "N|each" }

// Set checks and takes a value.
func (c *NodeCount) Set(text string) error {
	if text == EachNode {
		*c = NodeCount{Each: true}
		return nil
	}
	n, err := quantity.ParseCount(text, 1, collide.MaxNodes)
	if err != nil {
		return fmt.Errorf("%w, or each", err)
	}
	*c = NodeCount{N: int(n)}
	return nil
}

// ParseNodes reads a number of nodes that are only calculated with.
func ParseNodes(text string) (*big.Int, error) {
	return quantity.ParseWhole(text, big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
}
