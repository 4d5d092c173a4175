package gen

// Guess is how many bits somebody who holds an identifier has to guess to name
// the one that its maker made next, at best for him: within the same tick, where
// there are ticks. It supposes the scheme's own way of making them; 0 is none.
func (s *Scheme) Guess() float64 {
	switch {
	case s.Pattern != nil && s.Pattern.Has(Seq):
		return 0 // two tell the stride
	case s.Pattern != nil:
		return s.Pattern.Entropy()
	case s.Growth == GrowthOne:
		return 0
	case s.Growth == GrowthRandom:
		return min(32, float64(s.Layout.Width(Random)))
	}
	return float64(s.Layout.Width(Random))
}
