package text

// Wide is an unsigned integer of 128 bits.
type Wide struct{ Hi, Lo uint64 }
