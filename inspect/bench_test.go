package inspect

import "testing"

func BenchmarkInspect(b *testing.B) {
	for _, bb := range []struct{ name, as, text string }{
		{"snowflake", "", "1541815603606036480"}, {"uuidv7", "", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
		{"ulid", "", "01BX5ZZKBKACTAV9WEVGEMMVRZ"}, {"word", "", "historical"},
		{"as snowflake", "snowflake", "1541815603606036480"}, {"as uuidv7", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
	} {
		o := Options{}
		if bb.as != "" {
			o.As, _ = Named(bb.as)
		}
		in := inspector(b, o)
		var r Result
		dst := make([]byte, 0, 1<<16)
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				in.InspectInto(&r, bb.text)
			}
		})
		b.Run(bb.name+"/brief", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				in.InspectInto(&r, bb.text)
				dst = r.AppendBrief(dst[:0])
			}
		})
		b.Run(bb.name+"/json", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				in.InspectInto(&r, bb.text)
				dst = r.AppendJSON(dst[:0])
			}
		})
	}
}
