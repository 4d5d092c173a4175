package text

import "testing"

// The texts of the schemes that people use most.
var textBenchmarks = []struct {
	name string
	text Text
	bits int
}{
	{"decimal64", Text{Form: Decimal}, 64},
	{"decimal128", Text{Form: Decimal}, 128},
	{"hex96", Text{Form: Hex}, 96},
	{"uuid", Text{Form: UUID}, 128},
	{"ulid", Text{Form: Crockford}, 128},
	{"xid", Text{Form: Base32Hex}, 96},
	{"base58-64", Text{Form: Base58}, 64},
	{"base58-128", Text{Form: Base58}, 128},
	{"base62-64", Text{Form: Base62}, 64},
	{"base62-128", Text{Form: Base62}, 128},
	{"ksuid", Text{Base62, 27}, 160},
	{"base64url128", Text{Form: Base64URL}, 128},
	{"raw128", Text{Form: Raw}, 128},
}

var benchID = ID{0x0669f7efb5a1cd34, 0x1541815603606036, 0x1565a11f6217a000}

func BenchmarkTextAppend(b *testing.B) {
	for _, bb := range textBenchmarks {
		b.Run(bb.name, func(b *testing.B) {
			dst, id := make([]byte, 0, 64), benchID.And(Mask(bb.bits))
			b.ReportAllocs()
			for b.Loop() {
				dst = bb.text.Append(dst[:0], id, bb.bits)
			}
		})
	}
}

func BenchmarkTextParse(b *testing.B) {
	for _, bb := range textBenchmarks {
		b.Run(bb.name, func(b *testing.B) {
			s := bb.text.Append(nil, benchID, bb.bits)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := bb.text.Parse(s, bb.bits); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
