package gen

import (
	"idscope/gen/sequence"
	"idscope/gen/text"
)

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
	BackwardFail, BackwardWait        = sequence.BackwardFail, sequence.BackwardWait
	BackwardContinue, BackwardBits    = sequence.BackwardContinue, sequence.BackwardBits
	OverflowWait, OverflowBorrow      = sequence.OverflowWait, sequence.OverflowBorrow
	OverflowFail, DefaultRange        = sequence.OverflowFail, sequence.DefaultRange
	StartZero, StartRandom, StartDraw = sequence.StartZero, sequence.StartRandom, sequence.StartDraw
	StartRotate, StartCarry           = sequence.StartRotate, sequence.StartCarry
	GrowthNone, GrowthOne             = sequence.GrowthNone, sequence.GrowthOne
	GrowthRandom, GrowthStride        = sequence.GrowthRandom, sequence.GrowthStride
)

// Text is how a scheme writes its identifiers, and Form the form: see package text, which has the table of them.
type (
	Text = text.Text
	Form = text.Form
)

// Forms lists the forms: see [text.Forms].
func Forms() []text.FormInfo { return text.Forms() }

// The forms that declarations use: see package text.
const (
	Decimal, Hex, UUID, Crockford                   = text.Decimal, text.Hex, text.UUID, text.Crockford
	Base32Hex, Base58, Base62, Base64URL            = text.Base32Hex, text.Base58, text.Base62, text.Base64URL
	Raw, Base36, Base57, Base58Flickr               = text.Raw, text.Base36, text.Base57, text.Base58Flickr
	ZBase32, Shortcode, Base32Sort, Base64Sort      = text.ZBase32, text.Shortcode, text.Base32Sort, text.Base64Sort
	HexUpper, HexDashed, DateDigits, CrockfordLower = text.HexUpper, text.HexDashed, text.DateDigits,
		text.CrockfordLower
	Base64Push, Base32Sno, Base43, Base62Lower    = text.Base64Push, text.Base32Sno, text.Base43, text.Base62Lower
	UPIDText, Base36Lower, SnowdropText, HexShort = text.UPIDText, text.Base36Lower, text.SnowdropText, text.HexShort
)

// ID is an unsigned integer of up to 192 bits: see [text.ID].
type ID = text.ID

// Wide is an unsigned integer of 128 bits.
type Wide = text.Wide

// MaxBits is the widest layout.
const MaxBits = text.MaxBits

// FromBytes reads a big-endian integer of at most 24 bytes; bytes in front of the last 24 are ignored.
func FromBytes(b []byte) ID { return text.FromBytes(b) }

// Mask returns an identifier whose lowest n bits are one; n is 0 to 192.
func Mask(n int) ID { return text.Mask(n) }
