package gen

import (
	"encoding/binary"
	"os"
	"runtime"
)

// hasAES reports whether the processor has instructions for AES, as far as it is
// known without asking the processor in assembly: amd64 has had them since 2010,
// those of arm64 may lack them (Raspberry Pi 4), and Linux tells. A wrong answer
// costs speed alone.
func hasAES() bool {
	switch runtime.GOARCH {
	case "amd64", "ppc64le", "s390x":
		return true
	case "arm64":
		return runtime.GOOS != "linux" && runtime.GOOS != "android" || capabilities()&(1<<3) != 0 // HWCAP_AES
	}
	return false
}

// capabilities is what the kernel of Linux tells a process of the processor
// (AT_HWCAP); 0 where it cannot be read.
func capabilities() uint64 {
	const atHwcap = 16
	pairs, err := os.ReadFile("/proc/self/auxv")
	for ; err == nil && len(pairs) >= 16; pairs = pairs[16:] {
		if binary.NativeEndian.Uint64(pairs) == atHwcap {
			return binary.NativeEndian.Uint64(pairs[8:])
		}
	}
	return 0
}
