//go:build !linux

package guard

// SyncData makes the content of a file survive a loss of power.
func (System) SyncData(f File) error { return f.Sync() }
