package cmd

// deepen grows the stack of the calling goroutine to 32 KiB at once. The main
// goroutine starts with 2 KiB and doubles where a call does not fit, and each
// time its frames are walked and copied, below cobra some twenty of them: 5 % of
// all that a process of one id does. Here the walk is one frame, once.
//
//go:noinline
func deepen(really bool) byte {
	if !really { // the frame is what counts; nothing is to be cleared
		return 0
	}
	var frame [20 << 10]byte
	for i := range frame {
		frame[i] = byte(i) ^ frame[i/2]
	}
	return frame[len(frame)-1]
}
