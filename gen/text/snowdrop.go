package text

// Snowdrop writes the base62 of an integer with its fields in the opposite order: 22 bits of a sequence, 10 of a
// machine, 31 of a time. The first two are mostly small, so the text is short. The top bit stays. Source:
// arcanyx-pub/snowdrop-id-rs, SPEC.md section 6.
const (
	snowdropTime    = 31
	snowdropMachine = 10
	snowdropSeq     = 22
)

// snowdropSwap reverses the order of the fields, which have the widths a, b and c from the top.
func snowdropSwap(v uint64, a, b, c int) uint64 {
	high, middle, low := v>>(b+c)&Mask(a).Lo, v>>c&Mask(b).Lo, v&Mask(c).Lo
	return v&(1<<63) | low<<(a+b) | middle<<a | high
}

// snowdropNumber is what the text is in base 62.
func snowdropNumber(id ID) ID {
	return ID{Lo: snowdropSwap(id.Lo, snowdropTime, snowdropMachine, snowdropSeq)}
}

func parseSnowdrop(a *alphabet, s []byte) (ID, bool) {
	v, ok := parseRadix(a, s, 0)
	if !ok || v.Hi|v.Mid != 0 {
		return ID{}, false
	}
	return ID{Lo: snowdropSwap(v.Lo, snowdropSeq, snowdropMachine, snowdropTime)}, true
}
