package worker

import (
	"fmt"

	"idscope/gen/internal/guard"
)

// refuseNetwork refuses state on a network file system, unless it is allowed: a
// lock there may hold on one host only, or be lost while it is held. Lock is the
// file at path, open and locked.
func (f *Folder) refuseNetwork(path string, lock *guard.Lock) error {
	if f.AllowNetwork {
		return nil
	}
	kind := f.Host.Network(path, lock.Fd())
	if kind == "" {
		return nil
	}
	return &StateError{Reason: ErrNetwork, Path: path,
		Text: fmt.Sprintf("the state in %s is on a network file system (%s), where a lock can be lost; want a local disk",
			show(f.State), kind),
		hint: "name a local directory with --state DIR; or, where no other host uses that one, --allow-network-state"}
}
