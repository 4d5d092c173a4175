package cli

import (
	"os"
	"path/filepath"

	"idscope/gen"
	"idscope/gen/worker"
)

// sharedState is the state folder of all users of a host, where somebody made it.
const sharedState = "/var/lib/idscope"

// home is the user's folder, empty where there is none.
func (a *App) home() string {
	if h := a.Getenv("HOME"); h != "" {
		return h
	}
	return a.Getenv("USERPROFILE")
}

// StateFolder returns the state folder: given, $IDSCOPE_STATE, the host's, or the
// user's. Named is the scheme as the user wrote it, for hints.
func (a *App) StateFolder(given, named string) (worker.Folder, error) {
	f := worker.Folder{
		State: given, Explicit: given != "", Named: named,
		Claims: a.claims(), Host: worker.DefaultHost(), Warn: a.Warn,
	}
	if f.State != "" {
		return f, nil
	}
	if f.State = a.Getenv("IDSCOPE_STATE"); f.State != "" {
		return f, nil
	}
	if f.State = sharedState; writable(sharedState) {
		return f, nil
	}
	if dir := a.Getenv("XDG_STATE_HOME"); dir != "" {
		f.State = filepath.Join(dir, "idscope")
		return f, nil
	}
	home := a.home()
	if home == "" {
		return f, Refused("there is no folder for the state: no HOME, and %s can not be written", sharedState).
			Hinted("name one with --state DIR or $IDSCOPE_STATE")
	}
	f.State = filepath.Join(home, ".local", "state", "idscope")
	return f, nil
}

// claims is the folder in which all users of the host claim worker numbers.
func (a *App) claims() string {
	if dir := a.Getenv("IDSCOPE_CLAIMS"); dir != "" {
		return dir
	}
	return hostClaims(a.Getenv)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Recorded reports whether a sequencer with a record makes the ids: not where
// nothing varies but a worker number, nor where others make them.
func Recorded(s *gen.Scheme) bool {
	return s.ReadOnly == "" && s.Recorded() && (s.Timed() || s.Layout.Width(gen.Seq) > 0)
}
