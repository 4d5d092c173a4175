package collide

import "idscope/gen"

// kind is how identifiers of a scheme are told apart.
type kind uint8

const (
	counted  kind = iota // by tick, worker and sequence: intervals
	drawn                // by random bits within a tick
	timeless             // by random bits alone
)

func kindOf(s *gen.Scheme) kind {
	switch random := s.Layout.Width(gen.Random) > 0; {
	case random && !s.Timed():
		return timeless
	case random:
		return drawn
	}
	return counted
}

// TakesEach reports whether chance alone keeps identifiers of a scheme apart, so
// that each may come from a process of its own.
func TakesEach(s *gen.Scheme) bool {
	return kindOf(s) != counted && !s.Recorded() &&
		s.Layout.Width(gen.Seq)+s.Layout.Width(gen.Worker)+s.Layout.Width(gen.Rollback) == 0
}

// keySize is how many bytes an identifier of a scheme takes while it is kept.
func keySize(s *gen.Scheme) int {
	switch size := s.Layout.Size(); {
	case size <= 64:
		return 8
	case size <= 128:
		return 16
	}
	return 24
}
