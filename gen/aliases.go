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

// Text is how a scheme writes its identifiers, and Form the form: see package
// text, which has the table of them.
type (
	Text = text.Text
	Form = text.Form
)

// Forms lists the forms: see [text.Forms].
func Forms() []text.FormInfo { return text.Forms() }

// The forms that declarations use: see package text.
const (
	Decimal        = text.Decimal
	Hex            = text.Hex
	UUID           = text.UUID
	Crockford      = text.Crockford
	Base32Hex      = text.Base32Hex
	Base58         = text.Base58
	Base62         = text.Base62
	Base64URL      = text.Base64URL
	Raw            = text.Raw
	Base36         = text.Base36
	Base57         = text.Base57
	Base58Flickr   = text.Base58Flickr
	ZBase32        = text.ZBase32
	Shortcode      = text.Shortcode
	Base32Sort     = text.Base32Sort
	Base64Sort     = text.Base64Sort
	HexUpper       = text.HexUpper
	HexDashed      = text.HexDashed
	DateDigits     = text.DateDigits
	CrockfordLower = text.CrockfordLower
	Base64Push     = text.Base64Push
	Base32Sno      = text.Base32Sno
	Base43         = text.Base43
	Base62Lower    = text.Base62Lower
	UPIDText       = text.UPIDText
	Base36Lower    = text.Base36Lower
	SnowdropText   = text.SnowdropText
	HexShort       = text.HexShort
)

// ID is an unsigned integer of up to 192 bits: see [text.ID].
type ID = text.ID

// Wide is an unsigned integer of 128 bits.
type Wide = text.Wide

// MaxBits is the widest layout.
const MaxBits = text.MaxBits

// FromUint64 returns the identifier with the value of v.
func FromUint64(v uint64) ID { return text.FromUint64(v) }

// FromBytes reads a big-endian integer of at most 24 bytes; bytes in front of
// the last 24 are ignored.
func FromBytes(b []byte) ID { return text.FromBytes(b) }

// Mask returns an identifier whose lowest n bits are one; n is 0 to 192.
func Mask(n int) ID { return text.Mask(n) }
