package sequence

import (
	"fmt"
	"strconv"
	"strings"
)

// Decision is what a policy says: the caller acts on it, the policy itself never
// sleeps and never reads a clock.
type Decision uint8

// The verdicts.
const (
	Proceed Decision = iota // go on
	Wait                    // come back later
	Refuse                  // return an error
	Count                   // change the rollback count, then go on
)

// Backward is the rule for a clock that is before its latest reading. The
// zero value means the scheme's own rule.
type Backward uint8

// The backward policies.
const (
	BackwardFail Backward = iota + 1
	BackwardWait
	BackwardContinue
	BackwardBits
)

// Choice is a value that users choose from: flags, completion, error texts and
// documentation are made from the lists of choices below, which nothing changes.
type Choice struct{ Name, Help string }

// BackwardChoices lists the backward policies.
var BackwardChoices = [...]Choice{
	{"fail", "refuse until the clock has caught up"},
	{"wait", "sleep until it has caught up, at most --max-wait, then refuse"},
	{"continue", "keep the last tick and let the sequence carry, with a lead of at most --max-lead"},
	{"bits", "count the step in the layout's rollback bits"},
}

// ParseBackward finds a backward policy by its name.
func ParseBackward(name string) (Backward, error) {
	i, err := choose(name, BackwardChoices[:])
	return Backward(i + 1), err
}

// String returns the name.
func (b Backward) String() string { return nameOf(BackwardChoices[:], int(b)) }

// Decide says what to do when the clock has gone back. One that has not proceeds, also
// when the last identifier borrowed a tick ahead of it: that is the overflow policy's matter.
func (b Backward) Decide() Decision {
	switch b {
	case BackwardWait:
		return Wait
	case BackwardContinue:
		return Proceed
	case BackwardBits:
		return Count
	}
	return Refuse
}

// Overflow is the rule for a sequence that is used up. The zero value means the
// scheme's own rule.
type Overflow uint8

// The overflow policies.
const (
	OverflowWait Overflow = iota + 1
	OverflowBorrow
	OverflowFail
)

// OverflowChoices lists the overflow policies.
var OverflowChoices = [...]Choice{
	{"wait", "wait for the next tick"},
	{"borrow", "carry into the timestamp, with a lead of at most --max-lead"},
	{"fail", "refuse"},
}

// ParseOverflow finds an overflow policy by its name.
func ParseOverflow(name string) (Overflow, error) {
	i, err := choose(name, OverflowChoices[:])
	return Overflow(i + 1), err
}

// String returns the name.
func (o Overflow) String() string { return nameOf(OverflowChoices[:], int(o)) }

// Decide says whether an identifier may carry the tick want, which is after now, and
// for Wait the tick that the clock has to reach first. Lead is the longest lead
// in ticks.
func (o Overflow) Decide(want, now, lead uint64) (Decision, uint64) {
	switch o {
	case OverflowBorrow:
		if want-now <= lead {
			return Proceed, 0
		}
		return Wait, want - lead
	case OverflowFail:
		return Refuse, want
	}
	return Wait, want
}

// Start is the rule for the first sequence number of a new tick, with the range
// R of the rules that have one. The zero value means the scheme's own rule.
type Start struct {
	Rule  StartRule
	Range uint64
}

// StartRule names a rule of Start.
type StartRule uint8

// The start rules.
const (
	StartZero StartRule = iota + 1
	StartRandom
	StartRotate
	StartCarry
	StartDraw
)

// DefaultRange is R where none is given: 64 balances id mod 2^k up to 64 tables.
const DefaultRange = 64

// StartChoices lists the start rules.
var StartChoices = [...]Choice{
	{"zero", "at 0"},
	{"random", "below R at random; random:R, R is 64 by default"},
	{"rotate", "the next of R in turn; rotate:R, R is 64 by default"},
	{"carry", "where the last tick's ended"},
	{"draw", "at random over the whole range; its upper half again at most once a second"},
}

// ParseStart reads the name of a start rule, with :R behind the two that take a
// range.
func ParseStart(text string) (Start, error) {
	name, r, ranged := strings.Cut(text, ":")
	i, err := choose(name, StartChoices[:])
	if err != nil {
		return Start{}, err
	}
	s := Start{Rule: StartRule(i + 1)}
	if s.Rule == StartRandom || s.Rule == StartRotate {
		s.Range = DefaultRange
	}
	if !ranged {
		return s, nil
	}
	if s.Range == 0 {
		return Start{}, fmt.Errorf("%q has a range; use plain %s", text, name)
	}
	if s.Range, err = strconv.ParseUint(r, 10, 64); err != nil || s.Range == 0 {
		return Start{}, fmt.Errorf("%q is not understood; use %s:R with R from 1 up", text, name)
	}
	return s, nil
}

// String writes the rule as ParseStart reads it.
func (s Start) String() string {
	if s.Range > 0 {
		return fmt.Sprintf("%s:%d", nameOf(StartChoices[:], int(s.Rule)), s.Range)
	}
	return nameOf(StartChoices[:], int(s.Rule))
}

// First returns the first sequence number of a new tick, given where the last
// tick's sequence started and ended, and a uniformly random number. StartDraw
// keeps half of that random number for a second: see Sequencer.draw.
func (s Start) First(started, ended, random uint64) uint64 {
	switch s.Rule {
	case StartRandom:
		return random % s.Range
	case StartDraw:
		return random
	case StartRotate:
		return (started + 1) % s.Range
	case StartCarry:
		return ended + 1
	}
	return 0
}

// Growth is how the random bits of a scheme without a sequence move from one
// identifier to the next of the same tick, so that they never meet again.
type Growth uint8

// The kinds of growth.
const (
	GrowthNone   Growth = iota // new random bits for each identifier
	GrowthOne                  // plus one (ULID; RFC 9562 section 6.2 method 2)
	GrowthRandom               // plus 1 to 2^32 at random (the same, harder to guess)
	GrowthStride               // plus a random odd number, modulo their range: all values, each once
)

func nameOf(list []Choice, i int) string {
	if i < 1 || i > len(list) {
		return "default"
	}
	return list[i-1].Name
}

func choose(name string, list []Choice) (int, error) {
	names := make([]string, len(list))
	for i, c := range list {
		if c.Name == name {
			return i, nil
		}
		names[i] = c.Name
	}
	return -1, fmt.Errorf("%q is unknown; use one of %s", name, strings.Join(names, ", "))
}
