package gen

import "idscope/gen/text"

// Text is how a scheme writes its identifiers, and Form the form: see package
// text, which has the table of them.
type (
	Text      = text.Text
	Form      = text.Form
	TextError = text.Error
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
