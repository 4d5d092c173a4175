package inspect

import (
	"math/rand/v2"
	"testing"

	"idscope/gen"
	"idscope/gen/testing/try"
)

// Moved fields come back.
func TestConvertThereAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	v1, v6 := schemeOf(t, "uuidv1"), schemeOf(t, "uuidv6")
	codec, _ := v1.Layout.Compile()
	for range 1000 {
		id := gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}.And(codec.Mask(gen.Const).Not()).And(gen.Mask(128)).Or(codec.Consts())
		there := try.Of(Convert(Written{ID: id, Scheme: v1}, TargetScheme(v6), false)).Or(t)
		back, err := Convert(Written{ID: there.ID, Scheme: v6}, TargetScheme(v1), false)
		if err != nil || back.ID != id {
			t.Fatalf("uuidv1 %x to uuidv6 and back = %x, %v", id, back.ID, err)
		}
	}
}
