package worker

import "os"

// changed is when the inode changed last: not asked for here.
func changed(os.FileInfo) int64 { return 0 }
