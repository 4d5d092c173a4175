package gen

// Guess is how many bits somebody who holds some identifiers has to guess to name
// the one that their maker made next, at best for him: within the same tick, where
// there are ticks. It supposes the scheme's own way of making them; 0 is none.
func (s *Scheme) Guess() float64 {
	switch {
	case s.Pattern != nil: // of a sequence, two tell the stride
		sum := 0.0
		for _, p := range s.Pattern {
			if p.Source == Random && !p.Keep {
				sum += float64(p.Symbols()) * p.Bits()
			}
		}
		return sum
	case s.Growth == GrowthOne:
		return 0
	case s.Growth == GrowthRandom:
		return min(32, float64(s.Layout.Width(Random)))
	}
	return float64(s.Layout.Width(Random))
}
