package cli

import (
	"cmp"
	"path/filepath"

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

// StateFlags choose the state folder.
type StateFlags struct {
	dir     string
	network bool
	private bool
}

// PrivateState keeps records and claims in a directory that this process alone uses.
func PrivateState(dir string) StateFlags { return StateFlags{dir: dir, network: true, private: true} }

// Add defines the flags: --state, and --allow-network-state, which permits what a lock cannot be
// trusted on.
func (s *StateFlags) Add(flags *Flags) {
	flags.Text("state", &s.dir)
	flags.Switch("allow-network-state", &s.network)
}

// Folder returns the state folder: the given one, $IDSCOPE_STATE, the host's, or the
// user's. Named is the scheme as the user wrote it, for hints.
func (s *StateFlags) Folder(a *App, named string) (worker.Folder, error) {
	f := worker.Folder{
		State: s.dir, Explicit: s.dir != "", Named: named, Places: a.places(),
		Claims: a.claims(), ClaimsGiven: a.Getenv("IDSCOPE_CLAIMS") != "", Host: worker.DefaultHost(), Warn: a.Warn,
		AllowNetwork: s.network || a.Getenv("IDSCOPE_ALLOW_NETWORK_STATE") == "1",
	}
	if s.private {
		f.State, f.Claims, f.ClaimsGiven, f.Places = filepath.Join(s.dir, "state"), filepath.Join(s.dir, "claims"),
			true, nil
		return f, nil
	}
	if f.State = cmp.Or(s.dir, a.Getenv("IDSCOPE_STATE")); f.State != "" {
		return f, nil
	}
	if writable(sharedState) {
		f.State = sharedState
		return f, nil
	}
	if f.State = f.Places[len(f.Places)-1]; f.State == sharedState {
		return f, Refused("there is no state directory: no HOME, and %s cannot be written", sharedState).
			Hinted("name one with --state DIR or $IDSCOPE_STATE")
	}
	return f, nil
}

// Socket is where a server of this host listens for programs that use the same records.
func (s *StateFlags) Socket(a *App) (string, error) {
	f, err := s.Folder(a, "")
	if err != nil {
		return "", err
	}
	return filepath.Join(f.State, "serve.sock"), nil
}

// places are the state folders that are used where none is named: the host's, and
// the user's where it is known.
func (a *App) places() []string {
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
func (a *App) claims() string {
	if dir := a.Getenv("IDSCOPE_CLAIMS"); dir != "" {
		return dir
	}
	return hostClaims(a.Getenv)
}
