package collide

import (
	"fmt"
	"time"
)

// mostCounting is how many nodes may count.
const mostCounting = 1000

// checkCounter refuses what cannot be simulated of a counter.
func (c *Config) checkCounter() error {
	if c.Each {
		return fmt.Errorf("hosts of %s remember what they saw; want a number of nodes", c.Scheme.Name)
	}
	if c.Nodes > mostCounting {
		return fmt.Errorf("%d nodes are too many for %s; want 1 to %d", c.Nodes, c.Scheme.Name, mostCounting)
	}
	if c.Rules.Name != oursName && c.Rules.Name != unguardedName {
		return fmt.Errorf("rules %s read a clock, and %s is counted in a store; want ours or unguarded", c.Rules.Name,
			c.Scheme.Name)
	}
	if c.span() > 30*365*24*time.Hour {
		return fmt.Errorf("%s is too long for %s; want at most 30 years", c.span(), c.Scheme.Name)
	}
	for _, f := range c.Faults {
		switch {
		case !f.Kind.counter():
			return fmt.Errorf("%s is counted in a store, which fault %s does not touch; want failover, restore or lose-key",
				c.Scheme.Name, f.Kind)
		case f.At >= c.span():
			return fmt.Errorf("fault %s is after %s, the simulation ends after %s; want an earlier time", f.Kind, f.At,
				c.span())
		case f.Kind != LoseKey && f.Shift <= 0:
			return fmt.Errorf("fault %s loses %s; want more than 0", f.Kind, f.Shift)
		}
	}
	return nil
}
