package worker

// failureSize is the most that is read of a failure, in bytes.
const failureSize = 4096

// Failure returns what [Grant.KeepFailure] kept last, nothing where there is none.
func (g *Grant) Failure() string {
	b, _ := g.r.folder.disk.readSmall(g.path+".failed", failureSize)
	return string(b)
}

// KeepFailure keeps a text for the processes that wait for the lock of the grant, which
// the caller has. Where it cannot be written they find out by themselves.
func (g *Grant) KeepFailure(text string) {
	_ = g.r.folder.overwrite(g.path+".failed", []byte(text))
}
