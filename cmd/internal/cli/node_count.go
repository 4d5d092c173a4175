package cli

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/spf13/pflag"

	"idscope/bench/collide"
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
	v, ok := parseNumber(text)
	if !ok || !v.IsInt() || v.Cmp(big.NewRat(collide.MaxNodes, 1)) > 0 {
		return fmt.Errorf("%q is not a number of nodes; want 1 to %d, or each", text, collide.MaxNodes)
	}
	*c = NodeCount{N: int(v.Num().Int64())}
	return nil
}
