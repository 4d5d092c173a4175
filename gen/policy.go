package gen

import "idscope/gen/sequence"

// What decides which (tick, sequence) pairs come next: see package sequence.
type (
	Backward  = sequence.Backward
	Overflow  = sequence.Overflow
	Start     = sequence.Start
	StartRule = sequence.StartRule
	Growth    = sequence.Growth
	Choice    = sequence.Choice

	Mark   = sequence.Mark
	Point  = sequence.Point
	Counts = sequence.Counts
	Run    = sequence.Run
)

// The policies.
const (
	BackwardFail     = sequence.BackwardFail
	BackwardWait     = sequence.BackwardWait
	BackwardContinue = sequence.BackwardContinue
	BackwardBits     = sequence.BackwardBits

	OverflowWait   = sequence.OverflowWait
	OverflowBorrow = sequence.OverflowBorrow
	OverflowFail   = sequence.OverflowFail

	StartZero   = sequence.StartZero
	StartRandom = sequence.StartRandom
	StartRotate = sequence.StartRotate
	StartCarry  = sequence.StartCarry
	StartDraw   = sequence.StartDraw

	GrowthNone   = sequence.GrowthNone
	GrowthOne    = sequence.GrowthOne
	GrowthRandom = sequence.GrowthRandom
	GrowthStride = sequence.GrowthStride

	DefaultRange = sequence.DefaultRange
)
