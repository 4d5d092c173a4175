package text

// Bech32 is the checksum of BIP 173 over a prefix, as that expands it, and values of 5 bits each: 1 where they end in
// the right one.
func Bech32(prefix string, values []byte) uint32 {
	sum := uint32(1)
	for i := range len(prefix) {
		sum = bech32Step(sum, prefix[i]>>5)
	}
	sum = bech32Step(sum, 0)
	for i := range len(prefix) {
		sum = bech32Step(sum, prefix[i]&31)
	}
	for _, v := range values {
		sum = bech32Step(sum, v)
	}
	return sum
}

func bech32Step(sum uint32, v byte) uint32 {
	top := sum >> 25
	sum = sum&0x1ffffff<<5 ^ uint32(v)
	for i, g := range [...]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
		if top>>i&1 == 1 {
			sum ^= g
		}
	}
	return sum
}
