package cmd

import (
	"cmp"
	"os"
	"path/filepath"

	"idscope/gen/worker"
)

// sharedState is the state folder of all users of a host, where somebody made it.
const sharedState = "/var/lib/idscope"

// home is the user's folder, empty where there is none.
func (a *app) home() string {
	if h := a.Getenv("HOME"); h != "" {
		return h
	}
	return a.Getenv("USERPROFILE")
}

// folder returns the state folder: given, $IDSCOPE_STATE, the host's, or the
// user's. Named is the scheme as the user wrote it, for hints.
func (a *app) folder(given, named string) (worker.Folder, error) {
	f := worker.Folder{State: given, Explicit: given != "", Named: named, Claims: a.claims(), Places: a.places(),
		ClaimsGiven: a.Getenv("IDSCOPE_CLAIMS") != "", Host: worker.DefaultHost(), Warn: a.warn,
		AllowNetwork: a.Getenv("IDSCOPE_ALLOW_NETWORK_STATE") == "1"}
	if f.State = cmp.Or(given, a.Getenv("IDSCOPE_STATE")); f.State != "" {
		return f, nil
	}
	if writable(sharedState) {
		f.State = sharedState
		return f, nil
	}
	if f.State = f.Places[len(f.Places)-1]; f.State == sharedState {
		return f, refused("there is no folder for the state: no HOME, and %s can not be written", sharedState).
			hinted("name one with --state DIR or $IDSCOPE_STATE")
	}
	return f, nil
}

// places are the state folders that are used where none is named: the host's, and
// the user's where it is known.
func (a *app) places() []string {
	list := []string{sharedState}
	if dir := a.Getenv("XDG_STATE_HOME"); dir != "" {
		return append(list, filepath.Join(dir, "idscope"))
	}
	if home := a.home(); home != "" {
		return append(list, filepath.Join(home, ".local", "state", "idscope"))
	}
	return list
}

// claims is the folder in which all users of the host claim worker numbers.
func (a *app) claims() string {
	if dir := a.Getenv("IDSCOPE_CLAIMS"); dir != "" {
		return dir
	}
	return hostClaims(a.Getenv)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
