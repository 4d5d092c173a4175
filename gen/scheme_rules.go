package gen

// FreeRandom is the number of random bits from which identifiers of one tick are unique by chance alone, with no record
// of what was made.
const FreeRandom = 64

// Recorded reports whether processes on one host share a record of what was generated: of a sequence, or of the time
// beside a numbered worker, a rollback count or nothing else, unless a random part per process or 64 random bits (of a
// drawn sequence, too) keep IDs apart.
func (s *Scheme) Recorded() bool {
	l := s.Layout
	if s.Pattern != nil || s.ReadOnly != "" || s.Counter != "" || s.WorkerRule == WorkerRandom && l.Width(Worker) > 0 ||
		s.drawn() >= FreeRandom {
		return false
	}
	return l.Width(Seq) > 0 || s.Timed() && (l.Width(Rollback) > 0 || l.Width(Worker) > 0 || l.Width(Random) == 0)
}

// Numbered returns the scheme whose worker has that number, nil for none: one that is drawn otherwise has a record
// then, for nothing else keeps two processes with one number apart.
func (s *Scheme) Numbered(number *uint64) *Scheme {
	if number == nil || s.WorkerRule != WorkerRandom {
		return s
	}
	numbered := *s
	numbered.WorkerRule = WorkerNumber
	return &numbered
}

// MayRepeat reports whether two processes may generate one identifier by chance: they keep no record, and have fewer
// random bits than replace it.
func (s *Scheme) MayRepeat() bool {
	return s.Generated() && s.Varies() && !s.Recorded() && s.EntropyMost() < FreeRandom
}

// Generated reports whether a generator makes the identifiers: they are not only read, nor numbered by a counter
// elsewhere.
func (s *Scheme) Generated() bool { return s.ReadOnly == "" && s.Counter == "" }

// Paced reports whether a sequencer decides which IDs come next, so that the policies matter: not where random bits
// alone keep the IDs of one tick apart.
func (s *Scheme) Paced() bool {
	l := s.Layout
	return s.Generated() && s.Pattern == nil &&
		(l.Width(Seq) > 0 || s.Growth != GrowthNone || s.Timed() && l.Width(Random) < FreeRandom)
}

// Varies reports whether a scheme can make more than one identifier.
func (s *Scheme) Varies() bool {
	l := s.Layout
	return s.ReadOnly == "" && (s.Pattern != nil || l.Width(Time)+l.Width(Seq)+l.Width(Random) > 0)
}

// Named reports whether identifiers are made from a namespace and a name.
func (s *Scheme) Named() bool { return s.Digest != nil }

// Ordered reports whether one generator's IDs increase as integers: the time is on top, most significant part first,
// the sequence or the growing random bits follow, and nothing that changes in between is above them. Counting rollbacks
// is no order.
func (s *Scheme) Ordered() bool {
	if !s.Timed() || s.Pattern != nil || s.ReadOnly != "" || s.Start.Rule == StartCarry || s.Growth == GrowthStride ||
		s.Backward == BackwardBits {
		return false
	}
	counts := Seq
	if s.Growth != GrowthNone {
		counts = Random
	}
	left := map[Source]int{Time: s.Layout.Width(Time), counts: s.Layout.Width(counts)}
	for _, f := range s.Layout {
		switch {
		case f.Source == Rollback && (left[Time] > 0 || left[counts] > 0):
			return false
		case f.Source == Random && counts != Random && left[counts]+left[Time] > 0:
			return false
		case f.Source != Time && f.Source != counts:
			continue
		case f.Source == counts && left[Time] > 0, f.From+f.Bits != left[f.Source]:
			return false
		}
		left[f.Source] -= f.Bits
	}
	return left[counts] > 0 || s.Layout.Width(counts) > 0 || s.Layout.Width(Random) == 0
}

// TimeOrdered reports whether IDs of a later tick are greater than all of an earlier one, from one worker, as a range
// for a window of time needs.
func (s *Scheme) TimeOrdered() bool {
	left := s.Layout.Width(Time)
	if left == 0 {
		return false
	}
	for _, f := range s.Layout {
		switch {
		case left == 0:
			return true
		case f.Source == Const:
		case f.Source != Time || f.From+f.Bits != left:
			return false
		default:
			left -= f.Bits
		}
	}
	return true
}

// PerTick is how many identifiers one worker can make in a tick, or ever where there is no time; ok is false where
// chance, not a count, is the limit.
func (s *Scheme) PerTick() (n ID, ok bool) {
	paced := s.Paced()
	switch {
	case s.Growth == GrowthStride:
		return ID{Lo: 1}.Shl(uint(s.Layout.Width(Random))), true
	case !s.Timed() && !paced, s.Layout.Width(Seq) == 0 && s.Layout.Width(Random) > 0 && (s.Growth != 0 || !paced):
		return ID{}, false
	}
	return ID{Lo: 1}.Shl(uint(s.Layout.Width(Seq))), true
}
